import { integer, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

/** Spaces that several passes share (车位组): more cars than spaces. Who comes when all are taken is a temporary car. */
export const spaceGroup = resource({
  name: 'spaceGroup',
  title: text('车位组', 'Space group'),
  area: 'pass',
  route: '/car/spaceGroup',
  scope: 'park',
  config: { folder: 'space-groups', key: ['groupName'] },
  wire: { base: '/api/gatehouse/spaceGroup', key: 'carBitGroupId' },
  help: text(
    '多车共用若干车位：组内车位占满后，再入场的车按车场参数“车位组占满”处理。',
    'Several vehicles share a set of spaces. Once all are taken, the car park setting “Space group full” applies to the next one.',
  ),
  fields: {
    groupName: str(text('车位组', 'Space group'), { required: true, search: true, max: 40 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    spaces: integer(text('车位数', 'Spaces'), { required: true, min: 1, max: 10_000, default: 1 }),
    spaceNos: str(text('车位号', 'Space numbers'), { max: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'groupName',
  unique: [['parkId', 'groupName']],
  list: ['groupName', 'parkId', 'spaces', 'spaceNos', 'remark'],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
