/**
 * Where each kind of work begins: a password of one's own first, then the booth, the shop's counter or the month's end.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { password } from './city.ts';
import type { City } from './city.ts';
import { openTown } from './car.ts';
import { areMany, button, pane } from './page-helpers.ts';
import { outside, ready } from './look.ts';
import { phone } from './world.ts';
import type { Account, World } from './world.ts';

let world: World;
let city: City;
const shots = join(import.meta.dirname, '..', '..', 'shots', 'homes');
before(async () => {
  mkdirSync(shots, { recursive: true });
  ({ world, city } = await openTown());
});
after(() => world?.close());

type Row = { id: string; builtIn?: string; value?: string };

async function personOf(role: string, account: string): Promise<{ person: Account; id: string }> {
  const { companyId, parkId } = city.first;
  const { id } = await world.api.post<Row>('/api/updown/sysuser/submit', {
    account,
    password,
    realName: account,
    companyId,
  });
  const roles = await world.api.get<Row[]>('/api/updown/sysrole/getListByCompany', { companyId });
  const { id: roleId } = roles.find(({ builtIn }) => builtIn === role)!;
  await world.api.post('/api/updown/sysuser/grantRole', { userId: id, ids: roleId });
  await world.api.post('/api/updown/plat/ParkUserGrant/submit', { userId: id, parkIds: [parkId] });
  return { person: { account, password }, id };
}

test('who was given a password sets his own under the brand, in his language, and goes on: a guard, in the booth', async () => {
  const { person, id } = await personOf('gateGuard', 'guard.li');
  const [issued] = await world.api.post<{ password: string }[]>('/api/updown/sysuser/reset-password', { ids: id });
  const { page, watch, close } = await world.open({ ...person, password: issued!.password }, 'zh', phone);
  await page.goto('/');
  await page.getByRole('heading', { name: '设置您的密码' }).waitFor();
  await page.locator('.first-password header').getByText('智慧停车').waitFor();
  await page.screenshot({ path: join(shots, 'password-zh-390.png') });
  assert.deepEqual(await outside(page), []);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Set your password' }).waitFor();
  await page.screenshot({ path: join(shots, 'password-en-390.png') });
  const field = (name: string) => page.locator(`[data-field="${name}"] input`);
  await field('oldPassword').fill(issued!.password);
  await field('newPassword').fill('My-own-word-77');
  await field('repeated').fill('My-own-word-77');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/work/parkBoxSource*');
  await ready(page);
  await page.screenshot({ path: join(shots, 'guard-en-390.png') });
  assert.deepEqual(watch.take(), []);
  await close();
});

test('what waits to be decided pushes nothing down that is read already: figures show once it is known', async () => {
  const { page, close } = await world.open(city.groupAdmin, 'zh');
  const lines = ['一', '二', '三', '四', '五'].map((key) => ({
    key,
    title: `待办${key}`,
    count: 3,
    route: '/car/apply',
  }));
  const known = Promise.withResolvers<void>();
  await page.route('**/api/gatehouse/waiting*', async (route) => {
    await known.promise;
    await route.fulfill({ json: { code: 200, success: true, data: lines, msg: '' } });
  });
  await page.goto('/wel/index');
  const figures = pane(page).locator('.tiles').first();
  await figures.waitFor({ state: 'attached' });
  assert.equal(await figures.isVisible(), false);
  known.resolve();
  await page.getByText('待办五').waitFor();
  await figures.waitFor({ state: 'visible' });
  await close();
});

test('a shop gives a discount from its home, on a phone', async () => {
  const { parkId } = city.first;
  const rule = await world.api.post<Row>('/api/updown/parkderate/submit', {
    parkId,
    derateName: '停 1 小时',
    derateType: 'time',
    minutes: 60,
    chargeBy: 'price',
    price: 0,
  });
  const { id } = await world.api.post<Row>('/api/updown/parkseller/submit', {
    parkId,
    sellerName: '云汇咖啡',
    derateIds: [rule.id],
    account: 'yunhui.coffee',
  });
  const issued = await world.api.post<{ account: string; password: string }>('/api/updown/parkseller/resetPassword', {
    recordId: id,
  });
  const { page, watch, close } = await world.open({ account: issued.account, password: issued.password }, 'zh', phone);
  await page.goto('/');
  const field = (name: string) => page.locator(`[data-field="${name}"] input`);
  await field('oldPassword').fill(issued.password);
  await field('newPassword').fill('Coffee-word-77');
  await field('repeated').fill('Coffee-word-77');
  await page.getByRole('button', { name: '确定修改' }).click();
  await pane(page).locator('#shop-plate').fill('浙a81009');
  await pane(page).getByRole('button', { name: '停 1 小时' }).waitFor();
  await page.screenshot({ path: join(shots, 'shop-zh-390.png') });
  assert.deepEqual(await outside(page), []);
  await button(pane(page), '发放').click();
  await page.locator('.gh-notices', { hasText: '已发放给 浙A81009' }).waitFor();
  await pane(page).getByRole('region', { name: '最近发放' }).locator('tbody tr').first().waitFor();
  assert.deepEqual(watch.take(), []);
  await close();
});

test('the accountant begins with what last month has open and its sheets; the administrator with what waits', async () => {
  const { person } = await personOf('finance', 'accountant.chen');
  const { page, watch, close } = await world.open(person, 'zh');
  await page.goto('/wel/index');
  await ready(page);
  const month = pane(page).getByRole('region', { name: '月末对账' });
  await areMany(month.getByText('无待处理'), 6); // each has a count of its own, which comes after the page
  await page.screenshot({ path: join(shots, 'finance-zh-1440.png') });
  await month.getByRole('button', { name: /支付方式汇总/ }).click();
  await page.waitForURL(/chartPayTypeSum\?startTime=/);
  assert.deepEqual(watch.take(), []);
  await close();
  await world.api.post('/api/updown/parkblackList/submit', {
    parkId: city.first.parkId,
    plateNumber: '浙A81010',
    type: 'white',
  });
  const admin = await world.open(city.groupAdmin, 'en');
  await admin.page.goto('/wel/index');
  await ready(admin.page);
  await pane(admin.page).getByRole('region', { name: 'To do' }).getByRole('button').first().waitFor();
  await admin.page.screenshot({ path: join(shots, 'admin-en-1440.png') });
  assert.equal(await pane(admin.page).getByRole('region', { name: 'Month-end' }).count(), 0);
  await admin.close();
});
