import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { date, integer, relation, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { thirdparty } from './thirdparty.ts';
import { countedKinds } from './words.ts';

const area = 'upload';
const input = {
  platId: relation(text('平台', 'Platform'), () => thirdparty, { required: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
  day: date(text('日期', 'Day'), { required: true }),
};

export const dayCounts = call({
  name: 'thirdparty.counts',
  title: text('逐日核对', 'Counts of a day'),
  area,
  method: 'GET',
  path: '/api/gatehouse/thirdparty/counts',
  permission: 'thirdparty:read',
  answer: 'object',
  input,
  note: text(
    '按车场所在时区的一天，答 {isQueried, rows: [{kind, hour, ours, facts, sent, waiting, dead, theirs, difference}]}：ours 为停车与收款记录，theirs 为平台自己的数，问不到时为 null，此时与已上传的比较',
    'A day of the car park’s zone: {isQueried, rows: [{kind, hour, ours, facts, sent, waiting, dead, theirs, difference}]}. ours are the stays and payments, theirs the platform’s own counts, null if it cannot be queried; then accepted messages are compared',
  ),
});

export const resendHour = call({
  name: 'thirdparty.resendHour',
  title: text('重发一小时', 'Send an hour again'),
  area,
  method: 'POST',
  path: '/api/gatehouse/thirdparty/resendHour',
  permission: 'thirdparty:send',
  answer: 'object',
  input: {
    ...input,
    hour: integer(text('小时', 'Hour'), { required: true, min: 0, max: 23 }),
    kind: select(text('内容', 'What'), countedKinds, { required: true }),
  },
  note: text(
    '补出缺少的消息，其余以原编号重发，对方按编号去重；答 {made, queued}',
    'Makes messages that are missing and sends the others again under their numbers, by which platforms know what they have; answers {made, queued}',
  ),
});
