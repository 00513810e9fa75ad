/**
 * What a person is to do and to read, as the handheld sees it: the server's last snapshot, and what was done here
 * since.
 */
import { newerThan } from '#areas/handheld/model/version.ts';
import type { Snapshot, SnapshotNotice, SnapshotTask, JournalEvent } from './street.ts';

const later = (snapshot: Snapshot, events: readonly JournalEvent[], kind: string): JournalEvent[] =>
  events.filter((each) => each.kind === kind && each.seq > snapshot.acked);

/** Orders that are not done yet. What the server refused stands in the journal, and the order as the server has it. */
export function tasksNow(snapshot: Snapshot, events: readonly JournalEvent[]): readonly SnapshotTask[] {
  const done = new Set<unknown>();
  const accepted = new Set<unknown>();
  for (const { body } of later(snapshot, events, 'task')) (body['do'] === 'deal' ? done : accepted).add(body['workId']);
  return (snapshot.tasks ?? [])
    .filter(({ workId }) => !done.has(workId))
    .map((task) => (accepted.has(task.workId) && task.status === 'allocated' ? { ...task, status: 'doing' } : task));
}

export function noticesNow(snapshot: Snapshot, events: readonly JournalEvent[]): readonly SnapshotNotice[] {
  const read = new Set(later(snapshot, events, 'read').map(({ body }) => body['noticeId']));
  return (snapshot.notices ?? []).map((notice) => (read.has(notice.id) ? { ...notice, read: true } : notice));
}

/** What waits for the person: orders to be done and notices to be read. */
export const waitingFor = (snapshot: Snapshot, events: readonly JournalEvent[]): number =>
  tasksNow(snapshot, events).length + noticesNow(snapshot, events).filter(({ read }) => !read).length;

/** `must`: this build is older than may be used. `can`: there is a newer one. */
export function upgradeOf({ upgrade }: Snapshot, build: string): 'must' | 'can' | null {
  if (!upgrade || !newerThan(upgrade.version, build)) return null;
  return newerThan(upgrade.least, build) ? 'must' : 'can';
}
