import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

const payload = {
  tenantId: text('集团编号', 'The number of the group'),
  companyId: text('单位', 'The company'),
  formId: text('开票申请', 'The application'),
  amountFen: text('金额（分）', 'The amount in fen'),
  at: text('时间', 'When'),
};

/** In the transaction that keeps its number. Times epoch ms. */
export const invoiceIssued = transactionEvent<{
  tenantId: number;
  companyId: string;
  formId: string;
  invoiceNo: string;
  amountFen: number;
  plates: readonly string[];
  phone: string | null;
  at: number;
}>({
  name: 'invoiceIssued',
  area: 'invoice',
  title: text('发票已开', 'An invoice was issued'),
  payload: {
    ...payload,
    invoiceNo: text('发票号码', 'Its number'),
    plates: text('所含订单的车牌', 'The plates of its orders'),
    phone: text('申请人手机', 'Phone of the applicant'),
  },
});

/** The provider refused it; a person may try again, and it may fail again. */
export const invoiceFailed = transactionEvent<{
  tenantId: number;
  companyId: string;
  formId: string;
  applyNo: string;
  title: string;
  amountFen: number;
  why: string;
  at: number;
}>({
  name: 'invoiceFailed',
  area: 'invoice',
  title: text('开票失败', 'An invoice failed'),
  payload: {
    ...payload,
    applyNo: text('申请单号', 'The number of the application'),
    title: text('抬头', 'The buyer'),
    why: text('原因', 'Why'),
  },
});

export const events = [invoiceIssued, invoiceFailed];
