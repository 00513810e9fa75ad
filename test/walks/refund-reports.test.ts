/**
 * Money goes back for an online order: every report says so, none contradicts another, and the figure leads to the
 * refund.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf } from '#domain/time/day.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, pane, press, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import { oneDay } from './one-day.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const plate = '浙A7K215';

let place: Place;
let clerk: Opened;
before(async () => {
  await oneDay();
  place = await openPlace();
  const now = Date.now();
  await comesIn(place.lanes, plate, now - 2 * HOUR);
  assert.equal(await leaves(place.lanes, plate, now, true), 1000);
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

/** A busy machine is waited for: no walk is about speed. */
const patienceMs = 120_000;

/** The totals row of a report by its columns' names. */
async function totals(route: string): Promise<Record<string, string>> {
  const { page } = clerk;
  await page.goto(route);
  await ready(page);
  const cells = async (selector: string) =>
    (await pane(page).locator(selector).allInnerTexts()).map((words) => words.replace(/[▲▼↕]/g, '').trim());
  const [names, figures] = [await cells('.gh-table thead th'), await cells('.gh-table tfoot td')];
  return Object.fromEntries(names.map((name, at) => [name, figures[at] ?? '']));
}

test('the clerk gives four of ten yuan back, with a reason; the channel says done', async () => {
  const { page } = clerk;
  const answered = Promise.withResolvers<void>();
  await page.route('**/getPageTempWCPays*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/static/onlineorder');
  await ready(page);
  await press(rows(page, written(plate)).first(), '退款');
  const dialog = page.locator('dialog[open]');
  assert.equal(
    await dialog.getByLabel('退款金额（元）').isDisabled(),
    true,
    'until the rest is known: what is typed would stand beside it',
  );
  answered.resolve();
  await dialog.getByLabel('退款金额（元）').fill('4');
  await dialog.getByLabel('退款原因').fill('出口抓拍延迟');
  await button(dialog, '下一步').click();
  await button(dialog, '确认退款 4.00 元').click();
  await dialog.getByText('已受理，订单状态').waitFor();
  await button(dialog, '关闭').last().click();
  await dialog.waitFor({ state: 'detached' });
  const end = Date.now() + patienceMs;
  const done = rows(page, '出口抓拍延迟').filter({ hasText: '已退款' });
  for (
    await page.goto('/static/refundorder');
    (await done.count()) === 0 && Date.now() < end;
    await page.waitForTimeout(500)
  ) {
    await page.reload();
    await ready(page);
  }
  assert.match(await done.innerText(), /4\.00/);
  assert.deepEqual(clerk.watch.take(), []);
});

test('every report has the refund beside the money that came, and the same net', async () => {
  const money = { 线上: '10.00', 退款: '4.00', 净收入: '6.00' };
  for (const route of [
    '/static/chartDaySum',
    '/static/chartMonthFeeSum',
    '/static/chartFeeSumChart',
    '/static/dailyreport',
  ]) {
    const line = await totals(route);
    assert.deepEqual(Object.fromEntries(Object.keys(money).map((name) => [name, line[name]])), money, route);
  }
  const ways = await totals('/static/chartPayTypeSum');
  assert.deepEqual(
    [ways['笔数'], ways['实收'], ways['退款笔数'], ways['退款'], ways['净收入']],
    ['1', '10.00', '1', '4.00', '6.00'],
  );
  const people = await totals('/static/chartUserFeeSum');
  assert.deepEqual(
    [people['线上'], people['实收合计'], people['经手退款'], people['净收入']],
    ['10.00', '10.00', '4.00', '6.00'],
  );
  assert.match(await rows(clerk.page, '安泊管理员').innerText(), /4\.00/, 'who gave it back');
  assert.match(await rows(clerk.page, '车主自助缴费').innerText(), /10\.00/);
  assert.equal((await totals('/static/chartDayPaySum'))['实收合计'], '10.00', 'what came stays what came');
  assert.deepEqual(clerk.watch.take(), []);
});

