/** What is done to one seller or one discount; the rows' own declarations name these. */
import { call } from '#kit/declare/call.ts';
import { money, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const id = (alias: readonly string[]) => str(text('编号', 'Id'), { required: true, max: 36, alias: [...alias, 'id'] });
const base = { area: 'derate', method: 'POST', answer: 'object' } as const;
const sellers = '/api/updown/parkseller';

export const resetPassword = call({
  ...base,
  name: 'parkSeller.resetPassword',
  title: text('重置密码', 'Reset password'),
  path: `${sellers}/resetPassword`,
  permission: 'parkSeller:resetPassword',
  input: { recordId: id(['reocrdId']) },
  note: text('新密码只答复一次', 'The new password is shown once'),
});

export const sellerCharge = call({
  ...base,
  name: 'parkSeller.sellerCharge',
  title: text('充值', 'Top up'),
  path: `${sellers}/sellerCharge`,
  permission: 'parkSeller:charge',
  input: {
    recordId: id([]),
    money: money(text('充值金额', 'Amount'), {
      required: true,
      min: 1,
      max: 100_000_000,
      help: text('现金，记入您的钱箱', 'Cash, booked to your drawer'),
    }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  note: text(
    '现金，记入操作人的钱箱；答充值前后余额',
    'Cash, into the drawer of who takes it; answers the balance before and after',
  ),
});

export const synchronizeAmount = call({
  ...base,
  name: 'parkSeller.synchronizeAmount',
  title: text('同步余额', 'Recalculate balance'),
  path: `${sellers}/synchronizeAmount`,
  permission: 'parkSeller:synchronize',
  input: { sellerId: id(['recordId']) },
  note: text(
    '按账本与未用优惠重算余额；答差额',
    'Recalculates the balance from the ledger and unused discounts; returns the difference',
  ),
});

export const cancelDerate = call({
  ...base,
  name: 'carDerate.cancel',
  title: text('撤销', 'Withdraw'),
  path: '/api/gatehouse/carDerate/cancel',
  permission: 'carDerate:cancel',
  input: { recordId: id([]) },
});
export const stopCode = call({
  ...base,
  name: 'derateCode.stop',
  title: text('停用', 'Disable'),
  path: '/api/gatehouse/derateCode/stop',
  permission: 'carDerate:grant',
  input: { codeId: id([]) },
});
