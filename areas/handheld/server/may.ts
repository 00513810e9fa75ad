import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Work } from '#kit/server/work.ts';

/** @throws Refused if the person is not permitted to do what the entry records */
export function mustMay(work: Work, code: string): void {
  if (!work.permits(code)) throw new Refused('not_permitted', { what: text('手持机操作', 'This step') });
}
