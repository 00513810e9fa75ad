import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { codeRoads } from './login.ts';
import { forget } from './person.ts';

const uaa = '/api/api-uaa/oauth';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const sql = <R>(text: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw<R>(text, values));
let nth = 0;
/** A fresh user of a company, with a built-in role. */
async function person(
  companyId: string,
  role: string | null,
  more: Record<string, unknown> = {},
): Promise<{ id: string; account: string; password: string }> {
  const [account, password] = [`story.${(nth += 1)}`, 'First-word-1'];
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: `人${nth}`,
    companyId,
    password,
    allParks: true,
    ...more,
  });
  if (role) {
    const roles = (await product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId })) as {
      id: string;
      builtIn: string;
    }[];
    await product.must('POST', '/api/updown/sysuser/grantRole', {
      userId: id,
      ids: roles.find((each) => each.builtIn === role)!.id,
    });
  }
  return { id, account, password };
}
const enter = (account: string, password: string) =>
  product.ask('POST', `${uaa}/user/token`, { username: account, password }, { as: null });

test('a login answers tokens that begin with the tenant and say who and where', async () => {
  const { account, password } = await person(product.companies.first, 'auditor');
  const { body } = await enter(account.toUpperCase(), password);
  assert.match(body.data.accessToken, /^t\d+\.[\w-]{43}$/);
  assert.equal(body.data.expiresIn, 30_000);
  const info = await product.must('GET', `${uaa}/userinfo`, {}, { as: body.data.accessToken });
  assert.equal(info.account, account);
  assert.equal(info.companyId, product.companies.first);
  assert.equal(info.roles[0].builtIn, 'auditor');
  assert.ok(info.permissions.includes('company:read'));
  assert.ok(!info.permissions.includes('company:edit'));
});

test('the database holds no token and no password as it was given', async () => {
  const { account, password } = await person(product.companies.first, null);
  const { body } = await enter(account, password);
  const tokens = await sql<{ row: string }>('SELECT row_to_json(k)::text AS row FROM session_token k');
  assert.ok(tokens.length > 0);
  for (const { row } of tokens)
    for (const token of [body.data.accessToken, body.data.refreshToken]) assert.ok(!row.includes(token.split('.')[1]));
  const [user] = await sql<{ password: string }>('SELECT password FROM "user" WHERE account = $1', [account]);
  assert.match(user!.password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a wrong password and an unknown account are answered alike', async () => {
  const { account } = await person(product.companies.first, null);
  const [wrong, unknown] = [await enter(account, 'not this one 1'), await enter('nobody.at.all', 'not this one 1')];
  assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body]);
  assert.equal(wrong.body.error, 'wrong_password');
});

test('a locked login is refused everything until it is unlocked with the password it was locked under', async () => {
  const { account, password } = await person(product.companies.first, 'auditor');
  const { accessToken: as, refreshToken } = (await enter(account, password)).body.data;
  const other = (await enter(account, password)).body.data.accessToken;
  await product.must('POST', '/api/gatehouse/session/lock', { password: 'night 7' }, { as });
  for (const [method, path] of [
    ['GET', `${uaa}/userinfo`],
    ['GET', '/api/updown/basePark/list'],
    ['POST', '/api/gatehouse/session/lock'],
    ['GET', '/api/gatehouse/preference'],
  ] as const) {
    const answer = await product.ask(method, path, { password: 'mine now', key: 'x' }, { as });
    assert.deepEqual([answer.status, answer.body.error, answer.body.data], [423, 'session_locked', null], path);
  }
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: other })).status, 200, 'another login is not');
  const renewed = await product.must('POST', `${uaa}/refresh/token`, { refresh_token: refreshToken }, { as: null });
  const now = renewed.accessToken as string;
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: now })).status, 423, 'new tokens are as locked');
  const open = (given: string) =>
    product.ask('POST', '/api/gatehouse/session/unlock', { password: given }, { as: now });
  assert.equal((await open('night 8')).status, 400);
  assert.equal((await open('night 7')).status, 200);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: now })).status, 200);
  const stored = await sql<{ row: string }>('SELECT row_to_json(s)::text AS row FROM session s');
  assert.ok(stored.every(({ row }) => !row.includes('night 7')));
});

