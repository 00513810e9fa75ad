/**
 * A robot adds to every declared list, finds, changes, exports and removes what it added, in the browser. A third of
 * the lists each turn, all of them by `npm test -- --all`.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { resources } from '#apps/models.ts';
import { openApi } from '#device/simulator/api.ts';
import type { Kind } from '#kit/declare/field.ts';
import { formFields } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { readTable } from '#kit/sheets/read/read.ts';
import type { City } from './city.ts';
import { openTown } from './car.ts';
import { emptyRefused, fillForm } from './form.ts';
import type { Filled } from './form.ts';
import { ownSamples } from '#test/samples.ts';
import { isDue } from '#test/turns.ts';
import { button, pane, press, written } from './page-helpers.ts';
import { ready } from './look.ts';
import { operator, photographed } from './world.ts';
import type { Opened, World } from './world.ts';

/**
 * Lists whose rows are made in a screen of their own, which has its own walk, and forms whose values belong together or
 * are keys of several lines, which have stories: discounts (areas/derate), bookings (walks/applications), merchants
 * (test/stories/merchants, other-pay), report templates (walks/report-template).
 */
const elsewhere: ReadonlySet<string> = new Set([
  'feeRule',
  'parkDerate',
  'spaceBooking',
  'wechatConfig',
  'wechatSubMerchant',
  'alipayConfig',
  'alipaySubMerchant',
  'otherpayConfig',
  'reportTemplate',
  // Chosen from a chain of other lists, or held to the lot's own visiting hours: `doors.test.ts`,
  // `stories/visit.test.ts`.
  'dmTemplate',
  'doorCheck',
  'doorDevice',
  'doorEmployee',
  'doorFollow',
  'doorGrant',
  'visit',
  'visitorQr',
  // Chosen from a chain of other lists: `areas/door/server/thermal.test.ts`, `stories/door-devices.test.ts`.
  'doorConsent',
  'doorParam',
  'thermalCamera',
  // A floor, a gateway and its bus stand before any of these: `stories/guidance-devices.test.ts`.
  'devDevice',
  'wireDevice',
  'parkingSpace',
  // A platform, its car park and its lanes: `stories/uploads.test.ts`.
  'thirdpartyApp',
  'thirdpartyGate',
  'thirdplatform',
  // For a platform or for a car park, which ask for other fields: `stories/advert-order.test.ts`.
  'adverOrder',
  // Given out by the platform alone, to a company: `areas/platform/server/keys.test.ts`.
  'platBaseInterface',
  // Within a key of those: `stories/webhooks.test.ts`.
  'webhook',
  // A password goes with its address: `areas/platform/server/datasource.test.ts`.
  'datasource',
  // Made of a table of one of those: `areas/platform/server/declaration.test.ts`.
  'code',
  // Drawn on a phone, three at the bottom: `areas/weixin/server/menu.test.ts`.
  'wxmenu',
]);
const walked = resources.filter((of) => of.route && of.verbs.includes('add') && !elsewhere.has(of.name));

let world: World;
let city: City;
let own: Opened;
let platform: Opened;
const counts = { added: 0, found: 0, edited: 0, exported: 0, removed: 0 };
/**
 * Forms whose fields are refused as the robot fills them, for a rule no declaration says; each has a story of its own.
 */
const knownEmpty: readonly string[] = [];
const leftOut: string[] = [];

/** A car park at the roadside with a section of ten numbered berths: what forms of the roadside choose from. */
async function buildStreet(): Promise<void> {
  const { api } = world;
  const { id: parkId } = await api.post<{ id: string }>('/api/updown/basePark/submit', {
    parkName: '滨江路停车',
    companyId: city.first.companyId,
    parkType: 'curb',
    totalStall: 10,
  });
  await api.post('/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '滨江路东侧',
    road: '滨江路',
    totalStall: 10,
    numberPrefix: 'BJ',
    numberFrom: 1,
    numberTo: 10,
  });
  await api.post('/api/updown/road/inout/initBerthNum', { parkId });
}

