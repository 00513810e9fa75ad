import { boolean, dateTime, decimal, integer, multiSelect, relation, select, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { building } from '#areas/guidance/model/building.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorArea } from './door-area.ts';
import { doorTimePeriod } from './plans.ts';
import { doorReasons, gateModes, gateTypes } from './words.ts';

export const doorCommand = call({
  name: 'doorGate.command',
  title: text('门操作', 'Operate a door'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/command',
  permission: 'doorGate:command',
  input: {
    gateId: relation(text('门', 'Door'), (): Resource => doorGate, { required: true, alias: ['id'] }),
    type: select(
      text('操作', 'Do'),
      {
        unlock: text('开门一次', 'Open once'),
        open: text('常开', 'Hold open'),
        locked: text('锁定', 'Lock'),
        normal: text('恢复正常', 'Back to normal'),
      },
      { required: true, default: 'unlock' },
    ),
    until: dateTime(text('至', 'Until'), {
      when: { field: 'type', is: ['open', 'locked'] },
      help: text('到时自动恢复正常', 'Normal again by itself'),
    }),
    reason: str(text('原因', 'Reason'), { required: true, max: 100, dictionary: doorReasons }),
  },
  note: text('答 {commandIds}，结果见设备指令。', 'Answers {commandIds}; device commands list the outcome of each.'),
});

/** A door, turnstile or lift with readers. */
export const doorGate = resource({
  name: 'doorGate',
  title: text('门禁点', 'Door'),
  help: text(
    '门、闸机、单元门与电梯。出门永远放行，只记下异常。',
    'Doors, turnstiles, entrances and lifts. Leaving is never refused, what is odd is only noted.',
  ),
  area,
  route: '/door/doorgate',
  scope: 'company',
  wire: { base: '/api/updown/doorgate' },
  fields: {
    gateName: str(text('门名称', 'Door name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    gateType: select(text('类型', 'Kind'), gateTypes, { search: true, default: 'door' }),
    areaId: relation(text('通向区域', 'Leads into'), () => doorArea, {
      search: true,
      within: 'villageId',
      none: text('不通向区域', 'No area'),
    }),
    fromAreaId: relation(text('所在区域', 'Leads out of'), () => doorArea, {
      within: 'villageId',
      none: text('室外', 'Outside'),
    }),
    readerSides: multiSelect(
      text('读卡器', 'Readers'),
      { in: text('进门侧', 'On the way in'), out: text('出门侧', 'On the way out') },
      {
        help: text('反潜回为“禁止”或限人数的区域须两面都有', 'Areas that refuse passing back or are limited need both'),
      },
    ),
    openPlanId: relation(text('常开时段', 'Stands open'), () => doorTimePeriod, {
      within: 'villageId',
      none: text('无', 'Never'),
    }),
    firstCard: boolean(text('首卡开启', 'First card'), {
      default: false,
      when: { field: 'openPlanId' },
      help: text(
        '当天第一位可开锁定门的人到后才常开',
        'Stands open from the first who may open locked doors, each day',
      ),
    }),
    strikeS: integer(text('开锁（秒）', 'Released for (s)'), { min: 1, max: 60, default: 5 }),
    heldS: integer(text('超时报警（秒）', 'Held alarm (s)'), { min: 5, max: 600, default: 30 }),
    /** Where it stands on the live plan, in metres from the upper left of the floor; put there on that page. */
    buildingId: relation(text('所在楼层', 'Floor'), () => building, {
      hidden: true,
      none: text('不在图上', 'On no plan'),
    }),
    x: decimal(text('横（米）', 'Across (m)'), { hidden: true, min: 0, max: 2_000 }),
    y: decimal(text('纵（米）', 'Down (m)'), { hidden: true, min: 0, max: 2_000 }),
    mode: select(text('模式', 'Mode'), gateModes, {
      readOnly: true,
      search: true,
      default: 'normal',
      tones: { normal: 'muted', open: 'warn', locked: 'bad' },
      help: text('最近一次下达的；设备是否照办见设备指令', 'As last set; device commands list what its devices did'),
    }),
    modeUntil: dateTime(text('模式至', 'Mode until'), { readOnly: true }),
    fireSince: dateTime(text('消防开门自', 'Open for a fire since'), {
      readOnly: true,
      help: text('消防报警结束前一直开着', 'Stands open until the fire alarm is ended'),
    }),
    remark,
  },
  display: 'gateName',
  unique: [['villageId', 'gateName']],
  index: [['areaId']],
  list: [
    'gateName',
    'villageId',
    'gateType',
    'areaId',
    'fromAreaId',
    'readerSides',
    'openPlanId',
    'mode',
    'modeUntil',
    'fireSince',
    'strikeS',
    'heldS',
    'remark',
  ],
  actions: [{ call: doorCommand, key: 'gateId' }],
});
