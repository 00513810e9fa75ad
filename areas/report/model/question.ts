import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** A report that answers a question: where it opens, and what it is narrowed by, in words. */
export type Answered = {
  readonly report: string;
  readonly title: string;
  readonly phrases: readonly string[];
  readonly address: string;
};

export const askReports = call({
  name: 'question.ask',
  title: text('按提问找报表', 'Find reports by a question'),
  area: 'report',
  method: 'GET',
  path: '/api/gatehouse/question',
  permission: 'session',
  answer: 'list',
  input: { question: str(text('提问', 'Question'), { required: true, max: 120 }) },
  note: text(
    '例：“上周按车道的现金，与去年相比”。答最多 6 条 {report, title, phrases, address}：本人可看的报表，时间、车场、筛选已填入 address；不用任何外部服务。',
    'For example “cash of last week by lane against last year”. Returns up to six of {report, title, phrases, address}: reports the caller may read, with days, car park and filters in the address. No external service is used.',
  ),
});
