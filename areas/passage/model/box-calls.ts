import { MOST_CASH_FEN } from '#domain/ledger/cash.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { parkDerate } from '#areas/derate/model/park-derate.ts';
import { parkSeller } from '#areas/derate/model/park-seller.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, image, integer, longText, money, plate, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const area = 'passage';
const base = '/api/gatehouse/box';
const gateId = relation(text('车道', 'Lane'), () => parkGate, { required: true, alias: ['GateID'] });
/** Names the vehicle, so that a decision never applies to the next one. */
const passing = integer(text('过车号', 'Passing'), { required: true, min: 0 });
const reason = longText(text('原因', 'Reason'), { required: true, max: 200 });
const car = { gateId, passing };
const note = text(
  '车辆已离开或已由他人处理时不做任何改动，并说明。',
  'If the vehicle has left or someone else has handled it, nothing is changed and the response states it.',
);

/** What stands at the lanes of a box just now, and what passed last. */
export const boxBoard = call({
  name: 'boxWork.board',
  title: text('岗亭车道现状', 'Lanes of a booth'),
  area,
  method: 'GET',
  path: `${base}/board`,
  permission: 'boxWork:read',
  input: { boxId: relation(text('岗亭', 'Booth'), () => parkBox, { required: true, alias: ['BoxID'] }) },
  note: text(
    '未指定岗亭的车道归该车场的每个岗亭。',
    'Lanes not assigned to a booth belong to every booth of the car park.',
  ),
});
export const boxOwn = call({
  name: 'boxWork.own',
  title: text('本人的岗亭', 'One’s own booth'),
  area,
  method: 'GET',
  path: `${base}/own`,
  permission: 'boxWork:read',
  answer: 'object',
  input: {},
  note: text(
    '{ boxId }：本人当班的岗亭；未当班时为唯一可用的岗亭；否则为空。',
    '{ boxId }: the booth of the caller’s shift; without one the only booth he may use; else null.',
  ),
});
/**
 * Actions at a booth terminal belong to the session of the person logged in: the terminal sends this with each of them.
 */
export const boxTerminal = call({
  name: 'boxWork.terminal',
  title: text('岗亭终端登录凭据', 'Session at a booth terminal'),
  area,
  method: 'POST',
  path: `${base}/terminal`,
  permission: 'boxWork:read',
  answer: 'object',
  input: { sn: str(text('终端序列号', 'Serial number of the terminal'), { required: true, max: 40 }) },
  note: text(
    '{ session, until }：终端上报岗亭操作（up/attend）时随附，只对该终端有效；退出登录、会话失效或换角色后不再有效，须重新取得。',
    '{ session, until }: accompanies each action the terminal sends (up/attend) and is valid only for that terminal, until the person logs out or his session ends.',
  ),
});
export const boxDerates = call({
  name: 'boxWork.derates',
  title: text('岗亭可发放的优惠', 'Discounts to give at the booth'),
  area,
  method: 'GET',
  path: `${base}/derates`,
  permission: 'boxWork:derate',
  answer: 'list',
  input: { boxId: relation(text('岗亭', 'Booth'), () => parkBox, { required: true, alias: ['BoxID'] }) },
});
export const boxDerate = call({
  name: 'boxWork.derate',
  title: text('发放优惠', 'Give a discount'),
  area,
  method: 'POST',
  path: `${base}/derate`,
  permission: 'boxWork:derate',
  answer: 'object',
  input: {
    ...car,
    sellerId: relation(text('商家', 'Shop'), () => parkSeller, { required: true }),
    derateId: relation(text('优惠规则', 'Rule'), () => parkDerate, { required: true }),
  },
  note: text(
    '给待缴费的车发放并立即重新计价；不能减少应缴时不发放。车辆已离开或已由他人处理时不做任何改动，并说明。',
    'Given to the car waiting to pay, whose bill is recalculated immediately; not given if it would reduce nothing. If the vehicle has left or somebody else has decided, nothing happens and the response states it.',
  ),
});
export const boxWithdraw = call({
  name: 'boxWork.withdraw',
  title: text('撤销优惠', 'Take a discount back'),
  area,
  method: 'POST',
  path: `${base}/withdraw`,
  permission: 'boxWork:derate',
  answer: 'object',
  input: { ...car, recordId: str(text('优惠', 'Discount'), { required: true, max: 36, alias: ['id'] }) },
  note: text(
    '撤销岗亭给待缴费车辆发放的优惠并立即重新计价；商家或后台发放的不能在岗亭撤销。',
    'Revokes a discount a booth gave to the car waiting to pay, whose bill is recalculated at once; discounts from shops or the office cannot be revoked at a booth.',
  ),
});
export const boxRefuse = call({
  name: 'boxWork.refuse',
  title: text('拒绝通行', 'Refuse'),
  area,
  method: 'POST',
  path: `${base}/refuse`,
  permission: 'boxWork:refuse',
  answer: 'object',
  note,
  input: { ...car, reason },
});
export const boxCash = call({
  name: 'boxWork.cash',
  title: text('收现金', 'Take cash'),
  area,
  method: 'POST',
  path: `${base}/cash`,
  permission: 'boxWork:pay',
  answer: 'object',
  note,
  input: {
    ...car,
    amountFen: money(text('实收', 'Amount kept'), { required: true, min: 1, max: MOST_CASH_FEN }),
    tenderedFen: money(text('收到', 'Received'), {
      min: 0,
      max: MOST_CASH_FEN,
      help: text('不填为刚好', 'Exactly that if left blank'),
    }),
  },
});
export const boxRelease = call({
  name: 'boxWork.release',
  title: text('人工放行', 'Release'),
  area,
  method: 'POST',
  path: `${base}/release`,
  permission: 'boxWork:release',
  answer: 'object',
  note,
  input: {
    ...car,
    passing: { ...passing, help: text('0 为空车道开闸', '0 opens the barrier with no vehicle') },
    reason,
    picture: image(text('图片', 'Picture'), { help: text('不填用车道相机的图片', 'The camera’s own if left blank') }),
  },
});
export const boxPick = call({
  name: 'boxWork.pick',
  title: text('确认车辆', 'Confirm vehicle'),
  area,
  method: 'POST',
  path: `${base}/pick`,
  permission: 'boxWork:correct',
  answer: 'object',
  note,
  input: {
    ...car,
    stayId: str(text('停车记录', 'Stay'), { max: 64 }),
    plateNumber: plate(text('正确车牌', 'Correct plate'), { alias: ['plateNo'] }),
  },
});
export const boxDeclare = call({
  name: 'boxWork.declare',
  title: text('申报入场时间', 'Declare entry time'),
  area,
  method: 'POST',
  path: `${base}/declare`,
  permission: 'boxWork:correct',
  answer: 'object',
  note,
  input: { ...car, inTime: dateTime(text('入场时间', 'Entry time'), { required: true }), reason },
});
