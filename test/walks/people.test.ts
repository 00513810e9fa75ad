/**
 * A group is made, and a user with one role and one lot; he sees that and no more, keeps his own password, and is
 * locked out after wrong ones.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { hurried, slowly } from './hurry.ts';
import { button, byMenu, pane, pick, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { openWorld, operator } from './world.ts';
import type { Opened, World } from './world.ts';

const group = '云帆停车集团';
const manager = { account: 'yunfan.manager', name: '林知远', first: 'First-word-2026', own: 'Own-word-2026' };
const lots = { his: '云帆一号停车场', other: '云帆二号停车场' };
const wrongTries = 10;

let world: World;
let admin: Opened;
let his: Opened;

before(async () => {
  world = await openWorld();
  admin = await world.open(operator, 'zh');
  his = await world.open(null, 'zh');
  await hurried(his.page);
});
after(() => world?.close());

const drawer = (page: Page): Locator => page.locator('.ant-drawer-section').last();
const field = (page: Page, name: string): Locator => drawer(page).locator(`[data-field="${name}"] input`).first();

async function save(page: Page): Promise<void> {
  const form = drawer(page);
  await button(form, '保存').click();
  await page.locator('.gh-notices', { hasText: '新增成功' }).last().waitFor();
  await form.waitFor({ state: 'detached' });
}

/** A wait for a navigation fails where that one gives way to another on the way; the address comes all the same. */
const atLogin = async (page: Page): Promise<void> =>
  void (await page.waitForFunction(() => location.pathname + location.search === '/login'));

