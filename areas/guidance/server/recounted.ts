/** Recounts a car park after a change that a person made; its boards follow after the commit. */
import type { Work } from '#kit/server/work.ts';
import { wakeBoards } from './boards.ts';
import { refresh } from './figures.ts';
import type { Lot } from './figures.ts';

export async function recounted(work: Pick<Work, 'db' | 'now' | 'afterCommit'>, lot: Lot): Promise<void> {
  await refresh(work.db, lot, work.now);
  work.afterCommit(() => wakeBoards(lot));
}
