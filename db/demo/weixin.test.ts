/** The demo's public account answers by the very rules that are made for it, and its lists have rows. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import { openAccounts } from './weixin.ts';
import type { Ask } from './build-base.ts';

test('the account of a group answers, has followers who came and left, and all that its answers name is set', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) => product.must(method, `/api/updown/${path}`, input);
    await openAccounts(ask, product.database, [product.companies.first, product.companies.second], new Date());
    const { records } = await product.must('GET', '/api/updown/publicplat/list', {
      companyId: product.companies.first,
    });
    const publicplatId = records[0].id as string;
    const answers = await Promise.all(
      ['缴费', '我要办月租', '客服', '?'].map((message) =>
        product.must('GET', '/api/gatehouse/wxkeyword/tryOut', { publicplatId, message }),
      ),
    );
    assert.deepEqual(
      answers.map(({ why }) => why),
      ['exact', 'contains', 'exact', 'default'],
    );
    assert.equal(answers[2].reply.content, '客服电话400-000-0000，每天 8:00–20:00。');
    const states = async (status: string): Promise<number> =>
      (await product.must('GET', '/api/updown/wxinfo/list', { publicplatId, status })).total;
    assert.deepEqual([await states('yes'), await states('no')], [71, 9]);
    const list = async (path: string): Promise<number> =>
      (await product.must('GET', path, { companyId: product.companies.first })).total;
    assert.deepEqual(
      [await list('/api/updown/systemplatemsgconfig/list'), await list('/api/gatehouse/wxSync/list')],
      [9, 14],
    );
    const lines = await product.must('GET', '/api/updown/systemplatemsgconfig/list', {
      companyId: product.companies.first,
    });
    for (const { id: recordId, content } of lines.records) {
      const saved = await product.ask('POST', '/api/updown/systemplatemsgconfig/submit', { recordId, content });
      assert.equal(saved.status, 200, `${content} ${saved.text}`);
    }
    const minis = await product.must('GET', '/api/updown/parkminiprogram/list', { companyId: product.companies.first });
    assert.equal(minis.total, 1);
    const menu = await product.must('GET', '/api/updown/wxmenu/wxmodel', { publicplatId });
    assert.deepEqual(
      [menu.state, menu.published.no, menu.changes.length, menu.faults, menu.unanswered, menu.draft.length],
      ['draft', 1, 1, [], [], 6],
    );
  } finally {
    await product.close();
  }
});
