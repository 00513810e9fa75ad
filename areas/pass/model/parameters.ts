import { jsonParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';

/** The earliest reminder, in days before the last day. */
export const EARLIEST_REMINDER = 60;
const MOST = 6;

const areDays = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length <= MOST &&
  new Set(value).size === value.length &&
  value.every((each) => Number.isInteger(each) && each >= 0 && each <= EARLIEST_REMINDER);

export const passReminderDays = jsonParameter({
  key: 'pass.reminderDays',
  title: text('月租到期提醒', 'Pass expiry reminders'),
  help: text(
    '最后一天之前几天提醒车主，如 [7, 3, 1]；[] 为不提醒。',
    'How many days before the last day drivers are reminded, such as [7, 3, 1]; [] for never.',
  ),
  default: [7, 3, 1],
  what: text(
    `不重复的天数列表，各为 0 至 ${EARLIEST_REMINDER} 的整数，最多 ${MOST} 个，如 [7, 3, 1]`,
    `A list of at most ${MOST} different whole numbers from 0 to ${EARLIEST_REMINDER}, such as [7, 3, 1]`,
  ),
  fits: areDays,
  byCompany: true,
});