test('ten wrong words at the lock make it wait; a locked login can still be ended', async () => {
  const { account, password } = await person(product.companies.first, null);
  const { accessToken: as } = (await enter(account, password)).body.data;
  await product.must('POST', '/api/gatehouse/session/lock', { password: 'right' }, { as });
  const open = (given: string) => product.ask('POST', '/api/gatehouse/session/unlock', { password: given }, { as });
  for (let time = 0; time < 10; time += 1) assert.equal((await open('wrong')).status, 400);
  assert.equal((await open('right')).status, 429);
  await product.must('GET', `${uaa}/remove/token`, {}, { as });
  assert.equal((await open('right')).status, 401);
});

test('a refresh gives new tokens and the old token stops working', async () => {
  const { account, password } = await person(product.companies.first, 'auditor');
  const { data } = (await enter(account, password)).body;
  await product.must('GET', `${uaa}/userinfo`, {}, { as: data.accessToken });
  const next = await product.must(
    'POST',
    `${uaa}/refresh/token`,
    { refresh_token: data.refreshToken },
    { as: data.accessToken },
  );
  assert.notEqual(next.accessToken, data.accessToken);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: data.accessToken })).status, 401);
  assert.equal((await product.must('GET', `${uaa}/userinfo`, {}, { as: next.accessToken })).account, account);
});

test('a refresh token used again later ends the whole session', async () => {
  const { account, password } = await person(product.companies.first, 'auditor');
  const { data } = (await enter(account, password)).body;
  const next = await product.must('POST', `${uaa}/refresh/token`, { refresh_token: data.refreshToken }, { as: null });
  await sql(`UPDATE session_token SET replaced_at = replaced_at - interval '11 seconds' WHERE replaced_at IS NOT NULL`);
  assert.equal(
    (await product.ask('POST', `${uaa}/refresh/token`, { refresh_token: data.refreshToken }, { as: null })).status,
    401,
  );
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: next.accessToken })).status, 401);
  assert.equal(
    (await product.ask('POST', `${uaa}/refresh/token`, { refresh_token: next.refreshToken }, { as: null })).status,
    401,
  );
  const noted = await sql(`SELECT 1 FROM audit_log WHERE resource = 'session' AND action = 'refreshReused'`);
  assert.equal(noted.length, 1);
});

test('two windows that refresh in the same moment both stay logged in', async () => {
  const { account, password } = await person(product.companies.first, 'auditor');
  const { data } = (await enter(account, password)).body;
  const both = await Promise.all(
    [1, 2].map(() => product.must('POST', `${uaa}/refresh/token`, { refresh_token: data.refreshToken }, { as: null })),
  );
  for (const { accessToken } of both)
    assert.equal((await product.must('GET', `${uaa}/userinfo`, {}, { as: accessToken })).account, account);
});

test('a token out of its time is nobody’s', async () => {
  const { account, password } = await person(product.companies.first, null);
  const { data } = (await enter(account, password)).body;
  await sql(
    `UPDATE session_token SET expires_at = now() - interval '1 second' WHERE session_id = (SELECT id FROM session ORDER BY id DESC LIMIT 1)`,
  );
  await forget(product.database);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: data.accessToken })).status, 401);
});

test('logging out ends the session at once, twice is as good as once', async () => {
  const { account, password } = await person(product.companies.first, null);
  const { data } = (await enter(account, password)).body;
  await product.must('POST', `${uaa}/user/logoutLog`, { source: 'web' }, { as: data.accessToken });
  for (let time = 0; time < 2; time += 1)
    assert.equal((await product.ask('GET', `${uaa}/remove/token`, {}, { as: data.accessToken })).status, 200);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: data.accessToken })).status, 401);
});

test('a session ended elsewhere is refused within ten seconds', async (t) => {
  const { account, password } = await person(product.companies.first, null);
  const { data } = (await enter(account, password)).body;
  await product.must('GET', `${uaa}/userinfo`, {}, { as: data.accessToken });
  await sql(`UPDATE session SET ended_at = now() WHERE id = (SELECT id FROM session ORDER BY id DESC LIMIT 1)`);
  const real = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => real() + 10_001);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: data.accessToken })).status, 401);
});

