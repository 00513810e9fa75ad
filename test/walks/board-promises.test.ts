/** Promises of boards: an hour with its grounds, what is held back from then on, and from the share kept to its cars. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { devGroup } from '#areas/guidance/model/group.ts';
import { MISSES, arrivalsYesterday } from '#areas/guidance/server/arrivals.fixture.ts';
import { openGarage } from '#areas/guidance/server/garage.fixture.ts';
import type { Garage } from '#areas/guidance/server/garage.fixture.ts';
import { weekdays } from '#kit/declare/report.ts';
import { inTurn } from '#test/turns.ts';
import { until } from '#test/until.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { ready } from './look.ts';
import { button, pane } from './page-helpers.ts';
import { atEveryWidth } from './widths.ts';
import { desk as wide, photographed } from './world.ts';

const words = {
  zh: {
    now: (n: number) => `现行 ${n}`,
    proposed: '建议 2',
    adopt: (n: number) => `采用建议（${n} 个钟点）`,
    adopted: (n: number) => `已生效，${n} 个钟点`,
    set: '预留',
    save: '设定',
    rows: '来车明细',
    report: '兑现率',
    missed: '未及时找到',
  },
  en: {
    now: (n: number) => `${n} in force`,
    proposed: '2 proposed',
    adopt: (n: number) => `Apply proposals (${n} hours)`,
    adopted: (n: number) => `${n} hours in force`,
    set: 'Reserve',
    save: 'Set',
    rows: 'Arrivals',
    report: 'Promises of boards',
    missed: 'Not found in time',
  },
};
type Hour = { weekday: string; hour: string; reserve: number; proposed: number | null };
let desk: Desk;
before(async () => {
  desk = await openDesk();
});
after(() => desk?.close());

const hoursOf = async ({ groupId }: Garage): Promise<Hour[]> =>
  (await desk.product.must('GET', '/api/gatehouse/guide/reserves', { groupId })).hours;

/** Waits until all of it is within the window. */
const isInView = (of: Locator): Promise<void> =>
  until(async () => {
    const box = await of.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= wide.height;
  });

for (const lang of inTurn('promises of boards', ['zh', 'en'] as const))
  test(`an hour says its grounds, proposals are put in force at one press or by hand, and the share kept leads to its cars (${lang})`, async () => {
    const say = words[lang];
    const garage = await openGarage(desk.product, 4);
    const { weekday, hour } = await arrivalsYesterday(desk.product, garage, MISSES);
    const day = weekdays[Number(weekday) as keyof typeof weekdays][lang];
    const own = async (): Promise<Hour> =>
      (await hoursOf(garage)).find((each) => each.weekday === weekday && each.hour === hour)!;
    const moved = (await hoursOf(garage)).filter(({ proposed }) => proposed !== null && proposed !== 0).length;
    const person = await desk.sits(desk.operator, lang);
    const { page } = person;
    const cell = (reserve: number) =>
      page.getByRole('button', { name: new RegExp(`^${day} ${hour}:00, ${say.now(reserve)}`) });
    await photographed(page, `board-promises-${lang}`, async () => {
      await person.goes(`${devGroup.route}?parkId=${garage.lot.parkId}`);
      const details = await person.looksAt('B2');
      // Wherever in the week an hour is, what it rests on is in view.
      const first = page.getByRole('button', { name: new RegExp(`^${weekdays[1][lang]} 00:00,`) });
      await first.click();
      await first.evaluate((each) => each.scrollIntoView({ block: 'start' }));
      await isInView(details.locator('.gd-reserve'));
      await cell(0).click();
      await details.locator('.gd-reserve', { hasText: say.proposed }).waitFor();
      await atEveryWidth(page, `board-reserves-${lang}`);
      await button(page, say.adopt(moved)).click();
      await page.locator('.gh-notices', { hasText: say.adopted(moved) }).waitFor();
      await cell(2).waitFor();
      assert.equal((await own()).reserve, 2);
      assert.equal(await button(page, say.adopt(moved)).count(), 0, 'nothing is left to apply');
      await details.locator('.gd-reserve').getByLabel(say.set).fill('3');
      await button(details, say.save).click();
      await cell(3).waitFor();
      assert.equal((await own()).reserve, 3);
      const { records } = await desk.product.must('GET', '/api/gatehouse/reserveChange/list', {
        groupId: garage.groupId,
        weekday,
        hour,
      });
      assert.deepEqual(
        records
          .map((row: Record<string, unknown>) => [row['reserveBefore'], row['reserve'], row['arrivals']].join())
          .toSorted(),
        ['0,2,200', '2,3,'],
      );
      await atEveryWidth(page, `board-reserves-set-${lang}`);
      await details.locator('.gd-reserve').getByRole('button', { name: say.rows }).click();
      await page.waitForURL(/\/navigation\/boardArrival\?.*hour=/);
      await ready(page);
      await until(async () => (await pane(page).innerText()).includes('320'), {
        what: () => 'all arrivals of the hour',
      });
      await atEveryWidth(page, `board-arrivals-${lang}`);

      await person.goes(`/navigation/boardPromise?groupId=${garage.groupId}`);
      await person.reads(day, '85.31%', '81.02%', '88.77%');
      await atEveryWidth(page, `board-promise-${lang}`);
      await person.row(day).locator('.gh-link', { hasText: /^47$/ }).click();
      await page.waitForURL(/result=missed/);
      await ready(page);
      await person.reads('B2', say.missed);
    });
    assert.deepEqual(await person.leaves(), []);
  });
