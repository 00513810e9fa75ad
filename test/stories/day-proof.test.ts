/**
 * A day of money proved three ways: settlements, the channel's bill, the bank's statement; and checked from its
 * exported rows alone.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { countDays, proveChanged, proveDays } from '#areas/fund/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { daysAgo, openPaidLot } from './paid-lot.fixture.ts';
import type { PaidLot } from './paid-lot.fixture.ts';

let product: TestProduct;
let lot: PaidLot;
const tool = join(import.meta.dirname, '../../tools/check-day-proof.mjs');
before(async () => {
  product = await startTestProduct();
  lot = await openPaidLot(product);
});
after(() => product.close());

type Line = { day: string; yuan: string; ref: string; from?: string; out?: string };
const statement = (lines: readonly Line[]) =>
  product.must('POST', '/api/gatehouse/bankLine/statement', {
    companyId: product.companies.child,
    accountTail: '5678',
    file: Buffer.from(
      [
        '账号,,,,,',
        '交易日期,收入,支出,对方户名,摘要,流水号',
        ...lines.map(({ day, yuan, ref, from = '财付通支付科技有限公司', out = '' }) =>
          [day.replaceAll('-', '/'), yuan, out, from, '商户结算', ref].join(','),
        ),
      ].join('\r\n'),
    ).toString('base64'),
  });
const rowsOf = async (path: string): Promise<Record<string, any>[]> =>
  (await product.must('GET', `/api/gatehouse/${path}/list`, { size: 100 })).records;
const dayOf = async (day: string) =>
  (await rowsOf('moneyDay')).find((row) => row['day'] === day && row['payType'] === 'wechat')!;
const itemsOf = async (day: string) =>
  (await rowsOf('moneyItem'))
    .filter((row) => row['day'] === day && row['status'] !== 'settled')
    .map((row) => [row['cause'], row['amountFen'], row['owner']]);
const count = () =>
  product.database.write(tenantScope(lot.tenantId), (db) =>
    countDays(db, lot.tenantId, daysAgo(1), { parkId: lot.place.parkId }),
  );
const prove = async (day: string) =>
  product.must('POST', '/api/gatehouse/moneyDay/prove', { recordId: (await dayOf(day)).id });
const exported = (path: string): Promise<string> =>
  product.ask('GET', `/api/gatehouse/export/${path}`, { format: 'csv' }).then(({ text }) => text);
const folder = mkdtempSync(join(tmpdir(), 'day-proof-'));
function checked(days: string, items: string) {
  const [first, second] = [join(folder, 'days.csv'), join(folder, 'items.csv')];
  writeFileSync(first, days);
  writeFileSync(second, items);
  return spawnSync(process.execPath, [tool, first, second], { encoding: 'utf8' });
}

/** What arrivals moved in the lot's ledger, by account. */
const moved = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await lot.rows<{ account: string; fen: string }>(
        `SELECT account || ':' || party AS account, sum(amount_fen)::bigint AS fen FROM ledger_line
         WHERE tenant_id = $1 AND park_id = $2 AND replace(kind, 'reversal:', '') = $3 GROUP BY 1 ORDER BY 1`,
        'arrival',
      )
    ).map(({ account, fen }) => [account, Number(fen)]),
  );
const arrivedOn = async (day: string): Promise<number> =>
  (
    await lot.rows<{ fen: string | null }>(
      'SELECT arrived_fen AS fen FROM settlement_record WHERE tenant_id = $1 AND park_id = $2 AND day = $3',
      day,
    )
  ).reduce((sum, { fen }) => sum + Number(fen ?? 0), 0);
const lineOf = async (ref: string) => (await rowsOf('bankLine')).find((row) => row['ref'] === ref)!;

