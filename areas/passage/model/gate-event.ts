import { REASONS } from '#domain/lane/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import {
  boolean,
  dateTime,
  duration,
  image,
  integer,
  money,
  plate,
  relation,
  select,
  str,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { shift } from '#areas/shift/model/shift.ts';
import { causes, directions, exceptions, gateEvents, openingEvidence, passageEvidence } from './words.ts';

/**
 * Every opening of a barrier, with its one cause and when it was over. No opening without a row, no row is ever
 * deleted. What a barrier did instead of opening has no cause.
 */
export const gateOpening = resource({
  name: 'gateOpening',
  title: text('道闸事件', 'Barrier events'),
  help: text(
    '道闸的每一次开启都有一行，写明唯一的原因和何时落下；故障和未动作也各有一行；不会被删除。未动作是在规定时间内没有收到升起的上报；其后才报来的升起另成一行。',
    'Every barrier opening with its cause and closing time, plus faults and barriers that did not move. Records are never deleted. “Did not move” means no report arrived in time; a later report gets its own record.',
  ),
  area: 'passage',
  route: '/static/gateEvents',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getSearchGateEvents',
    key: 'recordId',
    export: '/api/updown/static/exportGateEvents',
  },
  facts: { by: 'time', days: 7 },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    gateId: relation(text('通道', 'Lane'), () => parkGate, { search: true, within: 'parkId' }),
    event: select(text('事件', 'Event'), gateEvents, { search: true, tones: { up: 'ok', fault: 'bad', still: 'bad' } }),
    time: dateTime(text('时间', 'Time')),
    closedTime: dateTime(text('落下时间', 'Lowered at'), {
      help: text('道闸没有上报落下的，为空', 'Blank if the barrier did not report it'),
    }),
    openSeconds: duration(text('升起时长', 'Open for')),
    rawTime: dateTime(text('设备时间', 'Device time'), { hidden: true }),
    cause: select(text('开闸原因', 'Cause'), causes, {
      search: true,
      tones: { unknown: 'bad', manual: 'warn', remote: 'warn' },
    }),
    causeId: str(text('原因编号', 'Cause id'), { hidden: true }),
    evidence: select(text('开启依据', 'Evidence'), openingEvidence, {
      search: true,
      tones: { commanded: 'muted' },
      help: text('道闸没有上报、按指令推定的，为“按指令”', '“By command” where the barrier reported nothing'),
    }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    commandId: str(text('命令编号', 'Command'), { hidden: true }),
    /** Of the shift at the lane's box, where no stay or pass opened. */
    operator: str(text('当班人', 'On duty'), { search: true, max: 60 }),
    operatorId: str(text('当班人编号', 'Person on duty'), { hidden: true, max: 36 }),
    shiftId: relation(text('班次', 'Shift'), () => shift, { search: true, within: 'parkId', hidden: true }),
    picture: image(text('图片', 'Picture'), { personal: true }),
  },
  display: 'event',
  index: [['causeId'], ['shiftId']],
  list: [
    'plateNumber',
    'time',
    'event',
    'cause',
    'evidence',
    'gateId',
    'parkId',
    'closedTime',
    'openSeconds',
    'operator',
    'picture',
  ],
});

