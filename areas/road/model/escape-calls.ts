/** What people do about one debt. All are idempotent: the same again changes nothing and answers the same. */
import { call } from '#kit/declare/call.ts';
import { select, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { authorities } from './debt-words.ts';

const area = 'road';
const base = '/api/gatehouse/rdEscape';
const recordId = str(text('欠费', 'Debt'), { required: true, max: 36, alias: ['id', 'escapeId'] });
const remark = str(text('原因', 'Reason'), { required: true, max: 200 });

export const cancelEscape = call({
  name: 'rdEscape.cancel',
  title: text('撤销欠费', 'Cancel the debt'),
  area,
  method: 'POST',
  path: '/api/updown/pda/rdEscape/cancel',
  permission: 'rdEscape:cancel',
  answer: 'object',
  input: { recordId, remark },
  note: text(
    '答 { cancelled, asked }：超过“撤销限额”的由另一人复核后才生效',
    'Answers { cancelled, asked }: above the limit of cancelling another person confirms it first',
  ),
});

export const cancelEscapes = call({
  name: 'rdEscape.cancelMany',
  title: text('批量撤销欠费', 'Cancel debts'),
  area,
  method: 'POST',
  path: '/api/updown/roadpark/inout/deleteOutOwe',
  permission: 'rdEscape:cancel',
  answer: 'object',
  input: {
    ids: str(text('欠费', 'Debts'), { required: true, max: 20_000 }),
    remark: str(text('原因', 'Reason'), { max: 200 }),
  },
  note: text('不删除任何记录；全部撤销或全部不撤销', 'Deletes nothing; all are cancelled or none'),
});

const action = <const F extends Fields>(name: string, title: Text, input: F) =>
  call({
    name: `rdEscape.${name}`,
    title,
    area,
    method: 'POST',
    path: `${base}/${name}`,
    permission: `rdEscape:${name}`,
    answer: 'object',
    input,
  });

/** An appeal: neither notice nor term while it lasts. */
export const holdEscape = action('hold', text('登记申诉', 'Take an appeal'), { recordId, remark });
export const releaseEscape = action('release', text('驳回申诉', 'Refuse the appeal'), { recordId, remark });
export const blockEscape = action('block', text('车牌存疑', 'Put the plate in doubt'), { recordId, remark });
export const unblockEscape = action('unblock', text('解除存疑', 'Confirm the plate'), { recordId, remark });
export const writeOffEscape = action('writeOff', text('申请核销', 'Ask to write off'), { recordId, remark });
export const confirmEscape = action('confirm', text('复核通过', 'Confirm'), { recordId });
export const refuseEscape = action('refuse', text('复核驳回', 'Refuse'), { recordId, remark });

export const handOverEscape = call({
  name: 'rdEscape.handOver',
  title: text('移交', 'Hand over'),
  area,
  method: 'POST',
  path: `${base}/handOver`,
  permission: 'rdEscape:handOver',
  answer: 'object',
  input: { recordId, authority: select(text('移交给', 'To'), authorities, { required: true }), remark },
});

export const escapeCaseFile = call({
  name: 'rdEscape.caseFile',
  title: text('欠费案卷', 'Case file of a debt'),
  area,
  method: 'GET',
  path: `${base}/caseFile`,
  permission: 'rdEscape:read',
  input: { recordId },
  note: text(
    '账单、收费规则、图片及其摘要、催缴记录；移交后为移交时的内容',
    'Bill, tariff, pictures with their hashes, notices; once handed over, as it was then',
  ),
});

export const escapeCalls = [
  cancelEscape,
  cancelEscapes,
  holdEscape,
  releaseEscape,
  blockEscape,
  unblockEscape,
  writeOffEscape,
  confirmEscape,
  refuseEscape,
  handOverEscape,
  escapeCaseFile,
];
