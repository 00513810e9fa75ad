/** Two people, or one impatient one, at the same row in the same moment. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { Answer, TestProduct } from '#test/test-product.ts';
import { platformScope } from '#kit/server/db.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const dept = '/api/blade-system/dept';
const summaryOf = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
const addDept = async (deptName: string, more: Record<string, unknown> = {}) =>
  (
    await product.must(
      'POST',
      `${dept}/submit`,
      { deptName, companyId: product.companies.first, ...more },
      { as: 'groupAdmin' },
    )
  ).id as string;
const ask = (path: string, input: Record<string, unknown>, key?: string) =>
  product.ask('POST', path, input, { as: 'groupAdmin', ...(key ? { key } : {}) });
const rows = (sql: string, values: readonly unknown[]) =>
  product.database.read(platformScope, (db) => db.raw(sql, values));

test('of two people who save the same version of a row, the second gets a conflict and overwrites nothing', async () => {
  const id = await addDept('财务部');
  const { updatedAt } = await product.must('GET', `${dept}/detail`, { id }, { as: 'groupAdmin' });
  const answers = await Promise.all(
    ['财务一部', '财务二部'].map((deptName) => ask(`${dept}/submit`, { id, deptName, updatedAt })),
  );
  assert.deepEqual(answers.map(summaryOf).sort(), ['200', '409 changed_meanwhile']);
  const kept = await product.must('GET', `${dept}/detail`, { id }, { as: 'groupAdmin' });
  assert.equal(kept.deptName, answers[0]!.status === 200 ? '财务一部' : '财务二部');
  assert.equal(
    summaryOf(await ask(`${dept}/submit`, { id, deptName: '财务三部', updatedAt })),
    '409 changed_meanwhile',
  );
});

test('the same submit five times at once is one row and one answer', async () => {
  const input = { deptName: '收费部', companyId: product.companies.first };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`${dept}/submit`, input, 'click-1')));
  assert.deepEqual(statuses(answers), [200, 200, 200, 200, 200]);
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
  assert.equal((await rows('SELECT 1 FROM dept WHERE dept_name = $1', ['收费部'])).length, 1);
  assert.equal((await rows('SELECT 1 FROM audit_log WHERE row_id = $1', [answers[0]!.body.data.id])).length, 1);
});

test('a key used for another input or another call is refused, and a refused submit leaves its key free', async () => {
  const input = { deptName: '巡检部', companyId: product.companies.first };
  assert.equal(summaryOf(await ask(`${dept}/submit`, { ...input, deptName: '' }, 'click-2')), '400 bad_input');
  const {
    body: {
      data: { id },
    },
  } = await ask(`${dept}/submit`, input, 'click-2');
  assert.ok(id);
  assert.equal(summaryOf(await ask(`${dept}/submit`, { ...input, deptName: '另一部' }, 'click-2')), '409 key_reused');
  assert.equal(summaryOf(await ask(`${dept}/remove`, { ids: id }, 'click-2')), '409 key_reused');
  assert.equal(
    (
      await product.ask(
        'POST',
        `${dept}/submit`,
        { deptName: '别人的', companyId: product.companies.second },
        { as: 'otherTenant', key: 'click-2' },
      )
    ).status,
    200,
  );
  assert.equal(summaryOf(await ask(`${dept}/submit`, input, 'x'.repeat(151))), '400 bad_input');
});

test('a row removed twice at once is removed once', async () => {
  const id = await addDept('临时部');
  const answers = await Promise.all([1, 2, 3].map(() => ask(`${dept}/remove`, { ids: id })));
  assert.deepEqual(answers.map(summaryOf).sort(), ['200', '404 no_such_record', '404 no_such_record']);
  assert.equal((await rows("SELECT 1 FROM audit_log WHERE row_id = $1 AND action = 'remove'", [id])).length, 1);
});

test('nothing is put under a row that is removed in the same moment', async () => {
  const left: string[] = [];
  for (let nth = 0; nth < 15; nth++) {
    const parentId = await addDept(`上级${nth}`);
    const [removed, added] = await Promise.all([
      ask(`${dept}/remove`, { ids: parentId }),
      ask(`${dept}/submit`, { deptName: `下级${nth}`, companyId: product.companies.first, parentId }),
    ]);
    if (removed.status === 200 && added.status === 200) left.push(parentId);
    assert.ok(removed.status < 500 && added.status < 500, `${summaryOf(removed)} ${summaryOf(added)}`);
  }
  assert.deepEqual(left, []);
});

test('two moves at once make no ring, of two branches nor of three', async () => {
  for (let nth = 0; nth < 10; nth++) {
    const heads = [await addDept(`甲${nth}`), await addDept(`乙${nth}`), await addDept(`丙${nth}`)];
    const tails: string[] = [];
    for (const parentId of heads) tails.push(await addDept(`尾${nth}`, { parentId }));
    const answers = await Promise.all(
      heads.map((id, at) => ask(`${dept}/submit`, { id, parentId: tails[(at + 1) % heads.length] })),
    );
    assert.ok(
      answers.every(({ status }) => status < 500),
      answers.map(summaryOf).join(),
    );
    const seen = await rows(
      `WITH RECURSIVE up AS (SELECT id, parent_id, 0 AS n FROM dept WHERE id = $1 UNION ALL
        SELECT d.id, d.parent_id, up.n + 1 FROM dept d JOIN up ON d.id = up.parent_id WHERE up.n < 20) SELECT 1 FROM up`,
      [heads[0]],
    );
    assert.ok(seen.length < 20, `a ring: ${answers.map(summaryOf).join()}`);
  }
});

test('a row is not put below itself, at any depth, nor a tree made deeper than its readers look', async () => {
  const top = await addDept('顶');
  let below = top;
  for (let nth = 0; nth < 3; nth++) below = await addDept(`层${nth}`, { parentId: below });
  for (const parentId of [top, below])
    assert.deepEqual(
      (await ask(`${dept}/submit`, { id: top, parentId })).body.errors?.map(({ field }) => field),
      ['parentId'],
    );
  let deepest = below;
  let answer: Answer | undefined;
  for (let nth = 0; nth < 60 && (!answer || answer.status === 200); nth++) {
    answer = await ask(`${dept}/submit`, {
      deptName: `深${nth}`,
      companyId: product.companies.first,
      parentId: deepest,
    });
    deepest = answer.body.data?.id ?? deepest;
  }
  assert.equal(answer && summaryOf(answer), '400 bad_input');
});

test('one name requested at once for two of a kind is given once', async () => {
  const account = 'same.time';
  const input = {
    account,
    realName: '同名',
    companyId: product.companies.first,
    password: 'Gatehouse-2026',
    allParks: true,
  };
  const answers = await Promise.all([1, 2, 3].map(() => ask('/api/updown/sysuser/submit', input)));
  assert.deepEqual(statuses(answers), [200, 409, 409]);
});
