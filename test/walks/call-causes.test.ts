/** Why drivers call and what was on record at the lane: from a figure to its calls, and from a proposal to what was done. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callFix } from '#areas/seat/model/call-fix.ts';
import { callCause } from '#areas/seat/model/reports.ts';
import { callFacts, callFixes, fixStates } from '#areas/seat/model/words.ts';
import { closedCall, dayAgo, iso, noon, store } from '#areas/seat/server/causes.fixture.ts';
import { lookAtCauses } from '#areas/seat/server/causes.ts';
import { openLot } from '#areas/seat/server/seat.fixture.ts';
import type { Lot } from '#areas/seat/server/seat.fixture.ts';
import { inTurn } from '#test/turns.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { ready } from './look.ts';
import { areMany, rows } from './page-helpers.ts';
import { atEveryWidth } from './widths.ts';
import { photographed } from './world.ts';

const words = {
  zh: { calls: '看通话', wrong: '必填', note: '换了弹簧', why: '下月更换相机' },
  en: { calls: 'Its calls', wrong: 'required', note: 'New spring', why: 'A new camera comes next month' },
};
let desk: Desk;
before(async () => {
  desk = await openDesk();
});
after(() => desk?.close());

/** Four calls for a barrier that failed, three for plates that were not read. */
async function laneWithCalls(): Promise<Lot> {
  const lot = await openLot(desk.product);
  for (const days of [10, 12, 14, 16]) {
    await store(desk.product, lot, 'gate_opening', [{ gate_id: lot.gate, event: 'fault', time: iso(noon(days)) }]);
    await closedCall(desk.product, lot, 'gate', noon(days));
  }
  for (const days of [2, 3, 4]) {
    const unread = { gate_id: lot.gate, status: 'unidentified', time: iso(noon(days)) };
    await store(desk.product, lot, 'passage', [unread]);
    await closedCall(desk.product, lot, 'noPlate', noon(days));
  }
  const passed = Array.from({ length: 20 }, (_, nth) => ({
    gate_id: lot.gate,
    status: 'left',
    time: iso(noon(5 + nth)),
  }));
  await store(desk.product, lot, 'passage', passed);
  await lookAtCauses(desk.product.database, new Date());
  return lot;
}

const fixOf = async ({ parkId }: Lot, fact: string): Promise<Record<string, unknown>> =>
  (await desk.product.must('GET', '/api/gatehouse/callFix/list', { parkId, fact })).records[0];

for (const lang of inTurn('calls and their causes', ['zh', 'en'] as const))
  test(`a figure leads to its calls, a proposal is carried out with its day and measured, another is not taken with a reason (${lang})`, async () => {
    const say = words[lang];
    const lot = await laneWithCalls();
    const person = await desk.sits(desk.operator, lang);
    const { page } = person;
    const { carryOut, dismiss } = callFix.lifecycle!.actions;
    await photographed(page, `call-causes-${lang}`, async () => {
      await person.goes(`${callCause.route}?parkId=${lot.parkId}`);
      await person.reads(callFacts.gateFault[lang], '4');
      await atEveryWidth(page, `call-cause-${lang}`);
      await person.row(callFacts.gateFault[lang]).locator('.gh-link', { hasText: /^4$/ }).first().click();
      await page.waitForURL(/\/cloudseat\/callrecord\?/i);
      await ready(page);
      await areMany(rows(page, callFacts.gateFault[lang]), 4);

      await person.goes(`${callFix.route}?parkId=${lot.parkId}`);
      await person.reads(callFixes.gateFault[lang], fixStates.proposed[lang]);
      await atEveryWidth(page, `call-fixes-${lang}`);
      await person.presses(callFixes.unread[lang], say.calls);
      await page.waitForURL(/fact=unread/);
      await ready(page);
      await areMany(rows(page, callFacts.unread[lang]), 3);

      await person.goes(`${callFix.route}?parkId=${lot.parkId}`);
      await person.does(callFixes.gateFault[lang], carryOut!.label, carryOut!.ask, {
        doneDay: dayAgo(9),
        doneNote: say.note,
      });
      await person.reads(callFixes.gateFault[lang], fixStates.done[lang]);
      assert.deepEqual(
        await fixOf(lot, 'gateFault').then(({ status, doneDay, doneNote }) => [status, doneDay, doneNote]),
        ['done', dayAgo(9), say.note],
      );
      // Without a reason it stays as it is proposed.
      await person.presses(callFixes.unread[lang], dismiss!.label[lang]);
      await person.above.locator('button.primary, button.danger').last().click();
      await person.above.locator('.wrong').first().waitFor();
      assert.equal((await fixOf(lot, 'unread'))['status'], 'proposed');
      await person.answers(dismiss!.ask!, { doneNote: say.why });
      await person.reads(callFixes.unread[lang], fixStates.dismissed[lang]);
      assert.deepEqual(await fixOf(lot, 'unread').then(({ status, doneNote }) => [status, doneNote]), [
        'dismissed',
        say.why,
      ]);

      await lookAtCauses(desk.product.database, new Date());
      const { afterDays, savedPerWeek } = await fixOf(lot, 'gateFault');
      assert.equal(afterDays, 8);
      await person.goes(`${callFix.route}?parkId=${lot.parkId}`);
      await person.reads(callFixes.gateFault[lang], String(savedPerWeek), dayAgo(9));
      await atEveryWidth(page, `call-fixes-done-${lang}`);
      await person.row(callFixes.gateFault[lang]).locator('td').nth(2).click();
      await person.above.locator('.gh-facts').first().waitFor();
      await atEveryWidth(page, `call-fix-${lang}`);
    });
    assert.deepEqual(await person.leaves(), []);
  });
