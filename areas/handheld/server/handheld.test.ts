/** Handhelds are enrolled by a code that is shown once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '#kit/server/id.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/updown/pda/pdadevice';
let product: TestProduct;
let deviceId: string;

before(async () => {
  product = await startTestProduct();
  const added = await product.must('POST', `${base}/submit`, { deviceName: '手持机01', imei: '860000000000001' }, as);
  deviceId = added.deviceId;
});
after(() => product.close());

const as = { as: 'groupAdmin' };
const issue = (key?: string) =>
  product.ask('POST', `${base}/issueCode`, { deviceId }, { ...as, ...(key ? { key } : {}) });
const enrol = (code: string, who = 'groupAdmin') =>
  product.ask('POST', '/api/gatehouse/handheld/enrol', { code, appVersion: '1.4.0' }, { as: who });
const detail = () => product.must('GET', `${base}/detail`, { deviceId }, as);

test('a code is shown once, stored as a hash, and a new one replaces it', async () => {
  const key = newId();
  const first = (await issue(key)).body.data;
  assert.match(first.code, /^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  assert.equal((await issue(key)).body.data.code, undefined, 'a repeat does not show it again');
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ code_hash: string }>('SELECT code_hash FROM pdadevice WHERE id = $1', [deviceId]),
  );
  assert.match(row!.code_hash, /^[0-9a-f]{64}$/);
  assert.ok(!JSON.stringify(await detail()).includes(first.code));
  const second = (await issue()).body.data.code;
  assert.equal((await enrol(first.code)).body.errors![0]!.field, 'code');
  assert.equal((await enrol(second, 'otherTenant')).status, 400, 'another group has no such handheld');
  assert.equal((await enrol(second.toLowerCase().replace('-', ' '))).status, 200);
  const shown = await detail();
  assert.deepEqual([shown.status, shown.appVersion], ['enrolled', '1.4.0']);
  assert.equal((await enrol(second)).status, 400, 'a code enrols once');
  assert.equal((await issue()).status, 409, 'an enrolled handheld has no code');
});

test('a lost handheld shows why and is enrolled again after it is restored', async () => {
  assert.equal((await product.ask('POST', `${base}/lose`, { deviceId }, as)).body.errors![0]!.field, 'reason');
  await product.must('POST', `${base}/lose`, { deviceId, reason: '遗失在出租车上' }, as);
  assert.equal((await issue()).status, 409);
  await product.must('POST', `${base}/restore`, { deviceId }, as);
  assert.equal((await detail()).status, 'new');
  assert.equal((await issue()).status, 200);
});

test('versions are one of a kind in a company and channel', async () => {
  const version = { platName: '路内收费', channel: 'pwa', versionNo: '1.4.0' };
  const submit = () => product.ask('POST', '/api/updown/pda/pdaplatform/submit', version, as);
  assert.equal((await submit()).status, 200);
  assert.equal((await submit()).status, 409);
  const { total, records } = await product.must('GET', '/api/updown/pda/pdaplatform/list', {}, as);
  assert.equal(total, 1);
  const info = await product.must('GET', '/api/updown/pda/pdaplatform/info', { id: records[0].id }, as);
  assert.equal(info.versionNo, '1.4.0');
});
