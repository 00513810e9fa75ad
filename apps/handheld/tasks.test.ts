import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot, JournalEvent } from './street.ts';
import { noticesNow, tasksNow, upgradeOf, waitingFor } from './tasks.ts';

const task = (workId: string, status: string) => ({
  workId,
  workNo: workId,
  workType: 'sensor',
  priority: '2',
  status,
  berthNo: 'R1',
  text: '地磁失联',
  solveDue: '2026-11-26T04:00:00.000Z',
  parkName: '人民路',
});
const snapshot = {
  acked: 4,
  tasks: [task('a', 'allocated'), task('b', 'doing'), task('c', 'paused')],
  notices: [
    {
      id: 'n',
      title: '台风',
      subtitle: null,
      content: '停止收费',
      releaseTime: '2026-11-26T00:00:00.000Z',
      read: false,
    },
  ],
} as unknown as Snapshot;
const event = (seq: number, kind: string, body: Record<string, unknown>): JournalEvent => ({ kind, seq, at: 0, body });

test('what was accepted or done here is shown so before the server knows, and not twice once it does', () => {
  const since = [
    event(4, 'task', { workId: 'c', do: 'deal' }),
    event(5, 'task', { workId: 'a', do: 'accept' }),
    event(6, 'task', { workId: 'b', do: 'deal', remark: '已换' }),
    event(7, 'read', { noticeId: 'n' }),
  ];
  assert.deepEqual(
    tasksNow(snapshot, since).map(({ workId, status }) => [workId, status]),
    [
      ['a', 'doing'],
      ['c', 'paused'],
    ],
  );
  assert.deepEqual(
    noticesNow(snapshot, since).map(({ read }) => read),
    [true],
  );
  assert.deepEqual([waitingFor(snapshot, []), waitingFor(snapshot, since)], [4, 2]);
});

test('a snapshot of before there were tasks has none', () => {
  const old = { acked: 0 } as unknown as Snapshot;
  assert.deepEqual([tasksNow(old, []), noticesNow(old, []), upgradeOf(old, '0.1.0')], [[], [], null]);
});

test('an older build must upgrade below the least version, may below the newest, and 1.10 is newer than 1.9', () => {
  const of = (version: string, least: string, build: string) =>
    upgradeOf({ ...snapshot, upgrade: { version, least, note: null } }, build);
  assert.equal(of('1.10.0', '1.9.0', '1.8.3'), 'must');
  assert.equal(of('1.10.0', '1.9.0', '1.9.0'), 'can');
  assert.equal(of('1.10.0', '0', '1.9'), 'can');
  assert.equal(of('1.10.0', '1.10.0', '1.10'), null);
  assert.equal(of('1.9.0', '1.9.0', '1.10.0'), null);
});
