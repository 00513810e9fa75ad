import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Work } from '#kit/server/work.ts';

/** @throws Refused where the person may not do what the deed says he did */
export function mustMay(work: Work, code: string): void {
  if (!work.permits(code)) throw new Refused('not_permitted', { what: text('手持机操作', 'This step') });
}
