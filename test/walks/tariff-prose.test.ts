/**
 * Two published tariffs as a clerk enters them from their prose, with only the form of complex mode, counting the
 * inputs; the next car is priced by each.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, pane, pick } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
/** A busy machine is waited for: this walk is not about speed. */
const patienceMs = 120_000;
/** The number of inputs a clerk makes in ten minutes, at six seconds each, reading included. */
const MOST_INPUTS = 100;
/** So long that it holds most of a day's paid time, whenever it begins. */
const STAY = 23 * HOUR;

type Case = {
  readonly n: number;
  readonly in: string;
  readonly out: string;
  readonly vehicle: string;
  readonly fen?: number;
  readonly calendar?: object;
};

let place: Place;
let opened: Opened;
let inputs = 0;

before(async () => {
  place = await openPlace();
  opened = await place.world.open(place.city.groupAdmin, 'zh');
  opened.page.setDefaultTimeout(patienceMs);
});
after(() => place?.close());

const input = (within: Locator, name: string): Locator => within.locator(`[data-field="${name}"] input`).first();
const leaf = (page: Page, name: string): Locator => pane(page).getByRole('tab', { name, exact: true });
const period = (page: Page, nth: number): Locator => pane(page).locator(`[data-period="${nth}"]`);
const dialogOk = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s?定$/ })
    .click();

async function types(within: Locator, name: string, value: string): Promise<void> {
  inputs += 1;
  await input(within, name).fill(value);
}

async function presses(what: Locator): Promise<void> {
  inputs += 1;
  await what.click();
}

async function clock(within: Locator, name: string, value: string): Promise<void> {
  inputs += 1;
  await input(within, name).click();
  await input(within, name).fill(value);
  await input(within, name).press('Enter');
}

/** Opens the choices and takes one, or presses it where all of them stand there. */
async function chooses(page: Page, within: Locator, name: string, words: string): Promise<void> {
  const radio = within.locator(`[data-field="${name}"] .ant-radio-wrapper`, { hasText: words });
  if ((await radio.count()) > 0) return presses(radio.first());
  inputs += 2;
  await pick(page, input(within, name), words);
  await page.keyboard.press('Escape');
}

const step = (within: Locator, nth: number): Locator => within.locator('tbody tr').nth(nth);

/** From the lot to the empty form of a new rule. */
async function begins(page: Page, ruleName: string, freeMinutes: string): Promise<void> {
  inputs = 4; // the menu, its group, the screen, the lot
  await page.goto('/car/parkfeerule');
  await pick(page, pane(page).locator('.ant-select input').first(), place.city.first.name);
  await ready(page);
  await presses(button(pane(page), '新规则'));
  await presses(page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '复杂模式', exact: true }));
  await types(pane(page), 'ruleName', ruleName);
  await types(pane(page), 'freeMinutes', freeMinutes);
  await presses(pane(page).locator('[data-field="freeMinutesCounted"]').getByRole('switch'));
}

async function saysSo(page: Page, sentences: readonly string[]): Promise<void> {
  const outline = pane(page).locator('[data-outline]');
  for (const words of sentences) await outline.getByText(words, { exact: false }).first().waitFor();
  await presses(button(pane(page), '保存草稿'));
  await page.locator('.gh-notices', { hasText: '更新成功' }).first().waitFor();
}

const ruleNamed = (name: string) =>
  place.world.api.find<{ id: string; ruleName: string }>(
    '/api/updown/platParkFeeRule/list',
    { parkId: place.city.first.parkId },
    ({ ruleName }) => ruleName === name,
  );

const tryStay = async (id: string, inTime: string, outTime: string, context: object): Promise<number> =>
  (
    await place.world.api.get<{ totalFen: number }>('/api/updown/platParkFeeRule/testFee', {
      FeeRuleID: id,
      inTime,
      outTime,
      carKind: 'small',
      context: JSON.stringify(context),
    })
  ).totalFen;

/** Holds the draft against the worked cases of the published tariff, those that fit. */
async function chargesAsPublished(name: string, tariff: string, fits: (each: Case) => boolean): Promise<number> {
  const { cases } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'domain', 'fee', 'tariffs', `${tariff}.json`), 'utf8'),
  ) as { cases: readonly Case[] };
  const { id } = (await ruleNamed(name))!;
  const held = cases.filter((each) => each.fen !== undefined && fits(each));
  for (const each of held)
    assert.equal(
      await tryStay(id, each.in, each.out, { holidays: [], workdays: [], ...each.calendar }),
      each.fen,
      `case ${each.n}`,
    );
  return held.length;
}

async function isPublished(page: Page, name: string): Promise<void> {
  await presses(button(pane(page), '发布'));
  await dialogOk(page);
  await pane(page).locator('.fr-list li', { hasText: name }).locator('.gh-tag', { hasText: '已发布' }).waitFor();
}

