import { decimal, image, integer, json, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';

/** A building, or a floor of one: what spaces, gateways and devices stand on, and the plan they are drawn on. */
export const building: Resource = resource({
  name: 'building',
  title: text('楼宇楼层', 'Building or floor'),
  many: text('楼宇楼层', 'Buildings and floors'),
  area: 'guidance',
  route: '/navigation/building',
  scope: 'park',
  config: { folder: 'buildings', key: ['buildingName'] },
  wire: { base: '/api/updown/plat/navigation/building', key: 'buildingId' },
  help: text(
    '不选上级为楼宇，选了为其楼层。上传的平面图垫在引导首页的车位下面，车位的横纵坐标以米计。',
    'Without one above it is a building, with one a floor of it. A plan picture lies under the spaces on the guidance home; places of spaces are in metres.',
  ),
  fields: {
    buildingName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    masterBuildingId: relation(text('所属楼宇', 'Part of'), (): Resource => building, {
      within: 'parkId',
      search: true,
      none: text('楼宇', 'A building'),
    }),
    floorNo: integer(text('层号', 'Floor number'), {
      min: -20,
      max: 200,
      ordinal: true,
      help: text('地下一层为 -1', 'The first basement is -1'),
    }),
    areaId: relation(text('车场区域', 'Park area'), () => parkArea, { within: 'parkId', alias: ['AreaID'] }),
    mapUrl: image(text('平面图', 'Plan picture')),
    metresPerPixel: decimal(text('每像素米数', 'Metres per pixel'), {
      min: 0.001,
      max: 10,
      help: text('有平面图时用来对上尺寸', 'Lets the picture fit what is drawn'),
    }),
    planWidth: decimal(text('宽（米）', 'Width (m)'), { required: true, min: 5, max: 2_000, default: 100 }),
    planHeight: decimal(text('深（米）', 'Depth (m)'), { required: true, min: 5, max: 2_000, default: 60 }),
    points: json(text('标注点', 'Points'), { hidden: true }),
    paths: json(text('通道', 'Paths'), { hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'buildingName',
  unique: [['parkId', 'masterBuildingId', 'buildingName']],
  index: [['masterBuildingId']],
  list: ['buildingName', 'parkId', 'masterBuildingId', 'floorNo', 'areaId', 'planWidth', 'planHeight', 'remark'],
  order: { by: 'floorNo', desc: true },
});
