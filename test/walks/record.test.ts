/** The page of one record: its address, its neighbours by key, and what stands there for who may not see it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import type { Place } from './car.ts';
import { gonePlate, startTestProduct, opened, plate, tabs } from './frame.ts';
import { button, pane } from './page-helpers.ts';
import { ready } from './look.ts';
import { desk, phone } from './world.ts';
import type { Account } from './world.ts';

const words = {
  page: text('以页面打开', 'Open as page'),
  back: text('返回列表', 'Back to the list'),
  gone: text('没有这条记录，或您无权查看', 'There is no such record, or you may not see it'),
};

let product: Place;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

type Row = { id: string } & Record<string, unknown>;
const firstOf = async (path: string, plateNumber: string): Promise<string> =>
  (await product.world.api.find<Row>(path, { plateNumber }, () => true))!.id;
const title = (page: Page, name: string) => pane(page).getByRole('heading', { level: 1, name });
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').pop()!;

/** Opens a row of the list in view in its drawer, and from there on its own page. */
async function asPage(page: Page, name: string, row: number): Promise<void> {
  await pane(page).locator(`tbody tr[data-row="${row}"] td`).nth(2).click();
  await page.locator('.ant-drawer-open').getByRole('button', { name, exact: true }).click();
  await page.waitForURL('**/record/**');
}

for (const lang of inTurn('records as pages', ['zh', 'en']))
  for (const size of [desk, phone])
    test(`a record opens on a page of its own, goes on to its neighbours by key in one tab, and back to its list (${lang}, ${size.width})`, async () => {
      const { page, watch, say, close } = await opened(product, lang, '/static/inoutRecord?sort=inTime', { size });
      await asPage(page, say(words.page), 0);
      await title(page, gonePlate).waitFor();
      const [id, open] = [idIn(page), await tabs(page).count()];
      await page.keyboard.press('k');
      assert.equal(idIn(page), id, 'there is nothing before the first');
      await page.keyboard.press('j');
      await title(page, plate).waitFor();
      assert.notEqual(idIn(page), id);
      assert.equal(await tabs(page).count(), open, 'the tab goes along');
      await page.keyboard.press('j');
      await page.keyboard.press('ArrowUp');
      await title(page, gonePlate).waitFor();
      assert.equal(idIn(page), id);
      await page.reload();
      await title(page, gonePlate).waitFor();
      await button(pane(page), say(words.back)).click();
      await page.waitForURL((url) => url.pathname + url.search === '/static/inoutRecord?sort=inTime');
      assert.deepEqual(watch.take(), []);
      await close();
    });

test('the neighbours go on over the end of a page of the list', async () => {
  const { page, watch, say, close } = await opened(product, 'zh', '/log/usual?size=10&sort=at');
  await asPage(page, say(words.page), 9);
  await pane(page).getByText('第 10 条').waitFor();
  const tenth = idIn(page);
  await page.keyboard.press('j');
  await pane(page).getByText('第 11 条').waitFor();
  assert.notEqual(idIn(page), tenth);
  await page.keyboard.press('k');
  await pane(page).getByText('第 10 条').waitFor();
  assert.equal(idIn(page), tenth);
  assert.deepEqual(watch.take(), []);
  await close();
});

/** Somebody of the same group without a right to money or stays. */
async function installer(): Promise<Account> {
  const { api } = product.world;
  const { companyId } = product.city.first;
  const account = { account: 'installer1', password: 'Walks-2026-people' };
  const { id } = await api.post<Row>('/api/updown/sysuser/submit', {
    ...account,
    realName: '安装',
    companyId,
    allParks: true,
  });
  const roles = await api.get<Row[]>('/api/updown/sysrole/getListByCompany', { companyId });
  const role = roles.find((each) => each['builtIn'] === 'deviceInstaller')!;
  await api.post('/api/updown/sysuser/grantRole', { userId: id, ids: role.id });
  return account;
}

for (const lang of inTurn('what nobody may see', ['zh', 'en']))
  test(`another tenant, a person without the right, a made-up id and an unknown kind read the same words (${lang})`, async () => {
    const [stayId, orderId] = [
      await firstOf(listPaths(stay)[0]!, gonePlate),
      await firstOf(listPaths(parkingOrder)[0]!, gonePlate),
    ];
    const addresses = [`stay/${stayId}`, `parkingOrder/${orderId}`, 'stay/nothing', 'no-such-kind/1'];
    const person = lang === 'zh' ? product.city.otherAdmin : await installer();
    const window = await product.world.open(person, lang);
    for (const address of addresses) {
      await window.page.goto(`/record/${address}`);
      await ready(window.page);
      assert.equal(await title(window.page, words.gone[lang]).count(), 1, address);
      assert.doesNotMatch(await pane(window.page).innerText(), new RegExp(gonePlate), address);
    }
    assert.deepEqual(
      window.watch.take().filter((line) => !/answered (400|403|404)|Failed to load resource/.test(line)),
      [],
    );
    await window.close();
  });
