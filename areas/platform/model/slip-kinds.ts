/** The kinds of slips, what each may contain, and what the product prints by itself. */
import type { Known } from '#domain/print/template.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export const slipTypes = {
  receipt: text('收费凭条', 'Receipt'),
  refund: text('退款凭条', 'Refund slip'),
  entry: text('入场凭条', 'Entry ticket'),
};
export type SlipType = keyof typeof slipTypes;

/** With their labels for template authors: what a slip of a parking order may contain. */
const orderValues = {
  park: text('车场', 'Car park'),
  company: text('单位', 'Company'),
  plate: text('车牌号', 'Plate'),
  inTime: text('入场时间', 'Entry'),
  until: text('计费至', 'Charged until'),
  stayed: text('停车时长', 'Duration'),
  due: text('应收', 'Due'),
  discount: text('优惠', 'Discount'),
  waived: text('减免', 'Waived'),
  paid: text('实收', 'Paid'),
  refunded: text('已退', 'Refunded'),
  payType: text('支付方式', 'Paid by'),
  paidTime: text('支付时间', 'Paid at'),
  orderNo: text('订单号', 'Order number'),
  phone: text('客服电话', 'Service phone'),
  operator: text('打印人', 'Printed by'),
  printed: text('打印时间', 'Printed at'),
} satisfies Record<string, Text>;

/** What the ticket of a car that has come in may contain. */
const entryValues = {
  park: text('车场', 'Car park'),
  company: text('单位', 'Company'),
  plate: text('车牌号', 'Plate'),
  ticketNo: text('凭证号（无牌车）', 'Ticket number (no plate)'),
  lane: text('入口通道', 'Entry lane'),
  inTime: text('入场时间', 'Entry'),
  kind: text('停车类型', 'Stay type'),
  payUrl: text('缴费页地址（二维码）', 'Payment page (QR code)'),
  notice: text('收费公示', 'Price notice'),
  phone: text('客服电话', 'Service phone'),
  operator: text('打印人', 'Printed by'),
  printed: text('打印时间', 'Printed at'),
} satisfies Record<string, Text>;

export const slipValues: Readonly<Record<SlipType, Readonly<Record<string, Text>>>> = {
  receipt: orderValues,
  refund: orderValues,
  entry: entryValues,
};

/** An order's slip lists the lines of the bill. */
export const slipKnown = (type: SlipType): Known => ({
  values: Object.keys(slipValues[type]),
  lists: type === 'entry' ? {} : { lines: ['name', 'sum'] },
});

const foot = { zh: '---\n[if phone]\n客服电话 | {phone}\n[end]\n{operator} | {printed}\n[feed 2]\n[cut]\n', en: '' };
foot.en = '---\n[if phone]\nService | {phone}\n[end]\n{operator} | {printed}\n[feed 2]\n[cut]\n';

/** What is printed where a car park has no template of its own. */
export const ownTemplates: Readonly<Record<SlipType, Text>> = {
  receipt: text(
    `# {park}\n= 停车收费凭条\n---\n车牌号 | {plate}\n入场 | {inTime}\n计费至 | {until}\n时长 | {stayed}\n---\n[each lines]\n{name} | {sum}\n[end]\n[if discount]\n优惠 | -{discount}\n[end]\n[if waived]\n减免 | -{waived}\n[end]\n---\n! 实收 {paid} 元\n支付方式 | {payType}\n支付时间 | {paidTime}\n订单号 | {orderNo}\n${foot.zh}`,
    `# {park}\n= Parking receipt\n---\nPlate | {plate}\nEntry | {inTime}\nCharged until | {until}\nDuration | {stayed}\n---\n[each lines]\n{name} | {sum}\n[end]\n[if discount]\nDiscount | -{discount}\n[end]\n[if waived]\nWaived | -{waived}\n[end]\n---\n! Paid {paid} yuan\nPaid by | {payType}\nPaid at | {paidTime}\nOrder | {orderNo}\n${foot.en}`,
  ),
  refund: text(
    `# {park}\n= 退款凭条\n---\n车牌号 | {plate}\n订单号 | {orderNo}\n实收 | {paid}\n! 已退 {refunded} 元\n${foot.zh}`,
    `# {park}\n= Refund\n---\nPlate | {plate}\nOrder | {orderNo}\nPaid | {paid}\n! Refunded {refunded} yuan\n${foot.en}`,
  ),
  entry: text(
    `# {park}\n= 入场凭条\n---\n[if ticketNo]\n! 凭证号 {ticketNo}\n[end]\n车牌号 | {plate}\n入口 | {lane}\n入场 | {inTime}\n---\n[qr {payUrl}]\n= 扫码查询费用、缴费\n[if ticketNo]\n= 请保管好，离场时出示\n[end]\n[if notice]\n---\n{notice}\n[end]\n${foot.zh}`,
    `# {park}\n= Entry ticket\n---\n[if ticketNo]\n! Ticket {ticketNo}\n[end]\nPlate | {plate}\nLane | {lane}\nEntry | {inTime}\n---\n[qr {payUrl}]\n= Scan to see the fee and pay\n[if ticketNo]\n= Keep it and show it at the exit\n[end]\n[if notice]\n---\n{notice}\n[end]\n${foot.en}`,
  ),
};