test('a person sees his own sessions and ends one of them, and nobody else’s', async () => {
  const { account, password } = await person(product.companies.first, null);
  const [one, two] = [(await enter(account, password)).body.data, (await enter(account, password)).body.data];
  const list = (await product.must('GET', '/api/gatehouse/session/list', {}, { as: one.accessToken })) as {
    id: string;
    current: boolean;
  }[];
  assert.equal(list.length, 2);
  const other = list.find((each) => !each.current)!;
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/session/revoke', { id: other.id }, { as: 'otherTenant' })).status,
    404,
  );
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/session/revoke', { id: other.id }, { as: 'groupAdmin' })).status,
    404,
  );
  await product.must('POST', '/api/gatehouse/session/revoke', { id: other.id }, { as: one.accessToken });
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: two.accessToken })).status, 401);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: one.accessToken })).status, 200);
});

test('a disabled user, company or tenant does not enter, and whoever is inside is out', async () => {
  const { id, account, password } = await person(product.companies.child, 'auditor');
  const { data } = (await enter(account, password)).body;
  await product.must('POST', '/api/updown/sysuser/submit', { id, enabled: false });
  assert.equal((await enter(account, password)).body.error, 'account_disabled');
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: data.accessToken })).status, 401);
  await product.must('POST', '/api/updown/sysuser/submit', { id, enabled: true });
  const again = (await enter(account, password)).body.data;
  await product.must('POST', '/api/updown/basecompany/submit', { id: product.companies.child, enabled: false });
  await forget(product.database);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as: again.accessToken })).status, 401);
  assert.equal((await enter(account, password)).body.error, 'account_disabled');
  await product.must('POST', '/api/updown/basecompany/submit', { id: product.companies.child, enabled: true });
  const { records } = await product.must('GET', '/api/blade-system/tenant/list', { tenantName: '安泊集团' });
  await product.must('POST', '/api/blade-system/tenant/submit', { id: records[0].id, enabled: false });
  assert.equal((await enter(account, password)).body.error, 'account_disabled');
  await product.must('POST', '/api/blade-system/tenant/submit', { id: records[0].id, enabled: true });
});

test('switching narrows the sight to a company below and never widens it', async () => {
  const head = await person(product.companies.first, 'groupAdmin');
  const { data } = (await enter(head.account, head.password)).body;
  const as = data.accessToken;
  const there = await product.must(
    'POST',
    '/api/updown/system/switchCompany',
    { companyId: product.companies.child },
    { as },
  );
  assert.equal(there.companyId, product.companies.child);
  const seen = await product.must('GET', '/api/updown/basecompany/list', {}, { as });
  assert.deepEqual(
    seen.records.map(({ id }: { id: string }) => id),
    [product.companies.child],
  );
  assert.equal(
    (await product.ask('POST', '/api/updown/system/switchCompany', { companyId: product.companies.second }, { as }))
      .status,
    404,
  );
  const choices = (await product.must('GET', '/api/updown/baseSelect/selectLoginCompany', {}, { as })) as {
    value: string;
  }[];
  assert.deepEqual(
    new Set(choices.map(({ value }) => value)),
    new Set([product.companies.first, product.companies.child]),
  );
  const back = await product.must('POST', '/api/updown/system/switchCompany', {}, { as });
  assert.equal(back.companyId, product.companies.first);

  const below = await person(product.companies.child, 'companyAdmin');
  const low = (await enter(below.account, below.password)).body.data.accessToken;
  assert.equal(
    (await product.ask('POST', '/api/updown/system/switchCompany', { companyId: product.companies.first }, { as: low }))
      .status,
    404,
  );
  const own = (await product.must('GET', '/api/updown/baseSelect/selectLoginCompany', {}, { as: low })) as {
    value: string;
  }[];
  assert.deepEqual(
    own.map(({ value }) => value),
    [product.companies.child],
  );
});

test('a platform operator works in any company, sees only that group there, and finds back', async () => {
  const as = await product.login('admin', product.passwords.admin!);
  const there = await product.must(
    'POST',
    '/api/updown/system/switchCompany',
    { companyId: product.companies.second },
    { as },
  );
  assert.equal(there.companyId, product.companies.second);
  const seen = await product.must('GET', '/api/updown/basecompany/list', {}, { as });
  assert.deepEqual(
    seen.records.map(({ id }: { id: string }) => id),
    [product.companies.second],
  );
  const found = await product.must(
    'GET',
    '/api/updown/baseSelect/selectLoginCompanyByName',
    { companyName: '安泊' },
    { as },
  );
  assert.equal(found.length, 2);
  const back = await product.must(
    'POST',
    '/api/updown/system/switchCompany',
    { companyId: there.homeCompanyId },
    { as },
  );
  assert.equal(back.switched, false);
  assert.ok((await product.must('GET', '/api/updown/basecompany/list', {}, { as })).total >= 4);
});

