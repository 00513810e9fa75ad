/** First steps, one's own account, the try-out pages, and outside pages in a frame. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inTurn } from '#test/turns.ts';
import { buildCity } from './city.ts';
import type { City } from './city.ts';
import { comesIn, openLanes } from './car.ts';
import { button, pane } from './page-helpers.ts';
import { ready } from './look.ts';
import { openWorld, operator } from './world.ts';
import type { World } from './world.ts';

/** How the broker's answer to a subscription begins. */
const SUBACK = 0x90;

let world: World;
let city: City;
const outside = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<h1>Weather</h1>'));
before(async () => {
  world = await openWorld();
  await new Promise<void>((then) => {
    outside.listen(0, '127.0.0.1', then);
  });
});
after(async () => {
  outside.close();
  await world?.close();
});

test('an empty product says what comes first; a whole one says nothing', async () => {
  const { page, watch, close } = await world.open(operator, 'zh');
  await page.goto('/wel/index');
  await ready(page);
  const steps = pane(page).getByRole('region', { name: '开始使用' });
  await steps.waitFor();
  assert.deepEqual(await steps.locator('li b').allTextContents(), [
    '单位',
    '车场',
    '岗亭',
    '车道',
    '设备',
    '首次心跳',
    '收费规则',
    '用户',
    '试车',
  ]);
  assert.equal(await steps.locator('li.next b').textContent(), '单位');
  await steps.locator('li.next button').click();
  await page.waitForURL('**/basedata/company');
  await page.locator('.ant-drawer-section').last().locator('[data-field="companyName"] input').waitFor();
  city = await buildCity(world.api);
  await page.goto('/wel/index');
  await steps.locator('li.next').getByText('等待首次心跳…').waitFor();
  await steps.getByText(/^mqtt:\/\/127\.0\.0\.1:\d+$/).waitFor();
  await steps.getByText('等待第一辆车…').waitFor();
  await page.screenshot({ path: join(import.meta.dirname, '..', '..', 'shots', 'first-steps-zh-1440.png') });
  const lanes = await openLanes(world.mqttUrl, city.first);
  await comesIn(lanes, '浙A77001', Date.now());
  await steps.waitFor({ state: 'detached', timeout: 120_000 });
  await lanes.close();
  assert.deepEqual(watch.take(), []);
  await close();
});

test('dismissed first steps stay hidden', async () => {
  const { id: companyId } = await world.api.post<{ id: string }>('/api/updown/basecompany/submit', {
    companyName: '新开集团',
  });
  const account = { account: 'new.admin', password: 'Walks-2026-people' };
  const { id } = await world.api.post<{ id: string }>('/api/updown/sysuser/submit', {
    ...account,
    realName: '新管理员',
    companyId,
    allParks: true,
  });
  const roles = await world.api.get<{ id: string; builtIn: string }[]>('/api/updown/sysrole/getListByCompany', {
    companyId,
  });
  await world.api.post('/api/updown/sysuser/grantRole', {
    userId: id,
    ids: roles.find((each) => each.builtIn === 'groupAdmin')!.id,
  });
  const { page, close } = await world.open(account, 'en');
  await page.goto('/wel/index');
  const steps = pane(page).getByRole('region', { name: 'First steps' });
  await steps.waitFor();
  assert.equal(await steps.locator('li.next b').textContent(), 'Car park');
  await button(steps, 'Do not show again').click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await ready(page);
  await page.waitForTimeout(800);
  assert.equal(await steps.count(), 0);
  await close();
});

test('one’s own logins are listed, and another one is ended from here', async () => {
  const there = await world.open(city.groupAdmin, 'zh');
  await there.page.goto('/static/incar');
  await ready(there.page);
  there.watch.expect('/', 401);
  const here = await world.open(city.groupAdmin, 'zh');
  await here.page.goto('/info/index');
  await ready(here.page);
  const logins = pane(here.page).getByRole('region', { name: '我的登录' });
  await logins.getByText('本机', { exact: true }).waitFor();
  const others = await button(logins, '退出该设备').count();
  assert.ok(others >= 1);
  for (let left = others; left > 0; left -= 1) {
    await button(logins, '退出该设备').first().click();
    await here.page.locator('dialog[open]').getByRole('button', { name: '退出该设备' }).click();
    await logins.locator('tbody tr').nth(left).waitFor({ state: 'detached' });
  }
  // A request that the page makes by itself may be refused before the one of the button, and leads it there as well.
  const left = there.page.waitForFunction(() => location.href.endsWith('/login?to=%2Fstatic%2Fincar'));
  await Promise.any([left, button(pane(there.page), '刷新').click()]);
  await left;
  assert.deepEqual(here.watch.take(), []);
  await here.close();
  await there.close();
});

