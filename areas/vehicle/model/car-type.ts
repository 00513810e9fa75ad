import { boolean, colour, integer, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

export const carKinds = {
  temp: text('临时车', 'Temporary'),
  monthly: text('月租车', 'Monthly'),
  vip: text('贵宾车', 'VIP'),
  'stored-value': text('储值车', 'Stored value'),
  free: text('免费车', 'Free'),
  visitor: text('访客车', 'Visitor'),
};

/** A car type (车类): how a vehicle is entitled to park. Prices and passes are set per car type. */
export const carType = resource({
  name: 'carType',
  title: text('车类', 'Car type'),
  area: 'vehicle',
  route: '/car/parkcartype',
  scope: 'park',
  config: { folder: 'car-types', key: ['typeName'] },
  wire: { base: '/api/updown/plat/parkCarType', key: 'CarTypeID' },
  help: text(
    '一个性质可有多个车类，如“业主月租”“商户月租”；收费规则按车类设置。',
    'One kind may have several car types, such as monthly for owners and monthly for shops; prices are set per car type.',
  ),
  fields: {
    typeName: str(text('车类名称', 'Car type'), { required: true, search: true, max: 30 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    kind: select(text('性质', 'Kind'), carKinds, {
      required: true,
      search: true,
      default: 'temp',
      tones: { temp: 'muted', monthly: 'info', vip: 'ok', 'stored-value': 'info', free: 'ok', visitor: 'warn' },
    }),
    isDefault: boolean(text('该性质默认', 'Default for its kind'), {
      default: false,
      search: true,
      help: text(
        '未指定车类时，同性质车辆按此车类；每个车场每种性质一个',
        'Vehicles of this kind without a type of their own get it; one per kind and car park',
      ),
    }),
    monthPrice: money(text('月租单价', 'Monthly price'), {
      min: 0,
      when: { field: 'kind', is: ['monthly', 'vip'] },
      help: text(
        '续费按此计算；不填则办理时输入金额',
        'What renewals are charged by; when empty the amount is entered each time',
      ),
    }),
    showColour: colour(text('显示颜色', 'Colour shown')),
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'typeName',
  unique: [['parkId', 'typeName']],
  list: ['typeName', 'parkId', 'kind', 'isDefault', 'monthPrice', 'showColour', 'sort'],
  order: { by: 'sort', desc: false },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
});