/** What a vehicle did in a lane: entered, left, backed out, was refused, or passed unread. Appended only. */
export const passage = resource({
  name: 'passage',
  title: text('通行记录', 'Passages'),
  help: text(
    '车辆在通道里的每一次动作：入场、出场、倒车退出、被拒绝或未识别通过。',
    'Everything vehicles did in a lane: entered, left, backed out, were refused, or passed unrecognised.',
  ),
  area: 'passage',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/updown/static', list: 'getPageVideoCarList', key: 'recordId' },
  route: '/static/videoCarStatic',
  facts: { by: 'time', days: 7 },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    gateId: relation(text('通道', 'Lane'), () => parkGate, { search: true, within: 'parkId' }),
    direction: select(text('方向', 'Direction'), directions, { search: true }),
    status: select(
      text('结果', 'Result'),
      {
        entered: text('已入场', 'Entered'),
        left: text('已出场', 'Left'),
        moved: text('场内换区', 'Changed area'),
        aborted: text('倒车退出', 'Backed out'),
        refused: text('已拒绝', 'Rejected'),
        unidentified: text('未识别通过', 'Passed unrecognised'),
        'read-late': text('迟到识别', 'Late reading'),
      },
      {
        search: true,
        tones: {
          entered: 'ok',
          left: 'ok',
          moved: 'info',
          aborted: 'muted',
          refused: 'bad',
          unidentified: 'warn',
          'read-late': 'muted',
        },
      },
    ),
    time: dateTime(text('时间', 'Time')),
    rawTime: dateTime(text('设备时间', 'Device time'), { hidden: true }),
    /** The lane's own number of this vehicle. */
    passing: integer(text('通行序号', 'Passing'), { hidden: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true, colouredBy: 'plateColour' }),
    plateColour: str(text('车牌颜色', 'Plate colour'), { hidden: true }),
    picture: image(text('图片', 'Picture'), { personal: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    cause: select(text('开闸原因', 'Cause'), causes),
    /** Codes of `REASONS`, several with commas between. */
    reasons: str(text('判定依据', 'Decision basis'), { max: 300, options: REASONS }),
    refusal: str(text('拒绝原因', 'Refusal reason'), { max: 200 }),
    refusedBy: str(text('拒绝人', 'Refused by'), { search: true, max: 60 }),
    offline: boolean(text('脱机', 'Offline')),
    evidence: select(text('通过依据', 'Evidence'), passageEvidence, {
      search: true,
      tones: { assumed: 'muted' },
      help: text(
        '没有设备看到驶过、由开闸推定的，为“推定”；没有驶过的为空',
        '“Assumed” where no device saw the car pass and it follows from the opening; blank if it did not pass',
      ),
    }),
  },
  display: 'plateNumber',
  index: [['stayId']],
  list: [
    'plateNumber',
    'time',
    'direction',
    'status',
    'parkId',
    'gateId',
    'cause',
    'evidence',
    'refusal',
    'refusedBy',
    'picture',
  ],
});

/** What a person has to look at: doubles, tailgating, gate faults, gaps, cars without an entry, money outstanding. */
export const laneException = resource({
  name: 'laneException',
  title: text('异常放行记录', 'Abnormal releases'),
  help: text(
    '需要有人看一眼的事：重复识别、跟车、道闸故障、无入场记录、未缴清离场等。',
    'Things that need a look: repeated readings, tailgating, barrier faults, exits without an entry, unpaid departures.',
  ),
  area: 'passage',
  route: '/static/exceptionRelease',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getSearchExceptionRelease',
    key: 'recordId',
    export: '/api/updown/static/exportExceptionRelease',
  },
  facts: { by: 'time', days: 7 },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    gateId: relation(text('通道', 'Lane'), () => parkGate, { search: true, within: 'parkId' }),
    code: select(text('异常类型', 'Kind'), exceptions, { search: true, width: 190 }),
    time: dateTime(text('时间', 'Time')),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true }),
    otherId: str(text('相关记录', 'Other record'), { hidden: true }),
    amountFen: money(text('涉及金额', 'Amount')),
    boxId: relation(text('岗亭', 'Booth'), () => parkBox, { search: true, within: 'parkId' }),
    /** Of the shift at the lane's box then; nobody where none worked, or the lane belongs to no box. */
    operator: str(text('当班人', 'On duty'), { search: true, max: 60 }),
    picture: image(text('图片', 'Picture'), { personal: true }),
    clearedTime: dateTime(text('解除时间', 'Cleared at')),
  },
  display: 'code',
  list: ['plateNumber', 'time', 'code', 'amountFen', 'parkId', 'gateId', 'boxId', 'operator', 'clearedTime', 'picture'],
  totals: ['amountFen'],
});

/** A person let a vehicle go without all its money: how much was waived, who and why. Counts against quotas. */
export const manualRelease = resource({
  name: 'manualRelease',
  title: text('人工放行记录', 'Manual releases'),
  help: text(
    '未收全款而由人放行的车：减免多少、谁放的、为什么。',
    'Vehicles released manually without full payment: how much was waived, by whom and why.',
  ),
  area: 'passage',
  route: '/static/manualReleaseEvents',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getPageManualRelease',
    key: 'recordId',
    export: '/api/updown/static/exportManualRelease',
  },
  facts: { by: 'time', days: 7 },
  accepts: { userId: str(text('操作人编号', 'Operator id'), { max: 36 }) },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    gateId: relation(text('通道', 'Lane'), () => parkGate, { search: true, within: 'parkId' }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    time: dateTime(text('放行时间', 'Released at')),
    reason: str(text('放行原因', 'Reason'), { max: 200 }),
    waivedFen: money(text('减免金额', 'Waived')),
    operator: str(text('操作人', 'Operator'), { search: true }),
    picture: image(text('图片', 'Picture'), { personal: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
  },
  display: 'plateNumber',
  list: ['plateNumber', 'waivedFen', 'time', 'reason', 'parkId', 'gateId', 'operator', 'picture'],
  totals: ['waivedFen'],
});
