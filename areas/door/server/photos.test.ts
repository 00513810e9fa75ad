/**
 * Photos of faces: only with consent, only what terminals take, seen by few and noted, in no common place, and gone
 * when they must.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zipSync } from 'fflate';
import { platformScope } from '#kit/server/db.ts';
import { filesOfTests } from '#test/files.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { dropFaces, endPhotos } from './erase.ts';
import { endValidity } from './people.ts';

const DAY = 86_400_000;
const base = '/api/updown/dooremployeephoto';
const faceNo = (nth: number): Buffer =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'db', 'demo', 'faces', `${nth}.jpg`));
const address = (bytes: Buffer): string => `data:image/jpeg;base64,${bytes.toString('base64')}`;
const folder = filesOfTests();
let product: TestProduct;
const at: Record<string, string> = {};

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));
const person = (name: string, empNo: string, more: Record<string, unknown> = {}) =>
  save('dooremployee', { villageId: at['office'], deptId: at['dept'], empName: name, empNo, ...more });
const submit = (EmpID: string, nth = 1, more: Record<string, unknown> = {}, options = {}) =>
  product.ask('POST', `${base}/submit`, { EmpID, photoUrl: address(faceNo(nth)), ...more }, options);
const agreed = { textVersion: '2026-11', way: 'self' };
const photos = async (EmpID: string) => (await product.must('GET', `${base}/list`, { EmpID })).records;
const receipts = async (EmpID: string) =>
  (await product.must('GET', '/api/gatehouse/doorErasure/list', { EmpID })).records.map(
    ({ place, why, state }: { place: string; why: string; state: string }) => [place, why, state],
  );
const look = (id: string, as?: string | null) =>
  product.ask('GET', '/api/gatehouse/door/photo', { id }, as === undefined ? {} : { as });
/** Files whose bytes are not sealed: what any of them shows of a picture. */
const files = (): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /[0-9a-f]{64}$/.test(name));

before(async () => {
  product = await startTestProduct();
  filesOfTests();
  const companyId = product.companies.child;
  at['office'] = await save('baseVillage', { VName: '云台大厦', companyId });
  at['dept'] = await save('door/basedept', { companyId, villageId: at['office'], deptName: '研发部' });
  at['li'] = await person('李四', 'E001');
  at['wu'] = await person('吴九', 'E002');
});
after(() => product.close());

test('no photo is kept without a consent for this purpose, and that of another does not do', async () => {
  await product.must('POST', '/api/gatehouse/doorConsent/submit', {
    EmpID: at['li'],
    purpose: 'temperature',
    textVersion: '2026-01',
  });
  const without = await submit(at['li']!);
  assert.deepEqual([without.status, without.body.errors?.[0]?.field], [400, 'textVersion']);
  assert.equal((await photos(at['li']!)).length, 0);
  const { status, body } = await submit(at['li']!, 1, agreed);
  assert.equal(status, 200, JSON.stringify(body));
  const consents = (await product.must('GET', '/api/gatehouse/doorConsent/list', { EmpID: at['li'] })).records;
  const face = consents.find(({ purpose }: { purpose: string }) => purpose === 'face');
  assert.deepEqual([face.textVersion, face.way, face.status], ['2026-11', 'self', 'given']);
  assert.ok(face.givenTime);
});

test('what terminals would not take is refused in words: no JPEG, too small, too large, not upright', async () => {
  const good = faceNo(2);
  const resized = Buffer.from(good);
  const frame = resized.indexOf(Buffer.from([0xff, 0xc0]));
  resized.writeUInt16BE(200, frame + 7);
  const exif = Buffer.from(
    'ffe1002245786966000049492a000800000001001201030001000000060000000000000000000000'.slice(0, 72),
    'hex',
  );
  const turned = Buffer.concat([good.subarray(0, 2), exif, good.subarray(2)]);
  const large = Buffer.concat([good.subarray(0, -2), Buffer.alloc(210 * 1024, 1), good.subarray(-2)]);
  for (const [what, bytes] of [
    ['cut short', good.subarray(0, -40)],
    ['too small', resized],
    ['turned', turned],
    ['too large', large],
    ['no picture', Buffer.from('GIF89a')],
  ] as const) {
    const { status, body } = await submit(at['wu']!, 1, { ...agreed, photoUrl: address(Buffer.from(bytes)) });
    assert.deepEqual([status, body.errors?.[0]?.field], [400, 'photoUrl'], what);
  }
  const file = await submit(at['wu']!, 1, { ...agreed, photoUrl: '/api/updown/file/abc' });
  assert.deepEqual([file.status, file.body.errors?.[0]?.field], [400, 'photoUrl'], 'it never was in the common store');
  assert.equal((await photos(at['wu']!)).length, 0);
});

