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

export const events = [groupAdded];
