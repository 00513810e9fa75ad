import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** What other areas give every new group, its roles for one. */
export const groupAdded = transactionEvent<{ tenantId: number; companyId: string }>({
  name: 'groupAdded',
  area: 'org',
  title: text('新增集团', 'Group added'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    companyId: text('根单位', 'Its root company'),
  },
  required: true,
});

/** Departments of a company are about to be put elsewhere in its tree; `at` is the instant of the call. */
export type DeptsMoving = { readonly tenantId: number; readonly companyId: string; readonly at: Date };

/** People get what the departments above theirs may: what is answered is run after the move, and may refuse it. */
export const deptsMoving = transactionEvent<DeptsMoving, { readonly changed: () => Promise<void> }>({
  name: 'deptsMoving',
  area: 'org',
  title: text('部门移动', 'Departments moving'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    companyId: text('单位', 'The company'),
    at: text('时间', 'The time'),
  },
  answer: text('移动后要做的检查', 'What is to be checked after the move'),
});

export const events = [groupAdded, deptsMoving];
