import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { forget } from './person.ts';

const uaa = '/api/api-uaa/oauth';
const base = '/api/blade-system/client';
const [account, password] = ['program.user', 'First-word-1'];
let product: TestProduct;
let url: string;

type Made = { id: string; clientId: string; clientSecret: string };

before(async () => {
  product = await startTestProduct();
  url = await product.listen();
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '应用用户',
    companyId: product.companies.first,
    password,
    allParks: true,
  });
  const roles = (await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  })) as { id: string; builtIn: string }[];
  const { id } = roles.find(({ builtIn }) => builtIn === 'groupAdmin')!;
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId, ids: id });
});
after(() => product.close());

let nth = 0;
const made = (more: Record<string, unknown> = {}): Promise<Made> =>
  product.must('POST', `${base}/submit`, {
    clientName: '看板',
    clientId: `board.${(nth += 1)}`,
    scope: 'all',
    authorizedGrantTypes: ['password', 'refresh_token'],
    accessTokenValidity: 3600,
    refreshTokenValidity: 7200,
    ...more,
  });

async function sent(path: string, input: object, by: { clientId: string; clientSecret: string } | null) {
  const authorization = by && `Basic ${Buffer.from(`${by.clientId}:${by.clientSecret}`).toString('base64')}`;
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization ? { Authorization: authorization } : {}) },
    body: JSON.stringify(input),
  });
  const { data, reason, error } = (await answer.json()) as { data: any; reason?: string; error?: string };
  return { result: [answer.status, reason ?? error].filter(Boolean).join(' '), data };
}
const enter = (by: { clientId: string; clientSecret: string } | null) =>
  sent(`${uaa}/user/token`, { username: account, password }, by);
const renew = (token: string, by: { clientId: string; clientSecret: string } | null) =>
  sent(`${uaa}/refresh/token`, { refresh_token: token }, by);
const isIn = async (as: string) => (await product.ask('GET', `${uaa}/userinfo`, {}, { as })).status;
const aged = (seconds: number) =>
  product.database.write(platformScope, (db) =>
    db.raw('UPDATE session_token SET issued_at = issued_at - make_interval(secs => $1) WHERE replaced_at IS NULL', [
      seconds,
    ]),
  );

test('a program shows its id and secret for a token; a wrong one is refused as an unknown one is', async () => {
  const own = await made();
  const { result, data } = await enter(own);
  assert.deepEqual([result, data.expiresIn], ['200', 3600]);
  assert.equal(await isIn(data.accessToken), 200);
  assert.equal((await enter({ ...own, clientSecret: 'guessed' })).result, '401 unknown_client');
  assert.equal((await enter({ clientId: 'nobody', clientSecret: own.clientSecret })).result, '401 unknown_client');
  assert.equal((await enter({ clientId: 'no\0body', clientSecret: 'x' })).result, '401 unknown_client');
  assert.equal((await enter({ clientId: '', clientSecret: '' })).result, '401 unknown_client');
  assert.equal((await enter(null)).result, '200', 'the product’s own programs show none');
  assert.equal((await enter({ clientId: 'gatehouse', clientSecret: 'console' })).result, '200');
});

test('a secret is shown once, stored as a hash, and replaced by another', async () => {
  const own = await made();
  const stored = JSON.stringify([
    await product.must('GET', `${base}/list`, {}),
    await product.must('GET', `${base}/detail`, { id: own.id }),
  ]);
  assert.ok(stored.includes(own.clientId) && !stored.includes(own.clientSecret) && !stored.includes('argon2'));
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ secret: string }>('SELECT client_secret AS secret FROM client WHERE id = $1', [own.id]),
  );
  assert.match(row!.secret, /^\$argon2id\$/);
  const next: Made = await product.must('POST', '/api/gatehouse/client/rotate', { id: own.id });
  assert.deepEqual([(await enter(own)).result, (await enter(next)).result], ['401 unknown_client', '200']);
});

test('a lifetime that is shortened holds for tokens that are out, and so does switching off and removing', async () => {
  const own = await made();
  const tokens = async () => (await enter(own)).data as { accessToken: string; refreshToken: string };
  const { accessToken, refreshToken } = await tokens();
  await aged(600);
  await forget(product.database);
  assert.equal(await isIn(accessToken), 200);
  await product.must('POST', `${base}/submit`, { id: own.id, accessTokenValidity: 300 });
  assert.equal(await isIn(accessToken), 401);
  await product.must('POST', `${base}/submit`, { id: own.id, refreshTokenValidity: 500 });
  assert.equal((await renew(refreshToken, own)).result.slice(0, 3), '401');
  const second = await tokens();
  await product.must('POST', `${base}/submit`, { id: own.id, enabled: false });
  assert.equal(await isIn(second.accessToken), 401);
  assert.equal((await enter(own)).result, '401 unknown_client');
  await product.must('POST', `${base}/submit`, { id: own.id, enabled: true });
  const third = await tokens();
  await product.must('POST', `${base}/remove`, { ids: own.id });
  assert.equal(await isIn(third.accessToken), 401);
});

test('a refresh token serves only the program it was issued to, and only where that is granted', async () => {
  const [own, other] = [await made(), await made()];
  const { data } = await enter(own);
  for (const by of [other, null]) assert.equal((await renew(data.refreshToken, by)).result.slice(0, 3), '401');
  const next = await renew(data.refreshToken, own);
  assert.deepEqual([next.result, next.data.expiresIn], ['200', 3600]);
  await product.must('POST', `${base}/submit`, { id: own.id, authorizedGrantTypes: ['password'] });
  assert.equal((await renew(next.data.refreshToken, own)).result, '403 not_permitted');
  await product.must('POST', `${base}/submit`, { id: own.id, authorizedGrantTypes: ['refresh_token'] });
  assert.equal((await enter(own)).result, '403 not_permitted');
});

test('a program that reads only changes nothing, whatever its person may do', async () => {
  const own = await made({ scope: 'read' });
  const { accessToken: as, refreshToken } = (await enter(own)).data;
  assert.equal((await product.ask('GET', '/api/updown/basePark/list', {}, { as })).status, 200);
  const change = () => product.ask('POST', '/api/updown/basePark/submit', { parkName: 'x' }, { as });
  assert.deepEqual([(await change()).status, (await change()).body.error], [403, 'not_permitted']);
  const next = (await renew(refreshToken, own)).data.accessToken;
  assert.equal((await product.ask('POST', '/api/updown/basePark/submit', {}, { as: next })).status, 403);
  await product.must('POST', `${base}/submit`, { id: own.id, scope: 'all' });
  assert.equal((await product.ask('POST', '/api/updown/basePark/submit', {}, { as: next })).status, 400);
});

test('ids of another form, the product’s own and refresh tokens shorter than tokens are refused; tenants see no program', async () => {
  const refused = async (more: Record<string, unknown>) =>
    (
      await product.ask('POST', `${base}/submit`, {
        clientName: 'x',
        clientId: 'fine',
        scope: 'all',
        authorizedGrantTypes: ['password'],
        accessTokenValidity: 3600,
        refreshTokenValidity: 3600,
        ...more,
      })
    ).body.errors?.map(({ field }) => field);
  assert.deepEqual(await refused({ clientId: 'a:b' }), ['clientId']);
  assert.deepEqual(await refused({ clientId: 'gatehouse' }), ['clientId']);
  assert.deepEqual(await refused({ refreshTokenValidity: 600 }), ['refreshTokenValidity']);
  assert.equal((await product.ask('GET', `${base}/list`, {}, { as: 'groupAdmin' })).status, 403);
});
