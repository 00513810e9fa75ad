/** Events of requests for the area that keeps debts. */
import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** An appeal against a debt was raised: until it is decided the debt is not chased. */
export type Appeal = { readonly tenantId: number; readonly requestId: string; readonly escapeId: string };

/**
 * The outcome. `refuse` ends the hold and adds the held time to the term; the others change the debt. `endTime` is an
 * instant in ISO 8601.
 */
export type AppealOutcome = Appeal & {
  readonly result: 'refuse' | 'cancel' | 'endTime' | 'plate' | 'amount';
  readonly endTime: string | null;
  readonly plateNumber: string | null;
  readonly amountFen: number | null;
  readonly reply: string | null;
  /** Who decided. */
  readonly userId: string;
  readonly name: string;
};

const about = {
  tenantId: text('集团编号', 'The number of the group'),
  requestId: text('诉求编号', 'The request'),
  escapeId: text('欠费单编号', 'The debt'),
};

export const appealRaised = transactionEvent<Appeal>({
  name: 'appealRaised',
  area: 'workorder',
  title: text('车主对欠费提出申诉', 'An appeal against a debt was raised'),
  payload: about,
});

export const appealDecided = transactionEvent<AppealOutcome, (() => void) | void>({
  name: 'appealDecided',
  area: 'workorder',
  title: text('欠费申诉已有结果', 'An appeal against a debt was decided'),
  payload: {
    ...about,
    result: text('结果', 'The outcome'),
    endTime: text('更正后的结束时间', 'The corrected end'),
    plateNumber: text('更正后的车牌', 'The corrected plate'),
    amountFen: text('更正后的金额（分）', 'The corrected amount in fen'),
    reply: text('答复', 'The reply'),
    userId: text('处理人编号', 'Who decided'),
    name: text('处理人', 'The decider’s name'),
  },
  answer: text('提交后要做的事', 'What is to be done after the commit'),
});

export const events = [appealRaised, appealDecided];
