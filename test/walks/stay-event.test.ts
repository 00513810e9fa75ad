/**
 * A tariff whose clock starts when a car has charged: the draft is looked at in another mode, published, and a clerk
 * records that a car inside is charging.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, pane, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const plate = '浙AD12345';
const okay = /^确\s?定$/;
const meter = { id: 'idle', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 900 }] };
const idle = { form: 2, schemes: [{ startsAt: 'chargingEnd', meters: [meter] }] };

let place: Place;
let clerk: Opened;
let draft: string;
before(async () => {
  place = await openPlace();
  const { api } = place.world;
  const { parkId } = place.city.first;
  const type = await api.find<{ id: string; kind: string; parkId: string }>(
    '/api/updown/plat/parkCarType/list',
    { parkId, kind: 'temp' },
    (each) => each.parkId === parkId && each.kind === 'temp',
  );
  draft = (
    await api.post<{ id: string }>('/api/gatehouse/feeRule/saveTariff', {
      parkId,
      carTypeId: type!.id,
      ruleName: '充电车位',
      tariff: { form: 2, schemes: [{ meters: [meter] }] },
    })
  ).id;
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const notice = (words: string): Promise<void> =>
  clerk.page.locator('.gh-notices', { hasText: words }).first().waitFor();
const another = async (mode: string): Promise<void> => {
  await button(pane(clerk.page), '改用其他模式').click();
  await clerk.page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: mode, exact: true }).click();
};

test('a draft opens in the mode it was changed to, and what that mode cannot express is shown', async () => {
  const { page } = clerk;
  await photographed(page, 'mode-change', async () => {
    await page.goto(`/car/parkfeerule?parkId=${place.city.first.parkId}`);
    await ready(page);
    await pane(page).locator('.fr-list li', { hasText: '专家模式' }).first().waitFor();
    await another('简单模式');
    await notice('已改为简单模式');
    const unit = pane(page).locator('[data-field="unitFee"] input').first();
    await unit.waitFor();
    assert.equal(await unit.inputValue(), '9.00');
    await another('复杂模式');
    await notice('已改为复杂模式');
    await pane(page).locator('[data-period="1"]').waitFor();
    await place.world.api.post('/api/gatehouse/feeRule/changeMode', { id: draft, mode: 'expert' });
    await place.world.api.post('/api/gatehouse/feeRule/saveTariff', { id: draft, tariff: idle });
    await page.reload();
    await ready(page);
    await another('复杂模式');
    await notice('复杂模式写不出：从事件起计时');
  });
  assert.deepEqual(
    clerk.watch.take().filter((line) => !String(line).includes('422')),
    [],
  );
});

test('charging is recorded in the car’s details, undone and recorded again, and the exit lets it leave free', async () => {
  const { page } = clerk;
  await place.world.api.post('/api/gatehouse/feeRule/publish', { ids: draft });
  const at = Date.now() + 2_000;
  await photographed(page, 'stay-event', async () => {
    await comesIn(place.lanes, plate, at);
    // The current amount is requested once, and before its entry there is nothing to pay.
    await new Promise((then) => {
      setTimeout(then, Math.max(0, at + 1_000 - Date.now()));
    });
    await page.goto('/static/incar');
    await ready(page);
    await rows(page, written(plate)).first().click();
    const events = page.locator('.ps-events');
    await events.getByText('收费规则从“充电结束”起计时', { exact: false }).waitFor();
    const report = async (event: string) => {
      await button(events, '登记停车事件').click();
      const box = page.getByRole('dialog', { name: '登记停车事件' });
      await box.getByText(event, { exact: true }).first().click();
      await button(box, '确定')
        .or(box.getByRole('button', { name: okay }))
        .first()
        .click();
      await events.locator('li', { hasText: event }).waitFor();
    };
    await report('开始充电');
    await page.locator('.ps-rest', { hasText: '0.00' }).waitFor();
    await button(events, '撤销').click();
    await page.getByRole('dialog', { name: '撤销“开始充电”' }).getByRole('button', { name: okay }).click();
    await events.locator('li').waitFor({ state: 'detached' });
    await page.locator('.ps-rest', { hasText: '9.00' }).waitFor();
    await report('开始充电');
    await page.locator('.ps-course li', { hasText: '停车事件' }).first().waitFor();
    // Ahead of now, for it leaves after what was recorded, however long that took.
    assert.equal(await leaves(place.lanes, plate, Date.now() + 60_000, false), 0);
  });
  assert.deepEqual(clerk.watch.take(), []);
});
