/** A kerb for walks of the handheld: a street with a tariff, a collector, and a browser that serves the page. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ensureConsole, launchBrowser } from './world.ts';
import type { Opened } from './world.ts';

export const size = { width: 360, height: 740 };
export const built = join(import.meta.dirname, '../../dist/console');
export const password = 'Collector-2026';

export type Kerb = {
  readonly product: TestProduct;
  readonly browser: Browser;
  readonly url: string;
  readonly parkId: string;
  readonly sectionId: string;
  readonly berths: readonly { readonly id: string; readonly berthNo: string }[];
  /** The collector's. */
  readonly account: string;
  readonly close: () => Promise<void>;
};

/** Somebody who may work the section; answers the account. */
export async function worker(
  product: TestProduct,
  sectionId: string,
  builtIn = 'curbCollector',
  realName = '李收费',
): Promise<string> {
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === builtIn,
  );
  const name = `walk.${randomUUID().slice(0, 6)}`;
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account: name,
    password,
    realName,
    companyId: product.companies.child,
    allParks: true,
    roleIds: [role.id],
  });
  await product.must('POST', '/api/updown/userSectionGrant/add', { userId: id, sectionIds: [sectionId] });
  return name;
}

/** 3 yuan for each half hour begun. */
async function openStreet(product: TestProduct): Promise<Pick<Kerb, 'parkId' | 'sectionId' | 'berths'>> {
  const parkId = await product.park(product.companies.child, '人民路路内', { parkType: 'curb', totalStall: 20 });
  const section = await product.must('POST', '/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '人民路东侧',
    road: '人民路',
    totalStall: 6,
    numberPrefix: 'W',
    numberFrom: 1,
    numberTo: 6,
  });
  await product.must('POST', '/api/updown/road/inout/initBerthNum', { parkId });
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const rule = await product.must('POST', '/api/updown/platParkFeeRule/submit', {
    parkId,
    CarTypeID: types.find((type: { kind: string }) => type.kind === 'temp').value,
    freeMinutes: 0,
    firstMinutes: 30,
    firstFee: 300,
    unitMinutes: 30,
    unitFee: 300,
    dayMaxFee: 100_000,
  });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: rule.id });
  const berths = await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId });
  return { parkId, sectionId: section.id, berths };
}

export async function openKerb(): Promise<Kerb> {
  await ensureConsole();
  const product = await startTestProduct();
  const street = await openStreet(product);
  const account = await worker(product, street.sectionId);
  const app = await httpServer({
    database: product.database,
    served,
    whoIs: whoIs(product.database),
    logger: false,
    consoleDir: built,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchBrowser();
  const close = async (): Promise<void> => {
    await browser.close();
    await app.close();
    await product.close();
  };
  return { ...street, product, browser, url, account, close };
}

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Signs on and enrols a new handheld; answers its id. */
export async function signOn(
  { product, account }: Kerb,
  { page }: Opened,
  words: { signOn: string; enrol: string },
): Promise<string> {
  const { deviceId } = await product.must('POST', '/api/updown/pda/pdadevice/submit', {
    deviceName: `手持机 ${randomUUID().slice(0, 4)}`,
    companyId: product.companies.child,
  });
  const { code } = await product.must('POST', '/api/updown/pda/pdadevice/issueCode', { deviceId });
  await page.goto('/h/');
  await page.locator('[name=username]').fill(account);
  await page.locator('[name=password]').fill(password);
  await press(page, words.signOn);
  await page.locator('[name=code]').fill(code);
  await press(page, words.enrol);
  await page.locator('.strip .berth').first().waitFor();
  return deviceId;
}

/** The worker holds the page, so that it opens without the network. */
export const kept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let tries = 0; !(await caches.match('/h/')) || !navigator.serviceWorker.controller; tries += 1) {
      if (tries === 900) throw new Error('the worker does not hold the page');
      await new Promise((then) => setTimeout(then, 100));
    }
  });

export const otherThanLost = (lines: readonly string[]): string[] =>
  lines.filter((line) => !/ERR_INTERNET_DISCONNECTED|401/.test(line));
