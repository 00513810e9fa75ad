/**
 * A night in the box: a misread plate put right at the exit by the keyboard alone, cash with change, and a handover ten
 * yuan short.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { comesIn, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { password } from './city.ts';
import { pane } from './page-helpers.ts';
import { outside, ready } from './look.ts';
import { photographed } from './world.ts';
import type { Account, Opened } from './world.ts';

const HOUR = 3_600_000;
const [car, next] = ['浙A12B45', '浙C33333'];
const [discounted, unwilling] = ['浙D44444', '浙E55555'] as const;
const shots = join(import.meta.dirname, '..', '..', 'shots');

let place: Place;
const guards: Record<string, Account> = {};
let ma: Opened;
let zhao: Opened;

async function guard(realName: string, account: string): Promise<void> {
  const { api } = place.world;
  const { companyId } = place.city.first;
  const { id } = await api.post<{ id: string }>('/api/updown/sysuser/submit', {
    account,
    realName,
    companyId,
    password,
    allParks: true,
  });
  const roles = await api.get<{ id: string; builtIn?: string }[]>('/api/updown/sysrole/getListByCompany', {
    companyId,
  });
  await api.post('/api/updown/sysuser/grantRole', {
    userId: id,
    ids: roles.find(({ builtIn }) => builtIn === 'gateGuard')!.id,
  });
  guards[realName] = { account, password };
}

before(async () => {
  mkdirSync(join(shots, 'failed'), { recursive: true });
  place = await openPlace();
  await place.world.api.post('/api/updown/parkParameter/submit', {
    parkId: place.city.first.parkId,
    settings: { autoAcceptFuzzy: false, repeatSeconds: 5 },
  });
  await guard('马长宁', 'walk.ma');
  await guard('赵小川', 'walk.zhao');
  ma = await place.world.open(guards['马长宁']!, 'zh');
  zhao = await place.world.open(guards['赵小川']!, 'zh');
});
after(() => place?.close());

const lane = (page: Page): Locator => page.locator('.bx-lane').filter({ hasText: '西出口' });
/** What the car at the exit has to pay, in yuan. A stay over midnight costs more than one by day. */
const dueOf = async (page: Page): Promise<number> => Number(await lane(page).locator('.bx-due output').textContent());
/** What was taken in cash, in yuan. */
let takenYuan = 0;
const dialog = (page: Page): Locator => page.locator('dialog[open]').last();
const inPhase = (page: Page, phase: string): Promise<void> =>
  page.locator(`.bx-lane[data-phase="${phase}"]`).filter({ hasText: '西出口' }).waitFor();

/** What the guard did may be on the board before its answer closes the dialog, and a key pressed then is typed into it. */
const dialogGone = (page: Page): Promise<void> => dialog(page).waitFor({ state: 'detached' });

async function toBox(opened: Opened): Promise<void> {
  const { page } = opened;
  await page.goto('/work/parkBoxSource');
  await pane(page).locator('.bx-head input').waitFor();
  await lane(page).waitFor(); // the only box he may use stands there at once
}

const scenario = (name: string, opened: Opened, work: (page: Page) => Promise<void>): Promise<void> =>
  photographed(opened.page, `box-${name}`, async () => {
    await work(opened.page);
    assert.deepEqual(opened.watch.take(), []);
  });

test('a shift is opened with its float by the keyboard', () =>
  scenario('open', ma, async (page) => {
    await toBox(ma);
    await page.locator('.bx-shift').getByText('岗亭无人当班').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    await page
      .locator('.bx-shift')
      .getByText(/马长宁 自 .* 备用金 200\.00/)
      .waitFor();
    await dialogGone(page);
  }));