/** What a car that stays nearly a day pays at the exit, in fen. */
async function nextCarPays(plate: string, name: string): Promise<number> {
  const now = Date.now();
  await comesIn(place.lanes, plate, now);
  const paid = await leaves(place.lanes, plate, now + STAY, true);
  const { id } = (await ruleNamed(name))!;
  assert.equal(paid, await tryStay(id, new Date(now).toISOString(), new Date(now + STAY).toISOString(), {}));
  return paid;
}

test('Shenzhen roadside is entered from its prose: steps that restart each day, others on days off', async (story) => {
  const { page } = opened;
  await photographed(page, 'tariff-prose-shenzhen', async () => {
    await begins(page, '路边一类', '10');
    const work = period(page, 1);
    await types(work, 'periodName', '工作日');
    await clock(work, 'startTime', '07:30');
    await clock(work, 'endTime', '20:00');
    await chooses(page, work, 'days', '工作日');
    await chooses(page, work, 'edge', '暂停');
    for (const [nth, [end, price]] of [
      ['30', '3'],
      ['180', '6'],
      ['', '10'],
    ].entries()) {
      if (nth > 0) await presses(button(work, '增加一级'));
      if (end) await types(step(work, nth), 'endMinute', end);
      if (nth === 0) await types(step(work, nth), 'unitMinutes', '30');
      await types(step(work, nth), 'unitFee', price!);
    }
    await presses(button(pane(page), '增加时段'));
    const off = period(page, 2);
    await off.locator('[data-field="days"]').getByText('休息日', { exact: true }).first().waitFor();
    await types(off, 'periodName', '休息日');
    await clock(off, 'startTime', '10:00');
    for (const [nth, price] of ['1.2', '2.4', '4'].entries()) await types(step(off, nth), 'unitFee', price);
    await saysSo(page, [
      '工作日（工作日 07:30–20:00）',
      '休息日（休息日 10:00–20:00）',
      '首30分钟3.00元',
      '之后150分钟内每30分钟2.40元',
      '之后每30分钟10.00元',
      '每日重新计',
      '时段外暂停',
      '免费10分钟（超出后从头计费）',
    ]);
  });
  assert.equal(await chargesAsPublished('路边一类', 'cn-shenzhen-roadside-c1', () => true), 13);
  await photographed(page, 'tariff-prose-shenzhen-publish', async () => {
    await leaf(page, '检查').click();
    await pane(page).locator('[data-findings="done"]').waitFor();
    await pane(page)
      .locator('[data-law="day-covered"]')
      .getByText(/（周.、工作日）20:00–24:00.*不属于任何收费时段，不收费/)
      .waitFor();
    await leaf(page, '试算').click();
    await isPublished(page, '路边一类');
  });
  assert.ok((await nextCarPays('浙A63002', '路边一类')) > 0);
  assert.ok(inputs <= MOST_INPUTS, `${inputs} inputs`);
  story.diagnostic(`${inputs} inputs`);
  assert.deepEqual(opened.watch.take(), []);
});

test('Guangzhou commercial is entered from its prose: day and night, a night capped and each 24 hours capped', async (story) => {
  const { page } = opened;
  await photographed(page, 'tariff-prose-guangzhou', async () => {
    await begins(page, '商业一类', '15');
    await chooses(page, pane(page), 'dayCapBasis', '入场起每24小时');
    await types(pane(page).locator('[data-area="1"]'), 'dayMaxFee', '128');
    const day = period(page, 1);
    await types(day, 'periodName', '日间');
    await clock(day, 'startTime', '08:00');
    await clock(day, 'endTime', '22:00');
    await chooses(page, day, 'again', '入场起每24小时');
    await types(step(day, 0), 'unitMinutes', '15');
    await types(step(day, 0), 'unitFee', '4');
    await presses(button(pane(page), '增加时段'));
    const night = period(page, 2);
    await types(night, 'periodName', '夜间');
    await types(night, 'maxFee', '15');
    await types(step(night, 0), 'unitFee', '1');
    await saysSo(page, [
      '日间（08:00–22:00）',
      '夜间（22:00–08:00）',
      '每15分钟4.00元',
      '每15分钟1.00元',
      '夜间每个连续时段封顶15.00元',
      '每24小时封顶128.00元',
      '单元按开始时刻计价',
    ]);
  });
  // A large car pays by the bays it takes, which a gate does not know: it has its own rule.
  assert.equal(
    await chargesAsPublished('商业一类', 'cn-guangzhou-commercial-c1', ({ vehicle }) => vehicle === 'small'),
    13,
  );
  await photographed(page, 'tariff-prose-guangzhou-publish', () => isPublished(page, '商业一类'));
  assert.equal(await nextCarPays('浙A63003', '商业一类'), 12_800);
  assert.ok(inputs <= MOST_INPUTS, `${inputs} inputs`);
  story.diagnostic(`${inputs} inputs`);
  assert.deepEqual(opened.watch.take(), []);
});
