/**
 * The console over a product in the walk's own process: what lies outside is stood in for there, the clock's work is
 * done when the walk asks for it, and the books lie open.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import type { Fields } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { fillFields } from './form.ts';
import type { Filled } from './form.ts';
import { ready } from './look.ts';
import { button, pane, press, rows } from './page-helpers.ts';
import { desk as wide, ensureConsole, launchBrowser, openWindow, phone } from './world.ts';
import type { Account, Opened } from './world.ts';

const project = join(import.meta.dirname, '..', '..');

/** What a phone calls itself: a browser without a screen is a program to the pages, and is shown no adverts. */
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const words = {
  add: { zh: '新增', en: 'Add' },
  save: { zh: '保存', en: 'Save' },
  edit: { zh: '编辑', en: 'Edit' },
  added: { zh: '新增成功', en: 'Added' },
  details: { zh: '详情', en: 'Details' },
  search: { zh: '查询', en: 'Search' },
} satisfies Record<string, Text>;

export type Desk = {
  product: TestProduct;
  url: string;
  browser: Browser;
  /** Of the first group, with everything a group may do. */ clerk: Account;
  /** The platform's operator: the second of two persons. */ operator: Account;
  /** A window at a desk. */ sits: (person: Account, lang: Lang) => Promise<Seat>;
  /** A screen of that size where nobody is logged in. */ wall: (lang: Lang) => Promise<Opened>;
  /** A driver's phone. */ phone: (lang: Lang) => Promise<Opened>;
  close: () => Promise<void>;
};

async function clerkOf(product: TestProduct): Promise<Account> {
  const companyId = product.companies.first;
  const { groupAdmin: password } = product.passwords;
  const account = 'desk.clerk';
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '王芳',
    companyId,
    password,
    allParks: true,
  });
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId });
  const { id: role } = roles.find((each: { builtIn?: string }) => each.builtIn === 'groupAdmin');
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: role });
  return { account, password: password! };
}

/** @example const desk = await openDesk(); after(() => desk.close()); */
export async function openDesk(): Promise<Desk> {
  await ensureConsole();
  mkdirSync(join(project, 'shots', 'failed'), { recursive: true });
  const product = await startTestProduct();
  const app = await httpServer({
    database: product.database,
    served,
    whoIs: whoIs(product.database),
    consoleDir: join(project, 'dist', 'console'),
    logger: false,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const [browser, clerk] = await Promise.all([launchBrowser(), clerkOf(product)]);
  return {
    product,
    url,
    browser,
    clerk,
    operator: { account: 'admin', password: product.passwords['admin']! },
    sits: async (person, lang) => new Seat(await openWindow(browser, url, person, lang, wide), lang),
    wall: (lang) => openWindow(browser, url, null, lang, wide),
    phone: async (lang) => {
      const opened = await openWindow(browser, url, null, lang, phone);
      await opened.context.setExtraHTTPHeaders({ 'User-Agent': PHONE });
      return opened;
    },
    close: async () => {
      await browser.close();
      await app.close();
      await product.close();
    },
  };
}

/** A person at the console, who reads its words and presses its buttons. */
export class Seat {
  readonly opened: Opened;
  readonly page: Page;
  readonly lang: Lang;
  constructor(opened: Opened, lang: Lang) {
    this.opened = opened;
    this.page = opened.page;
    this.lang = lang;
  }

  /** What is open above the page. */
  get above(): Locator {
    return this.page.locator('dialog[open], .ant-modal:visible, .ant-drawer-section:visible').last();
  }

  /** To the screen of a resource, or of an address. */
  async goes(to: Resource | string): Promise<void> {
    await this.page.goto(typeof to === 'string' ? to : to.route!);
    await ready(this.page);
  }

  /** Asks the list for what holds the words. */
  async finds(keyword: string): Promise<void> {
    await pane(this.page).locator('[data-keyword]').fill(keyword);
    await button(pane(this.page), words.search[this.lang]).click();
    await ready(this.page);
  }

  /** The first row that says all of it. */
  row(...says: string[]): Locator {
    return says.reduce((found, hasText) => found.filter({ hasText }), rows(this.page, '')).first();
  }

  /** Waits until there is such a row. */
  reads(...says: string[]): Promise<void> {
    return this.row(...says).waitFor();
  }

  async adds(of: Resource, values: Filled): Promise<void> {
    await button(pane(this.page), words.add[this.lang]).first().click();
    const form = this.page.locator('.ant-drawer-section:visible').last();
    await form.waitFor();
    await fillFields(form, of.fields, values, this.lang);
    await button(form, words.save[this.lang]).click();
    await this.page.locator('.gh-notices', { hasText: words.added[this.lang] }).waitFor();
    await form.waitFor({ state: 'detached' });
  }

  async edits(name: string, of: Resource, values: Filled): Promise<void> {
    await press(this.row(name), words.edit[this.lang]);
    const form = this.page.locator('.ant-drawer-section:visible').last();
    await form.waitFor();
    await fillFields(form, of.fields, values, this.lang);
    await button(form, words.save[this.lang]).click();
    await form.waitFor({ state: 'detached' });
    await ready(this.page);
  }

  presses(name: string, label: string): Promise<void> {
    return press(this.row(name), label);
  }

  /** Presses a row's button, answers the dialog and waits until it is done. */
  async does(name: string | readonly string[], label: Text, fields: Fields = {}, values: Filled = {}): Promise<void> {
    await press(this.row(...(typeof name === 'string' ? [name] : name)), label[this.lang]);
    await this.answers(fields, values);
  }

  async answers(fields: Fields = {}, values: Filled = {}): Promise<void> {
    const box = this.page.locator('dialog[open], .ant-modal:visible').last();
    await box.waitFor();
    await fillFields(box, fields, values, this.lang);
    await box.locator('button.primary, button.danger').last().click();
    await box.waitFor({ state: 'detached' });
    await ready(this.page);
  }

  /** The details of a row, as they stand open. */
  async looksAt(name: string): Promise<Locator> {
    await press(this.row(name), words.details[this.lang]);
    const box = this.page.locator('.ant-drawer-section:visible').last();
    await box.locator('.gh-facts').first().waitFor();
    return box;
  }

  async shuts(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('.ant-drawer-section:visible').first().waitFor({ state: 'detached' });
  }

  /** What went wrong in its window, and closes it. */
  async leaves(): Promise<string[]> {
    const wrong = this.opened.watch.take();
    await this.opened.close();
    return wrong;
  }
}