/** What other forms choose from. These are the group's own: the operator's would be of the platform. */
async function buildChoices(): Promise<void> {
  const { account, password } = city.groupAdmin;
  const group = await openApi(world.url, account, password);
  const { companyId, parkId } = city.first;
  await group.post('/api/updown/baseVillage/submit', { VName: '滨江花园', companyId });
  await group.post('/api/updown/publicplat/submit', {
    companyId,
    name: '安泊出行',
    kind: 'service',
    mode: 'plain',
    appId: 'wx00000000000000ab',
    originalId: 'gh_0000000000ab',
    appSecret: 'a'.repeat(32),
    token: 'robottoken',
  });
  await group.post('/api/updown/plat/visitorInfo/submit', {
    parkId,
    visitorName: '赵来访',
    phone: '13900007002',
    hostName: '王芳',
    visitTime: new Date().toISOString(),
    leaveTime: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await group.post('/api/updown/plat/member/submit', {
    phone: '13900007001',
    memberName: '李明',
    companyId,
  });
}

before(async () => {
  ({ world, city } = await openTown());
  await buildStreet();
  await buildChoices();
  own = await world.open(city.groupAdmin, 'zh');
  platform = await world.open(operator, 'zh');
});
after(() => world?.close());

/** The form says so when it is saved; a refusal that names fields empties those and saves once more. */
async function save(page: Page, form: Locator, expected: string, of: Resource): Promise<void> {
  const done = page.locator('.gh-notices', { hasText: expected });
  const wrong = form.locator('[data-wrong]').first();
  const bad = page.locator('.gh-notices .bad').first();
  for (let attempt = 0; ; attempt += 1) {
    await button(form, '保存').click();
    await done.or(wrong).or(bad).first().waitFor();
    if (await done.isVisible()) return;
    if (await bad.isVisible()) throw new Error(`${of.name}: ${await bad.textContent()}`);
    const refused = await emptyRefused(form);
    if (attempt > 0) throw new Error(`${of.name} refused twice: ${refused.join('; ')}`);
    leftOut.push(`${of.name}.${refused.join(', ')}`);
  }
}

/** What connects by a secret, which is shown once after it was added. */
const withSecret: ReadonlySet<string> = new Set(['rdSensor', 'lockDevice', 'rdLed', 'devGateway']);

const named: ReadonlySet<Kind> = new Set<Kind>(['text', 'longText', 'plate', 'phone']);

/** The words by which the row is looked for; none where its kind of row is named by a choice: then it is the newest. */
function nameOf(of: Resource, filled: Filled): string {
  const value = filled[of.display];
  return !named.has(of.fields[of.display]!.kind) || value === undefined ? '' : String(value);
}

const rowOf = (page: Page, of: Resource, name: string): Locator => {
  const rows = pane(page).locator('tbody tr[data-row]');
  if (name === '') return rows.first();
  return rows.filter({ hasText: of.fields[of.display]!.kind === 'plate' ? written(name) : name }).first();
};

async function find(page: Page, of: Resource, name: string): Promise<Locator> {
  if (name !== '') await pane(page).locator('[data-keyword]').fill(name);
  if (of.page !== 'tree') await button(pane(page), '查询').click();
  const row = rowOf(page, of, name);
  await row.waitFor();
  await ready(page);
  return row;
}

/** Closes the dialog of a secret. */
async function closeOnce(page: Page): Promise<void> {
  const dialog = page.locator('.ant-modal', { hasText: '只显示这一次' });
  await dialog.locator('.ant-modal-footer button:visible').first().click();
  await dialog.waitFor({ state: 'detached' });
}

async function add(page: Page, of: Resource, nth: number): Promise<string> {
  await button(pane(page), '新增').first().click();
  const form = page.locator('.ant-drawer-content, .ant-drawer-section').last();
  await form.waitFor();
  const filled = await fillForm(form, of, nth);
  await save(page, form, '新增成功', of);
  await form.waitFor({ state: 'detached' });
  if (withSecret.has(of.name)) await closeOnce(page);
  // One of another maker opens the page it is connected by.
  if (of.name === 'parkDevice')
    await page.locator('.ant-modal', { hasText: '接入设备' }).locator('.ant-modal-close').click();
  counts.added += 1;
  return nameOf(of, filled);
}

/** A text that no rule binds, so that any other will do. */
const freeText = (of: Resource, nth: number): string | undefined =>
  formFields(of, false).find(
    (name) =>
      !(name in ownSamples(of.name, nth)) &&
      ['text', 'longText'].includes(of.fields[name]!.kind) &&
      name !== of.display &&
      !of.unique.some((keys) => keys.includes(name)) &&
      !of.fields[name]!.when &&
      (of.fields[name]!.min ?? 0) <= 2,
  );

async function edit(page: Page, of: Resource, row: Locator, nth: number): Promise<void> {
  const name = freeText(of, nth);
  if (!of.verbs.includes('edit') || !name) return;
  await press(row, '编辑');
  const form = page.locator('.ant-drawer-content, .ant-drawer-section').last();
  const input = form.locator(`[data-field="${name}"]`).locator('input, textarea').first();
  await input.fill('改后');
  await save(page, form, '更新成功', of);
  await form.waitFor({ state: 'detached' });
  if (of.page === 'tree') await row.click();
  else await press(row, '详情');
  await page.locator('.gh-facts dd', { hasText: '改后' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.gh-facts').first().waitFor({ state: 'detached' });
  counts.edited += 1;
}

async function exportList(page: Page, of: Resource, name: string): Promise<void> {
  if (!of.verbs.includes('export')) return;
  await button(pane(page), '导出').click();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page.locator('dialog'), '开始导出').click()]);
  const table = await readTable(await readFile(await file.path()));
  assert.ok(file.suggestedFilename().endsWith('.xlsx'));
  assert.ok(table.headings.length > 0, `${of.name}: the file has headings`);
  assert.ok(
    table.lines.some(({ cells }) => cells.some((cell) => String(cell) === name)) ||
      (name === '' && table.lines.length > 0),
    `${of.name}: the file has the row of ${name}`,
  );
  counts.exported += 1;
}

async function remove(page: Page, of: Resource, row: Locator, name: string): Promise<void> {
  await press(row, '删除');
  const dialog = page.locator('dialog[open]');
  const content = await dialog.locator('.body').textContent();
  assert.match(content!, /^将永久删除.+，是否继续？$/);
  if (name !== '') assert.equal(content, `将永久删除“${name}”，是否继续？`, 'what is deleted is called by its name');
  await button(dialog, '删除').click();
  await page.locator('.gh-notices', { hasText: '删除成功' }).waitFor();
  if (name !== '') await rowOf(page, of, name).waitFor({ state: 'detached' });
  counts.removed += 1;
}

const LIST_TURNS = 6;

test('every declared list is added to, searched, edited, exported and removed from', async (t) => {
  const due = walked.filter(({ name }) => isDue(name, LIST_TURNS));
  for (const of of due) {
    const at = walked.indexOf(of);
    await t.test(`${of.route} ${of.name}`, async () => {
      const { page, watch } = of.scope === 'platform' ? platform : own;
      watch.expect('/submit', 400);
      await photographed(page, of.name, async () => {
        await page.goto(of.route!);
        await ready(page);
        const name = await add(page, of, 700 + at);
        const row = await find(page, of, name);
        counts.found += 1;
        await edit(page, of, row, 700 + at);
        await exportList(page, of, name);
        if (of.verbs.includes('remove')) await remove(page, of, row, name);
      });
      assert.deepEqual(watch.take(), []);
    });
  }
  t.diagnostic(
    `${due.length} of ${walked.length} lists: ${Object.entries(counts)
      .map(([what, many]) => `${many} ${what}`)
      .join(', ')}`,
  );
  assert.deepEqual(leftOut.toSorted(), [...knownEmpty], 'fields left empty because a rule of their own asks for more');
});
