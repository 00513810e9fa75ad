/** Help at a lane: the office prints its code, a driver scans it, and somebody is notified. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inTurn } from '#test/turns.ts';
import { buildCity } from './city.ts';
import type { City } from './city.ts';
import { ready } from './look.ts';
import { openWorld, phone } from './world.ts';
import type { World } from './world.ts';

const words = {
  zh: {
    details: '详情',
    codes: '车道求助码',
    press: '呼叫工作人员',
    staff: '已通知现场人员',
    no: '没有找到',
  },
  en: {
    details: 'Details',
    codes: 'Help codes of lanes',
    press: 'Call for help',
    staff: 'Staff on site have been notified',
    no: 'No lane with this car',
  },
};
let world: World;
let city: City;

before(async () => {
  world = await openWorld();
  city = await buildCity(world.api);
  const { parkId } = city.first;
  const [from, until] = [-1, 364].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  await world.api.post('/api/updown/cloudseats/grant/submit', {
    parkId,
    seatNum: 1,
    startTime: from,
    endTime: until,
  });
});
after(() => world?.close());

for (const lang of inTurn('help at a lane', ['zh', 'en'] as const))
  test(`the code of a lane is printed by the office and calls for help on a phone, ${lang}`, async () => {
    const { details, codes, press, staff, no } = words[lang];
    const office = await world.open(city.groupAdmin, lang);
    await office.page.goto('/cloudseat/cloudseatgrant');
    await ready(office.page);
    await office.page.getByRole('button', { name: details, exact: true }).first().click();
    await office.page.getByText(codes, { exact: true }).waitFor();
    await office.page.locator('.gh-lane-code img').nth(1).waitFor();
    await office.page.screenshot({ path: `shots/help-codes-${lang}.png` });
    assert.deepEqual(office.watch.take(), []);
    await office.close();

    const { parkId, exit } = city.first;
    const driver = await world.open(null, lang, phone);
    await driver.page.goto(`/m/help?parkId=${parkId}&gate=${exit.gateId}&lang=${lang}`);
    await driver.page.getByRole('button', { name: press }).click();
    // No seat is ready: the booth is notified.
    await driver.page.getByText(staff).waitFor();
    await driver.page.screenshot({ path: `shots/help-${lang}.png` });
    const { records } = await world.api.get<{ records: { gateId: string; source: string }[] }>(
      '/api/updown/cloudseats/callrecord/getList',
      { parkId },
    );
    assert.ok(records.length > 0 && records.every((row) => row.gateId === exit.gateId && row.source === 'phone'));
    assert.deepEqual(driver.watch.take(), []);

    await driver.page.goto(`/m/help?parkId=${parkId}&lang=${lang}`);
    await driver.page.getByRole('textbox').fill('浙A00000');
    await driver.page.getByRole('button', { name: press }).click();
    await driver.page.getByText(no).waitFor();
    await driver.close();
  });
