/**
 * Entries about the person: clocks, work orders and notices from a journal, at the time they were done, each once; and
 * which version a handheld should run.
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { chained, firstLink } from '#domain/berth/journal.ts';
import type { ChainedEntry } from '#domain/berth/journal.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / 1000) * 1000;
const SYNC = NOW - 120 * MINUTE;
const OFFSET = -4 * MINUTE;
let product: TestProduct;
let parkId: string;
let deviceId: string;
const people: Record<string, { id: string; as: string }> = {};

async function person(name: string): Promise<void> {
  const account = `pd.${randomUUID().slice(0, 8)}`;
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.child,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'curbCollector',
  );
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: name,
    companyId: product.companies.child,
    password: 'Gatehouse-2026',
    allParks: true,
    userType: 'collector',
    roleIds: [role.id],
  });
  people[name] = { id, as: await product.login(account, 'Gatehouse-2026') };
}
const as = (name: string) => ({ as: people[name]!.as });

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child, '红荔路', { parkType: 'curb' });
  await person('李收费');
  await person('王收费');
  ({ deviceId } = await product.must('POST', '/api/updown/pda/pdadevice/submit', {
    deviceName: '手持机一',
    companyId: product.companies.child,
  }));
  const { code } = await product.must('POST', '/api/updown/pda/pdadevice/issueCode', { deviceId });
  await product.must('POST', '/api/gatehouse/handheld/enrol', { code, appVersion: '0.1.0' }, as('李收费'));
});
after(() => product.close());

type Step = readonly [kind: string, minute: number, body: Record<string, unknown>];
const installation = randomUUID();

/** As a handheld writes them down whose clock is four minutes behind. */
function journal(steps: readonly Step[]): ChainedEntry[] {
  let previous = firstLink(installation);
  return steps.map(([kind, minute, body], nth) => {
    const entry = chained(
      {
        installation,
        seq: nth + 1,
        id: randomUUID(),
        kind,
        userId: people['李收费']!.id,
        wallAt: SYNC + minute * MINUTE + OFFSET,
        monotonicMs: minute * MINUTE,
        body: JSON.stringify({ ...body, sync: { at: SYNC, offsetMs: OFFSET } }),
      },
      previous,
      (content) => createHash('sha256').update(content).digest('hex'),
    );
    previous = entry.hash;
    return entry;
  });
}
const send = async (entries: readonly ChainedEntry[]) =>
  (
    await product.must(
      'POST',
      '/api/gatehouse/handheld/deeds',
      {
        deviceId,
        installation,
        wallAt: Date.now() + OFFSET,
        queued: entries.length,
        deeds: entries,
        appVersion: '0.1.0',
      },
      as('李收费'),
    )
  ).results as { seq: number; outcome: string; reason?: string }[];
const snapshot = () =>
  product.must('GET', '/api/gatehouse/handheld/snapshot', { deviceId, installation }, as('李收费'));
const newWork = async (assignee: string): Promise<string> =>
  (
    await product.must('POST', '/api/updown/plat/rdrwork/upload', {
      workType: 'sensor',
      parkId,
      text: '地磁无信号',
      assignee: people[assignee]!.id,
    })
  ).workId;

test('clocks, work orders and notices of a journal count at their own time, once, and what is not his own is refused', async () => {
  const [own, others] = [await newWork('李收费'), await newWork('王收费')];
  const notice = await product.must(
    'POST',
    '/api/blade-desk/notice/submit',
    { title: '台风', content: '今日停止收费' },
    { as: 'groupAdmin' },
  );
  await product.must('POST', '/api/blade-desk/notice/publish', { id: notice.id }, { as: 'groupAdmin' });
  const first = await snapshot();
  assert.deepEqual(
    first.tasks.map(({ workId, status }: { workId: string; status: string }) => [workId, status]),
    [[own, 'allocated']],
  );
  assert.equal(first.notices.find(({ id }: { id: string }) => id === notice.id).read, false);
  const entries = journal([
    ['clock', 10, { kind: 'in', parkId }],
    ['read', 11, { noticeId: notice.id }],
    ['task', 20, { workId: own, do: 'accept' }],
    ['task', 21, { workId: others, do: 'accept' }],
    ['task', 40, { workId: own, do: 'deal', remark: '' }],
    ['task', 50, { workId: own, do: 'deal', remark: '已换电池', images: ['a'.repeat(64), 'no hash'] }],
    ['read', 51, { noticeId: notice.id }],
    ['clock', 100, { kind: 'out', parkId }],
  ]);
  const outcomes = ['done', 'done', 'done', 'refused', 'refused', 'done', 'done', 'done'];
  for (const some of [entries.slice(0, 3), entries, entries])
    assert.deepEqual(
      (await send(some)).map(({ outcome }) => outcome),
      outcomes.slice(0, some.length),
    );
  const { records: clocks } = await product.must('GET', '/api/gatehouse/duty/clock/list', {
    userId: people['李收费']!.id,
  });
  assert.deepEqual(
    clocks.map(({ kind, at }: { kind: string; at: string }) => [kind, (Date.parse(at) - SYNC) / MINUTE]).sort(),
    [
      ['in', 10],
      ['out', 100],
    ],
  );
  const work = await product.must('GET', '/api/updown/plat/rdrwork/detail', { workId: own });
  assert.deepEqual(
    [work.status, work.result, Date.parse(work.respondedAt) - SYNC, Date.parse(work.doneAt) - SYNC, work.files],
    ['done', '已换电池', 20 * MINUTE, 50 * MINUTE, [`/api/updown/file/${'a'.repeat(64)}`]],
  );
  const later = await snapshot();
  assert.deepEqual(later.tasks, []);
  assert.equal(later.notices.find(({ id }: { id: string }) => id === notice.id).read, true);
  const read = await product.must('GET', '/api/blade-desk/notice/detail', { id: notice.id }, { as: 'groupAdmin' });
  assert.equal(read.readers, 1);
});

test('a handheld receives the newest version released for its company, and the minimum version', async () => {
  assert.equal((await snapshot()).upgrade, null);
  const release = (versionNo: string, more: Record<string, unknown>) =>
    product.must('POST', '/api/updown/pda/pdaplatform/submit', {
      platName: '收费员应用',
      companyId: product.companies.first,
      channel: 'pwa',
      versionNo,
      releaseTime: new Date(NOW - MINUTE).toISOString(),
      ...more,
    });
  await release('1.9.0', { minVersion: '1.2.0' });
  assert.deepEqual((await snapshot()).upgrade, { version: '1.9.0', least: '1.2.0', note: null });
  await release('1.10.0', { forced: true, remark: '新收据' });
  await release('2.0.0', { forced: true, releaseTime: new Date(NOW + 60 * MINUTE).toISOString() });
  await release('3.0.0', { forced: true, companyId: product.companies.second });
  assert.deepEqual((await snapshot()).upgrade, { version: '1.10.0', least: '1.10.0', note: '新收据' });
});
