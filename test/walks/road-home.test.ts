/**
 * The roadside's home: every figure is what its call answers, of all curb lots and of one, and leads to where it comes
 * from. Figures of the data board stand whole.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { formatFen } from '#domain/money/fen.ts';
import type { TodaysMoney } from '#areas/report/model/home.ts';
import { openApi } from '#device/simulator/api.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { pane, pick } from './page-helpers.ts';
import { ready } from './look.ts';
import { sizes } from './world.ts';

const base = '/api/updown';
const quiet = '滨江路侧';
const MINUTE = 60_000;
/** A busy machine is waited for: no walk is about speed. */
const patienceMs = 60_000;

let place: Place;
/** One car paid ten yuan at a lot that has been a curb lot since; another curb lot has seen nobody. */
before(async () => {
  place = await openPlace();
  const {
    world: { api },
    city: { first },
    lanes,
  } = place;
  const now = Date.now();
  await comesIn(lanes, '浙A7R101', now - 119 * MINUTE);
  assert.equal(await leaves(lanes, '浙A7R101', now, true), 1000);
  const { records } = await api.get<{ records: { id: string }[] }>(`${base}/parkdevices/list`, {
    parkId: first.parkId,
    size: 50,
  });
  for (const { id } of records) await api.post(`${base}/parkdevices/remove`, { ids: id });
  for (const { gateId } of [first.entry, first.exit]) await api.post(`${base}/baseParkGate/remove`, { ids: gateId });
  await api.post(`${base}/basePark/syncToPlatRadPark`, { parkId: first.parkId });
  await api.post(`${base}/curbPark/submit`, { companyId: first.companyId, parkName: quiet, totalStall: 40 });
});
after(() => place?.close());

/** The tiles of the page by their names: the figure and what stands below it. */
const tiles = async (page: Page): Promise<Record<string, [string, string]>> =>
  Object.fromEntries(
    await pane(page)
      .locator('.tile')
      .evaluateAll((all) =>
        all.map((tile) => {
          const textOf = (part: string) => (tile.querySelector(part)!.textContent ?? '').replace(/\s+/g, ' ').trim();
          return [textOf('.name'), [textOf('.value'), textOf('.note')]] as const;
        }),
      ),
  );

const totals = (page: Page, title: string): Promise<string[]> =>
  pane(page)
    .locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) })
    .locator('tfoot td')
    .allInnerTexts();

/** What the tiles should say of an answer. */
const expected = (now: TodaysMoney) => ({
  今日净收入: [formatFen(now.netFen), `昨日 ${formatFen(now.netYesterdayFen)}`],
  今日应收: [formatFen(now.receivableFen), `优惠 ${formatFen(now.derateFen)} · 减免 ${formatFen(now.waivedFen)}`],
  今日线上: [formatFen(now.onlineFen), `${now.payments} 笔`],
  今日现金: [formatFen(now.cashFen), `今日退款 ${formatFen(now.refundFen)}`],
  泊位: [String(now.spaces), `在停 ${now.inside} · 空余 ${now.free}`],
});

test('the figures are those the calls answer, of all curb lots and of the one that is chosen', async () => {
  const { page, watch, close } = await place.world.open(place.city.groupAdmin, 'zh');
  const api = await openApi(place.world.url, place.city.groupAdmin.account, place.city.groupAdmin.password);
  const money = (parkId: string) =>
    api.get<TodaysMoney>(`${base}/staticFirst/getFirstPayMoney`, { parkType: 'curb', parkId });
  await page.goto('/wel/index2');
  await ready(page);
  const all = await money('');
  assert.deepEqual(
    [all.netFen, all.onlineFen, all.payments, all.cashFen, all.spaces],
    [1000, 1000, 1, 0, 120],
    'the calls themselves know of the ten yuan, and of the berths of both lots',
  );
  const shown = await tiles(page);
  for (const [name, expectedText] of Object.entries(expected(all))) assert.deepEqual(shown[name], expectedText, name);
  assert.deepEqual([shown['今日驶入']![0], shown['今日驶离']![0]], [String(all.entries), String(all.exits)]);
  assert.deepEqual(await totals(page, '近7天路内收费'), ['10.00', '0.00', '10.00', '0.00', '10.00']);
  assert.deepEqual(await totals(page, '近7天路内支付汇总'), ['1', '10.00', '0.00', '10.00']);
  const ranked = pane(page).locator('.ranking li');
  assert.deepEqual(await ranked.filter({ hasText: place.city.first.name }).locator('.gh-num').allInnerTexts(), [
    '10.00',
  ]);

  await pane(page).locator('#road-home-lot').click();
  await pick(page, pane(page).locator('.lot .ant-select input').first(), quiet);
  await page.waitForURL(/parkId=/);
  await ready(page);
  const one = await money(new URL(page.url()).searchParams.get('parkId')!);
  assert.deepEqual([one.netFen, one.spaces], [0, 40]);
  await pane(page).locator('.tile', { hasText: '泊位' }).getByText('40', { exact: true }).waitFor();
  const chosen = await tiles(page);
  for (const [name, expectedText] of Object.entries(expected(one))) assert.deepEqual(chosen[name], expectedText, name);
  assert.deepEqual(watch.take(), []);
  await close();
});

test('a name of the ranking leads to the payments it is made of', async () => {
  const { page, watch, close } = await place.world.open(place.city.groupAdmin, 'zh');
  await page.goto('/wel/index2');
  await ready(page);
  await pane(page).locator('.ranking').getByRole('button', { name: place.city.first.name, exact: true }).click();
  await page.waitForURL(/\/static\/tempWCPays\?parkId=/);
  await ready(page);
  assert.deepEqual(await pane(page).locator('tbody tr[data-row]').getByText('10.00', { exact: true }).allInnerTexts(), [
    '10.00',
    '10.00',
  ]);
  assert.deepEqual(watch.take(), []);
  await close();
});

test('the figures of a busy day stand whole on the data board, in every window', async () => {
  const { page, watch, close } = await place.world.open(place.city.groupAdmin, 'en');
  await page.route('**/staticFirst/getFirstPayMoney*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: TodaysMoney };
    await route.fulfill({
      response,
      json: {
        ...answer,
        data: {
          ...answer.data,
          netFen: 13_797_980,
          inside: 12_345,
          spaces: 20_000,
          free: 7_655,
          entries: 12_286,
          exits: 12_287,
        },
      },
    });
  });
  await page.goto('/wel/dashboard');
  await ready(page);
  const figures = pane(page).locator('.big .value');
  const cut = (): Promise<string[]> =>
    figures.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent ?? ''),
    );
  for (const size of sizes) {
    await page.setViewportSize(size);
    // The frame around the board takes another shape some time after the window has.
    for (const end = Date.now() + patienceMs; (await cut()).length > 0 && Date.now() < end;)
      await page.waitForTimeout(100);
    assert.deepEqual(await cut(), [], `${size.width} px wide`);
    assert.deepEqual(await figures.allInnerTexts(), ['137,979.80', '12,345', '7,655', '12,286 / 12,287']);
  }
  // The board asks again and again: an answer may still be on its way through here.
  await page.unrouteAll({ behavior: 'wait' });
  assert.deepEqual(watch.take(), []);
  await close();
});