test('the worked Monday: 31.80 of 32.80 arrives, a person says what it pays, and the yuan that is missing has a name and an owner', async () => {
  const [monday, next] = [daysAgo(6), daysAgo(5)];
  const paid = [await lot.pay(1300, monday), await lot.pay(1500, monday), await lot.pay(1000, monday)];
  await lot.refund(paid[1]!, 500, monday);
  await lot.bill(monday);
  await count();
  const first = await statement([{ day: next, yuan: '31.80', ref: 'B-1' }]);
  assert.deepEqual([first.added, first.matched], [1, 0], 'no day is worth that');
  const open = await dayOf(monday);
  assert.deepEqual(
    [open['booksFen'], open['billFen'], open['feeFen'], open['netFen'], open['bankFen']],
    [3300, 3300, 20, 3280, 0],
  );
  assert.deepEqual(
    [await itemsOf(monday), open['unexplainedFen'], open['status']],
    [[['awaited', -3280, 'finance']], 0, 'carried'],
  );
  assert.deepEqual(await itemsOf(next), [['bankOnly', 3180, 'finance']], 'and nobody expected the other');
  const [line] = await rowsOf('bankLine');
  await product.must('POST', '/api/gatehouse/bankLine/assign', {
    recordId: line!['id'],
    moneyDayId: open['id'],
    why: '少一元',
  });
  await prove(monday);
  assert.deepEqual([await itemsOf(monday), await itemsOf(next)], [[['short', -100, 'finance']], []]);
  assert.deepEqual(await moved(), { 'bank:5678': 3180, 'channel:wechat': -3180 }, 'the yuan is still owed');
  assert.deepEqual([await arrivedOn(monday), (await lineOf('B-1'))['bookedFen']], [3180, 3180]);
  const short = (await rowsOf('moneyItem')).find((row) => row['cause'] === 'short')!;
  assert.equal(short['ageDays'], 6);
  await product.must('POST', '/api/gatehouse/moneyItem/explain', {
    recordId: short['id'],
    why: '手工提现到 B2',
    ownerName: '会计甲',
  });
  await prove(monday);
  const row = await dayOf(monday);
  assert.deepEqual([row['bankFen'], row['bankItemsFen'], row['unexplainedFen']], [3180, -100, 0]);
  const kept = (await rowsOf('moneyItem')).find((each) => each['cause'] === 'short')!;
  assert.deepEqual([kept['status'], kept['ownerName']], ['explained', '会计甲'], 'the explanation is kept');
});

test('days that arrive in one sum find themselves, a statement twice adds nothing, and the bill’s differences are named line by line', async () => {
  const [first, second] = [daysAgo(4), daysAgo(3)];
  await lot.pay(1000, first);
  await lot.pay(2000, second);
  await lot.bill(first);
  await lot.bill(second, (lines) => lines.map((each) => ({ ...each, amountFen: each.amountFen - 100 })));
  await count();
  const both = [
    { day: daysAgo(2), yuan: '29.82', ref: 'B-2' },
    { day: daysAgo(2), yuan: '', out: '5.00', ref: 'B-3' },
    { day: 'then', yuan: '1.00', ref: 'B-4' },
  ];
  const days = await statement(both);
  assert.deepEqual([days.added, days.out, days.matched, days.rows.length], [1, 1, 1, 1]);
  const again = await statement(both);
  assert.deepEqual([again.added, again.known, again.matched], [0, 1, 0]);
  assert.deepEqual(await moved(), { 'bank:5678': 6162, 'channel:wechat': -6162 }, 'booked once, however often proved');
  assert.deepEqual([await arrivedOn(first), await arrivedOn(second)], [994, 1988]);
  assert.deepEqual([(await dayOf(first))['status'], (await dayOf(first))['bankFen']], ['proved', 994]);
  assert.deepEqual(
    [await itemsOf(second), (await dayOf(second))['unexplainedFen']],
    [[['amountDiffers', -100, 'channel']], 0],
  );
  await lot.bill(second);
  await prove(second);
  assert.deepEqual([await itemsOf(second), (await dayOf(second))['status']], [[], 'proved'], 'the bill was put right');
});