test('without anybody to send codes the login page offers none, and asking for one says why', async () => {
  const ways = async () =>
    (await product.must('GET', '/api/updown/sysCustomConfig/getLoginConfig', {}, { as: null })).ways;
  assert.deepEqual(await ways(), { code: false, thirdParty: [] });
  const { account, password } = await person(product.companies.first, null, {
    phone: '13800138003',
    email: 'story@example.com',
  });
  const askCode = () =>
    product.ask('POST', `${uaa}/user/loginCode`, { username: account, password }, { as: null, lang: 'en' });
  const refused = await askCode();
  assert.equal(refused.status, 422);
  assert.match(refused.body.msg, /SMS and email are not configured/);
  assert.equal((await sql('SELECT 1 FROM login_code')).length, 0);
  configure(codeRoads.as(['mail']));
  assert.equal((await askCode()).body.data.sentTo, 'sto****.com');
  configure(codeRoads.as([...codeRoads.value(), 'sms']));
  assert.equal((await ways()).code, true);
});

test('a code is sent to the phone, logs in once together with the password, and not after five minutes', async () => {
  const { account, password } = await person(product.companies.first, null, { phone: '13800138000' });
  const challenge = await product.must('POST', `${uaa}/user/loginCode`, { username: account, password }, { as: null });
  assert.equal(challenge.sentTo, '138****8000');
  const code = async () => {
    const [row] = await sql<{ kind: string; target: string; payload: { sealedCode: string } }>(
      'SELECT kind, target, payload FROM outbox ORDER BY id DESC LIMIT 1',
    );
    assert.deepEqual([row!.kind, row!.target], ['sms', '13800138000']);
    return unseal(row!.payload.sealedCode);
  };
  const validCode = await code();
  const byCode = (given: string, secret = password) =>
    product.ask(
      'POST',
      `${uaa}/user/tokenByCode`,
      { username: account, password: secret, validCode: given },
      { as: null },
    );
  assert.equal((await byCode(validCode === '000000' ? '000001' : '000000')).body.error, 'wrong_code');
  assert.equal((await byCode(validCode, 'not-the-password1')).body.error, 'wrong_password');
  assert.equal((await byCode(validCode)).status, 200);
  assert.equal((await byCode(validCode)).body.error, 'wrong_code');
  assert.equal(
    (await product.ask('POST', `${uaa}/user/loginCode`, { username: account, password }, { as: null })).status,
    429,
  );
  await sql(`DELETE FROM login_try WHERE key LIKE 'code%'`);
  await product.must('POST', `${uaa}/user/loginCode`, { username: account, password }, { as: null });
  await sql(`UPDATE login_code SET expires_at = now() - interval '1 second'`);
  assert.equal((await byCode(await code())).body.error, 'wrong_code');
});

test('five wrong codes spoil the code', async () => {
  const { account, password } = await person(product.companies.first, null, { phone: '13800138001' });
  await product.must('POST', `${uaa}/user/loginCode`, { username: account, password }, { as: null });
  const [row] = await sql<{ payload: { sealedCode: string } }>('SELECT payload FROM outbox ORDER BY id DESC LIMIT 1');
  const right = unseal(row!.payload.sealedCode);
  const wrong = right === '111111' ? '222222' : '111111';
  for (let time = 0; time < 5; time += 1)
    assert.equal(
      (
        await product.ask(
          'POST',
          `${uaa}/user/tokenByCode`,
          { username: account, password, validCode: wrong },
          { as: null },
        )
      ).body.error,
      'wrong_code',
    );
  assert.equal(
    (
      await product.ask(
        'POST',
        `${uaa}/user/tokenByCode`,
        { username: account, password, validCode: right },
        { as: null },
      )
    ).body.error,
    'wrong_code',
  );
});

test('a ticket login without a provider is refused with the reason', async () => {
  const { status, body } = await product.ask(
    'POST',
    `${uaa}/user/thirdtoken`,
    { code: 'abc', source: 'gxw' },
    { as: null, lang: 'en' },
  );
  assert.equal(status, 422);
  assert.match(body.msg, /No such third-party login is configured/);
});

