import { dateTime, integer, json, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkDevice } from './park-device.ts';

/** Reasons that the product itself gives; for a malformed message its own fault is given. */
export const incidentReasons = {
  silent: text('没有心跳', 'No heartbeat'),
  differs: text(
    '相机名单与平台不一致：平台自动全量下发，一小时至多一次；可立即“同步名单”',
    'The list on the camera is not the one kept here: it is sent whole by itself, once an hour at most; “Sync lists” sends it at once',
  ),
  changed: text(
    '相机上的名单被改动：缺少（missing）和多出（extra）的车牌见“报文”，平台正逐一改回，回读一致后恢复',
    'The list on the camera was changed there: “Message” names the plates it lacks (missing) and those nobody sent (extra); they are put right one by one, and it is over once the camera reads as it should',
  ),
  full: text(
    '本机存储将满：满后会丢失最早的图片，请恢复网络',
    'Its storage is nearly full: the oldest pictures go next, see to the network',
  ),
  short: text('本机存储不足 7 天，请扩容', 'Its storage lasts for less than seven days: a larger one is needed'),
};

/** The fault of a message is kept in both languages, a line each, however many fields it names. */
export const faultOf = ({ zh, en }: Text): string =>
  [zh, en].map((words) => words.replaceAll('\n', ' ').slice(0, 500)).join('\n');

/** An incident's reason in the reader's language. */
export const reasonIn = (lang: Lang, kind: string, reason: string | null): string | null => {
  const [zh, en] = kind === 'rejected' && reason ? reason.split('\n') : [reason];
  return lang === 'en' ? (en ?? zh!) : zh!;
};

/**
 * What went wrong between a device and the platform: silence, messages that are none, events that could not be stored,
 * a list that is not ours, a storage that runs full.
 */
export const deviceIncident = resource({
  name: 'deviceIncident',
  title: text('设备异常', 'Device incidents'),
  area: 'device',
  route: '/basedata/deviceIncident',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'detail', 'export'],
  wire: { base: '/api/gatehouse/deviceIncident', key: 'incidentId' },
  facts: { by: 'time', days: 30 },
  help: text(
    '同一设备同一小时内的同类无效报文合为一行并计次；名单不一致持续到相机与平台的名单重新一致，本机存储持续到占用降到九成以下。',
    'Bad messages of one kind from one device within an hour are one row with a count. “List differs” lasts until the list on the camera is the one kept here again, “Storage” until less than nine tenths are used.',
  ),
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    deviceId: relation(text('设备', 'Device'), () => parkDevice, { search: true, within: 'parkId' }),
    sn: str(text('序列号', 'Serial number'), { search: true, max: 64 }),
    kind: select(
      text('异常类型', 'Kind'),
      {
        offline: text('离线', 'Offline'),
        rejected: text('报文无效', 'Bad message'),
        setAside: text('事件未能入账', 'Event could not be stored'),
        list: text('名单不一致', 'List differs'),
        storage: text('本机存储', 'Storage'),
      },
      { search: true, tones: { offline: 'warn', rejected: 'warn', setAside: 'bad', list: 'warn', storage: 'warn' } },
    ),
    time: dateTime(text('时间', 'Time')),
    times: integer(text('次数', 'Times')),
    reason: longText(text('原因', 'Reason'), { max: 4000, options: incidentReasons }),
    payload: json(text('报文', 'Message')),
    endTime: dateTime(text('恢复时间', 'Over at')),
  },
  display: 'kind',
  index: [
    ['kind', 'time'],
    ['deviceId', 'time'],
  ],
  list: ['time', 'kind', 'deviceId', 'reason', 'parkId', 'times', 'endTime', 'sn'],
});
