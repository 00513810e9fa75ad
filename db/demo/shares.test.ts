import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayOf } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { shareDay } from './shares.ts';

let product: TestProduct;
let exit: Exit;
let close: () => Promise<void>;
const bank = new WechatStand();

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  exit = await openExit(product, 'wechat', bank.url, (companyId) =>
    inForce(product, '/api/updown/wxApiConfig/submit', { companyId, ...bank.config }).then(() => undefined),
  );
});
after(async () => {
  await product.close();
  await close();
});

test('a company that shares has receivers in each state, and of a day parts that were paid, refused and called back', async () => {
  for (let nth = 0; nth < 6; nth += 1) await exit.paidAndGone(bank);
  const { tenantId } = exit.lot.target;
  const day = dayOf(Date.now(), 'Asia/Shanghai');
  const people = { maker: { id: '', name: '苏晚晴' }, confirmer: '顾明远' };
  const share = () => product.database.write(tenantScope(tenantId), (db) => shareDay(db, tenantId, day, people));
  const shares = async (): Promise<Record<string, unknown>[]> =>
    (await product.must('GET', '/api/gatehouse/profitShare/list', { size: 50 })).records;
  await share();
  assert.deepEqual(await shares(), [], 'where none shares there is nothing');
  await product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId: product.companies.child,
    mode: 'split',
    payeeName: '安泊停车',
    bankName: '招商银行',
    accountNo: '6214830112345678',
    cycle: 'daily',
  });
  await share();
  const receivers = (await product.must('GET', '/api/gatehouse/shareReceiver/list', { size: 50 })).records;
  assert.deepEqual(
    new Set(receivers.map((row: { status: string }) => row.status)),
    new Set(['registered', 'drafted', 'refused', 'stopped']),
  );
  const parts = (await shares()).filter((row) => row['shareKind'] === 'part');
  assert.deepEqual(parts.map((row) => row['status']).toSorted(), [
    'done',
    'done',
    'done',
    'done',
    'failed',
    'returned',
  ]);
  assert.deepEqual(new Set((await shares()).map((row) => row['netFen'])), new Set([1491]));
  const [{ fen }] = (await exit.lot.rows(
    "SELECT sum(amount_fen)::int AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND account = 'profit-share'",
  )) as unknown as [{ fen: number }];
  assert.equal(fen, 4 * 224, 'the ledger has what was paid and not called back');
  assert.deepEqual((await exit.lot.check()).differences, []);
});