/** The texts about the car at the exit in the longer language: no word cut off, none broken in two. */
async function wholeInEnglish(phase: string): Promise<void> {
  const { page, close } = await place.world.open(guards['马长宁']!, 'en');
  await page.goto('/work/parkBoxSource');
  await inPhase(page, phase);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((wide) => innerWidth === wide, width);
    const broken = await lane(page)
      .locator('header > *, .bx-plate > *')
      .evaluateAll((all) =>
        all
          .filter(
            (each) =>
              (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0) ||
              each.clientHeight > 1.9 * parseFloat(getComputedStyle(each).lineHeight),
          )
          .map((each) => `${each.className} ${each.textContent}`),
      );
    assert.deepEqual([broken, await outside(page)], [[], []], `${phase}, ${width} px wide`);
    await page.screenshot({ path: join(shots, `box-${phase}-en-${width}.png`) });
  }
  await close();
}

/** R shows the receipt of the car that paid, while it stands at the lane and after it has left. */
async function hasReceipt(page: Page, yuan: number): Promise<void> {
  await page.keyboard.press('r');
  const paper = dialog(page).locator('.gh-paper');
  await paper.getByText(`实收 ${yuan.toFixed(2)} 元`).waitFor();
  assert.ok((await paper.textContent())!.includes(car!), 'with the plate in full');
  await page.screenshot({ path: join(shots, 'box-receipt.png') });
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
}

test('a plate misread at the exit is put right from its picture and paid in cash, by the keyboard alone; another guard sees each step', () =>
  scenario('misread', ma, async (page) => {
    const { lanes } = place;
    await toBox(zhao);
    await comesIn(lanes, car!, Date.now() - 3 * HOUR);
    const at = Date.now();
    await lanes.exit.arrives('浙A12845', at);
    await inPhase(page, 'confirm');
    await wholeInEnglish('confirm');
    await page.keyboard.press('2'); // the exit is the second lane
    await page.keyboard.press('Enter');
    await dialog(page).locator('.bx-choices button').first().waitFor();
    await dialog(page).locator('.ps-picture img').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await inPhase(page, 'awaiting');
    const dueYuan = await dueOf(page);
    assert.ok(dueYuan >= 15);
    takenYuan += dueYuan;
    assert.match((await lane(page).locator('.bx-plate').textContent()) ?? '', /浙A·12B45识别为 浙A12845/);
    await dialog(page).waitFor({ state: 'detached' });
    await page.screenshot({ path: join(shots, 'box-awaiting.png') });
    await wholeInEnglish('awaiting');
    await page.keyboard.press('c');
    await dialog(page).getByText(`西出口 · ${car}`).waitFor(); // the car as it was put right, not as it was read
    await page.keyboard.type('50');
    await dialog(page)
      .getByText((50 - dueYuan).toFixed(2))
      .first()
      .waitFor();
    // The notice is gone after a few seconds: it is looked for from the start.
    await Promise.all([
      zhao.page.locator('.gh-notices', { hasText: `西出口：马长宁 收现金 ${dueYuan.toFixed(2)}` }).waitFor(),
      page.keyboard.press('Enter'),
    ]);
    await inPhase(page, 'releasing');
    await dialogGone(page);
    await inPhase(zhao.page, 'releasing');
    await hasReceipt(page, dueYuan);
    await lanes.exit.drivesThrough(at + 1_000);
    await inPhase(page, 'idle');
    const left = page.locator('.bx-recent li').filter({ hasText: '已出场' }).first();
    await left.waitFor();
    await hasReceipt(page, dueYuan);
    await page.screenshot({ path: join(shots, 'box-paid.png') });
    await left.getByRole('button', { name: '打印收费凭条' }).click();
    await dialog(page).getByText(car!).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page
      .locator('.bx-shift li')
      .filter({ hasText: dueYuan.toFixed(2) })
      .waitFor();
  }));

/** Of the discounts to give and to take back, by the arrows. */
async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press('y');
  const choice = dialog(page).locator('label', { hasText: name }).first().locator('input');
  await choice.waitFor();
  while (!(await choice.isChecked())) await page.keyboard.press('ArrowDown');
  await page.screenshot({ path: join(shots, 'box-derate.png') });
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

