/** What is done to one store or rule; the rows' own declarations name these. */
import { call } from '#kit/declare/call.ts';
import { park } from '#areas/lot/model/park.ts';
import { integer, longText, money, phone, plate, relations, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const id = (alias: readonly string[] = []) =>
  str(text('编号', 'Id'), { required: true, max: 36, alias: [...alias, 'id'] });
const base = { area: 'coupon', method: 'POST', answer: 'object' } as const;
const rules = '/api/updown/plat/couponRule';

export const chargeStore = call({
  ...base,
  name: 'couponStore.charge',
  title: text('充值', 'Top up'),
  path: '/api/gatehouse/couponStore/charge',
  permission: 'couponStore:charge',
  input: {
    recordId: id(),
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

export const resetStorePassword = call({
  ...base,
  name: 'couponStore.resetPassword',
  title: text('重置密码', 'Reset password'),
  path: '/api/updown/couponStore/resetPassword',
  permission: 'couponStore:resetPassword',
  input: { recordId: id(['reocrdId']) },
  note: text('新密码只答复一次', 'The new password is shown once'),
});

export const sendCoupons = call({
  ...base,
  name: 'couponRule.sendRuleCoupon',
  title: text('发券', 'Issue coupons'),
  path: `${rules}/sendRuleCoupon`,
  permission: 'couponRule:sendCoupon',
  input: {
    ruleId: id(),
    num: integer(text('张数', 'How many'), { required: true, min: 1, max: 5_000 }),
  },
  note: text(
    '每张可能承担的金额随即冻结；同一 Idempotency-Key 只发一次。答张数与冻结金额。',
    'What each may cost is held at once; the same Idempotency-Key issues once. Answers how many and what is held.',
  ),
});

export const grantParks = call({
  ...base,
  name: 'couponRule.grantRulePark',
  title: text('授权车场', 'Set car parks'),
  path: `${rules}/grantRulePark`,
  permission: 'couponRule:grantPark',
  answer: 'ack',
  input: {
    ruleId: id(),
    parkIds: relations(text('车场', 'Car parks'), () => park, { required: true }),
  },
  note: text('替换规则的车场；启用后只能增加', "Replaces the rule's car parks; once enabled they may only become more"),
});

export const giveCoupons = call({
  ...base,
  name: 'couponInfo.give',
  title: text('赠送', 'Give'),
  path: '/api/gatehouse/couponInfo/give',
  permission: 'couponInfo:give',
  input: {
    ruleId: id(),
    plateNumber: plate(text('车牌号', 'Plate'), { required: true, personal: true, alias: ['plateNo'] }),
    phone: phone(text('手机号', 'Phone'), { personal: true }),
    num: integer(text('张数', 'How many'), { min: 1, max: 20, default: 1 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  note: text(
    '从规则已发未领取的卡券中送出；不受领取窗口与限领约束。答 { giftId, coupons }。',
    'Out of coupons that are issued and unclaimed, whatever the window and limits of claiming. Answers { giftId, coupons }.',
  ),
});

export const voidCoupons = call({
  ...base,
  name: 'couponInfo.void',
  title: text('作废', 'Void'),
  path: '/api/updown/plat/couponInfo/remove',
  permission: 'couponInfo:remove',
  answer: 'ack',
  input: {
    ids: str(text('卡券', 'Coupons'), { required: true, max: 20_000, alias: ['id'] }),
    remark: longText(text('原因', 'Reason'), { required: true, max: 200 }),
  },
  note: text(
    '未核销且不在账单上的才能作废，冻结金额退回；其中一张不能则全部不作废',
    'Only those neither used nor on a bill; what was held is released. Where one may not be voided, none is',
  ),
});