for (const lang of inTurn('the try-out pages', ['zh', 'en'])) {
  const buttons = {
    zh: {
      add: '新增',
      added: '新增成功',
      edit: '编辑',
      saved: '更新成功',
      remove: '删除',
      yes: '确定',
      removed: '删除成功',
      sure: '将永久删除“{name}”，是否继续？',
      search: '搜索',
      reset: '重置',
      name: '姓名',
    },
    en: {
      add: 'Add',
      added: 'Added',
      edit: 'Edit',
      saved: 'Saved',
      remove: 'Delete',
      yes: 'OK',
      removed: 'Deleted',
      sure: 'This permanently deletes “{name}”. Continue?',
      search: 'Search',
      reset: 'Reset',
      name: 'Name',
    },
  }[lang];
  test(`the try-out table adds, searches, edits and deletes with the exact words (${lang})`, async () => {
    const { page, watch, close } = await world.open(city.groupAdmin, lang);
    await page.goto('/crud?page=2');
    await ready(page);
    const rows = pane(page).locator('tbody tr[data-row]');
    await button(pane(page), buttons.add).click();
    await page.locator('.ant-modal [data-field=name] input').fill('Zhang');
    await page.locator('.ant-modal button.primary').click();
    await page.locator('.gh-notices', { hasText: buttons.added }).waitFor();
    await pane(page).getByRole('search').getByLabel(buttons.name).fill('zhang');
    await button(pane(page), buttons.search).click();
    await rows.nth(1).waitFor({ state: 'detached' });
    assert.match((await rows.first().textContent()) ?? '', /Zhang/);
    await button(rows.first(), buttons.edit).click();
    await page.locator('.ant-modal [data-field=name] input').fill('Zhang Wei');
    await page.locator('.ant-modal button.primary').click();
    await page.locator('.gh-notices', { hasText: buttons.saved }).waitFor();
    await button(rows.first(), buttons.remove).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText(buttons.sure.replace('{name}', 'Zhang Wei')).waitFor();
    await dialog.getByRole('button', { name: buttons.yes }).click();
    await page.locator('.gh-notices', { hasText: buttons.removed }).waitFor();
    await pane(page).getByRole('search').getByRole('button', { name: buttons.reset }).click();
    await rows.nth(19).waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(watch.take(), []);
    await close();
  });
}

test('the page of the tabs names home too where it was not opened yet', async () => {
  const { page, close } = await world.open(city.groupAdmin, 'zh');
  await page.goto('/tags');
  await ready(page);
  assert.deepEqual(await pane(page).locator('tbody tr td:first-child').allTextContents(), ['首页', '标签页']);
  await close();
});

test('the form page refuses a wrong phone, address and span, and shows the right ones as a detail', async () => {
  const { page, watch, close } = await world.open(city.groupAdmin, 'zh');
  await page.goto('/form');
  await ready(page);
  const field = (name: string) => pane(page).locator(`[data-field="${name}"] input`).first();
  const type = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      await field(name).fill(value);
      await field(name).press('Enter');
    }
  };
  await type({ name: '张伟', phone: '1380013800', url: 'www.example.com' });
  await type({ from: '2026-01-01', to: '2026-04-02' });
  await button(pane(page), '检查并保存').click();
  await pane(page).getByText('手机号码长度不为11位').waitFor();
  await pane(page).getByText('应以 http://').waitFor();
  await type({ phone: '13800138000', url: '{host}/x' });
  await button(pane(page), '检查并保存').click();
  await pane(page).getByText('时间范围不能超过90天').waitFor();
  await type({ to: '2026-04-01' });
  await button(pane(page), '检查并保存').click();
  await button(pane(page), '查看详情').click();
  await pane(page).getByText('2026-04-01').waitFor();
  assert.deepEqual(watch.take(), []);
  await close();
});

