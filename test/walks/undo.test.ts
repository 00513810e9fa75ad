/** What was done can be taken back from the message that says so. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import type { Place } from './car.ts';
import { startTestProduct, opened, pop, tabs } from './frame.ts';
import { button, pane, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';

const words = {
  edit: text('编辑', 'Edit'),
  save: text('保存', 'Save'),
  undo: text('撤销', 'Undo'),
  others: text('关闭其他', 'Close others'),
};

/** The message stands for eight seconds, which a busy machine may take from one step to the next. */
const patiently = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const later = setTimeout.bind(window);
    Object.assign(window, { setTimeout: (work: () => void, ms = 0) => later(work, ms === 8_000 ? 120_000 : ms) });
  });

let product: Place;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

test('an edit is taken back from its message, but not over what was changed since', async () => {
  const { page, watch, say, close } = await opened(product, 'zh', '/basedata/parkbox', { ahead: patiently });
  const name = product.city.first.boxName;
  const edit = async (to: string) => {
    await press(rows(page, product.city.first.boxName).first(), say(words.edit));
    const drawer = page.locator('.ant-drawer-open');
    await drawer.locator('input').filter({ visible: true }).first().waitFor();
    await drawer.getByLabel('岗亭名称').fill(to);
    await button(drawer, say(words.save)).click();
    await rows(page, to).first().waitFor();
  };
  const undo = page.locator('.gh-notices').getByRole('button', { name: say(words.undo) });
  await edit(`${name}二号`);
  await undo.click();
  await rows(page, `${name}二号`).first().waitFor({ state: 'detached' });
  await rows(page, name).first().waitFor();
  await edit(`${name}三号`);
  const box = await product.world.api.find<{ id: string; updatedAt: string }>(
    '/api/updown/baseParkBox/list',
    { parkId: product.city.first.parkId },
    () => true,
  );
  await product.world.api.post('/api/updown/baseParkBox/submit', {
    id: box!.id,
    boxName: `${name}四号`,
    updatedAt: box!.updatedAt,
  });
  await undo.click();
  await page.locator('.gh-notices', { hasText: '未能撤销' }).waitFor();
  assert.deepEqual(watch.take(), []);
  await close();
});

for (const lang of inTurn('undoing', ['zh', 'en']))
  test(`closed tabs come back (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/static/incar', { ahead: patiently });
    for (const route of ['/static/inoutRecord', '/car/blacklist']) {
      await page.goto(route);
      await ready(page);
    }
    const shownBefore = await tabs(page).count();
    await tabs(page).last().click({ button: 'right' });
    await pop(page)
      .getByRole('menuitem', { name: say(words.others), exact: true })
      .click();
    assert.equal(await tabs(page).count(), 2);
    await page
      .locator('.gh-notices')
      .getByRole('button', { name: say(words.undo) })
      .click();
    assert.equal(await tabs(page).count(), shownBefore);
    assert.equal(await pane(page).count(), 1);
    assert.deepEqual(watch.take(), []);
    await close();
  });