test('changing the password asks for the old one, ends every session and refuses weak ones', async () => {
  const { account, password } = await person(product.companies.first, 'auditor');
  const as = (await enter(account, password)).body.data.accessToken;
  const change = (oldPassword: string, newPassword: string) =>
    product.ask('POST', '/api/updown/sysuser/updatePassword', { oldPassword, newPassword }, { as });
  assert.equal((await change('not the old 1', 'A-new-word-22')).body.errors![0]!.field, 'oldPassword');
  for (const weak of ['short1', 'onlyletters', `${account}-99`, password])
    assert.equal((await change(password, weak)).body.errors![0]!.field, 'newPassword', weak);
  assert.equal((await change(password, 'A-new-word-22')).status, 200);
  assert.equal((await product.ask('GET', `${uaa}/userinfo`, {}, { as })).status, 401);
  assert.equal((await enter(account, password)).status, 400);
  assert.equal((await enter(account, 'A-new-word-22')).status, 200);
});

test('no password, token or code stands in any audit row, message or kept answer', async () => {
  const { id, account } = await person(product.companies.first, null);
  const reset = await product.must('POST', '/api/updown/sysuser/reset-password', { ids: id }, { key: 'reset-once' });
  await enter(account, reset[0].password);
  const rows = await sql<{ text: string }>(
    `SELECT row_to_json(a)::text AS text FROM audit_log a UNION ALL SELECT row_to_json(i)::text FROM idempotency i UNION ALL SELECT row_to_json(o)::text FROM outbox o`,
  );
  for (const secret of [reset[0].password, 'First-word-1', 'A-new-word-22', product.passwords.admin!])
    for (const { text } of rows) assert.ok(!text.includes(secret), text.slice(0, 200));
  assert.ok(!rows.some(({ text }) => /argon2id/.test(text)));
});

test('the login page is configured by domain, without a login', async () => {
  await product.must('POST', '/api/updown/sysCustomConfig/submit', {
    domain: 'https://Park.Example.com:8443/login',
    title: '城市停车平台',
    shortTitle: '城停',
    icpNo: '京ICP备00000001号',
    policeNo: '京公网安备 11010102000001号',
  });
  const own = await product.must(
    'GET',
    '/api/updown/sysCustomConfig/getLoginConfig',
    { domain: 'park.example.com' },
    { as: null },
  );
  assert.equal(own.title, '城市停车平台');
  assert.deepEqual(
    own.filings.map(({ url }: { url: string }) => url),
    ['https://beian.miit.gov.cn/', 'https://beian.mps.gov.cn/#/query/webSearch?code=11010102000001'],
  );
  const standard = await product.must(
    'GET',
    '/api/updown/sysCustomConfig/getLoginConfig',
    { domain: 'elsewhere.example.com' },
    { as: null },
  );
  assert.equal(standard.title, '智慧停车管理系统');
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/sysCustomConfig/submit',
        { domain: 'x.example.com', title: 'x' },
        { as: 'groupAdmin' },
      )
    ).status,
    403,
  );
});

test('the logo of a host is seen without a login; no other file is, not even by its address', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const store = async (bytes: Buffer) =>
    (await product.must('POST', `/api/updown/file/${hashOf(bytes)}`, {}, { bytes })).url as string;
  const logo = await store(png);
  const other = await store(Buffer.concat([png, Buffer.from('another')]));
  await product.must('POST', '/api/updown/sysCustomConfig/submit', {
    domain: 'logo.example.com',
    title: '测温预警平台',
    logo,
  });
  await product.must('POST', '/api/updown/sysCustomConfig/submit', { domain: 'bare.example.com', title: '无标志' });
  const shown = await product.must(
    'GET',
    '/api/updown/sysCustomConfig/getLoginConfig',
    { domain: 'LOGO.example.com:8443' },
    { as: null },
  );
  const address = new URL(shown.logo, 'http://x');
  const seen = await product.ask('GET', address.pathname, Object.fromEntries(address.searchParams), { as: null });
  assert.deepEqual(
    [seen.status, seen.headers['content-type'], seen.headers['cache-control']],
    [200, 'image/png', 'public, max-age=31536000, immutable'],
  );
  for (const file of [logo, other]) assert.equal((await product.ask('GET', file, {}, { as: null })).status, 401);
  for (const domain of ['bare.example.com', 'nowhere.example.com', hashOf(png)])
    assert.equal((await product.ask('GET', address.pathname, { domain }, { as: null })).status, 404);
});
