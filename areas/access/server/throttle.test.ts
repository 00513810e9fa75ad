/** How many wrong passwords are borne, by whom, and what they keep from whom. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const uaa = '/api/api-uaa/oauth';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const sql = <R>(text: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw<R>(text, values));
let nth = 0;
/** Somebody without a role. */
async function person(companyId: string): Promise<{ account: string; password: string }> {
  const [account, password] = [`throttled.${(nth += 1)}`, 'First-word-1'];
  const input = { account, realName: `人${nth}`, companyId, password, allParks: true };
  await product.must('POST', '/api/updown/sysuser/submit', input);
  return { account, password };
}
const enter = (account: string, password: string) =>
  product.ask('POST', `${uaa}/user/token`, { username: account, password }, { as: null });

test('after ten wrong passwords from one address an account is blocked there, on every server and even with the right password', async () => {
  const { account, password } = await person(product.companies.first);
  const other = await person(product.companies.first);
  for (let time = 0; time < 10; time += 1) assert.equal((await enter(account, `wrong-${time}`)).status, 400);
  const refused = await enter(account, password);
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error, 'too_many');
  assert.equal((await enter(other.account, other.password)).status, 200);
  await sql(`UPDATE login_try SET until = now() - interval '1 second'`);
  assert.equal((await enter(account, password)).status, 200);
});

/** Calls as from an address of one's own, with what the device kept of its last login. */
const from = async (ip: string, account: string, password: string, deviceToken?: string) =>
  product.ask('POST', `${uaa}/user/token`, { username: account, password, deviceToken }, { as: null, ip });

test('strangers who guess an account’s password keep its owner out neither elsewhere nor on a device he used before', async () => {
  await sql('DELETE FROM login_try');
  const { account, password } = await person(product.companies.first);
  const { deviceToken } = (await from('10.9.0.1', account, password)).body.data;
  for (let time = 0; time < 12; time += 1) await from('10.9.0.66', account, `guess-${time}`);
  assert.equal((await from('10.9.0.66', account, password)).status, 429, 'the guesser waits');
  assert.equal((await from('10.9.0.2', account, password)).status, 200, 'the owner from elsewhere does not');
  assert.equal((await from('10.9.0.66', account, password, deviceToken)).status, 200, 'nor on his device');
  await sql('UPDATE login_try SET count = 60 WHERE key = $1', [`account:${account}`]);
  assert.equal((await from('10.9.0.3', account, password)).status, 429, 'guesses from everywhere add up');
  assert.equal((await from('10.9.0.3', account, password, deviceToken)).status, 200);
  await sql('DELETE FROM login_try');
});

test('one address can neither use an account up for all others nor leave a row for each name it thinks of', async () => {
  await sql('DELETE FROM login_try');
  const { account, password } = await person(product.companies.first);
  for (let time = 0; time < 70; time += 1) await from('10.7.0.66', account, `guess-${time}`);
  assert.equal((await from('10.7.0.2', account, password)).status, 200, 'the owner on a new device');
  await sql('DELETE FROM login_try');
  for (let time = 0; time < 80; time += 1) await from('10.7.0.66', `ghost.${time}`, 'x');
  const [rows] = await sql<{ many: number }>('SELECT count(*)::int AS many FROM login_try');
  assert.ok(rows!.many <= 2 * 60 + 1, `${rows!.many} rows`);
  await sql('DELETE FROM login_try');
});

test('whoever has a network of IPv6 addresses is counted once', async () => {
  await sql('DELETE FROM login_try');
  const { account, password } = await person(product.companies.first);
  for (let time = 1; time <= 10; time += 1)
    assert.equal((await from(`2001:db8:1:2::${time}`, account, `guess-${time}`)).status, 400);
  assert.equal((await from('2001:db8:1:2:ffff::1', account, password)).status, 429);
  assert.equal((await from('2001:db8:1:3::1', account, password)).status, 200);
  await sql('DELETE FROM login_try');
});

test('strangers’ guesses do not keep a person who is logged in from changing his password; his own are counted', async () => {
  const { account, password } = await person(product.companies.first);
  const { accessToken: as } = (await enter(account, password)).body.data;
  await sql('DELETE FROM login_try');
  await sql(
    `INSERT INTO login_try (key, count, until) VALUES ($1, 60, now() + interval '10 minutes'), ($2, 10, now() + interval '10 minutes')`,
    [`account:${account}`, `account:${account}@127.0.0.1`],
  );
  const change = (oldPassword: string) =>
    product.ask('POST', '/api/updown/sysuser/updatePassword', { oldPassword, newPassword: 'An0ther-one-2026' }, { as });
  for (let time = 0; time < 9; time += 1) assert.equal((await change('wrong')).status, 400);
  assert.equal((await change(password)).status, 200);
  const again = (await from('10.6.0.1', account, 'An0ther-one-2026')).body;
  assert.equal(again.error, 'too_many', 'where he is unknown he waits as anybody');
  await sql('DELETE FROM login_try');
  const { accessToken: other } = (await enter(account, 'An0ther-one-2026')).body.data;
  const guess = () =>
    product.ask(
      'POST',
      '/api/updown/sysuser/updatePassword',
      { oldPassword: 'x', newPassword: 'Y-2026-other' },
      { as: other },
    );
  for (let time = 0; time < 10; time += 1) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
  await sql('DELETE FROM login_try');
});

test('what a device keeps counts its own tries, stands for one account and cannot be made up', async () => {
  await sql('DELETE FROM login_try');
  const [one, two] = [await person(product.companies.first), await person(product.companies.first)];
  const { deviceToken } = (await from('10.8.0.1', one.account, one.password)).body.data;
  for (let time = 0; time < 10; time += 1)
    assert.equal((await from(`10.8.1.${time}`, one.account, 'x', deviceToken)).status, 400);
  assert.equal((await from('10.8.2.1', one.account, one.password, deviceToken)).status, 429, 'ten of one device');
  assert.equal((await from('10.8.2.1', one.account, one.password)).status, 200, 'which are not another’s');
  const last = deviceToken.at(-1) === 'A' ? 'B' : 'A';
  for (const token of [deviceToken, `${deviceToken.slice(0, -2)}${last}A`, 'x'.repeat(50)]) {
    await sql('DELETE FROM login_try');
    await from('10.8.3.1', two.account, 'x', token);
    await sql('UPDATE login_try SET count = 10 WHERE key LIKE $1', [`account:${two.account}@%`]);
    assert.equal((await from('10.8.3.1', two.account, two.password, token)).status, 429);
    assert.equal(
      (await from('10.8.3.2', two.account, two.password, token)).status,
      200,
      'it was no device of this account',
    );
  }
  await sql('DELETE FROM login_try');
});

test('right passwords use up no tries', async () => {
  const { account, password } = await person(product.companies.first);
  for (let time = 0; time < 12; time += 1) assert.equal((await enter(account, password)).status, 200);
});

test('many addresses’ tries from one address are counted together', async () => {
  await sql('DELETE FROM login_try');
  const answers: number[] = [];
  for (let time = 0; time < 62; time += 1) answers.push((await enter(`ghost.${time}`, 'x')).status);
  await sql('DELETE FROM login_try');
  assert.deepEqual(answers.slice(58), [400, 400, 429, 429]);
});
