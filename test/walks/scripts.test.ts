/**
 * Stored scripts: every text of every declared resource holds markup, and every page that shows it is opened. Nothing
 * of it may run, be requested, or become an element. Made from what is declared: a new resource or screen is covered by
 * standing there.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { eq, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { httpServer } from '#apps/server/http.ts';
import { resources, served } from '#apps/server/areas.ts';
import { whoIs } from '#areas/access/server/door.ts';
import type { Kind } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { platformScope } from '#kit/server/db.ts';
import { tableOf } from '#kit/server/table.ts';
import { openProduct } from '#test/conformance/product.ts';
import type { Fixture, Planted } from '#test/conformance/fixture.ts';
import type { TestProduct } from '#test/test-product.ts';
import { isDue } from '#test/turns.ts';
import { ready } from './look.ts';
import { pane } from './page-helpers.ts';
import { stops } from './stops.ts';
import { ensureConsole, launchBrowser, openWindow, phone } from './world.ts';
import type { Opened } from './world.ts';

/**
 * From the most effective to what fits the shortest column. Each is an element, an attribute, a template or an address
 * that would be detected.
 */
const MARKUP = [
  '"><img src=x onerror="ran(1)"><script>ran(2)</script>{{ran(3)}}\'-ran(4)-\'</textarea></title><svg onload=ran(5)>',
  '"><img src=x onerror="ran(1)"><script>ran(2)</script>{{ran(3)}}',
  '"><img src=x onerror=ran(1)>',
  '<img src=x>',
  '<b>',
  '<',
] as const;
const ADDRESS = 'javascript:ran(6)';
const texts: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'longText',
  'plate',
  'phone',
  'email',
  'idCard',
  'secret',
  'colour',
]);
const addresses: ReadonlySet<Kind> = new Set<Kind>(['url', 'image', 'file']);

let testProduct: TestProduct;
let fixture: Fixture;
let app: FastifyInstance;
let url: string;
let browser: Browser;
let filled = 0;
const kept: string[] = [];

/** Puts the longest markup the column takes; one that the table holds to other values keeps its own. */
async function put(of: Resource, row: Planted, name: string, tries: readonly string[]): Promise<void> {
  const t = tableOf(of);
  for (const words of tries) {
    try {
      await testProduct.database.write(platformScope, (db) =>
        db
          .update(t)
          .set({ [name]: words } as never)
          .where(eq(t.id!, row.id)),
      );
      filled += 1;
      return;
    } catch (error) {
      if (!/^2[23]/.test((error as { cause?: { code?: string } }).cause?.code ?? '')) throw error;
    }
  }
  kept.push(`${of.name}.${name}`);
}