test('a match that a person undid is not found again, and its money is expected by nobody until he says so', async () => {
  const line = (await rowsOf('bankLine')).find((row) => row['ref'] === 'B-2')!;
  await product.must('POST', '/api/gatehouse/bankLine/release', { recordId: line['id'], why: '看错了' });
  await prove(daysAgo(3));
  assert.deepEqual(await moved(), { 'bank:5678': 3180, 'channel:wechat': -3180 }, 'what was booked is reversed');
  assert.deepEqual([await arrivedOn(daysAgo(4)), await arrivedOn(daysAgo(3))], [0, 0]);
  assert.deepEqual(await itemsOf(daysAgo(2)), [['bankOnly', 2982, 'finance']]);
  assert.equal((await dayOf(daysAgo(4)))['unexplainedFen'], 0);
  await product.must('POST', '/api/gatehouse/bankLine/assign', {
    recordId: line['id'],
    moneyDayId: (await dayOf(daysAgo(3)))['id'],
    why: '合并到账',
  });
  await prove(daysAgo(3));
  assert.deepEqual(await itemsOf(daysAgo(4)), [['awaited', -994, 'finance']]);
  assert.deepEqual(
    await itemsOf(daysAgo(3)),
    [['over', 994, 'finance']],
    'by hand it pays one day, and the rest has a name',
  );
  assert.deepEqual(
    await moved(),
    { 'bank:5678': 6162, 'channel:wechat': -5168, 'suspense:wechat': -994 },
    'and waits in suspense',
  );
  const booked = await lineOf('B-2');
  assert.deepEqual([booked['bookedFen'], booked['suspenseFen'], await arrivedOn(daysAgo(3))], [1988, 994, 1988]);
  assert.deepEqual((await product.must('GET', `/api/gatehouse/check/${lot.place.parkId}`)).differences, []);
});

test('anyone can check the exported rows without the server, and one fen changed is found', async () => {
  const [days, items] = [await exported('moneyDay'), await exported('moneyItem')];
  const right = checked(days, items);
  assert.equal(right.status, 0, right.stdout + right.stderr);
  assert.match(right.stdout, /^proved: \d+ days add up, \d+ differences beside them, nothing is unexplained\n$/);
  assert.match(checked(items, days).stdout, /name the days first/);
  assert.match(checked(days, days).stdout, /has no differences/);
  assert.match(checked(days, items.replace('日期', 'Day')).stdout, /two languages/);
  assert.match(checked('PK\u0003\u0004', items).stdout, /export it as CSV/);
  const nowhere = spawnSync(process.execPath, [tool, join(folder, 'none.csv')], { encoding: 'utf8' });
  assert.match(nowhere.stdout, /cannot be read/);
  const off = checked(days.replace('31.80', '31.81'), items);
  assert.equal(off.status, 1);
  assert.match(off.stdout, /unexplained/);
  assert.match(checked(days, items.replace('-1.00,少到账', '-1.01,少到账')).stdout, /its items are/);
  assert.throws(() => execFileSync(process.execPath, [tool], { stdio: 'pipe' }));
});

test('what came too little is settled by two people under a named cause, and undoing the match owes it again', async () => {
  const monday = daysAgo(6);
  const bankLine = (verb: string, input: Record<string, unknown>, as = 'admin') =>
    product.ask('POST', `/api/gatehouse/bankLine/${verb}`, input, { as });
  const settledIn = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await lot.rows<{ account: string; fen: string }>(
          `SELECT account, sum(amount_fen)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
            AND kind LIKE $3 GROUP BY 1 ORDER BY 1`,
          '%shortfall',
        )
      ).map(({ account, fen }) => [account, Number(fen)]),
    );
  const { id: recordId } = await lineOf('B-1');
  const proposal = { recordId, differenceCause: 'fee', why: '渠道多收的手续费' };
  assert.equal((await bankLine('propose', { recordId, why: 'x' })).status, 400, 'a cause is required');
  assert.equal((await bankLine('propose', proposal, 'groupAdmin')).status, 200);
  assert.deepEqual([(await lineOf('B-1'))['differenceFen'], await settledIn()], [100, {}], 'nothing is posted yet');
  assert.equal((await bankLine('approve', { recordId }, 'groupAdmin')).status, 422, 'nobody approves his own');
  assert.equal((await bankLine('sendBack', { recordId, why: '先问渠道' })).status, 200);
  assert.equal((await bankLine('approve', { recordId })).status, 409, 'what was sent back waits for nobody');
  await bankLine('propose', proposal, 'groupAdmin');
  assert.equal((await bankLine('approve', { recordId })).status, 200);
  assert.deepEqual(await settledIn(), { channel: -100, 'channel-fee': 100 });
  await prove(monday);
  const day = await dayOf(monday);
  assert.deepEqual(
    [await itemsOf(monday), day['bankFen'], day['settledFen'], day['unexplainedFen'], day['status']],
    [[], 3180, 100, 0, 'proved'],
  );
  assert.equal(checked(await exported('moneyDay'), await exported('moneyItem')).status, 0);
  assert.equal((await bankLine('propose', proposal)).status, 409, 'once');
  assert.deepEqual((await product.must('GET', `/api/gatehouse/check/${lot.place.parkId}`)).differences, []);
  await product.must('POST', '/api/gatehouse/bankLine/release', { recordId, why: '配错了' });
  await prove(monday);
  assert.deepEqual(
    [await settledIn(), await itemsOf(monday)],
    [{ channel: 0, 'channel-fee': 0 }, [['awaited', -3280, 'finance']]],
  );
});

