import { boolean, integer, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { passbackKinds } from './words.ts';

/** A part of a community or an office that doors lead into: who is in it is known from them. */
export const doorArea: Resource = resource({
  name: 'doorArea',
  title: text('门禁区域', 'Door area'),
  help: text(
    '门通向的区域。反潜回按区域判定，各设备互通进出；为“禁止”时，未出门的人不能再进，该区域的门须两面都有读卡器。',
    'What doors lead into. Passing back is judged by area: its devices learn what the others saw. Where it is refused, nobody comes in a second time without having left, and the doors need readers both ways.',
  ),
  area,
  route: '/door/doorarea',
  scope: 'company',
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/updown/doorarea', key: 'areaId' },
  fields: {
    areaName: str(text('区域名称', 'Area name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    parentId: relation(text('上级区域', 'Parent area'), (): Resource => doorArea, { within: 'villageId' }),
    antiPassback: select(text('反潜回', 'Anti-passback'), passbackKinds, { default: 'off', search: true }),
    passMinutes: integer(text('限时（分钟）', 'Minutes'), {
      min: 1,
      max: 1440,
      default: 5,
      when: { field: 'antiPassback', is: ['timed'] },
      help: text('进入后这段时间内不能再进', 'Nobody comes in again for so long after coming in'),
    }),
    capacity: integer(text('最多人数', 'People at most'), {
      min: 1,
      max: 100_000,
      none: text('不限', 'No limit'),
      help: text(
        '区域内已有这么多人时不能再进；按刷卡在本区域内的人计，下级区域各自计',
        'Nobody comes in while so many are inside by their swipes; areas within it count on their own',
      ),
    }),
    twoPerson: boolean(text('须两人同行', 'Two persons'), {
      default: false,
      help: text('20 秒内须有另一位有权的人刷卡', 'Somebody else with a right shows his card within 20 seconds'),
    }),
    remark,
  },
  display: 'areaName',
  unique: [['villageId', 'areaName']],
  list: ['areaName', 'antiPassback', 'passMinutes', 'capacity', 'twoPerson', 'villageId', 'remark'],
  order: { by: 'areaName', desc: false },
});
