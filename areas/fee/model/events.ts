import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** The days of a car park's calendar are about to change; `at` is the instant of the call. */
export type CalendarChanging = { readonly tenantId: number; readonly parkId: string; readonly at: Date };

/** Others may hold rules that no day may break: what they answer is run once the days are changed, and may refuse. */
export const calendarChanging = transactionEvent<CalendarChanging, { readonly changed: () => Promise<void> }>({
  name: 'calendarChanging',
  area: 'fee',
  title: text('节假日变更', 'Calendar changing'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    parkId: text('车场编号', 'The id of the car park'),
    at: text('时间', 'The time'),
  },
  answer: text('变更后要做的检查', 'What is to be checked after the change'),
});

export const events = [calendarChanging];