async function logIn(page: Page, password: string): Promise<void> {
  await page.locator('form input[name=username]:visible').fill(manager.account);
  await page.locator('form input[name=password]:visible').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('the operator makes a group and a user in it', async () => {
  const { page } = admin;
  await page.goto('/basedata/company');
  await ready(page);
  await button(pane(page), '新增').click();
  await field(page, 'companyName').fill(group);
  await pick(page, field(page, 'companyType'), '集团');
  await save(page);
  await rows(page, group).waitFor();
  const { records } = await world.api.get<{ records: { id: string; companyName: string }[] }>(
    '/api/updown/basecompany/list',
    { companyName: group },
  );
  for (const parkName of Object.values(lots))
    await world.api.post('/api/updown/basePark/submit', {
      parkName,
      companyId: records[0]!.id,
      totalStall: 20,
      parkType: 'public',
    });

  await byMenu(page, '系统', '用户与权限', '用户管理');
  await ready(page);
  await button(pane(page), '新增').click();
  await field(page, 'account').fill(manager.account);
  await field(page, 'password').fill(manager.first);
  await field(page, 'realName').fill(manager.name);
  await pick(page, field(page, 'companyId'), group);
  await save(page);
  await rows(page, manager.account).waitFor();
  assert.deepEqual(admin.watch.take(), []);
});

test('the operator grants him a role and one lot', async () => {
  const { page } = admin;
  const row = rows(page, manager.account);
  const rights = async (what: string) => {
    await press(row, what);
    const dialog = page.getByRole('dialog').filter({ hasText: manager.name });
    await dialog.waitFor();
    return dialog;
  };
  const roles = await rights('授予角色');
  await roles.getByRole('checkbox', { name: '车场经理', exact: true }).check();
  await roles.getByRole('button', { name: /^保\s?存$/ }).click();
  await roles.waitFor({ state: 'detached' });
  await row.filter({ hasText: '车场经理' }).waitFor();
  const granted = await rights('授权车场');
  await pick(page, granted.locator('.ant-select input'), lots.his);
  await granted.getByText('授权车场').click();
  await granted.getByRole('button', { name: /^保\s?存$/ }).click();
  await granted.waitFor({ state: 'detached' });
  assert.deepEqual(admin.watch.take(), []);
});

test('he logs in and sees his lot alone, and the menus of his role alone', async () => {
  const { page } = his;
  await page.goto('/login');
  await logIn(page, manager.first);
  await page.waitForURL('**/wel/index');
  await ready(page);
  await byMenu(page, '基础资料', '单位与车场', '车场管理');
  await rows(page, lots.his).waitFor();
  assert.equal(await pane(page).locator('tbody tr[data-row]').count(), 1);
  const menu = await page.locator('.side-bar nav').innerText();
  for (const theirs of ['用户管理', '角色管理', '菜单管理', '租户'])
    assert.ok(!menu.includes(theirs), `the menu shows ${theirs}`);
  assert.deepEqual(his.watch.take(), []);
});

test('he reads the console in English and comes back to Chinese', async () => {
  const { page } = his;
  await page.getByRole('button', { name: '语言' }).click();
  await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Car parks', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await page.reload();
  await page.getByRole('heading', { name: 'Car parks', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '中文' }).click();
  await page.getByRole('heading', { name: '车场', exact: true }).waitFor();
  assert.deepEqual(his.watch.take(), []);
});

test('a screen that is not his refuses him, and so does the server', async () => {
  const { page, watch } = his;
  watch.expect('/api/', 403);
  await page.goto('/system/customconfig');
  await pane(page)
    .getByText(/没有.*权限|无权/)
    .first()
    .waitFor();
  assert.equal(await button(pane(page), '新增').count(), 0);
  const status = await page.evaluate(async () => {
    const { content } = JSON.parse(localStorage.getItem('gatehouse-token')!);
    return (
      await fetch('/api/updown/sysuser/submit', {
        method: 'POST',
        headers: { authorization: `Bearer ${content.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ account: 'x.y', realName: 'x' }),
      })
    ).status;
  });
  assert.equal(status, 403);
  assert.deepEqual(watch.take(), []);
});

test('he changes his password, which ends his session, and logs in with the new one', async () => {
  const { page, watch } = his;
  await page.locator('.top-bar .me').click();
  await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '修改密码' }).click();
  const form = page.locator('.gh-settings');
  const put = (name: string, value: string) => form.locator(`[data-field="${name}"] input`).fill(value);
  await put('oldPassword', manager.first);
  await put('newPassword', manager.own);
  await put('repeated', `${manager.own}x`);
  await form.getByRole('button', { name: '确定修改' }).click();
  await form.locator('[data-field="repeated"] .wrong').waitFor();
  await put('repeated', manager.own);
  await slowly(page, '**/sysuser/updatePassword');
  await form.getByRole('button', { name: '确定修改' }).click();
  await atLogin(page);
  watch.expect('/oauth/user/token', 400);
  watch.expect('/oauth/user/token', 401);
  watch.expect('/oauth/user/token', 422);
  await logIn(page, manager.first);
  await page.locator('.problem:visible', { hasText: '密码' }).waitFor();
  await logIn(page, manager.own);
  await page.locator('.top-bar').waitFor();
  assert.deepEqual(watch.take(), []);
});

test('he logs out without a request of a stranger, and after too many wrong passwords even the right one waits', async () => {
  const { page, watch } = his;
  await ready(page);
  await page.locator('.top-bar .me').click();
  await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '退出登录' }).click();
  await slowly(page, '**/oauth/remove/token*');
  await button(page.locator('dialog[open]'), '退出登录').click();
  await atLogin(page);
  assert.equal(await page.evaluate(() => localStorage.getItem('gatehouse-token')), null);
  watch.expect('/oauth/user/token', 429);
  for (let tries = 0; tries <= wrongTries; tries += 1) {
    await Promise.all([page.waitForResponse('**/oauth/user/token'), logIn(page, `wrong-${tries}`)]);
    await page.getByRole('button', { name: '登录', exact: true }).and(page.locator(':enabled')).waitFor();
  }
  const [answer] = await Promise.all([page.waitForResponse('**/oauth/user/token'), logIn(page, manager.own)]);
  assert.equal(answer.status(), 429);
  await page.locator('.problem:visible', { hasText: /稍后|频繁|过多/ }).waitFor();
  assert.deepEqual(watch.take(), []);
});
