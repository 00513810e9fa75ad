import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** Cash for parking that is to be given back. `paymentId` is the payment's domain id, `at` epoch ms. */
export type CashVoid = {
  readonly tenantId: number;
  readonly parkId: string;
  readonly orderId: string;
  readonly paymentId: string;
  readonly operator: string;
  readonly remark: string;
  readonly at: number;
};

/** A second person approved that cash was taken wrongly. */
export const cashVoided = transactionEvent<CashVoid>({
  name: 'cashVoided',
  area: 'shift',
  title: text('现金作废', 'Cash voided'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    parkId: text('车场', 'The car park'),
    orderId: text('订单', 'The order'),
    paymentId: text('支付记录', 'The payment'),
    operator: text('批准人', 'Who approved it'),
    remark: text('退款备注', 'The remark of the refund'),
    at: text('批准时间', 'When it was approved'),
  },
  required: true,
});

export const events = [cashVoided];