test('what the browser keeps is shown without its secrets, and cleared', async () => {
  const { page, close } = await world.open(city.groupAdmin, 'zh');
  await page.goto('/store');
  await ready(page);
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('gatehouse-token')!) as { content: { accessToken: string } }).content
        .accessToken,
  );
  assert.ok(!(await pane(page).innerText()).includes(token.slice(0, 12)));
  await page.evaluate(() =>
    localStorage.setItem(
      'gatehouse-sidebar',
      JSON.stringify({ dataType: 'boolean', content: false, type: 'local', datetime: Date.now() }),
    ),
  );
  await button(pane(page), '刷新').click();
  await pane(page).locator('tr', { hasText: 'sidebar' }).getByRole('button', { name: '清除' }).click();
  await page.locator('dialog[open]').getByRole('button', { name: '确定' }).click();
  await page.locator('.gh-notices', { hasText: '清除成功' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('gatehouse-sidebar')), null);
  await close();
});

test('a fault is noted in this browser, uploaded for the administrators, and cleared', async () => {
  const { page, watch, close } = await world.open(city.groupAdmin, 'zh');
  await page.goto('/logs');
  await ready(page);
  await button(pane(page), '未处理的错误').click();
  await pane(page).locator('tbody tr', { hasText: '示例错误' }).waitFor();
  assert.deepEqual(watch.take(), ['exception: 示例错误']);
  await button(pane(page), '上传到服务器').click();
  await page.locator('dialog[open]').getByRole('button', { name: '确定' }).click();
  await page.locator('.gh-notices', { hasText: '上传成功' }).waitFor();
  await button(pane(page), '清空本地日志').click();
  await page.locator('dialog[open]').getByRole('button', { name: '确定' }).click();
  await page.locator('.gh-notices', { hasText: '清空成功' }).waitFor();
  await pane(page).getByText('没有错误日志').waitFor();
  await button(pane(page), '页面出错').click();
  await pane(page).getByRole('alert').getByText('示例错误').waitFor();
  await page.goto('/log/error');
  await ready(page);
  await pane(page).locator('tbody tr', { hasText: '示例错误' }).first().waitFor();
  await close();
});

test('another company is switched to from its page, which closes the tabs and goes home', async () => {
  const { page, close } = await world.open(operator, 'zh');
  await page.goto('/user/switchcompany');
  await ready(page);
  await button(pane(page), '切换单位').click();
  const select = page.locator('.ant-modal input').first();
  await select.fill('通达');
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '通达集团' })
    .first()
    .click();
  await page.getByRole('button', { name: '确定切换' }).click();
  await page.waitForURL('**/wel/index');
  await page.getByText('通达集团').first().waitFor();
  assert.equal(await page.locator('.tab-bar a').count(), 1);
  await close();
});

test('an entering car appears on the page of live messages', async () => {
  const { page, close } = await world.open(city.groupAdmin, 'zh');
  const listens = new Promise<void>((then) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload[0] === SUBACK) then();
      }),
    );
  });
  await page.goto('/test/testMqtt');
  await ready(page);
  await listens;
  const lanes = await openLanes(world.mqttUrl, city.first);
  await comesIn(lanes, '浙A77777', Date.now());
  await lanes.close();
  await pane(page).locator('tbody tr', { hasText: city.first.parkId }).first().waitFor();
  await close();
});

test('an outside page of the menu stands in a frame; one that is not is refused', async () => {
  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/weather`;
  const { page, watch, close } = await world.open(operator, 'en');
  await page.goto(`/myiframe/weather?${new URLSearchParams({ src: address, name: '天气', i18n: 'Weather' })}`);
  await pane(page).getByText('not in your menu').waitFor();
  await world.api.post('/api/updown/sysAdminMenu/submit', {
    name: '天气',
    nameEn: 'Weather',
    path: address,
    category: 'menu',
    sort: 999,
  });
  await page.reload();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Weather' }).waitFor();
  assert.equal(await page.locator('iframe').getAttribute('title'), 'Weather');
  assert.deepEqual(watch.take(), []);
  await close();
});
