import { text } from '#kit/declare/text.ts';

export const words = {
  look: text('票面', 'As it looks'),
  digital: text('电子发票（普通发票）', 'E-invoice'),
  number: text('发票号码', 'Number'),
  buyer: text('购买方', 'Buyer'),
  seller: text('销售方', 'Seller'),
  lines: text('明细', 'Lines'),
  none: text('暂无', 'None'),
  sum: text('价税合计', 'With tax'),
  left: text('红冲后剩余', 'Left after reversals'),
  taxNo: text('税号', 'Tax number'),
};