/** What is in suspense of the lot, by the ledger. */
const inSuspense = async (): Promise<number> =>
  Number(
    (
      await lot.rows<{ fen: string }>(
        `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
          AND account = $3`,
        'suspense',
      )
    )[0]!.fen,
  );
const mayOf = async (ref: string): Promise<string[]> => (await lineOf(ref))['may'];
const arrives = async (day: string, booked: string, yuan: string, ref: string): Promise<void> => {
  await statement([{ day: booked, yuan, ref }]);
  if ((await lineOf(ref))['status'] !== 'open') return;
  const moneyDayId = (await dayOf(day)).id;
  await product.must('POST', '/api/gatehouse/bankLine/assign', {
    recordId: (await lineOf(ref)).id,
    moneyDayId,
    why: '核对',
  });
};
const settleShort = async (ref: string, differenceCause: string): Promise<void> => {
  const recordId = (await lineOf(ref)).id;
  const proposal = { recordId, differenceCause, why: '渠道告知' };
  await product.must('POST', '/api/gatehouse/bankLine/propose', proposal, { as: 'groupAdmin' });
  await product.must('POST', '/api/gatehouse/bankLine/approve', { recordId });
};

test('what waits in suspense stays a difference until it is paired with what it belongs to', async () => {
  const [first, second, third] = [daysAgo(16), daysAgo(13), daysAgo(10)];
  const atFirst = await inSuspense();
  for (const day of [first, second, third]) {
    await lot.pay(1000, day);
    await lot.bill(day);
  }
  await count();
  await statement([]);
  await arrives(first, daysAgo(15), '9.84', 'S-1');
  assert.deepEqual([(await lineOf('S-1'))['missingFen'], (await mayOf('S-1')).includes('propose')], [10, true]);
  await arrives(second, daysAgo(12), '10.04', 'S-2');
  assert.deepEqual(
    [(await lineOf('S-2'))['missingFen'], (await mayOf('S-2')).includes('propose')],
    [0, false],
    'nothing is missing: there is nothing to settle',
  );
  await settleShort('S-1', 'refund');
  await prove(first);
  assert.deepEqual(
    [await itemsOf(first), await itemsOf(second)],
    [[['refundDue', -10, 'channel']], [['over', 10, 'finance']]],
  );
  assert.equal(await inSuspense(), atFirst, 'the one makes good the other');
  const item = async (cause: string, day: string) =>
    (await rowsOf('moneyItem')).find((row) => row['cause'] === cause && row['day'] === day)!;
  const [due, over] = [await item('refundDue', first), await item('over', second)];
  assert.deepEqual([due['ageDays'], due['owner'], due['may'].includes('pair')], [16, 'channel', true]);
  const paired = (withIds: string[], verb = 'pair', as = 'admin') =>
    product.ask(
      'POST',
      `/api/gatehouse/moneyItem/${verb}`,
      { recordId: due['id'], withIds, why: '次日补付', ownerName: '会计甲' },
      { as },
    );
  assert.equal((await paired([])).status, 400, 'with something');
  assert.equal((await paired([due['id']])).status, 422, 'alone it does not come to nothing');
  assert.equal((await paired([over['id']], 'pair', 'otherTenant')).status, 404);
  assert.equal((await paired([over['id']])).status, 200);
  await prove(first);
  const pair = [await item('refundDue', first), await item('over', second)];
  assert.deepEqual(
    pair.map((row) => [row['status'], row['ownerName'], row['pairNo'] === pair[0]!['pairNo']]),
    [
      ['paired', '会计甲', true],
      ['paired', '会计甲', true],
    ],
    'and another proof keeps it',
  );
  assert.equal(checked(await exported('moneyDay'), await exported('moneyItem')).status, 0);
  assert.equal((await paired([], 'unpair')).status, 200);
  assert.equal((await item('over', second))['status'], 'open', 'both are open again');
  await paired([over['id']]);
  await product.must('POST', '/api/gatehouse/bankLine/release', { recordId: (await lineOf('S-2')).id, why: '配错了' });
  await prove(first);
  assert.deepEqual(
    [(await item('refundDue', first))['status'], (await item('over', second))['status']],
    ['open', 'settled'],
    'a pair one half of which is gone is none',
  );
  await arrives(third, daysAgo(9), '9.00', 'S-3');
  await settleShort('S-3', 'elsewhere');
  await prove(third);
  assert.deepEqual(await itemsOf(third), [['elsewhere', -94, 'finance']]);
  await arrives(third, daysAgo(8), '0.94', 'S-4');
  await prove(third);
  const day = await dayOf(third);
  assert.deepEqual([await itemsOf(third), day['bankFen'], day['settledFen'], day['status']], [[], 994, 0, 'proved']);
  assert.equal(await inSuspense(), atFirst + 10, 'what went to another account is accounted for');
  assert.deepEqual((await product.must('GET', `/api/gatehouse/check/${lot.place.parkId}`)).differences, []);
});

