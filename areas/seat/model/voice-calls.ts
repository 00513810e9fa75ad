/**
 * What a seat's browser reports and requests where there is a SIP server: its own credentials, who calls, and how a
 * talk went.
 */
import { call } from '#kit/declare/call.ts';
import { duration, integer, select, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { voiceOutcomes } from './call-record.ts';

const base = '/api/gatehouse/seat';
const callId = str(text('呼叫', 'Call'), { required: true, max: 36 });
const voiceCall = <const F extends Fields>(name: string, title: Text, input: F, note: Text) =>
  call({
    name: `callRecord.${name}`,
    title,
    area: 'seat',
    method: 'POST',
    path: `${base}/${name}`,
    permission: 'callRecord:answer',
    answer: 'object',
    input,
    note,
  });

export const ownSip = call({
  name: 'callRecord.sip',
  title: text('本人的 SIP 登录', 'One’s own SIP login'),
  area: 'seat',
  method: 'GET',
  path: `${base}/sip`,
  permission: 'callRecord:answer',
  answer: 'object',
  note: text(
    '{ voice: { wssUrl, uri, user, realm, ha1, helpNo, domain, stunUrl, policy } }；没有 SIP 服务器或号码时 voice 为空。ha1 是本人密码在该认证域的摘要，只在本人在岗时给出，密码本身不离开服务器。',
    '{ voice: { wssUrl, uri, user, realm, ha1, helpNo, domain, stunUrl, policy } }; voice is null without a SIP server or a number. ha1 is the digest of one’s own password for that realm and is returned only while one is on duty; the password itself does not leave the server.',
  ),
});
export const ringVoice = voiceCall(
  'ring',
  text('对讲来电', 'An intercom calls'),
  { extension: str(text('对讲号码', 'Intercom number'), { required: true, max: 40 }) },
  text(
    '各坐席的浏览器都会收到来电，先到的使该车道开始求助，其余并入。应答为坐席现状与 gateId。',
    'Every seat’s browser receives the call; the first begins the lane’s call for help, others join it. Answers the seat as it is now, with gateId.',
  ),
);
export const leftVoice = voiceCall(
  'left',
  text('来电已挂断', 'The caller hung up'),
  { callId },
  text('只结束还没有接听的呼叫。', 'Ends a call nobody has answered yet, and no other.'),
);
export const reportVoice = voiceCall(
  'voice',
  text('语音结果', 'How a talk went'),
  {
    callId,
    outcome: select(text('结果', 'Outcome'), voiceOutcomes, { required: true }),
    seconds: duration(text('时长', 'Duration'), { min: 0, max: 86_400 }),
    lossPerMille: integer(text('丢包（‰）', 'Loss (‰)'), { min: 0, max: 1_000 }),
    jitterMs: integer(text('抖动（毫秒）', 'Jitter (ms)'), { min: 0, max: 60_000 }),
    roundTripMs: integer(text('往返（毫秒）', 'Round trip (ms)'), { min: 0, max: 60_000 }),
    recording: str(text('录音', 'Recording'), { max: 500 }),
  },
  text(
    '由接听过该呼叫的坐席登记；转接后时长累加。录音链接须以 SIP 服务器登记的前缀开头，否则不记。',
    'By a seat that answered the call; durations add up where it was handed over. A recording’s link is kept only where it begins as the SIP server’s entry says.',
  ),
);
