import { user } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import {
  boolean,
  dateTime,
  duration,
  image,
  integer,
  json,
  longText,
  plate,
  relation,
  select,
  str,
  url,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { seatGroup } from './seat-group.ts';
import { callEvents, callFacts, callReasons, callStates, callTones, resolutions } from './words.ts';

/** What began it: the button over MQTT, the intercom's own call, the driver's phone. */
const callSources = {
  button: text('求助键', 'Help button'),
  sip: text('对讲来电', 'Intercom call'),
  phone: text('手机页面', 'Phone page'),
};
export const voiceOutcomes = {
  talked: text('已通话', 'Talked'),
  handedOver: text('已转接', 'Handed over'),
  dropped: text('中断', 'Cut off'),
  failed: text('未接通', 'Not connected'),
};

const parkId = relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' });
const groupId = relation(text('坐席组', 'Seat group'), () => seatGroup, { search: true, outlives: true });
const gateId = relation(text('车道', 'Lane'), () => parkGate, { search: true, within: 'parkId', outlives: true });

/** A call for help from a lane, from the button to what came of it. */
export const callRecord = resource({
  name: 'callRecord',
  title: text('通话记录', 'Call record'),
  many: text('通话记录', 'Call records'),
  help: text(
    '车道求助的记录：等待、通话与话后的时长，由谁接听，原因与结果，开闸与放行，以及司机的评分。',
    'Calls for help from lanes: how long they waited and talked, who answered, why and what came of it, openings and releases, and what drivers thought of it.',
  ),
  area: 'seat',
  route: '/cloudseat/callrecord',
  page: 'record',
  scope: 'park',
  wire: {
    base: '/api/updown/cloudseats/callrecord',
    list: 'getList',
    export: '/api/updown/cloudseats/callrecord/exportGetList',
    key: 'callId',
  },
  verbs: ['list', 'detail', 'export'],
  rights: { answer: text('接听求助', 'Answer calls for help') },
  range: 'queuedTime',
  fields: {
    callNo: str(text('编号', 'No.'), { search: true, max: 20 }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true, hidden: true }),
    parkId,
    gateId,
    exit: boolean(text('出口', 'At an exit'), { hidden: true }),
    source: select(text('来源', 'Source'), callSources, { search: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    picture: image(text('图片', 'Picture'), { personal: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true, max: 36 }),
    passing: integer(text('过车号', 'Passing'), { hidden: true }),
    status: select(text('状态', 'State'), callStates, { search: true, tones: callTones }),
    queuedTime: dateTime(text('呼叫时间', 'Called at')),
    waitingFrom: dateTime(text('等待自', 'Waits since'), { hidden: true }),
    groupId,
    overflowed: boolean(text('已转组', 'Went on to another group'), { search: true }),
    /** Groups it came to, and when to the last of them. */
    reached: json(text('到达的组', 'Groups reached'), { hidden: true }),
    reachedTime: dateTime(text('到达时间', 'Reached at'), { hidden: true }),
    answeredTime: dateTime(text('接听时间', 'Answered at')),
    endedTime: dateTime(text('结束时间', 'Ended at')),
    notedTime: dateTime(text('登记时间', 'Noted at'), { hidden: true }),
    waitS: duration(text('等待', 'Waited')),
    talkS: duration(text('通话', 'Talked')),
    wrapS: duration(text('话后', 'Wrap-up')),
    counted: boolean(text('计入服务水平', 'Counts for the service level'), { hidden: true }),
    inTime: boolean(text('20 秒内接听', 'Answered within 20 s'), { hidden: true }),
    userId: relation(text('坐席', 'Seat'), () => user, { search: true, outlives: true }),
    seatId: str(text('坐席账号', 'Seat account'), { hidden: true, max: 36 }),
    why: select(text('原因', 'Why'), callReasons, { search: true }),
    fact: select(text('对应事实', 'On record'), callFacts, {
      search: true,
      help: text(
        '通话前后十分钟内该车道的记录；结束半小时后由系统填写',
        'What the lane’s rows show ten minutes either way; entered by the system half an hour after the call',
      ),
    }),
    factDetail: str(text('易混字符', 'Signs confused'), { max: 20 }),
    resolution: select(text('结果', 'Result'), resolutions, { search: true }),
    commandIds: json(text('开闸指令', 'Openings'), { hidden: true }),
    releaseId: str(text('人工放行', 'Manual release'), { hidden: true, max: 36 }),
    rating: integer(text('评分', 'Rating'), { ordinal: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
    voice: select(text('语音', 'Voice'), voiceOutcomes, { search: true }),
    voiceS: duration(text('语音时长', 'Voice')),
    lossPerMille: integer(text('丢包（‰）', 'Loss (‰)')),
    jitterMs: integer(text('抖动（毫秒）', 'Jitter (ms)')),
    roundTripMs: integer(text('往返（毫秒）', 'Round trip (ms)')),
    recording: url(text('录音', 'Recording'), { personal: true }),
    /** The lane while its call is open; null once it is over, so that the next one may come. */
    openKey: str(text('唯一标识', 'Key'), { hidden: true, max: 36 }),
  },
  display: 'callNo',
  unique: [['callNo'], ['openKey']],
  index: [['status'], ['gateId', 'queuedTime']],
  order: { by: 'queuedTime', desc: true },
  totals: ['waitS', 'talkS', 'wrapS'],
  list: [
    'queuedTime',
    'parkId',
    'gateId',
    'plateNumber',
    'status',
    'waitS',
    'talkS',
    'userId',
    'groupId',
    'overflowed',
    'why',
    'fact',
    'factDetail',
    'resolution',
    'rating',
    'picture',
    'source',
    'wrapS',
    'voice',
    'voiceS',
    'remark',
    'callNo',
  ],
});

/** All that happened to calls, one line each. */
export const callEvent = resource({
  name: 'callEvent',
  title: text('坐席事件', 'Call event'),
  many: text('坐席事件', 'Call events'),
  help: text(
    '每次呼叫的经过：按键、振铃、未接、接听、转接、结束。',
    'What happened to each call: pressed, rung, missed, answered, handed over, ended.',
  ),
  area: 'seat',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/updown/third/reception', list: 'getEvent' },
  verbs: ['list', 'export'],
  range: 'time',
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
    gateId,
    callId: str(text('呼叫', 'Call'), { search: true, max: 36 }),
    time: dateTime(text('时间', 'Time')),
    kind: select(text('事件', 'Event'), callEvents, { search: true }),
    userId: relation(text('坐席', 'Seat'), () => user, { search: true, outlives: true }),
    groupId,
    deviceId: str(text('设备', 'Device'), { hidden: true, max: 36 }),
    seq: integer(text('序号', 'Number'), { hidden: true, ordinal: true }),
    rating: integer(text('评分', 'Rating'), { ordinal: true }),
  },
  display: 'kind',
  unique: [['deviceId', 'seq']],
  index: [['callId', 'time']],
  order: { by: 'time', desc: true },
  list: ['time', 'parkId', 'gateId', 'kind', 'userId', 'groupId', 'rating', 'callId'],
});