test('a proved day whose settlements, bill or bank lines have changed is proved anew by the clock, and one that has not is left', async () => {
  const day = daysAgo(19);
  const round = (seconds: number) => proveChanged(product.database, new Date(Date.now() + seconds * 1000));
  const figures = async () => {
    const row = await dayOf(day);
    return [row['booksFen'], row['billFen'], row['bankFen'], row['status']];
  };
  const provedTime = async (): Promise<string> => (await dayOf(day))['provedTime'];
  await lot.pay(1000, day);
  await lot.bill(day);
  await count();
  await round(1);
  assert.equal(await dayOf(day), undefined, 'a day that was never proved waits for the morning');
  await statement([{ day: daysAgo(18), yuan: '9.94', ref: 'C-1' }]);
  await arrives(day, daysAgo(18), '9.94', 'C-1');
  await round(2);
  assert.deepEqual(await figures(), [1000, 1000, 994, 'proved']);
  const first = await provedTime();
  await round(3);
  assert.equal(await provedTime(), first, 'nothing changed: it is not proved again');
  await lot.pay(500, day);
  await count();
  await round(4);
  assert.deepEqual(await figures(), [1500, 1000, 994, 'unexplained'], 'another settlement');
  await lot.bill(day);
  await round(5);
  assert.deepEqual(await figures(), [1500, 1500, 994, 'carried'], 'another bill');
  await product.must('POST', '/api/gatehouse/bankLine/release', { recordId: (await lineOf('C-1')).id, why: '配错了' });
  await round(6);
  assert.deepEqual(await figures(), [1500, 1500, 0, 'carried'], 'another arrival');
  assert.ok((await provedTime()) > first);
});

test('what the bill charges is what is settled; a line off by more than a fen has a name, an owner and an age', async () => {
  const day = daysAgo(22);
  const paid = [await lot.pay(1300, day), await lot.pay(1500, day), await lot.pay(1500, day), await lot.pay(1000, day)];
  await lot.refund(paid[3]!, 500, day);
  const taken: Record<number, number> = { 1300: 9, 1500: 15 };
  await lot.bill(day, (lines) => lines.map((each) => ({ ...each, feeFen: taken[each.amountFen] ?? each.feeFen })));
  await count();
  const record = async () =>
    (
      await lot.rows(
        `SELECT channel_fee_fen AS fee, fee_off_fen AS off, net_fen AS net FROM settlement_record
          WHERE tenant_id = $1 AND park_id = $2 AND day = $3`,
        day,
      )
    )[0];
  assert.deepEqual(await record(), { fee: 9 + 15 + 15 + 6 - 3, off: -13, net: 4758 }, 'reckoned it is 29');
  const figures = async () => {
    const row = await dayOf(day);
    return ['feeFen', 'feeOffFen', 'feeItemsFen', 'feeLines', 'unexplainedFen'].map((name) => row[name]);
  };
  await prove(daysAgo(19));
  assert.deepEqual(await figures(), [42, -13, -12, 5, 0], 'the fen of the 13.00 is rounding');
  const off = (await rowsOf('moneyItem')).find((each) => each['cause'] === 'feeDiffers')!;
  assert.deepEqual(
    [off['amountFen'], off['owner'], off['ageDays'], off['status'], off['ref'].endsWith(' ×2')],
    [-12, 'finance', 22, 'open', true],
  );
  assert.equal((await rowsOf('channelDay')).find((each) => each['day'] === day)!['feeFen'], 42);
  await product.must('POST', '/api/gatehouse/moneyItem/explain', {
    recordId: off['id'],
    why: '费率本月调为 1.00 %',
    ownerName: '会计乙',
  });
  await arrives(day, daysAgo(21), '47.58', 'F-1');
  await prove(day);
  assert.deepEqual([(await dayOf(day))['bankItemsFen'], (await dayOf(day))['status']], [0, 'carried']);
  const [days, items] = [await exported('moneyDay'), await exported('moneyItem')];
  assert.equal(checked(days, items).status, 0);
  assert.match(checked(days, items.replace('-0.12,手续费不符', '-0.13,手续费不符')).stdout, /its items are/);
  assert.match(checked(days.replace('-0.13,-0.12,5', '-0.19,-0.12,5'), items).stdout, /what is unexplained/);
  await lot.bill(day);
  await count();
  await prove(day);
  assert.deepEqual(await record(), { fee: 29, off: 0, net: 4771 }, 'the bill was put right');
  assert.deepEqual(await figures(), [29, 0, 0, 5, 0]);
});