before(async () => {
  await ensureConsole();
  ({ testProduct, fixture } = await openProduct());
  for (const of of resources) {
    const row = await fixture.plant(of, 'first');
    // What is drawn from other tables shows what was put into them.
    if (!row || !is(tableOf(of), PgTable)) {
      kept.push(of.name);
      continue;
    }
    for (const [name, field] of Object.entries(of.fields)) {
      if (texts.has(field.kind)) await put(of, row, name, MARKUP);
      else if (addresses.has(field.kind)) await put(of, row, name, [ADDRESS]);
    }
  }
  await testProduct.database.write(platformScope, async (db) => {
    for (const [table, name] of [
      ['company', 'company_name'],
      ['park', 'park_name'],
      ['"user"', 'real_name'],
    ])
      await db.raw(`UPDATE ${table} SET ${name} = ${name} || $1`, [MARKUP[2]]);
  });
  app = await httpServer({
    database: testProduct.database,
    served,
    whoIs: whoIs(testProduct.database),
    consoleDir: join(import.meta.dirname, '..', '..', 'dist', 'console'),
    logger: false,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await app?.close();
  await testProduct?.close();
});

type Reader = Opened & { readonly scripts: () => Promise<string[]> };

/** A window that detects everything markup could do. */
async function reader(account: string | null, password = '', size = { width: 1440, height: 900 }): Promise<Reader> {
  const opened = await openWindow(browser, url, account === null ? null : { account, password }, 'zh', size);
  const { context, page } = opened;
  page.setDefaultTimeout(60_000);
  const outside: string[] = [];
  await context.addInitScript(() => {
    const messages: string[] = [];
    Object.assign(window, { logged: messages, ran: (which: unknown) => messages.push(`ran ${String(which)}`) });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      messages.push(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('dialog', (dialog) => {
    outside.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (/^https?:$/.test(target.protocol) && (target.origin !== url || target.pathname.endsWith('/x')))
      outside.push(`requested ${request.url()}`);
  });
  // The expiry dialog may open at any moment; it is checked like a page and closed.
  const logged: string[] = [];
  await page.addLocatorHandler(page.locator('dialog.expiry[open]'), async () => {
    logged.push(...(await look()));
    await page.keyboard.press('Escape');
  });
  const look = async (): Promise<string[]> => [
    ...outside.splice(0),
    ...(await page.evaluate(() => {
      const ran = (window as unknown as { logged: string[] }).logged.splice(0);
      const made = [...document.querySelectorAll('*')].flatMap((each) =>
        [...each.attributes]
          .filter(
            ({ name, value }) =>
              /^on/i.test(name) ||
              (/^(href|src|action|formaction|data|srcdoc|xlink:href)$/i.test(name) &&
                /^\s*javascript:|^x$/i.test(value)),
          )
          .map(({ name, value }) => `<${each.tagName.toLowerCase()} ${name}="${value.slice(0, 60)}">`),
      );
      return [...ran, ...made];
    })),
  ];
  return { ...opened, scripts: async () => [...logged.splice(0), ...(await look())] };
}

/** The row's own drawers: details and form. */
async function drawers(page: Page, of: Resource | undefined, scripts: Reader['scripts']): Promise<string[]> {
  const row = pane(page).locator('tbody tr[data-row]').first();
  if (!of || (await row.count()) === 0) return [];
  const wrong: string[] = [];
  for (const name of ['详情', '编辑']) {
    const press = row.getByRole('button', { name, exact: true });
    if ((await press.count()) === 0) continue;
    await press.first().click();
    await page.locator('.ant-drawer-content, .ant-drawer-section').last().waitFor();
    await ready(page);
    wrong.push(...(await scripts()));
    // Not by Escape: the expiry dialog may have come above the drawer, and would take it.
    await page.locator('.ant-drawer-close').last().click();
    await page.locator('.ant-drawer-content, .ant-drawer-section').last().waitFor({ state: 'detached' });
  }
  return wrong;
}

const printed = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });

/** Screens go by turns; the texts of all are filled in each. */
const SCREEN_TURNS = 9;

test('markup in every text of every declared resource runs nowhere: lists, drawers, forms, paper, palette', async (t) => {
  const { account } = await testProduct.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: 'groupAdmin' });
  const own = await reader(account, testProduct.passwords['groupAdmin']!);
  const platform = await reader('admin', testProduct.passwords['admin']!);
  const wrong: string[] = [];
  let opened = 0;
  for (const { route, platform: needsOperator } of await stops()) {
    if (!isDue(route, SCREEN_TURNS)) continue;
    const { page, scripts } = needsOperator ? platform : own;
    await page.goto(route);
    await ready(page);
    await printed(page);
    const found = [
      ...(await scripts()),
      ...(await drawers(
        page,
        resources.find((of) => of.route === route),
        scripts,
      )),
    ];
    wrong.push(...found.map((each) => `${route}: ${each}`));
    opened += 1;
  }
  await own.page.keyboard.press('Control+k');
  await own.page.keyboard.type('<img');
  await own.page.locator('[role=dialog] [role=option], dialog[open] [role=option]').first().waitFor();
  wrong.push(...(await own.scripts()).map((each) => `palette: ${each}`));
  t.diagnostic(`${filled} texts filled, ${opened} screens opened; kept their own values: ${kept.join(', ')}`);
  assert.deepEqual(wrong, []);
  assert.ok(filled > 350, `${filled}`);
});

test('nor on the page of a driver', async () => {
  const driver = await reader(null, '', phone);
  const parks = await testProduct.must('GET', '/api/updown/basePark/list', { size: 10 });
  for (const { id } of parks.records) {
    await driver.page.goto(`/m/pay?parkId=${id}`);
    await driver.page.locator('#plate').waitFor();
    assert.deepEqual(await driver.scripts(), []);
  }
});
