/**
 * Invoices on the real engine, against a provider that verifies as the tax platform does: from the driver's page to the
 * last red line.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insideHosts, mailRoad } from '#areas/ops/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { InvoiceStand } from '#test/providers/invoice.ts';
import { MailStand } from '#test/providers/mail.ts';
import { daysAgo, openPaidLot } from '#test/stories/paid-lot.fixture.ts';
import type { Paid, PaidLot } from '#test/stories/paid-lot.fixture.ts';
import { invoiceRound, reverseRefunds } from './door.ts';

let product: TestProduct;
let lot: PaidLot;
let sellerId: string;
let undo: () => void;
const closes: (() => Promise<void>)[] = [];
const provider = new InvoiceStand();
const post = new MailStand();
const forms = '/api/updown/invoiceApplyForm';
const sellers = '/api/updown/invoiceSellerConfig';
const PLATE = '京A12345';
/** What the lot's drivers paid, as the page receives it. */
const yesterday = daysAgo(1);

before(async () => {
  closes.push(await provider.start(), await post.start());
  product = await startTestProduct();
  undo = configure(
    insideHosts.as([provider.host]),
    mailRoad.as({
      host: '127.0.0.1',
      port: post.port,
      secure: false,
      clear: true,
      account: null,
      from: 'invoice@park.example.cn',
    }),
  );
  lot = await openPaidLot(product);
  sellerId = await seller(product.companies.child);
});
after(async () => {
  undo();
  await product.close();
  for (const close of closes) await close();
});

const values = {
  sellerName: '安泊停车一公司',
  taxNo: provider.taxNo,
  rateBp: 900,
  goodsName: '车辆停放服务',
  taxCode: '3040502020200000000',
  province: '北京市',
  siteAddress: '人民路1号',
  bankAccount: '6214830112345678',
  endDate: '2099-12-31',
};
async function seller(companyId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await product.must(
    'POST',
    `${sellers}/submit`,
    { companyId, ...values, ...more },
    { as: 'groupAdmin' },
  );
  await product.must(
    'POST',
    `${sellers}/submitInterfaceData`,
    { RecordID: id, provider: 'standard', ...provider.config },
    { as: 'groupAdmin' },
  );
  await product.must('POST', '/api/gatehouse/invoiceSellerConfig/confirm', { RecordID: id });
  return id;
}

let now = Date.now();
/** Whatever is due by then is done, and what asks again later has its time. */
const round = async (aheadMs = 0): Promise<void> => {
  now = Date.now() + aheadMs;
  await invoiceRound(product.database, new Date(now));
};

let nth = 0;
/** Every story has its own address: who asks often is slowed down. */
const address = (): string => `198.51.${Math.floor((nth += 1) / 250)}.${nth % 250}`;
type Page = { readonly status: number; readonly text: string };
const act = (input: Record<string, unknown>, ip = address()): Promise<Page> =>
  product.ask('POST', '/m/invoice', input, { as: null, ip });
