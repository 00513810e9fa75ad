import { parkGate } from '#areas/lot/model/park-gate.ts';
import {
  boolean,
  dateTime,
  decimal,
  image,
  integer,
  json,
  money,
  plate,
  relation,
  relations,
  select,
  str,
  duration,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { evidenceSources } from '#areas/road/model/words.ts';
import { atBerth, stayFields } from './stay-fields.ts';
import { releaseTypes } from './words.ts';

/**
 * One visit of one vehicle: derived from its passages, never entered. `beginTime` is the entry's time, or the exit's
 * where no entry was seen; it never changes, so it can be the partition key. Repairs write a row in `stayChange`.
 */
export const stay = resource({
  name: 'stay',
  title: text('进出场记录', 'Entry and exit records'),
  area: 'passage',
  route: '/static/inoutRecord',
  page: 'record',
  scope: 'park',
  wire: {
    base: '/api/updown/parkiorecordexend',
    list: ['/api/updown/static/searchInOutRecords', 'list'],
    key: 'recordId',
    export: '/api/updown/static/exportInOutRecords',
  },
  facts: { by: 'beginTime', days: 7 },
  either: { gateId: ['inGateId', 'outGateId'] },
  fields: {
    ...stayFields,
    beginTime: dateTime(text('开始时间', 'Begins'), { hidden: true }),
    inTime: dateTime(text('入场时间', 'Entry time')),
    inTimeRaw: dateTime(text('入场设备时间', 'Entry device time'), { hidden: true }),
    inGateId: relation(text('入口通道', 'Entry lane'), () => parkGate, { search: true, within: 'parkId' }),
    inPassageId: str(text('入场通行', 'Entry passage'), { hidden: true }),
    inPicture: image(text('入场图片', 'Entry picture'), { personal: true }),
    confidence: decimal(text('识别可信度', 'Confidence')),
    outTime: dateTime(text('出场时间', 'Exit time'), { search: true }),
    outTimeRaw: dateTime(text('出场设备时间', 'Exit device time'), { hidden: true }),
    outGateId: relation(text('出口通道', 'Exit lane'), () => parkGate, { search: true, within: 'parkId' }),
    outPassageId: str(text('出场通行', 'Exit passage'), { hidden: true }),
    outPlate: plate(text('出场识别车牌', 'Plate read at exit'), { personal: true }),
    outPicture: image(text('出场图片', 'Exit picture'), { personal: true }),
    staySeconds: duration(text('停车时长', 'Length of stay')),
    releaseType: select(text('放行类型', 'Release type'), releaseTypes, { search: true }),
    receivableFen: money(text('应收金额', 'Amount due')),
    derateFen: money(text('优惠金额', 'Discount')),
    waivedFen: money(text('减免金额', 'Waived')),
    paidFen: money(text('实收金额', 'Paid')),
    outstandingFen: money(text('欠费金额', 'Outstanding')),
    /** Tariff version frozen for this stay; named on the bill. */
    ruleId: str(text('收费规则版本', 'Tariff version'), { hidden: true }),
    ruleName: str(text('收费规则', 'Tariff')),
    /** The amount due at exit: the sum of the bill's lines, before payment. */
    billFen: money(text('账单金额', 'Bill'), { hidden: true }),
    lines: json(text('账单明细', 'Bill lines'), { hidden: true }),
    passId: str(text('月租', 'Pass'), { hidden: true }),
    bookingId: str(text('预约', 'Booking'), { hidden: true }),
    mergedInto: str(text('合并到', 'Merged into'), { hidden: true }),
    claims: str(text('指认', 'Claims'), { hidden: true }),
    exitStay: str(text('出场独立记录', 'Exit without entry'), { hidden: true }),
    /** Changes of area on the way: `{ at: epoch ms, area: id or null }`. */
    moves: json(text('换区', 'Area changes'), { hidden: true }),
    /** What happened while it stood, such as the end of charging: `{ at: epoch ms, event }`. */
    events: json(text('停车事件', 'Events'), { hidden: true }),
    clone: boolean(text('套牌', 'Suspected cloned plate')),
    offline: boolean(text('脱机生成', 'Begun offline')),
    changes: integer(text('更正次数', 'Corrections')),
    ...atBerth,
    /** Further berths the car takes, and how many it takes in all: what tariffs ask for as `bays`. */
    alsoBerths: relations(text('另占泊位', 'Further berths'), () => rdBerth, { within: 'parkId' }),
    bays: integer(text('占用泊位数', 'Berths taken')),
    /** Price class of the section when the stay began. */
    zoneClass: str(text('价格类区', 'Price class'), { hidden: true, max: 4 }),
    beginBy: select(text('由谁得知开始', 'Begun by'), evidenceSources),
    endBy: select(text('由谁得知结束', 'Ended by'), evidenceSources),
    /** Last instant at which evidence shows this car at its berth. */
    provenTo: dateTime(text('证据至', 'Proven until')),
    /** The stay of the same car that ended too early; both are priced as one. */
    continues: str(text('接续记录', 'Continues'), { hidden: true, max: 40 }),
    dutyUserId: relation(text('当班收费员', 'Collector on duty'), () => user, { search: true }),
  },
  display: 'plateNumber',
  index: [['plateNumber'], ['status', 'outTime']],
  list: [
    'plateNumber',
    'inTime',
    'outTime',
    'parkId',
    'staySeconds',
    'receivableFen',
    'paidFen',
    'releaseType',
    'kind',
    'inGateId',
    'outGateId',
    'derateFen',
    'status',
  ],
  totals: ['receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen', 'staySeconds'],
  help: text(
    '每次停车一条记录，由通道事件得出；更正保留原值。',
    'One record per stay, derived from lane events; corrections keep the original values.',
  ),
});
