/** Fills a form of the console from its declaration, through the same inputs a person uses. */
import type { Locator, Page } from 'playwright-core';
import type { Field, Fields, Kind } from '#kit/declare/field.ts';
import { formFields } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { sampleOf } from '#kit/declare/sample.ts';
import type { Lang } from '#kit/declare/text.ts';
import { ownSamples } from '#test/samples.ts';
import { pick as pickByWords } from './page-helpers.ts';

type Fill = (row: Locator, field: Field, value: unknown, lang: Lang) => Promise<void>;

const type: Fill = (row, _, value) => row.locator('input, textarea').first().fill(String(value));
const hundredth: Fill = (row, _, value) =>
  row
    .locator('input')
    .first()
    .fill(String(Number(value) / 100));

/** Antd's pickers take what is typed and keep it with Enter. */
const moment: Fill = async (row, field, value) => {
  const shown = field.kind === 'dateTime' ? wall(String(value)) : String(value);
  const input = row.locator('input').first();
  await input.click();
  await input.fill(shown);
  await input.press('Enter');
};

const wall = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const listed = (page: Page): Locator =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option:not(.ant-select-item-option-disabled)');

/** The first row that is offered, also if the list rerenders meanwhile; a list that stays empty is left as it is. */
const pick: Fill = async (row) => {
  const page = row.page();
  const input = row.locator('input').first();
  await input.click();
  const first = listed(page).first();
  const none = page.locator('.ant-select-dropdown:visible', { hasText: '没有匹配项' });
  await first.or(none).first().waitFor();
  if (
    await first.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
  )
    await first.click({ timeout: 3_000 }).catch(async () => {
      await input.click();
      await first.click();
    });
  await shut(page);
};

/** A list of several choices stays open until one looks elsewhere; Escape would close the form with it. */
async function shut(page: Page): Promise<void> {
  if ((await page.locator('.ant-select-dropdown:visible').count()) === 0) return;
  await page.locator('.ant-drawer-title:visible, .ant-modal-title:visible').last().click();
  await page.locator('.ant-select-dropdown:visible').first().waitFor({ state: 'hidden' });
}

const choose: Fill = async (row, field, value, lang) => {
  const label = field.options![String(value)]![lang];
  const radio = row.locator('.ant-radio-wrapper', { hasText: label });
  if ((await radio.count()) > 0) return radio.first().click();
  const input = row.locator('input').first();
  await input.click();
  await input.fill(label);
  await listed(row.page()).filter({ hasText: label }).first().click();
};

const chooseAll: Fill = async (row, field, value, lang) => {
  for (const each of value as string[]) {
    const box = row.locator('.ant-checkbox-wrapper', { hasText: field.options![each]![lang] });
    if ((await box.count()) > 0) await box.first().locator('input').setChecked(true);
    else await choose(row, field, each, lang);
  }
  await shut(row.page());
};

const flip: Fill = async (row, _, value) => {
  const knob = row.getByRole('switch');
  if (((await knob.getAttribute('aria-checked')) === 'true') !== value) await knob.click();
};

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const send: Fill = async (row, field) => {
  await row
    .locator('input[type=file]')
    .setInputFiles(
      field.kind === 'image'
        ? { name: 'a.png', mimeType: 'image/png', buffer: png }
        : { name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('gatehouse') },
    );
  await row.locator('img, code, .gh-link').first().waitFor();
};

const point: Fill = async (row, _, value) => {
  const { lng, lat } = value as { lng: number; lat: number };
  await row.locator('input').nth(0).fill(String(lng));
  await row.locator('input').nth(1).fill(String(lat));
};

/** null: the picture of the colour panel stays as it is offered. */
const fills: { readonly [K in Kind]: Fill | null } = {
  text: type,
  longText: type,
  integer: type,
  decimal: type,
  money: hundredth,
  percent: hundredth,
  boolean: flip,
  select: choose,
  multiSelect: chooseAll,
  relation: pick,
  relations: pick,
  plate: type,
  phone: type,
  idCard: type,
  email: type,
  url: type,
  date: moment,
  month: moment,
  dateTime: moment,
  timeOfDay: moment,
  duration: type,
  colour: null,
  image: send,
  file: send,
  geoPoint: point,
  json: (row, _, value) => row.locator('textarea').fill(JSON.stringify(value)),
  secret: type,
  cron: type,
};

/** What was typed, by field. */
export type Filled = Readonly<Record<string, unknown>>;

/** Fills every field the form offers with a sample of its own; one whose own sample is null stays as it is offered. */
export async function fillForm(form: Locator, of: Resource, nth: number): Promise<Filled> {
  const filled: Record<string, unknown> = {};
  const own = ownSamples(of.name, nth);
  for (const name of formFields(of, true)) {
    const field = of.fields[name]!;
    const row = form.locator(`[data-field="${name}"]`);
    const fill = fills[field.kind];
    if (!fill || own[name] === null || (await row.count()) === 0) continue;
    const value = own[name] ?? sampleOf(field, { nth, now: Date.now() - 3_600_000, idOf: () => 'picked' });
    await fill(row, field, value, 'zh');
    filled[name] = value;
  }
  return filled;
}

/** Fills some fields as a person does who knows what he wants; rows of other resources are chosen by their words. */
export async function fillFields(form: Locator, fields: Fields, values: Filled, lang: Lang): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]!;
    const row = form.locator(`[data-field="${name}"]`);
    if (field.kind !== 'relation' && field.kind !== 'relations') await fills[field.kind]!(row, field, value, lang);
    else {
      for (const words of [value].flat()) await pickByWords(row.page(), row.locator('input').first(), String(words));
      await shut(row.page());
    }
  }
}

/** Empties the fields that the server refused: what the resource's own rules ask beyond the declaration. */
export async function emptyRefused(form: Locator): Promise<string[]> {
  const refused: string[] = [];
  const names = await form
    .locator('[data-field][data-wrong]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-field')!));
  for (const name of names) {
    const row = form.locator(`[data-field="${name}"]`);
    refused.push(`${name}: ${(await row.locator('.wrong').textContent()) ?? ''}`);
    const clear = row.locator('.ant-select-clear, .ant-picker-clear');
    if ((await clear.count()) > 0) await clear.first().click({ force: true });
    else await row.locator('input, textarea').first().fill('');
  }
  return refused;
}
