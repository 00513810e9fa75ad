import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import { boolean, integer, longText, multiSelect, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

/**
 * The size class of a vehicle (车型): small, large, motorcycle. Derived from the plate's colour unless it is given.
 */
export const carModel = resource({
  name: 'carModel',
  title: text('车型', 'Car model'),
  help: text(
    '按大小等划分的车型，可由车牌颜色认出；收费规则可按车型不同。',
    'Cars by size and similar, determined by plate colour; tariffs can differ by model.',
  ),
  area: 'vehicle',
  route: '/car/parkcarmodel',
  scope: 'park',
  config: { folder: 'car-models', key: ['modelName'] },
  wire: { base: '/api/updown/plat/parkCarModel', key: 'CarModelID' },
  fields: {
    modelName: str(text('车型名称', 'Car model'), { required: true, search: true, max: 30 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    modelNo: str(text('车型编号', 'Model number'), {
      search: true,
      max: 20,
      help: text(
        '收费办法按它区分车辆种类，如 small；不填则用名称',
        'What tariffs call these vehicles, such as small; the name if left blank',
      ),
    }),
    plateColours: multiSelect(text('对应车牌颜色', 'Plate colours'), PLATE_COLOURS, {
      help: text('识别到这些颜色的车牌时归为此车型', 'Vehicles with plates of these colours are taken for this model'),
    }),
    isDefault: boolean(text('默认车型', 'Default'), {
      default: false,
      search: true,
      help: text('颜色不能判定时用此车型；每个车场一个', 'Used when the colour matches no model; one per car park'),
    }),
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'modelName',
  unique: [
    ['parkId', 'modelName'],
    ['parkId', 'modelNo'],
  ],
  list: ['modelName', 'modelNo', 'parkId', 'plateColours', 'isDefault', 'sort'],
  order: { by: 'sort', desc: false },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
});
