/**
 * Streets for the journeys of the roadside: a kerb with its pages, more streets on request, people with roles, and the
 * pages they open.
 */
import type { Page } from 'playwright-core';
import { words as handheldWords } from '#apps/handheld/words.ts';
import { moneyWorker } from '#areas/billing/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Lang } from '#kit/declare/text.ts';
import { openKerb, otherThanLost, password, signOn, size, worker } from './kerb.ts';
import type { Kerb } from './kerb.ts';
import { openWindow, phone, photographed, quietly } from './world.ts';
import type { Opened, Size } from './world.ts';

export const HOUR = 60 * MINUTE;
export { MINUTE };

/** Who sits at which desk. */
const names: Readonly<Record<string, string>> = {
  customerService: '苏客服',
  lotManager: '郑督导',
  attendanceClerk: '孔考勤',
};

export type Streets = Kerb & {
  /** What lists call a car park. */
  readonly nameOf: (parkId: string) => Promise<string>;
  /** Another street of the same company, where the collector may work too. */
  readonly street: (berths?: number) => Promise<Street>;
  /** A page of the console, of somebody with one built-in role. */
  readonly desk: (role: string, lang: Lang, window?: Size) => Promise<Opened>;
  /** A driver's phone. */
  readonly driver: (lang: Lang) => Promise<Opened>;
  /** The collector's handheld, signed on; its pages are where `words` lead. */
  readonly handheld: (lang: Lang) => Promise<Opened>;
};

/** What the handheld writes in a language. */
export const says =
  (lang: Lang) =>
  (name: keyof typeof handheldWords, values: Readonly<Record<string, string | number>> = {}): string =>
    Object.entries(values).reduce(
      (shown, [key, value]) => shown.replace(`{${key}}`, String(value)),
      (handheldWords[name] as Record<Lang, string>)[lang],
    );

export async function openStreets(): Promise<Streets> {
  const kerb = await openKerb();
  const { product, browser, url, account } = kerb;
  const money = moneyWorker(product.database, { error: () => undefined });
  const roles = new Map<string, Promise<string>>();
  const withRole = (role: string): Promise<string> => {
    const known = roles.get(role) ?? worker(product, kerb.sectionId, role, names[role]);
    roles.set(role, known);
    return known;
  };
  const [collector] = await product.database.read(platformScope, (db) =>
    db.raw<{ id: string }>('SELECT id FROM "user" WHERE account = $1', [account]),
  );
  return {
    ...kerb,
    nameOf: async (parkId) => {
      const [row] = await product.database.read(platformScope, (db) =>
        db.raw<{ name: string }>('SELECT park_name AS name FROM park WHERE id = $1', [parkId]),
      );
      return row!.name;
    },
    street: async (berths = 1) => {
      // Brakes on guessing plates are not what is walked here.
      await product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'driver%'`));
      const made = await openStreet(product, berths);
      const sectionIds = [made.sectionId];
      await product.must('POST', '/api/updown/userSectionGrant/add', { userId: collector!.id, sectionIds });
      return made;
    },
    desk: async (role, lang, window) => {
      const opened = await openWindow(browser, url, { account: await withRole(role), password }, lang, window);
      await quietly(opened.page);
      return opened;
    },
    driver: (lang) => openWindow(browser, url, null, lang, phone),
    handheld: async (lang) => {
      const opened = await openWindow(browser, url, null, lang, size, true);
      await signOn(kerb, opened, { signOn: handheldWords.signOn[lang], enrol: handheldWords.enrol[lang] });
      return opened;
    },
    close: async () => {
      await money.stop();
      await kerb.close();
    },
  };
}

/** A car that came at `from`, was read after six minutes, left at `to` and paid nothing. */
export async function owing(street: Street, plate: string, from: number, to: number): Promise<void> {
  await street.accept(
    [
      street.claim(0, from - HOUR, 'absent'),
      street.claim(0, from, 'arrive'),
      street.person(0, from + 6 * MINUTE, 'plate', plate),
      street.claim(0, to, 'leave'),
    ],
    to + MINUTE,
  );
  await street.accept([street.claim(0, to + 20 * MINUTE, 'absent')], to + 20 * MINUTE);
  await street.sweep(to + 30 * MINUTE);
}

/** The plate on a driver's page. */
export async function asks(page: Page, address: string, plate: string): Promise<void> {
  await page.goto(address);
  await page.locator('select').selectOption(plate.slice(0, 1));
  await page.locator('#plate').fill(plate.slice(1));
  await page.locator('button.main').click();
}

/** Puts a value into the dialog that is open, and answers it. */
export const dialogOf = (page: Page) => {
  const form = page.locator('.ant-modal:visible').last();
  return {
    form,
    input: (field: string) => form.locator(`[data-field="${field}"] input`).first(),
    done: async (): Promise<void> => {
      await form.locator('.ant-modal-footer button.primary').click();
      await form.waitFor({ state: 'detached' });
    },
  };
};

/** Confirms the dialog before an action. */
export const sure = (page: Page): Promise<void> => page.locator('.question button.primary').click();

/** A journey: what went wrong on any of its pages fails it, and where it fails its pages are kept as pictures. */
export async function journey(name: string, pages: readonly Opened[], work: () => Promise<void>): Promise<string[]> {
  const [first, ...others] = pages;
  const kept = others.reduce<() => Promise<void>>(
    (inner, { page }, nth) =>
      () =>
        photographed(page, `${name}-${nth + 2}`, inner),
    work,
  );
  const noted = (): string[] => pages.flatMap(({ watch }) => otherThanLost(watch.take()));
  await photographed(first!.page, name, kept).catch((error: unknown) => {
    const wrong = noted();
    throw wrong.length === 0 ? error : new Error(wrong.join('\n'), { cause: error });
  });
  const wrong = noted();
  for (const each of pages) await each.close();
  return wrong;
}

/** Plate, state, bill and what is owed of stays. */
export const sumsOf = (stays: readonly Readonly<Record<string, unknown>>[]): unknown[][] =>
  stays.map(({ plate, status, due, owed }) => [plate, status, due, owed]);