test('two discounts are given at the exit by the keyboard, one is taken back: the bill follows at once, and the seller pays for what it was lowered by', () =>
  scenario('derate', ma, async (page) => {
    const {
      lanes,
      world: { api },
      city: {
        first: { parkId },
      },
    } = place;
    const rule = async (more: Record<string, unknown>) =>
      (
        await api.post<{ id: string }>('/api/updown/parkderate/submit', {
          parkId,
          dayLimit: 0,
          atBox: true,
          chargeBy: 'price',
          price: 300,
          ...more,
        })
      ).id;
    const derateIds = [
      await rule({ derateName: '停一小时', derateType: 'time', minutes: 60 }),
      await rule({ derateName: '五元券', derateType: 'amount', amountFen: 500 }),
    ];
    const { id: sellerId } = await api.post<{ id: string }>('/api/updown/parkseller/submit', {
      parkId,
      sellerName: '云汇咖啡',
      derateIds,
      creditFen: 10_000,
    });
    await comesIn(lanes, discounted, Date.now() - 2.5 * HOUR);
    const at = Date.now();
    await lanes.exit.arrives(discounted, at);
    await inPhase(page, 'awaiting');
    await page.keyboard.press('2');
    for (const name of ['五元券', '停一小时']) {
      const dueYuan = await dueOf(page);
      await choose(page, name);
      await lane(page)
        .locator('.bx-due output')
        .filter({ hasNotText: dueYuan.toFixed(2) })
        .waitFor();
      assert.ok((await dueOf(page)) <= dueYuan - 5);
    }
    const lowered = await dueOf(page);
    await choose(page, '撤销');
    await lane(page)
      .locator('.bx-due output')
      .filter({ hasNotText: lowered.toFixed(2) })
      .waitFor();
    assert.ok((await dueOf(page)) >= lowered + 5, 'one given by mistake is taken back');
    takenYuan += await dueOf(page);
    await page.keyboard.press('c');
    await page.keyboard.press('Enter');
    await inPhase(page, 'releasing');
    await dialogGone(page);
    await lanes.exit.drivesThrough(at + 1_000);
    await inPhase(page, 'idle');
    assert.equal(
      (await api.get<{ balance: number }>('/api/updown/parkseller/detail', { recordId: sellerId })).balance,
      -300,
    );
  }));

test('a car that will not pay is turned away by the keyboard and backs out: its passage shows who and why', () =>
  scenario('refuse', ma, async (page) => {
    const {
      lanes,
      world: { api },
      city: {
        first: { parkId },
      },
    } = place;
    await comesIn(lanes, unwilling, Date.now() - 2 * HOUR);
    const at = Date.now();
    await lanes.exit.arrives(unwilling, at);
    await inPhase(page, 'awaiting');
    await page.keyboard.press('2');
    await page.keyboard.press('x');
    await dialog(page).getByText('拒不缴费').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await lanes.exit.backsOut(at + 5_000);
    await inPhase(page, 'idle');
    const { records } = await api.get<{ records: Record<string, unknown>[] }>(
      '/api/updown/static/getPageVideoCarList',
      { parkId, status: 'aborted' },
    );
    assert.deepEqual(
      records.map(({ refusal, refusedBy }) => [refusal, refusedBy]),
      [['拒不缴费', '马长宁']],
    );
  }));