const field = (page: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
const tokenOf = (page: Page): string => /token=([^"&]+)/.exec(page.text)?.[1] ?? '';

/** The page with these payments in its basket. */
async function basketOf(...paid: readonly Paid[]): Promise<string> {
  let basket = '';
  for (const { trade } of paid) {
    const page = await act({ act: 'add', basket, plateNumber: PLATE, number: trade });
    assert.equal(page.status, 200, page.text);
    basket = field(page, 'basket');
  }
  return basket;
}
const buyer = { buyerType: 'organisation', invoiceTitle: '某某贸易有限公司', buyerTaxNo: '91350100M000100Y43' };
async function apply(paid: readonly Paid[], more: Record<string, unknown> = {}): Promise<string> {
  const page = await act({ act: 'apply', basket: await basketOf(...paid), ...buyer, ...more });
  assert.equal(page.status, 200, page.text);
  return tokenOf(page);
}

const newest = async () => (await product.must('GET', `${forms}/list`, { size: 1 })).records[0];
const row = async (id: string) => product.must('GET', `${forms}/detail`, { recordId: id });
const items = (id: string) => product.must('GET', `${forms}/items`, { recordId: id });
const issue = async (paid: readonly Paid[], more: Record<string, unknown> = {}) => {
  await apply(paid, more);
  const { id } = await newest();
  await round();
  return row(id);
};
const standing = async (orderId: string): Promise<number> => {
  const [sum] = await product.database.read(platformScope, (db) =>
    db.raw<{ fen: string | number }>(
      `SELECT coalesce(sum(CASE i.kind WHEN 'blue' THEN i.gross_fen ELSE -i.gross_fen END), 0) AS fen FROM invoice_item i JOIN invoice_apply_form f ON f.tenant_id = i.tenant_id AND f.id = i.form_id
       WHERE i.order_id = $1 AND f.status <> 'cancelled' AND (i.kind = 'blue' OR i.status = 'done')`,
      [orderId],
    ),
  );
  return Number(sum!.fen);
};

test('the worked invoice: three payments on one, in whole fen, with its files by mail and on the page', async () => {
  const paid = [await lot.pay(1500, yesterday), await lot.pay(800, yesterday), await lot.pay(650, yesterday)];
  const token = await apply(paid, { email: 'driver@example.cn' });
  const { id } = await newest();
  assert.equal((await row(id)).status, 'submitted');
  post.refuses = 1;
  await round();
  await round(60_000);
  await round(120_000);
  const done = await row(id);
  assert.deepEqual(
    [done.status, done.amountFen, done.netFen, done.taxFen, done.mailState],
    ['issued', 2950, 2706, 244, 'sent'],
  );
  assert.match(done.invoiceNo, /^\d{20}$/);
  assert.deepEqual(
    (await items(id)).map(({ netFen, taxFen, status }: Record<string, unknown>) => [netFen, taxFen, status]),
    [
      [1376, 124, 'done'],
      [734, 66, 'done'],
      [596, 54, 'done'],
    ],
  );
  assert.equal(post.received.length, 1, 'refused once, sent once');
  const [{ to, data }] = post.received as [{ to: string; data: string }];
  assert.equal(to, 'driver@example.cn');
  for (const part of [`${done.invoiceNo}.pdf`, `${done.invoiceNo}.ofd`, `${done.invoiceNo}.xml`, done.applyNo])
    assert.ok(data.includes(part), part);
  const page = await product.ask('GET', '/m/invoice', { token: decodeURIComponent(token) }, { as: null });
  assert.ok(page.text.includes(done.invoiceNo) && page.text.includes('29.50'));
  const file = await product.ask(
    'GET',
    '/m/invoice-file',
    { token: decodeURIComponent(token), kind: 'pdf' },
    { as: null },
  );
  assert.deepEqual([file.status, file.headers['content-type']], [200, 'application/pdf']);
  const found = await product.must(
    'GET',
    `${forms}/list`,
    { orderNo: (await items(id))[1].orderNo },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    found.records.map((each: { id: string }) => each.id),
    [id],
  );
  const exported = async (orderNo: string): Promise<boolean> =>
    (
      await product.ask(
        'GET',
        '/api/gatehouse/export/invoiceApplyForm',
        { format: 'csv', orderNo },
        { as: 'groupAdmin' },
      )
    ).text.includes(done.invoiceNo);
  assert.deepEqual(
    [await exported((await items(id))[1].orderNo), await exported('20260101000000')],
    [true, false],
    'its export has what the list shows',
  );
  assert.deepEqual(provider.refused, []);
});

test('a plate alone opens nothing, nor does a number with another plate, and ten guesses are the last', async () => {
  const { trade } = await lot.pay(900, yesterday);
  const ip = address();
  const tries = await Promise.all(
    [
      { number: trade, plateNumber: '京B99999' },
      { number: '', plateNumber: PLATE },
      { number: 'x', plateNumber: PLATE },
    ].map((input) => act({ act: 'add', ...input }, ip)),
  );
  assert.deepEqual(
    tries.map(({ status, text }) => [status, text.includes('没有找到这笔付款')]),
    tries.map(() => [422, true]),
  );
  for (let each = 0; each < 8; each += 1) await act({ act: 'add', number: `${trade}x`, plateNumber: PLATE }, ip);
  const last = await act({ act: 'add', number: `${trade}x`, plateNumber: PLATE }, ip);
  assert.ok(last.text.includes('频繁') || last.status === 429, last.text);
  const right = await act({ act: 'add', number: trade, plateNumber: PLATE }, ip);
  assert.ok(right.text.includes('频繁') || right.status === 429, 'and what would be right is refused too');
  assert.equal(
    (await act({ act: 'add', number: trade, plateNumber: PLATE })).status,
    200,
    'others are not kept from it',
  );
  const other = await act({ act: 'apply', basket: 'v1.a.b.c', ...buyer });
  assert.ok(other.text.includes('请先添加付款记录'), 'a made-up basket holds nothing');
});

test('a receipt opens by its order number where the lot’s code was scanned', async () => {
  const { orderId } = await lot.pay(700, yesterday);
  const [order] = await lot.rows<{ no: string }>(
    'SELECT order_no AS no FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
    orderId,
  );
  const input = { act: 'add', number: order!.no, plateNumber: PLATE };
  assert.equal((await act(input)).status, 422, 'without the lot');
  const page = await act({ ...input, parkId: lot.place.parkId });
  assert.ok(page.text.includes('7.00'), page.text);
});

test('an organisation’s tax number is checked, a title is needed, and markup of a driver is text', async () => {
  const basket = await basketOf(await lot.pay(600, yesterday));
  const refused = async (more: Record<string, unknown>) =>
    (await act({ act: 'apply', basket, ...buyer, ...more })).text;
  assert.ok((await refused({ buyerTaxNo: '91350100M000100Y44' })).includes('校验位不正确'));
  assert.ok((await refused({ buyerTaxNo: '' })).includes('单位发票须填写税号'));
  assert.ok((await refused({ invoiceTitle: ' ' })).includes('请填写发票抬头'));
  const marked = await refused({ invoiceTitle: '<script>x</script>' });
  assert.ok(!marked.includes('<script>'), 'escaped');
  const old = await act({ act: 'apply', basket, ...buyer, buyerTaxNo: '110108D2143569X' });
  assert.equal(old.status, 200, 'an older number of 15');
});

test('no order is invoiced twice beyond its amount, however many ask at once', async () => {
  const paid = await lot.pay(1200, yesterday);
  const basket = await basketOf(paid);
  const pages = await Promise.all(Array.from({ length: 6 }, () => act({ act: 'apply', basket, ...buyer })));
  assert.equal(pages.filter((page) => page.status === 200 && tokenOf(page) !== '').length, 1);
  assert.equal(await standing(paid.orderId), 1200);
  await round();
  const again = await act({ act: 'add', number: paid.trade, plateNumber: PLATE });
  assert.ok(again.text.includes('已全部开票'));
});

test('money that went back takes its part of the invoice with it, to the fen and once', async () => {
  const [a, b] = [await lot.pay(1500, yesterday), await lot.pay(800, yesterday)];
  const { id, invoiceNo } = await issue([a, b]);
  await lot.refund(b, 800, yesterday);
  await lot.refund(a, 500, yesterday);
  assert.ok((await reverseRefunds(product.database, new Date())) >= 1);
  await round();
  const after1 = await row(id);
  assert.deepEqual([after1.status, after1.redFen], ['issued', 1300]);
  const reds = (await items(id)).filter(({ kind }: { kind: string }) => kind === 'red');
  assert.deepEqual(
    reds.map(({ grossFen, netFen, taxFen }: Record<string, number>) => [grossFen, netFen, taxFen]).sort(),
    [
      [500, 459, 41],
      [800, 734, 66],
    ].sort(),
  );
  assert.equal(provider.blue(invoiceNo)!.redFen, 1300);
  assert.deepEqual([await standing(a.orderId), await standing(b.orderId)], [1000, 0]);
  assert.equal(await reverseRefunds(product.database, new Date()), 0, 'nothing is left to reverse');
  await lot.refund(a, 1000, yesterday);
  await reverseRefunds(product.database, new Date());
  await round();
  assert.deepEqual([(await row(id)).status, (await row(id)).redFen], ['red', 2300]);
});

test('a refund before it was sent stops it, and the order may be invoiced again for what stayed', async () => {
  const paid = await lot.pay(1000, yesterday);
  await apply([paid]);
  const { id } = await newest();
  await lot.refund(paid, 400, yesterday);
  await round();
  const failed = await row(id);
  assert.deepEqual([failed.status, failed.failure], ['cancelled', '订单已退款，金额不足']);
  const again = await issue([paid]);
  assert.deepEqual([again.status, again.amountFen], ['issued', 600]);
});

test('an answer that was lost never makes a second invoice: the provider is queried by the same number', async () => {
  const paid = await lot.pay(1100, yesterday);
  await apply([paid]);
  const { id, applyNo } = await newest();
  const before_ = provider.blues.size;
  provider.loseIssues = 1;
  await round();
  assert.deepEqual([(await row(id)).status, provider.blues.size - before_], ['issuing', 1], 'it was issued there');
  provider.bad.loseAnswers = 1;
  provider.bad.faults = 1;
  await round(11_000);
  await round(60_000);
  await round(130_000);
  await round(500_000);
  const done = await row(id);
  assert.deepEqual([done.status, provider.blues.size - before_], ['issued', 1]);
  assert.equal(provider.blues.get(applyNo)!.number, done.invoiceNo);
});

test('a slow provider is queried again, an answer signed by another key is refused, and staff may query it immediately', async () => {
  await apply([await lot.pay(1300, yesterday)]);
  const { id } = await newest();
  provider.slow = true;
  await round();
  await round(11_000);
  assert.equal((await row(id)).status, 'issuing');
  assert.equal((await product.ask('POST', `${forms}/cancel`, { recordId: id })).status, 409, 'it is on its way');
  provider.slow = false;
  provider.forged = true;
  await round(60_000);
  assert.equal((await row(id)).status, 'issuing');
  provider.forged = false;
  const status = await product.must('GET', `${forms}/status`, { recordId: id });
  assert.equal(status.status, 'issued');
});

test('a refused one shows why, is retried under its own number, and what is cancelled frees its order', async () => {
  const paid = await lot.pay(1400, yesterday);
  provider.rejects = '开票额度不足';
  const failed = await issue([paid]);
  assert.deepEqual([failed.status, failed.failure], ['failed', '开票额度不足']);
  provider.rejects = null;
  await product.must('POST', `${forms}/retry`, { recordId: failed.id });
  await round();
  const done = await row(failed.id);
  assert.deepEqual([done.status, done.applyNo, done.failure], ['issued', failed.applyNo, null]);
  provider.rejects = '购买方信息不完整';
  const mine = await lot.pay(450, yesterday);
  const token = await apply([mine]);
  await round();
  provider.rejects = null;
  const anew = await act({ act: 'withdraw', token: decodeURIComponent(token) });
  assert.ok(anew.text.includes('4.50'), 'its order is free for another');
  assert.equal(await standing(mine.orderId), 0);
  const other = await lot.pay(500, yesterday);
  await apply([other]);
  const { id } = await newest();
  await product.must('POST', `${forms}/cancel`, { recordId: id });
  assert.equal(await standing(other.orderId), 0);
  assert.equal((await product.ask('POST', `${forms}/retry`, { recordId: id })).status, 409);
});

test('staff reverse one order or part of it with a reason; more than stands is refused', async () => {
  const { id } = await issue([await lot.pay(1500, yesterday), await lot.pay(800, yesterday)]);
  const [first] = await items(id);
  const red = (more: Record<string, unknown>) =>
    product.ask('POST', `${forms}/red`, { recordId: id, type: '1', ...more });
  assert.equal((await red({ type: '9' })).status, 400);
  assert.equal((await red({ orderNo: first.orderNo, backFen: 1501 })).status, 422);
  assert.equal((await red({ orderNo: 'none' })).status, 422);
  assert.equal((await red({ orderNo: first.orderNo, backFen: 333 })).status, 200);
  assert.equal((await red({})).status, 409, 'one at a time');
  await round();
  assert.deepEqual([(await row(id)).status, (await row(id)).redFen], ['issued', 333]);
  await red({ type: '2' });
  await round();
  const end = await row(id);
  assert.deepEqual([end.status, end.redFen], ['red', 2300]);
  const all = await items(id);
  const sum = (kind: string, of: string) =>
    all.filter((each: any) => each.kind === kind).reduce((total: number, each: any) => total + each[of], 0);
  for (const name of ['grossFen', 'netFen', 'taxFen']) assert.equal(sum('red', name), sum('blue', name), name);
});

test('what the buyer has used waits for him; unconfirmed for 72 hours it stands, and is not reversed again by itself', async () => {
  const paid = await lot.pay(1600, yesterday);
  const { id, invoiceNo } = await issue([paid]);
  provider.blue(invoiceNo)!.used = true;
  await lot.refund(paid, 1600, yesterday);
  await reverseRefunds(product.database, new Date());
  await round();
  const waits = await row(id);
  assert.deepEqual([waits.status, waits.redNote.startsWith('QR')], ['redPending', true]);
  provider.aheadMs = 73 * 3_600_000;
  await round(400_000);
  provider.aheadMs = 0;
  const stands = await row(id);
  assert.deepEqual([stands.status, stands.redBlocked, stands.redFen], ['issued', true, 0]);
  assert.equal(await reverseRefunds(product.database, new Date()), 0);
  await product.must('POST', `${forms}/red`, { recordId: id, type: '2' });
  await round();
  provider.confirm(true);
  await round(400_000);
  assert.deepEqual([(await row(id)).status, (await row(id)).redBlocked], ['red', false]);
});

test('keys never leave the server, and who changed where invoices go confirms nothing himself', async () => {
  const detail = await product.ask('GET', `${sellers}/detail`, { RecordID: sellerId });
  const list = await product.ask('GET', `${sellers}/list`, {});
  for (const { body } of [detail, list])
    for (const kept of [provider.appSecret, values.bankAccount]) assert.ok(!JSON.stringify(body).includes(kept));
  const [raw] = await product.database.read(platformScope, (db) =>
    db.raw<{ all: string }>('SELECT s::text AS all FROM invoice_seller_config s WHERE id = $1', [sellerId]),
  );
  assert.ok(!raw!.all.includes(provider.appSecret) && !raw!.all.includes(values.bankAccount), 'sealed');
  const [audit] = await product.database.read(platformScope, (db) =>
    db.raw<{ all: string }>(
      `SELECT string_agg(a::text, '') AS all FROM audit_log a WHERE resource = 'invoiceSellerConfig'`,
    ),
  );
  assert.ok(!audit!.all.includes(provider.appSecret) && !audit!.all.includes(values.bankAccount), 'not in the log');
  assert.equal(
    (await product.must('POST', '/api/gatehouse/invoiceSellerConfig/test', { RecordID: sellerId })).result,
    '通过',
  );
  await product.must('POST', `${sellers}/submitInterfaceData`, { RecordID: sellerId, appKey: 'another' });
  const changed = await product.must('GET', `${sellers}/detail`, { RecordID: sellerId });
  assert.deepEqual([changed.confirmed, changed.confirmedBy], [false, null]);
  const own = await product.ask('POST', '/api/gatehouse/invoiceSellerConfig/confirm', { RecordID: sellerId });
  assert.equal(own.status, 422);
  const page = await act({ act: 'apply', basket: await basketOf(await lot.pay(300, yesterday)), ...buyer });
  assert.ok(page.text.includes('暂不能开具电子发票'), page.text);
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/invoiceSellerConfig/test', { RecordID: sellerId })).status,
    422,
  );
  await product.must('POST', `${sellers}/submitInterfaceData`, { RecordID: sellerId, appKey: provider.appKey });
  await product.must(
    'POST',
    '/api/gatehouse/invoiceSellerConfig/confirm',
    { RecordID: sellerId },
    { as: 'groupAdmin' },
  );
});

test('a renewal sent twice extends once, an ended seller issues nothing, and wrong numbers are refused', async () => {
  const renew = (newEndDate: string) =>
    product.ask('GET', `${sellers}/renewal`, { RecordID: sellerId, RenewalYear: 1, newEndDate });
  assert.deepEqual([(await renew('2100-12-31')).status, (await renew('2100-12-31')).status], [200, 200]);
  assert.equal((await product.must('GET', `${sellers}/detail`, { RecordID: sellerId })).endDate, '2100-12-31');
  assert.equal((await renew('2105-12-31')).status, 422);
  const save = (more: Record<string, unknown>) =>
    product.ask('POST', `${sellers}/submit`, { RecordID: sellerId, ...more });
  const wrong = await save({ taxNo: '91350100M000100Y40' });
  assert.deepEqual(
    wrong.body.errors?.map(({ field: of }) => of),
    ['taxNo'],
  );
  assert.equal((await save({ nextRateFrom: '2099-01-01' })).status, 400);
  await save({ endDate: daysAgo(1) });
  const ended = await product.must('GET', `${sellers}/detail`, { RecordID: sellerId });
  assert.deepEqual([ended.validity, ended.confirmed], ['expired', true]);
  const page = await act({ act: 'apply', basket: await basketOf(await lot.pay(300, yesterday)), ...buyer });
  assert.ok(page.text.includes('暂不能开具电子发票'));
  await save({ endDate: '2099-12-31' });
});

test('a seller’s credit line of the month is never passed', async () => {
  const [used] = await product.database.read(tenantScope(lot.tenantId), (db) =>
    db.raw<{ fen: number }>(
      `SELECT (sum(i.net_fen) FILTER (WHERE i.kind = 'blue') - coalesce(sum(i.net_fen) FILTER (WHERE i.kind = 'red' AND i.status = 'done'), 0))::int AS fen
       FROM invoice_item i JOIN invoice_apply_form f ON f.tenant_id = $1 AND f.id = i.form_id WHERE i.tenant_id = $1 AND f.status <> 'cancelled'`,
      [lot.tenantId],
    ),
  );
  const creditFen = used!.fen + 917 + 500;
  await product.must('POST', `${sellers}/submit`, { RecordID: sellerId, creditFen });
  const paid = [await lot.pay(1000, yesterday), await lot.pay(1000, yesterday)];
  const pages = await Promise.all(
    paid.map(async (each) => act({ act: 'apply', basket: await basketOf(each), ...buyer })),
  );
  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 422]);
  assert.ok(pages.some(({ text }) => text.includes('本月开票额度已用完')));
  await product.must('POST', `${sellers}/submit`, { RecordID: sellerId, creditFen: null });
});