test('it lies sealed in the store, is of no list, and each look is noted', async () => {
  const [row] = await photos(at['li']!);
  assert.deepEqual([row.state, row.pixels, row.textVersion], ['kept', '480×640', '2026-11']);
  const [file] = await raw<{ hash: string; key: string }>('SELECT hash, key FROM sealed_file WHERE id = $1', [row.id]);
  const path = files().find((name) => name.endsWith(file!.hash));
  const lying = readFileSync(join(folder, path!));
  assert.ok(!lying.includes(faceNo(1).subarray(200, 260)), 'nothing of the picture can be read in it');
  assert.equal((await product.ask('GET', `/api/updown/file/${file!.hash}`)).status, 404, 'no common address reads it');
  assert.equal((await raw('SELECT 1 FROM stored_file WHERE hash = $1', [file!.hash])).length, 0, 'nor a back-up');
  const seen = await look(row.id);
  assert.deepEqual(
    [seen.status, seen.headers['content-type'], seen.headers['cache-control']],
    [200, 'image/jpeg', 'no-store'],
  );
  const [noted] = await raw<{ action: string; after: Record<string, unknown> }>(
    `SELECT action, after FROM audit_log WHERE resource = 'doorPhoto' AND row_id = $1 AND action = 'look'`,
    [row.id],
  );
  assert.deepEqual(noted!.after, { EmpID: at['li'] });
  const log = JSON.stringify(
    await raw(`SELECT before, after FROM audit_log WHERE resource IN ('doorPhoto', 'thermalPhoto')`),
  );
  assert.ok(!log.includes('base64'), 'the log holds no picture');
});

test('nobody of another group and nobody without the right sees or enters one', async () => {
  const [row] = await photos(at['li']!);
  assert.deepEqual(
    [
      (await look(row.id, 'otherTenant')).status,
      (await look(row.id, 'nobody')).status,
      (await look(row.id, null)).status,
    ],
    [404, 403, 401],
  );
  assert.equal((await submit(at['li']!, 2, {}, { as: 'otherTenant' })).status, 404);
  assert.equal((await product.ask('GET', `${base}/list`, {}, { as: 'otherTenant' })).body.data.total, 0);
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: [row.id] }, { as: 'otherTenant' })).status, 404);
  assert.equal((await product.ask('GET', '/api/gatehouse/door/face', { ticket: 'x' }, { as: null })).status, 404);
});

test('a new photo takes the place of the old, whose key is destroyed at once and whose file is dropped', async () => {
  const [old] = await photos(at['li']!);
  const [{ hash }] = (await raw<{ hash: string }>('SELECT hash FROM sealed_file WHERE id = $1', [old.id])) as [
    { hash: string },
  ];
  await product.must('POST', `/api/updown/yjEmployeephoto/submit`, { id: old.id, photoUrl: address(faceNo(3)) });
  const rows = await photos(at['li']!);
  assert.deepEqual(
    rows.map(({ state, erasedWhy }: { state: string; erasedWhy: string }) => [state, erasedWhy]).sort(),
    [
      ['erased', 'replaced'],
      ['kept', null],
    ],
  );
  assert.equal((await look(old.id)).status, 404);
  assert.deepEqual(
    (await raw<{ key: string | null }>('SELECT key FROM sealed_file WHERE id = $1', [old.id]))[0],
    { key: null },
    'before its bytes are gone nobody can read them',
  );
  assert.deepEqual(await receipts(at['li']!), [['store', 'replaced', 'waiting']]);
  await dropFaces(product.database);
  await dropFaces(product.database);
  assert.ok(!files().some((name) => name.endsWith(hash)));
  assert.equal((await raw('SELECT 1 FROM sealed_file WHERE id = $1', [old.id])).length, 0);
  assert.deepEqual(await receipts(at['li']!), [['store', 'replaced', 'confirmed']]);
});

test('a withdrawn consent ends the photo, and the next needs a new one', async () => {
  const consents = (await product.must('GET', '/api/gatehouse/doorConsent/list', { EmpID: at['li'], purpose: 'face' }))
    .records;
  await product.must('POST', '/api/gatehouse/door/withdrawConsent', { id: consents[0].id });
  const { status, erased } = await product.must('GET', '/api/gatehouse/doorConsent/detail', { id: consents[0].id });
  assert.equal(status, 'withdrawn');
  assert.match(erased, /照片 1 张/);
  assert.ok((await photos(at['li']!)).every(({ state }: { state: string }) => state === 'erased'));
  assert.ok((await receipts(at['li']!)).some((each: unknown) => String(each) === 'store,withdrawn,waiting'));
  assert.equal((await submit(at['li']!, 1)).status, 400);
});

