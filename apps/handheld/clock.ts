/**
 * The handheld's time: its own clock, how far that is off, and a count since the last synchronisation that nobody can
 * set.
 */
import { timesOf } from '#domain/berth/journal.ts';
import type { Sync } from '#domain/berth/journal.ts';
import { keep, kept } from './store.ts';

type Kept = { readonly sync: Sync; readonly countMs: number; readonly wallAt: number };
let since: { sync: Sync; countMs: number; at: number } | null = null;

/** Before a page was loaded only the wall clock ran on. */
export async function windClock(): Promise<void> {
  const last = await kept<Kept>('clock');
  if (last)
    since = {
      sync: last.sync,
      countMs: last.countMs + Math.max(0, Date.now() - last.wallAt),
      at: performance.now(),
    };
}

const count = (): number => (since ? Math.round(since.countMs + performance.now() - since.at) : 0);

export async function keepClock(): Promise<void> {
  if (since) await keep('clock', { sync: since.sync, countMs: count(), wallAt: Date.now() } satisfies Kept);
}

/** The server's time, from a response to a request sent at `sentAt` and received at `gotAt` (`performance.now()`). */
export async function synced(serverTime: number, sentAt: number, gotAt: number): Promise<void> {
  const at = Math.round(serverTime + (gotAt - sentAt) / 2 + (performance.now() - gotAt));
  since = { sync: { at, offsetMs: Date.now() - at }, countMs: 0, at: performance.now() };
  await keepClock();
}

export type Stamp = { readonly wallAt: number; readonly monotonicMs: number; readonly sync: Sync };

/** @throws where the handheld was never synchronised, which signing on does */
export function stamp(): Stamp {
  if (!since) throw new Error('the clock was never synchronised');
  return { wallAt: Math.round(Date.now()), monotonicMs: count(), sync: since.sync };
}

/** When an action happened, as the server will work it out. */
export function instantOf({ wallAt, monotonicMs, sync }: Stamp): number {
  const action = {
    installation: '',
    seq: 1,
    id: '',
    kind: '',
    userId: '',
    wallAt,
    monotonicMs,
    body: '',
    previous: '',
    hash: '',
  };
  return timesOf([action], sync)[0]!.at;
}

export const now = (): number => (since ? instantOf(stamp()) : Date.now());
export const sinceSync = (): number => (since ? count() : 0);
export const offset = (): number => since?.sync.offsetMs ?? 0;
