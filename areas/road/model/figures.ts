import { integer, money } from '#kit/declare/field.ts';
import type { FieldOptions, Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const drawn: FieldOptions = { readOnly: true, computed: true };
/** What stands beside a car park or company of the roadside; drawn by its page, no column of its own. */
export const figureFields = {
  total: integer(text('泊位', 'Berths'), drawn),
  free: integer(text('空闲', 'Free'), drawn),
  unknown: integer(text('不明', 'Unknown'), drawn),
  unread: integer(text('未登记车牌', 'Unread'), drawn),
  settledFen: money(text('今日已付', 'Settled today'), {
    ...drawn,
    help: text('今日驶离的停车，驶离时已付', 'Paid by the end of stays that ended today'),
  }),
  newFen: money(text('今日新欠', 'New debts today'), drawn),
  debts: integer(text('欠费笔数', 'Debts'), drawn),
  owedFen: money(text('尚欠', 'Owed'), drawn),
} satisfies Fields;
