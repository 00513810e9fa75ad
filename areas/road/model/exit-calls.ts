/** Roadside debts of a car that stands at a barrier of the group. */
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { call } from '#kit/declare/call.ts';
import { plate, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const area = 'road';

/** Of the car at a booth's exit. */
export const exitDebts = call({
  name: 'rdEscape.atExit',
  title: text('出口车辆的路内欠费', 'Roadside debts of a car at an exit'),
  area,
  method: 'GET',
  path: '/api/gatehouse/road/exitDebts',
  permission: 'boxWork:read',
  answer: 'object',
  input: {
    gateId: relation(text('通道', 'Lane'), () => parkGate, { required: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { required: true }),
  },
  note: text(
    '{mode, count, sumFen, recordIds}：该车在集团路内车场的未缴欠费，不含申诉中与车牌存疑的；mode 为车场设置“出口欠费”，off 时为空。',
    '{mode, count, sumFen, recordIds}: what the car owes at roadside car parks of the group, without debts under appeal or in doubt; mode is the car park’s setting, and where it is off there are none.',
  ),
});

/** Of the car whose bill a driver looks at. */
export const driverExitDebts = call({
  name: 'driver.exitDebts',
  title: text('车主页面：出场时的路内欠费', 'Driver: roadside debts at the exit'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/exitDebts',
  permission: 'public',
  answer: 'object',
  input: { ticket: str(text('账单凭据', 'Ticket of the bill'), { required: true, max: 600 }) },
  note: text(
    '{mode, count, sumFen, debts}：凭据来自 driver/bill。mode 为 ask 时 debts 列出可与账单一次支付（driver/payDebts）的各笔；账单可单独支付，付清即放行。',
    '{mode, count, sumFen, debts}, for a ticket of driver/bill. Where mode is ask, debts are those that may be paid at once with the bill (driver/payDebts); the bill alone is enough to leave.',
  ),
});