test('a day of which other orders differ by the same sum is proved anew by the clock', async () => {
  const day = daysAgo(24);
  const round = (seconds: number) => proveChanged(product.database, new Date(Date.now() + seconds * 1000));
  const differences = async () =>
    (await rowsOf('moneyItem'))
      .filter((item) => item['day'] === day && item['status'] !== 'settled' && item['cause'] !== 'awaited')
      .map((item) => [item['ref'], item['amountFen']]);
  await lot.pay(700, day);
  await lot.pay(700, day);
  await lot.bill(day, ([, ...others]) => others);
  await count();
  await product.database.write(tenantScope(lot.tenantId), (db) => proveDays(db, lot.tenantId, daysAgo(1), new Date()));
  const first = await differences();
  await round(1);
  assert.deepEqual(await differences(), first, 'nothing changed');
  await lot.bill(day, (lines) => lines.slice(0, -1));
  await round(2);
  const now = await differences();
  const sums = [first, now].map((items) => items.reduce((sum, [, fen]) => sum + fen, 0));
  assert.deepEqual([now.length, sums[1]], [first.length, sums[0]], 'the figures are the same');
  assert.equal(now.filter(([ref]) => !first.some(([old]) => old === ref)).length, 1, 'the other order is missing');
});

test('of days that arrive in one sum the later keep their own part once the first is too old to be proved', async () => {
  const days = [33, 32, 31].map(daysAgo);
  for (const [nth, day] of days.entries()) {
    await lot.pay([2000, 3000, 5000][nth]!, day);
    await lot.bill(day);
  }
  const until = (last: string) =>
    product.database.write(tenantScope(lot.tenantId), async (db) => {
      await countDays(db, lot.tenantId, last, { parkId: lot.place.parkId });
      await proveDays(db, lot.tenantId, last, new Date());
    });
  await until(daysAgo(20));
  await statement([{ day: daysAgo(30), yuan: '99.40', ref: 'B-old' }]);
  await until(daysAgo(20));
  const arrived = () => Promise.all(days.map(async (day) => (await dayOf(day))['bankFen']));
  assert.deepEqual(await arrived(), [1988, 2982, 4970], 'each its net');
  await until(daysAgo(2));
  assert.deepEqual(await arrived(), [1988, 2982, 4970]);
  assert.deepEqual(await itemsOf(days[1]!), []);
});

test('another group sees none of it, and names none of its lines', async () => {
  const [line] = await rowsOf('bankLine');
  for (const path of ['moneyDay', 'moneyItem', 'bankLine'])
    assert.equal((await product.must('GET', `/api/gatehouse/${path}/list`, {}, { as: 'otherTenant' })).total, 0);
  const tried = await product.ask(
    'POST',
    '/api/gatehouse/bankLine/release',
    { recordId: line!['id'], why: 'x' },
    { as: 'otherTenant' },
  );
  assert.equal(tried.status, 404);
});
