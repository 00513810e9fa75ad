/** What one person and one group of companies may store. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { platformScope } from '#kit/server/db.ts';
import { FILES_AN_HOUR } from './quota.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const change = (text: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw(text, values));

/** A small picture that is like no other. */
const picture = (nth: number): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(`picture ${nth}`)]);
const store = (nth: number, as: string) => {
  const bytes = picture(nth);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return product.ask('POST', `/api/updown/file/${hash}`, {}, { as, bytes });
};

/** Rows as if they had been stored. */
const stored = async (as: string, files: number, bytes: number, ago: string): Promise<void> => {
  const { tenantId, userId } = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as });
  await change(
    `INSERT INTO stored_file (tenant_id, hash, type, size, created_by, created_at)
     SELECT $1, md5(n::text || $4) || md5($4), 'image/png', $3, $5, now() - $4::interval
      FROM generate_series(1, $2::int) n`,
    [tenantId, files, bytes, ago, userId],
  );
};

test('a person stores so many files and bytes an hour, and the next one is refused in words; others go on', async () => {
  assert.equal((await store(1, 'groupAdmin')).status, 200);
  await stored('groupAdmin', FILES_AN_HOUR - 1, 1, '10 minutes');
  const refused = await store(2, 'groupAdmin');
  assert.deepEqual([refused.status, refused.body.error], [429, 'too_many']);
  assert.match(refused.body.msg, /每小时最多上传300个文件、100MB/);
  assert.equal((await store(3, 'otherTenant')).status, 200);
  await change(`DELETE FROM stored_file WHERE size = 1`);
  await stored('groupAdmin', 1, 100 * 1024 * 1024, '20 minutes');
  assert.equal((await store(4, 'groupAdmin')).status, 429, 'by bytes as well');
  await change(`UPDATE stored_file SET created_at = now() - interval '2 hours'`);
  assert.equal((await store(4, 'groupAdmin')).status, 200, 'an hour later');
});

test('a group of companies has so much space and no more', async () => {
  await stored('otherTenant', 20, 1024 * 1024 * 1024, '3 days');
  const refused = await store(5, 'otherTenant');
  assert.deepEqual([refused.status, refused.body.error], [413, 'too_large']);
  assert.match(refused.body.msg, /20GB/);
  assert.equal((await store(5, 'groupAdmin')).status, 200);
});

test('who sends many files at the same moment must wait before they are stored', async () => {
  await change('DELETE FROM stored_file');
  const answers = await Promise.all(Array.from({ length: 12 }, (_, nth) => store(100 + nth, 'groupAdmin')));
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.ok(statuses.includes(429) && statuses.includes(200), statuses.join());
});

test('a large body is read of those alone who are logged in', async () => {
  const bytes = picture(9);
  const answer = await product.ask('POST', `/api/updown/file/${'0'.repeat(64)}`, {}, { as: null, bytes });
  assert.equal(answer.status, 401);
});

test('a file counts once its bytes are stored, also where its request is refused afterwards', async () => {
  await change('DELETE FROM stored_file');
  await stored('groupAdmin', FILES_AN_HOUR - 3, 1, '10 minutes');
  const answers: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const bytes = picture(200 + nth);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const path = `/api/updown/file/${hash}`;
    answers.push((await product.ask('POST', path, {}, { as: 'groupAdmin', bytes, key: 'the same key' })).status);
  }
  assert.deepEqual(answers, [200, 409, 409, 429, 429], 'the key is taken, then the hour is used up');
});
