import { call } from '#kit/declare/call.ts';
import { boolean, json, longText, money, relation, secret, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { shift } from './shift.ts';

const base = '/api/gatehouse/shift';
const area = 'shift';
const boxId = relation(text('岗亭', 'Booth'), () => parkBox, { required: true, alias: ['BoxID'] });
const shiftId = relation(text('班次', 'Shift'), () => shift, { required: true });
const amountFen = money(text('金额', 'Amount'), { required: true, min: 1 });
const remark = longText(text('说明', 'Remark'), { max: 200 });
const why = longText(text('原因', 'Reason'), { required: true, max: 200 });

export const shiftNow = call({
  name: 'shift.now',
  title: text('岗亭当前班次', 'Shift of a booth'),
  area,
  method: 'GET',
  path: `${base}/now`,
  permission: 'shift:read',
  input: { boxId },
  note: text(
    '清点之前不含现金合计；mine 为是否本人当班。',
    'Returns no sums of cash before the count; mine: whether the caller is on duty.',
  ),
});
export const openShift = call({
  name: 'shift.open',
  title: text('上班', 'Start shift'),
  area,
  method: 'POST',
  path: `${base}/open`,
  permission: 'shift:add',
  answer: 'object',
  input: { boxId, floatFen: money(text('备用金', 'Float'), { required: true, min: 0, max: 10_000_000 }) },
  note: text(
    '一个岗亭同时只有一个班次；上一班截止后收的现金计入本班。',
    'A booth has one shift at a time; cash taken since the last one was cut counts for this one.',
  ),
});
export const handOver = call({
  name: 'shift.begin',
  title: text('交班', 'Hand over shift'),
  area,
  method: 'POST',
  path: `${base}/handover`,
  permission: 'shift:handover',
  answer: 'object',
  input: { shiftId },
  note: text('岗亭的车道有车待缴费时不能交班。', 'Not while a car at one of the booth’s lanes waits to pay.'),
});
export const resumeShift = call({
  name: 'shift.back',
  title: text('继续当班', 'Resume shift'),
  area,
  method: 'POST',
  path: `${base}/resume`,
  permission: 'shift:resume',
  answer: 'object',
  input: { shiftId },
});
export const countShift = call({
  name: 'shift.counted',
  title: text('提交清点', 'Submit count'),
  area,
  method: 'POST',
  path: `${base}/count`,
  permission: 'shift:count',
  answer: 'object',
  input: {
    shiftId,
    pieces: json(text('各面额张数', 'Pieces'), {
      required: true,
      help: text(
        '键为面额（分）：{"10000": 3} 为三张 100 元',
        'By denomination in fen: {"10000": 3} is three notes of 100 yuan',
      ),
    }),
    keepFen: money(text('留作备用金', 'Float for next shift'), { required: true, min: 0 }),
  },
  note: text(
    '只能提交一次；答应有现金与长短款。',
    'Can be submitted only once; answers the expected cash and the difference.',
  ),
});
export const confirmShift = call({
  name: 'shift.signed',
  title: text('接班确认', 'Takeover confirmed'),
  area,
  method: 'POST',
  path: `${base}/confirm`,
  permission: 'shift:confirm',
  answer: 'object',
  input: {
    shiftId,
    account: str(text('接班人账号', "Incoming person's account"), { required: true, max: 100 }),
    password: secret(text('接班人密码', 'Password'), { required: true, max: 200 }),
    takeOver: boolean(text('接班', 'Takes over'), {
      default: true,
      help: text('关闭后，岗亭同时关闭，现金全部上缴', 'When off, the booth closes and all cash is handed in'),
    }),
  },
  note: text(
    '接班人用自己的密码签字，不能是交班人；下一班以留下的备用金开始。',
    'The successor signs with their own password and must not be the person handing over; the next shift begins with the remaining float.',
  ),
});
export const dropCash = call({
  name: 'shift.dropped',
  title: text('投库', 'Cash drop'),
  area,
  method: 'POST',
  path: `${base}/drop`,
  permission: 'shift:drop',
  answer: 'object',
  input: { shiftId, amountFen, remark },
});
export const correctCash = call({
  name: 'shift.corrected',
  title: text('更正现金', 'Correct cash'),
  area,
  method: 'POST',
  path: `${base}/correct`,
  permission: 'shift:correct',
  answer: 'object',
  input: {
    shiftId,
    ofShiftId: relation(text('更正的班次', 'Corrected shift'), () => shift, { required: true }),
    amountFen: {
      ...amountFen,
      min: -10_000_000,
      help: text('找到现金为正，取出为负', 'Positive for cash found, negative for cash removed'),
    },
    remark: why,
  },
  note: text(
    '已交班的班次不变，更正作为一行记在当班班次，注明所更正的班次。',
    'The former shift stays as it is; the correction is a row of the shift at work that names it.',
  ),
});
export const askVoid = call({
  name: 'shiftVoid.ask',
  title: text('申请作废现金', 'Ask for a void'),
  area,
  method: 'POST',
  path: '/api/gatehouse/shiftVoid/ask',
  permission: 'shiftVoid:add',
  answer: 'object',
  input: { entryId: str(text('流水', 'Row'), { required: true, max: 36 }), remark: why },
});
