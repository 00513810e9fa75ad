import { dateTime, integer, json, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { settleOpening } from './device-action.ts';
import { parkDevice } from './park-device.ts';

export const commandNames = {
  open: text('开闸', 'Open'),
  close: text('关闸', 'Close'),
  show: text('屏显', 'Show'),
  program: text('待机内容', 'Shown in between'),
  speak: text('播报', 'Speak'),
  ask: text('请人确认', 'Ask a person'),
  light: text('补光灯', 'Light'),
  syncTime: text('校时', 'Set the clock'),
  whiteList: text('本机名单', 'List on the device'),
  upgrade: text('固件升级', 'Upgrade'),
  lock: text('车位锁', 'Lock'),
  guide: text('诱导屏', 'Guidance'),
  people: text('人员名单', 'People'),
  unlock: text('开门', 'Unlock'),
  doorMode: text('门模式', 'Door mode'),
  doorFire: text('消防开门', 'Fire'),
  presence: text('人员所在', 'Presence'),
  doorConfig: text('门禁参数', 'Door parameters'),
  fan: text('风机', 'Fans'),
  count: text('引导屏内容', 'Boards'),
  call: text('呼叫状态', 'State of a call'),
  print: text('打印', 'Print'),
};
export type CommandName = keyof typeof commandNames;

/** What a command was given for. The causes of an opening are the lane's own words. */
export const commandCauses = {
  stay: text('停车记录放行', 'Stay'),
  pass: text('月租放行', 'Pass'),
  remote: text('远程操作', 'Remote'),
  manual: text('岗亭人工放行', 'Manual release at the booth'),
  mode: text('常开或消防模式', 'Free flow or fire mode'),
  unknown: text('原因不明', 'Unknown'),
  lane: text('车道流程', 'Course of the lane'),
  staff: text('人员操作', 'By a person'),
  check: text('名单核对', 'Check of the lists'),
  rights: text('权限变化', 'Change of rights'),
  berths: text('空位变化', 'Free berths'),
  air: text('通风', 'Ventilation'),
  fire: text('消防联动', 'Fire alarm'),
  presence: text('区域进出', 'Passages of an area'),
  lock: text('车位锁规则', 'Rules of locks'),
  ticket: text('入场凭条', 'Entry ticket'),
};

export const commandStates = {
  queued: text('待发', 'Queued'),
  sent: text('已发', 'Sent'),
  /** Left with an answer to the device, which does not report on it. */
  delivered: text('已送达', 'Delivered'),
  answered: text('已执行', 'Done'),
  /** It may have been done or not; never tried again by itself. */
  uncertain: text('不确定', 'Uncertain'),
  failed: text('失败', 'Failed'),
  /** The barrier was opened by something else, or the car has left: nothing is to be done any more. */
  superseded: text('已取代', 'Superseded'),
  'timed-out': text('超时', 'Timed out'),
};

/** Every command to a device with its answer. Written with what causes it, sent after that is committed. */
export const deviceCommand = resource({
  name: 'deviceCommand',
  title: text('设备指令', 'Device commands'),
  area: 'device',
  route: '/system/romoteLog',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'detail', 'export'],
  wire: { base: '/api/gatehouse/deviceCommand', key: 'commandId' },
  facts: { by: 'time', days: 7 },
  help: text(
    '未应答的指令按 1、3、10 秒重发；过了有效期即为超时，开闸指令绝不迟发。市售相机随应答带走的指令为“已送达”，设备不报告结果；“不确定”的不自动再试，请到现场查看后“核实”。',
    'A command without an answer is sent again after 1, 3 and 10 seconds; past its validity it has timed out. An opening is never sent late. What a bought camera takes with an answer is “delivered”: it does not say what came of it. One that is “uncertain” is not tried again by itself: look at the barrier, then “Settle” it.',
  ),
  fields: {
    time: dateTime(text('下达时间', 'Issued at'), { required: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    gateId: relation(text('车道', 'Lane'), () => parkGate, { search: true, within: 'parkId', width: 120 }),
    deviceId: relation(text('设备', 'Device'), () => parkDevice, { search: true, within: 'parkId' }),
    sn: str(text('序列号', 'Serial number'), { search: true, max: 64 }),
    command: select(text('指令', 'Command'), commandNames, { search: true }),
    status: select(text('状态', 'State'), commandStates, {
      search: true,
      tones: {
        answered: 'ok',
        delivered: 'info',
        uncertain: 'warn',
        superseded: 'muted',
        failed: 'bad',
        'timed-out': 'bad',
        sent: 'info',
      },
    }),
    cause: select(text('原因', 'Cause'), commandCauses, { search: true }),
    causeId: str(text('原因编号', 'Cause id'), { max: 64, hidden: true }),
    remark: str(text('说明', 'Remark'), { max: 200 }),
    payload: json(text('内容', 'Content')),
    tries: integer(text('发送次数', 'Times sent')),
    dueTime: dateTime(text('下次发送', 'Next try'), { hidden: true }),
    validUntil: dateTime(text('有效至', 'Valid until')),
    sentTime: dateTime(text('首次发送', 'First sent')),
    /** Taken by whoever carries it out where the device does not know commands by their ids: only once for ever. */
    attemptTime: dateTime(text('执行时间', 'Attempted at'), { hidden: true }),
    /**
     * The device's own key of the message whose answer carried it: its repetition shows that the answer may not have
     * arrived.
     */
    answerTo: str(text('随哪条消息的应答', 'With the answer to'), { max: 200, hidden: true }),
    answeredTime: dateTime(text('应答时间', 'Answered at')),
    error: str(text('未执行原因', 'Why not'), { max: 200 }),
    result: json(text('应答内容', 'Answer')),
  },
  display: 'command',
  index: [['deviceId', 'time']],
  list: [
    'time',
    'command',
    'status',
    'parkId',
    'gateId',
    'deviceId',
    'cause',
    'error',
    'remark',
    'tries',
    'sentTime',
    'answeredTime',
    'sn',
  ],
  actions: [
    {
      call: settleOpening,
      key: 'commandId',
      label: text('核实', 'Settle'),
      tone: 'primary',
      when: { field: 'status', is: ['uncertain'] },
    },
  ],
});
