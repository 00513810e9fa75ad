/** Queries and actions of one invoice besides its lifecycle. */
import { call } from '#kit/declare/call.ts';
import { email, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/invoiceApplyForm';
const recordId = str(text('发票', 'Invoice'), { required: true, max: 36, alias: ['id'] });

export const askStatus = call({
  name: 'invoiceApplyForm.ask',
  title: text('查询开票状态', 'Ask the provider'),
  area: 'invoice',
  method: 'GET',
  path: `${base}/status`,
  permission: 'invoiceApplyForm:ask',
  changes: true,
  answer: 'object',
  input: { recordId },
  note: text(
    '向开票平台查询并更新，答 status 与 invoiceNo',
    'Queries the provider and keeps its answer; returns status and invoiceNo',
  ),
});

export const mailInvoice = call({
  name: 'invoiceApplyForm.email',
  title: text('发送邮件', 'Send by e-mail'),
  area: 'invoice',
  method: 'POST',
  path: `${base}/email`,
  permission: 'invoiceApplyForm:email',
  answer: 'ack',
  input: {
    recordId,
    email: email(text('邮箱', 'E-mail'), {
      personal: true,
      help: text('不填则发到申请时的邮箱', 'Empty: the address given with the application'),
    }),
  },
  note: text(
    '附开票平台给出的 PDF、OFD、XML；由服务器随后发出，失败自动重试',
    'With the PDF, OFD and XML the provider gives; sent by the server at once after, and tried again where it fails',
  ),
});

export const itemsOfForm = call({
  name: 'invoiceApplyForm.items',
  title: text('发票明细项', 'Lines of an invoice'),
  area: 'invoice',
  method: 'GET',
  path: `${base}/items`,
  permission: 'invoiceItem:read',
  answer: 'list',
  input: { recordId },
  note: text('蓝字与红字明细，按时间', 'Blue and red lines, by time'),
});
