/**
 * A camera of another maker, connected by the page that leads through it: what to type, its first message, where it
 * stands, one opening.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { emulators } from '#device/adapters/emulators.ts';
import { openTown } from './car.ts';
import type { Town } from './car.ts';
import { button, pick, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

let town: Town;
let clerk: Opened;
before(async () => {
  town = await openTown();
  clerk = await town.world.open(town.city.groupAdmin, 'zh');
});
after(() => town?.world.close());

const box = (page: Page): Locator => page.locator('.ant-modal:visible').filter({ hasText: '接入设备' });
const yes = (page: Page): Promise<void> => page.getByRole('button', { name: '确定', exact: true }).last().click();

test('from a fresh entry to an opening: typed, received, confirmed, tied to a lane, opened', () =>
  photographed(clerk.page, 'connect', async () => {
    const { page } = clerk;
    const { api, url } = town.world;
    const { first } = town.city;
    await api.post('/api/updown/parkdevices/submit', {
      parkId: first.parkId,
      deviceName: '臻识一号',
      deviceType: 'camera',
      sn: 'WALK-VZ-1',
      family: 'alphadigi',
    });
    await page.goto('/basedata/parkdevice');
    await ready(page);
    await press(rows(page, '臻识一号').first(), '接入');
    await button(box(page), '生成密钥以显示完整路径').click();
    await yes(page);
    const path = box(page)
      .locator('code')
      .filter({ hasText: /^\/device\/alphadigi\/[0-9a-f]{40}\/plate$/ });
    await path.waitFor();
    const camera = await emulators.alphadigi({
      url: `${url}${(await path.innerText()).replace(/\/plate$/, '')}`,
      serial: '5a1c09e2-7b40d311',
    });
    await camera.beat();
    await box(page).getByText('已连通：收到心跳').waitFor();
    await box(page).getByText('5a1c09e2-7b40d311').waitFor();
    await button(box(page), '就是它').waitFor();
    await camera.car({ plate: '浙A12345', colour: 'blue', at: Date.now() });
    await box(page).getByText('浙A12345').waitFor();
    await box(page).locator('img.gh-connect-shot').waitFor();
    assert.equal(camera.pulses().length, 0, 'nothing opens on the word of whoever only claims to be it');
    await button(box(page), '就是它').click();
    const beats: Promise<unknown>[] = [];
    const beating = setInterval(() => beats.push(camera.beat()), 500).unref();
    await pick(page, box(page).getByRole('combobox'), first.entry.name);
    await button(box(page), '保存').click();
    await box(page).getByText('按网段').waitFor();
    await button(box(page), '开闸').click();
    await yes(page);
    await box(page).getByText('相机答复：已开闸').waitFor();
    clearInterval(beating);
    await Promise.all(beats);
    assert.equal(camera.pulses().length, 1);
    await box(page).getByText('每次五个').waitFor();
    await button(box(page), '完成').click();
    assert.deepEqual(clerk.watch.take(), []);
  }));