test('who leaves is known by his face nowhere, whoever or whatever ends his time; no photo is taken of him', async () => {
  await product.must('POST', `${base}/submit`, { EmpID: at['wu'], photoUrl: address(faceNo(2)), ...agreed });
  await product.must('POST', '/api/gatehouse/door/leave', { EmpID: at['wu'], reason: '离职' });
  assert.deepEqual(
    (await photos(at['wu']!)).map(({ erasedWhy }: { erasedWhy: string }) => erasedWhy),
    ['left'],
  );
  assert.equal((await submit(at['wu']!, 2, agreed)).status, 422);
  await product.must('POST', '/api/gatehouse/door/comeBack', { EmpID: at['wu'] });
  assert.equal((await submit(at['wu']!, 2)).status, 400, 'he consents anew');
  const today = new Date().toISOString().slice(0, 10);
  at['zhao'] = await person('赵六', 'E003', { validUntil: today });
  await product.must('POST', `${base}/submit`, { EmpID: at['zhao'], photoUrl: address(faceNo(2)), ...agreed });
  const later = new Date(Date.now() + 3 * DAY);
  await endValidity(product.database, later);
  await endPhotos(product.database, later);
  assert.deepEqual(
    (await photos(at['zhao'])).map(({ erasedWhy }: { erasedWhy: string }) => erasedWhy),
    ['left'],
  );
  at['qian'] = await person('钱七', 'E004');
  await product.must('POST', `${base}/submit`, { EmpID: at['qian'], photoUrl: address(faceNo(2)), ...agreed });
  await product.must('POST', '/api/updown/dooremployee/remove', { ids: [at['qian']] });
  assert.deepEqual(
    (await raw<{ why: string }>('SELECT erased_why AS why FROM door_photo WHERE emp_id = $1', [at['qian']])).map(
      ({ why }) => why,
    ),
    ['left'],
  );
});

test('a photo is kept a year by default, two at most, and erased after its last day', async () => {
  at['sun'] = await person('孙八', 'E005');
  const far = await submit(at['sun'], 4, {
    ...agreed,
    keptUntil: new Date(Date.now() + 800 * DAY).toISOString().slice(0, 10),
  });
  assert.deepEqual([far.status, far.body.errors?.[0]?.field], [400, 'keptUntil']);
  assert.equal((await submit(at['sun'], 4, agreed)).status, 200);
  await endPhotos(product.database, new Date(Date.now() + 364 * DAY));
  assert.equal((await photos(at['sun']))[0].state, 'kept');
  await endPhotos(product.database, new Date(Date.now() + 367 * DAY));
  assert.deepEqual([(await photos(at['sun']))[0].state, (await photos(at['sun']))[0].erasedWhy], ['erased', 'expired']);
});

test('a ZIP is taken line by line: what is wrong with one keeps no other away, and no bomb is unpacked', async () => {
  at['zhou'] = await person('周一', 'E010');
  at['zheng'] = await person('郑二', 'E011');
  const zip = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries));
  const send = (bytes: Buffer, more: Record<string, unknown> = {}, suffix = 'empNo') =>
    product.ask(
      'POST',
      `/api/updown/dooremployee/batchImportPhotos/${suffix}`,
      { villageId: at['office'], ...more },
      { bytes },
    );
  const bytes = zip({
    '照片/E010.jpg': faceNo(5),
    'E011.jpg': faceNo(6),
    'E011.jpeg': faceNo(6),
    'E999.jpg': faceNo(1),
    'E001.jpg': Buffer.from('no picture'),
    'E005.jpg': new Uint8Array(30 * 1024 * 1024),
    '__MACOSX/E010.jpg': new Uint8Array(10),
  });
  const none = (await send(bytes)).body.data;
  assert.deepEqual([none.total, none.saved], [6, 0], 'nobody consented yet');
  const { body } = await send(bytes, { textVersion: '2026-11' });
  assert.deepEqual([body.data.total, body.data.saved], [6, 2], JSON.stringify(body));
  assert.deepEqual(
    body.data.failed.map(({ file }: { file: string }) => file),
    ['E011.jpeg', 'E999.jpg', 'E001.jpg', 'E005.jpg'],
  );
  assert.ok(body.data.failed.every(({ why }: { why: string }) => why.length > 0));
  assert.equal((await photos(at['zhou']))[0].state, 'kept');
  const given = (await product.must('GET', '/api/gatehouse/doorConsent/list', { EmpID: at['zhou'] })).records;
  assert.deepEqual([given[0].purpose, given[0].way, given[0].textVersion], ['face', 'paper', '2026-11']);
  assert.equal((await send(Buffer.from('PK nothing'))).status, 400);
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, nth) => [`N${nth}.jpg`, new Uint8Array(3)]));
  assert.equal((await send(zip(many))).status, 400);
  assert.equal((await send(bytes, {}, 'name')).status, 400);
});
