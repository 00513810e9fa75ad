/** The driver's page of invoices, without a login. */
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const parkId = str(text('车场', 'Car park'), { max: 36 });
const ticket = str(text('账单凭证', 'Ticket of a bill'), { max: 2_000 });
const token = str(text('发票凭证', 'Token of an invoice'), { max: 2_000 });
const base = { area: 'invoice', permission: 'public', answer: 'file' } as const;

export const invoicePage = call({
  ...base,
  name: 'invoiceApplyForm.page',
  title: text('车主开票页', "Driver's page of invoices"),
  method: 'GET',
  path: '/m/invoice',
  input: { parkId, ticket, token },
});

export const invoicePageAct = call({
  ...base,
  name: 'invoiceApplyForm.pageAct',
  title: text('车主开票页：添加与申请', "Driver's page of invoices: add and apply"),
  method: 'POST',
  path: '/m/invoice',
  input: {
    parkId,
    token,
    basket: str(text('已添加的订单', 'Orders added'), { max: 4_000 }),
    act: str(text('操作', 'Action'), { max: 10 }),
    plateNumber: str(text('车牌号', 'Plate'), { max: 20 }),
    number: str(text('商户单号或订单号', 'Trade or order number'), { max: 64 }),
    buyerType: str(text('购买方', 'Buyer'), { max: 20 }),
    invoiceTitle: str(text('抬头', 'Title'), { max: 200 }),
    buyerTaxNo: str(text('税号', 'Tax number'), { max: 40 }),
    email: str(text('邮箱', 'E-mail'), { max: 200 }),
    phone: str(text('手机号', 'Phone'), { max: 20 }),
  },
});

export const invoicePageFile = call({
  ...base,
  name: 'invoiceApplyForm.pageFile',
  title: text('车主开票页：文件', "Driver's page of invoices: a file"),
  method: 'GET',
  path: '/m/invoice-file',
  input: { token, kind: str(text('类型', 'Kind'), { max: 4 }) },
});
