/** The demo's report templates are taken by the checker as anybody's are, and run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { addTemplates } from './templates.ts';

test('each template is saved and runs with its parameters, in both languages', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) => product.must(method, `/api/updown/${path}`, input);
    await addTemplates(ask);
    const { records } = await product.must('GET', '/api/updown/sysTemplate/getTheList', { size: 50 });
    assert.equal(records.length, 3);
    for (const { id, parameters } of records as { id: string; parameters: { name: string; kind: string }[] }[]) {
      const params = Object.fromEntries(
        parameters
          .filter(({ name }) => name !== 'park')
          .map(({ name, kind }) => [name, kind === 'number' ? 4 : '2026-11-01']),
      );
      const zh = await product.must('POST', '/api/updown/sysTemplate/excuteSqlCommand', { id, params });
      const en = await product.must('POST', '/api/updown/sysTemplate/excuteSqlCommand', { id, params }, { lang: 'en' });
      assert.deepEqual([zh.records, en.records], [[], []]);
      assert.ok(zh.columns.length > 5);
      for (const { title } of zh.columns) assert.match(title, /[\u4e00-\u9fff]/);
      for (const { title } of en.columns) assert.doesNotMatch(title, /[\u4e00-\u9fff]/);
    }
  } finally {
    await product.close();
  }
});