test('the live picture of an empty lane that is chosen is shown by itself, and put away and fetched again by a key', () =>
  scenario('live', ma, async (page) => {
    const {
      world: { api },
      city: {
        first: { parkId, exit },
      },
    } = place;
    const picture = await page.screenshot({ type: 'jpeg', quality: 40 });
    const camera = createServer((_, reply) => {
      reply.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(picture);
    }).listen(0, '127.0.0.1');
    await once(camera, 'listening');
    try {
      const device = (await api.find<{ id: string; sn: string }>(
        '/api/updown/parkdevices/list',
        { parkId },
        ({ sn }) => sn === exit.camera.sn,
      ))!;
      await api.post('/api/updown/parkdevices/submit', {
        deviceId: device.id,
        videoUrl: `http://127.0.0.1:${(camera.address() as AddressInfo).port}/live`,
      });
      await page.reload();
      await lane(page).waitFor();
      await page.keyboard.press('2');
      await lane(page).locator('img[data-live]').waitFor();
      await page.waitForFunction(
        () => (document.querySelector<HTMLImageElement>('[data-live]')?.naturalWidth ?? 0) > 0,
      );
      await page.screenshot({ path: join(shots, 'box-live.png') });
      await page.keyboard.press('l');
      await page.locator('img[data-live]').waitFor({ state: 'detached' });
      await page.keyboard.press('l');
      await lane(page).locator('img[data-live]').waitFor();
    } finally {
      camera.closeAllConnections();
      camera.close();
      // From here on its lane has no picture, whoever asks and whenever.
      for (const { watch } of [ma, zhao]) watch.expect('/api/gatehouse/video', 422);
    }
  }));

test('the first decision counts: the other person is notified, and nothing is done twice', () =>
  scenario('two', ma, async (page) => {
    const { lanes } = place;
    await comesIn(lanes, next!, Date.now() - 2 * HOUR);
    const at = Date.now();
    await lanes.exit.arrives(next!, at);
    await Promise.all([inPhase(page, 'awaiting'), inPhase(zhao.page, 'awaiting')]);
    takenYuan += await dueOf(page);
    await zhao.page.keyboard.press('2');
    await zhao.page.keyboard.press('c');
    await page.keyboard.press('c');
    await page.keyboard.press('Enter');
    await inPhase(page, 'releasing');
    await dialogGone(page);
    zhao.watch.expect('/api/gatehouse/box/cash', 422);
    await zhao.page.keyboard.press('Enter');
    await dialog(zhao.page).getByRole('alert').getByText('该车已离开或已由他人处理').waitFor();
    await zhao.page.keyboard.press('Escape');
    await dialogGone(zhao.page);
    await lanes.exit.drivesThrough(at + 1_000);
    await inPhase(page, 'idle');
    assert.deepEqual(zhao.watch.take(), []);
  }));

test('handed over ten yuan short: a blind count, the next person’s password, his shift begins with the float', () =>
  scenario('handover', ma, async (page) => {
    await page.keyboard.press('g');
    await page.keyboard.press('Enter');
    await page.locator('.bx-shift').getByText('清点中').waitFor();
    await dialogGone(page);
    assert.equal(await page.locator('.bx-shift [data-figure]').count(), 0, 'blind');
    await page.keyboard.press('g');
    // The float of 200 yuan and what was taken should be there: two hundreds, and the rest but ten in pieces of one
    // yuan.
    for (const [nth, pieces] of ['2', '', '', '', '', String(takenYuan - 10)].entries()) {
      if (nth > 0) await page.keyboard.press('Enter'); // moves on: a count is submitted once, and not by the first number
      await page.keyboard.type(pieces);
    }
    await dialog(page).getByLabel('留作备用金（元）').fill('200');
    await page.keyboard.press('Enter');
    await page.locator('.bx-shift [data-figure="difference"]').getByText('-10.00').waitFor();
    await dialogGone(page);
    await page.screenshot({ path: join(shots, 'box-count.png') });
    await page.keyboard.press('g');
    await page.keyboard.type('walk.zhao');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page
      .locator('.bx-shift')
      .getByText(/赵小川 自 .* 备用金 200\.00/)
      .waitFor();
    await dialogGone(page);
    await zhao.page
      .locator('.bx-shift')
      .getByText(/赵小川 自/)
      .waitFor();
  }));

test('shortcut keys are shown, and nothing is outside the window at any width', () =>
  scenario('keys', ma, async (page) => {
    await page.keyboard.press('?');
    await dialog(page).getByText('下一个待处理车道').waitFor();
    await page.keyboard.press('Escape');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await outside(page), []);
      await page.screenshot({ path: join(shots, `box-${width}.png`) });
    }
    await ready(page);
  }));
