import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { authStateOf, keepAuthorised } from './alipay-auth.ts';
import { reach } from './channel/reach.ts';

const base = '/api/updown/aliapiconfig';
const DAY = 86_400_000;
const bank = new AlipayStand();
let product: TestProduct;
let url: string;
let id: string;
let close: () => Promise<void>;

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  url = await product.listen();
  configure(reach.as({ ...reach.value(), alipay: bank.url, self: url }));
  id = await inForce(product, `${base}/submit`, { companyId: product.companies.child, ...bank.config });
});
after(async () => {
  await product.close();
  await close();
});

type Row = { auth_token: string | null; auth_until: string | null; auth_state: string | null; seller_id: string };
const row = async (): Promise<Row> =>
  (
    await product.database.read(platformScope, (db) => db.raw<Row>('SELECT * FROM alipay_config WHERE id = $1', [id]))
  )[0]!;
const address = async (): Promise<URL> =>
  new URL(await product.must('GET', `${base}/getAuthAddress`, { recordId: id }));
/** The merchant's browser, sent back by Alipay. */
const back = async (place: URL, code: string, state = place.searchParams.get('state')!) => {
  const to = new URL(place.searchParams.get('redirect_uri')!);
  to.searchParams.set('state', state);
  to.searchParams.set('app_auth_code', code);
  return (await fetch(to)).status;
};
const changes = () =>
  product.database.read(platformScope, (db) =>
    db.raw<{ id: string; changes: string }>(`SELECT id, changes FROM merchant_change WHERE status = 'proposed'`),
  );
const unseen = async (...words: string[]) => {
  const stored = JSON.stringify([
    await product.must('GET', `${base}/detail`, { recordId: id }),
    await product.database.read(platformScope, (db) => db.raw('SELECT * FROM audit_log')),
    await row(),
    await changes(),
  ]);
  for (const each of words) assert.ok(!stored.includes(each), each);
};

test('the tag follows from the end: thirty days before it an authorisation is ending', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const at = (days: number) => new Date(now.getTime() + days * DAY).toISOString();
  assert.deepEqual(
    [authStateOf(null, null, now), authStateOf('t', null, now), authStateOf('t', at(31), now)],
    [null, 'authorised', 'authorised'],
  );
  assert.deepEqual([authStateOf('t', at(30), now), authStateOf('t', at(0), now)], ['ending', 'expired']);
});

test('what a merchant authorises takes effect once a second person confirms it, with the account that is paid', async () => {
  const place = await address();
  assert.deepEqual([place.pathname, place.searchParams.get('app_id')], ['/oauth2/appToAppAuth.htm', bank.appId]);
  assert.equal(await back(place, 'code-of-a-merchant'), 200);
  assert.equal((await row()).auth_token, null, 'nothing yet');
  const [change] = await changes();
  assert.match(change!.changes, new RegExp(bank.merchantId));
  await product.must('POST', '/api/gatehouse/merchantChange/confirm', { changeId: change!.id }, { as: 'groupAdmin' });
  const now = await row();
  assert.deepEqual([now.auth_state, now.seller_id], ['authorised', bank.merchantId]);
  assert.ok(Date.parse(now.auth_until!) > Date.now() + 300 * DAY);
  await unseen('token-1', 'refresh-1');
  assert.deepEqual(bank.refused, []);
});

test('a state that is not ours, a code used before, and somebody without the right bring nothing', async () => {
  const place = await address();
  const state = place.searchParams.get('state')!;
  assert.equal(
    await back(
      place,
      'code-of-a-merchant',
      state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
    400,
  );
  assert.equal(await back(place, 'code-of-a-merchant', 'x'), 400);
  assert.equal(await back(place, 'code-of-a-merchant'), 502);
  assert.deepEqual(await changes(), []);
  const { status } = await product.ask('GET', `${base}/getAuthAddress`, { recordId: id }, { as: 'nobody' });
  assert.equal(status, 403);
  const foreign = await product.ask('GET', `${base}/refreshAuth`, { recordId: id }, { as: 'otherTenant' });
  assert.ok([403, 404].includes(foreign.status));
});

test('a refresh trades the token of the same merchant and of no other', async () => {
  const old = await row();
  await product.must('GET', `${base}/refreshAuth`, { recordId: id });
  const fresh = await row();
  assert.notEqual(fresh.auth_token, old.auth_token);
  assert.deepEqual(await changes(), [], 'nobody confirms it');
  const merchant = bank.merchantId;
  bank.merchantId = '2088999999999999';
  const { status, body } = await product.ask('GET', `${base}/refreshAuth`, { recordId: id });
  assert.deepEqual([status, (body as { reason?: string }).reason], [422, 'other_merchant']);
  assert.equal((await row()).auth_token, fresh.auth_token);
  bank.merchantId = merchant;
});

test('the clock refreshes what ends within thirty days, and reports where it cannot', async () => {
  const ends = (days: number) =>
    product.database.write(platformScope, (db) =>
      db.raw('UPDATE alipay_config SET auth_until = $2 WHERE id = $1 RETURNING 1', [
        id,
        new Date(Date.now() + days * DAY).toISOString(),
      ]),
    );
  await ends(40);
  await keepAuthorised(product.database, new Date());
  const untouched = await row();
  await ends(20);
  bank.grants.clear();
  await keepAuthorised(product.database, new Date());
  assert.equal((await row()).auth_state, 'ending');
  const { checkResult } = await product.must('GET', `${base}/detail`, { recordId: id });
  assert.match(checkResult, /授权未能刷新/);
  bank.grants.add('refresh-2'); // the one that is held: what another merchant granted was not taken
  await keepAuthorised(product.database, new Date());
  const now = await row();
  assert.equal(now.auth_state, 'authorised');
  assert.notEqual(now.auth_token, untouched.auth_token);
});