test('orders of two sellers are not put on one invoice, and another group sees none of it', async () => {
  const other = await openPaidLot(product);
  await seller(product.companies.child, {
    sellerName: '另一家',
    taxNo: '110108D2143569X',
    parkIds: [other.place.parkId],
  });
  const page = await act({
    act: 'apply',
    basket: await basketOf(await lot.pay(800, yesterday), await other.pay(900, yesterday)),
    ...buyer,
  });
  assert.ok(page.text.includes('不同的销售方'), page.text);
  const { id } = await newest();
  for (const [method, path] of [
    ['GET', `${forms}/detail`],
    ['GET', `${forms}/items`],
    ['GET', `${forms}/status`],
    ['POST', `${forms}/email`],
    ['POST', `${forms}/red`],
  ] as const)
    assert.equal(
      (await product.ask(method, path, { recordId: id, type: '1' }, { as: 'otherTenant' })).status,
      404,
      path,
    );
  assert.equal((await product.must('GET', `${forms}/list`, {}, { as: 'otherTenant' })).total, 0);
  const masked = await product.must('GET', `${forms}/list`, { size: 1 }, { as: 'groupAdmin' });
  assert.ok(masked.records.length > 0);
});

test('the report by tax rate is the lines in force to the fen: blue less red, net and tax the sum with tax', async () => {
  const { records, totals } = await product.must('GET', '/api/gatehouse/report/invoiceRates', {});
  const [sums] = await lot.rows<Record<string, number>>(
    `SELECT sum(CASE kind WHEN 'blue' THEN gross_fen ELSE -gross_fen END)::bigint AS gross, sum(CASE kind WHEN 'blue' THEN net_fen ELSE -net_fen END)::bigint AS net,
      sum(gross_fen) FILTER (WHERE kind = 'red')::bigint AS red, count(*) FILTER (WHERE kind = 'blue')::int AS lines
     FROM invoice_item WHERE tenant_id = $1 AND park_id = $2 AND status = 'done' AND issued_time IS NOT NULL`,
  );
  assert.deepEqual(
    [totals.grossFen, totals.netFen, totals.redGrossFen, totals.lines],
    [sums!['gross'], sums!['net'], sums!['red'], sums!['lines']],
  );
  assert.ok(Number(sums!['red']) > 0);
  for (const each of records) {
    assert.equal(each.blueNetFen + each.blueTaxFen, each.blueGrossFen);
    assert.equal(each.netFen + each.taxFen, each.grossFen);
    assert.deepEqual([each.rateBp, typeof each.sellerId], [900, 'string']);
  }
});
