/** The driver's page for help: presses for whoever looks after the lane, without a login. */
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { call } from '#kit/declare/call.ts';
import { integer, relation, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

const helpCall = <const F extends Fields>(name: string, title: Text, input: F, note: Text) =>
  call({
    name: `help.${name}`,
    title,
    area: 'seat',
    method: 'POST',
    path: `/api/gatehouse/help/${name}`,
    permission: 'public',
    answer: 'object',
    input,
    note,
  });
const ticket = str(text('凭据', 'Ticket'), { required: true, max: 600 });

export const helpStart = helpCall(
  'start',
  text('车主页面：求助', 'Driver: call for help'),
  {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    gateId: relation(text('车道', 'Lane'), () => parkGate, { within: 'parkId' }),
    plate: str(text('车牌', 'Plate'), { max: 12, help: text('没有车道码时填写', 'Where there is no code of a lane') }),
  },
  text(
    '按车道码，或按此刻停在车道内的完整车牌，使该车道开始求助；已在求助的并入。应答 {ticket, state}，不带名称与车牌。每个地址15分钟10次、每条车道6次，车道内没有车的2次。',
    'Begins the lane’s call for help, by the lane’s code or by the whole plate of a car that stands in a lane now; joins one that is open. Answers {ticket, state} without names or plates. 10 in 15 minutes for an address and 6 for a lane, 2 where no car stands there.',
  ),
);
export const helpState = helpCall(
  'state',
  text('车主页面：求助进展', 'Driver: how a call for help stands'),
  { ticket },
  text('{ state, rated }。凭据两小时内有效。', '{ state, rated }. A ticket is good for two hours.'),
);
export const helpEnd = helpCall(
  'end',
  text('车主页面：取消求助', 'Driver: no help needed'),
  { ticket },
  text('只结束由手机页面开始的呼叫。', 'Ends a call that a phone page began, and no other.'),
);
export const helpRate = helpCall(
  'rate',
  text('车主页面：评价', 'Driver: rate the help'),
  { ticket, rating: integer(text('评分', 'Rating'), { required: true, min: 1, max: 5 }) },
  text('结束后10分钟内一次。', 'Once, within 10 minutes of its end.'),
);