test('the figure leads to the refund it is made of, net to the lines of the ledger, and the day’s cars to their records', async () => {
  const { page } = clerk;
  await totals('/static/chartDaySum');
  await button(pane(page).locator('tbody'), '4.00').click();
  await page.waitForURL(/\/static\/refundorder\?/);
  await ready(page);
  assert.equal(await rows(page, '').count(), 1);
  assert.match(await rows(page, '出口抓拍延迟').innerText(), /4\.00/);
  await totals('/static/chartDaySum');
  await button(pane(page).locator('tbody'), '6.00').click();
  await page.waitForURL(/\/static\/ledgerEntry\?/);
  await ready(page);
  assert.deepEqual([await rows(page, '').count(), await rows(page, '实收').count()], [2, 1]);
  assert.match(await rows(page, '出口抓拍延迟').innerText(), /退款到账/);
  assert.match(await pane(page).locator('.gh-strip').innerText(), /净收入\s+6\.00/);
  await totals('/static/dailyreport');
  const line = pane(page).locator('tbody tr').first();
  await button(line, '1').nth(1).click();
  await page.waitForURL(/\/static\/inoutRecord\?/);
  await ready(page);
  assert.equal(await rows(page, written(plate)).count(), 1);
  assert.deepEqual(clerk.watch.take(), []);
});

test('what a figure leads to shows all it is narrowed by, adds up to the figure, leads back, and is widened a condition at a time', async () => {
  const { page } = clerk;
  await page.goto('/static/refundorder');
  await ready(page);
  assert.equal(await pane(page).locator('.gh-chip').count(), 0, 'nothing requested, nothing shown');
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const span = `startTime=${encodeURIComponent(`${addDays(today, -3)} 00:00:00`)}&endTime=${encodeURIComponent(`${today} 23:59:59`)}`;
  const ways = await totals(`/static/chartPayTypeSum?${span}`);
  await button(pane(page).locator('tbody'), '4.00').click();
  await page.waitForURL(/\/static\/refundorder\?/);
  await ready(page);
  const chips = () => pane(page).locator('.gh-chip > span:not(.gh-sr)').allInnerTexts();
  const shown = await chips();
  assert.ok(shown.includes(`到账时间: ${addDays(today, -3)} ~ ${today}`), shown.join(' | '));
  assert.ok(shown.includes('状态: 已退款') && shown.some((chip) => chip.startsWith('支付方式: ')), shown.join(' | '));
  const sums = await pane(page).locator('.gh-table tfoot td').allInnerTexts();
  assert.ok(sums.includes(ways['退款']!), `${sums.join(' ')} has ${ways['退款']}`);
  assert.match((await pane(page).locator('.gh-print-head').textContent()) ?? '', /到账时间: /, 'on paper as well');
  const parameters = new URL(page.url()).searchParams;
  await pane(page).locator('.gh-chip', { hasText: '到账时间' }).click();
  await page.waitForURL((url) => !url.searchParams.has('doneTimeFrom') && !url.searchParams.has('doneTimeTo'));
  assert.equal(new URL(page.url()).searchParams.get('status'), parameters.get('status'), 'the others stay');
  assert.equal((await chips()).length, shown.length - 1);
  await button(pane(page), '返回“支付方式汇总”').click();
  await page.waitForURL((url) => url.pathname === '/static/chartPayTypeSum' && url.search.includes('startTime'));
  await ready(page);
  assert.deepEqual(await chips(), [`统计时间: ${addDays(today, -3)} ~ ${today}`]);
  assert.deepEqual(clerk.watch.take(), []);
});

test('while figures of another span are on their way those before them stand back, and are neither exported nor printed', async () => {
  const { page } = clerk;
  for (const [route, tools, call] of [
    ['/static/chartDaySum', ['导出', '打印'], '**/getNormalData*'],
    ['/static/refundorder', ['导出'], '**/getSearchRefundOrder*'],
  ] as const) {
    await page.goto(route);
    await ready(page);
    const frame = pane(page).locator('.gh-page');
    const tool = (name: string) => button(pane(page).locator('.gh-tools'), name);
    const states = async () => [
      await frame.getAttribute('aria-busy'),
      ...(await Promise.all(tools.map((name) => tool(name).isDisabled()))),
    ];
    assert.deepEqual(await states(), ['false', ...tools.map(() => false)], route);
    const answered = Promise.withResolvers<void>();
    await page.route(call, async (intercepted) => {
      await answered.promise;
      await intercepted.continue();
    });
    await button(pane(page), '近30天')
      .or(button(pane(page), '昨天'))
      .first()
      .click();
    await pane(page).locator('.gh-page[aria-busy=true]').waitFor();
    assert.deepEqual(await states(), ['true', ...tools.map(() => true)], route);
    await page.waitForFunction(() => {
      const figures = [...document.querySelectorAll('.gh-page[aria-busy=true] tbody')].filter((each) =>
        each.checkVisibility(),
      );
      return figures.length > 0 && figures.every((each) => Number(getComputedStyle(each).opacity) < 0.5);
    });
    answered.resolve();
    await pane(page).locator('.gh-page[aria-busy=false]').waitFor();
    assert.deepEqual(await states(), ['false', ...tools.map(() => false)], route);
    await page.unroute(call);
  }
  assert.deepEqual(clerk.watch.take(), []);
});

test('cash that a cut-off lane took stands under a name of the reader’s language: in the list, its detail, on paper and in the search', async () => {
  const late = '浙A7K216';
  await comesIn(place.lanes, late, Date.now() - 2 * HOUR);
  await place.lanes.exit.reportsLater(late, Date.now() - HOUR, 400);
  for (const [lang, name] of [
    ['zh', '脱机车道'],
    ['en', 'Cut-off lane'],
  ] as const) {
    const { page, watch, close } = await place.world.open(place.city.groupAdmin, lang);
    await page.goto(`/static/tempWCPays?operator=${encodeURIComponent('脱机车道')}`);
    await ready(page);
    await rows(page, written(late)).getByText(name, { exact: true }).waitFor();
    assert.equal(await rows(page, '').count(), 1);
    assert.equal(
      await pane(page)
        .locator('.gh-search')
        .getByRole('textbox', { name: lang === 'zh' ? '收费员' : 'Collector' })
        .inputValue(),
      name,
    );
    assert.match((await pane(page).locator('.gh-print-head').textContent()) ?? '', new RegExp(name));
    await rows(page, written(late)).click();
    await page.locator('.ant-drawer').getByText(name, { exact: true }).first().waitFor();
    assert.deepEqual(watch.take(), []);
    await close();
  }
});

test('a chart keeps its drawing while another page is in view, and is redrawn for a narrower window or without one of its lines', async () => {
  const { page } = clerk;
  await page.goto('/static/chartDaySum');
  await ready(page);
  const plot = pane(page).locator('.gh-chart canvas').first();
  await plot.waitFor();
  const state = () =>
    plot.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const empty = Object.assign(document.createElement('canvas'), { width, height });
      const drawn = canvas.toDataURL();
      return {
        kept: canvas.hasAttribute('data-kept'),
        blank: drawn === empty.toDataURL(),
        drawn,
        width: canvas.clientWidth,
      };
    });
  /** Until something else than before is drawn and stands still: a busy machine draws late. */
  const still = async (former = '') => {
    const end = Date.now() + patienceMs;
    for (let last = await state(); ;) {
      await page.waitForTimeout(400);
      const next = await state();
      if ((next.drawn === last.drawn && !next.blank && next.drawn !== former) || Date.now() > end) return next;
      last = next;
    }
  };
  await plot.evaluate((canvas) => canvas.setAttribute('data-kept', ''));
  const first = await still();
  const lead = async (path: string) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await page.waitForFunction((to) => location.pathname === to, path);
    await ready(page);
  };
  await lead('/static/refundorder');
  await lead('/static/chartDaySum');
  assert.deepEqual(await state(), first, 'at once, without being drawn again');
  await pane(page).locator('.gh-legend button').first().click();
  const less = await still(first.drawn);
  assert.deepEqual([less.kept, less.drawn === first.drawn], [true, false]);
  await lead('/static/refundorder');
  await page.setViewportSize({ width: 1000, height: 800 });
  await lead('/static/chartDaySum');
  await page.waitForFunction((wide) => {
    const seen = [...document.querySelectorAll('.gh-chart canvas')].find((each) => each.checkVisibility());
    return seen !== undefined && seen.clientWidth < wide;
  }, first.width);
  const narrow = await still();
  assert.deepEqual([narrow.kept, narrow.width < first.width], [true, true]);
  assert.deepEqual(clerk.watch.take(), []);
});

test('a report of more lines than a page has pages, totals of all of them, and goes back to its first page when it is sorted', async () => {
  const { page } = clerk;
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const line = await totals(`/static/chartDaySum?startTime=${addDays(today, -599)} 00:00:00&endTime=${today} 23:59:59`);
  assert.deepEqual([line['日期'], line['净收入']], ['合计 (600)', '10.00']);
  const pages = pane(page).getByRole('navigation', { name: '翻页' });
  assert.match(await pages.innerText(), /共 600 条/);
  assert.equal(await pages.getByRole('combobox').count(), 0, 'how many stand on a page is not chosen');
  await button(pages, '2').click();
  await rows(page, addDays(today, -599)).waitFor();
  assert.match(page.url(), /[?&]page=2(&|$)/);
  await pane(page).locator('thead').getByRole('button', { name: '净收入' }).click();
  await rows(page, today).waitFor();
  assert.equal(await pages.locator('[aria-current=page]').innerText(), '1');
  assert.deepEqual(clerk.watch.take(), []);
});
