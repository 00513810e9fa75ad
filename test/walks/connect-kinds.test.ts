/** The guide of devices that are no cameras with a barrier: what posts any JSON, what reads pay codes, what prints, what is read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { emulators } from '#device/adapters/emulators.ts';
import { openTown } from './car.ts';
import type { Town } from './car.ts';
import { button, press, rows } from './page-helpers.ts';
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

/** Enters a device of the family and opens its guide. */
async function guide(family: string, deviceType: string, more: object = {}): Promise<string> {
  const { page } = clerk;
  const { api } = town.world;
  const { secret } = await api.post<{ secret: string }>('/api/updown/parkdevices/submit', {
    parkId: town.city.first.parkId,
    deviceName: `${family} 一号`,
    deviceType,
    sn: `WALK-${family}`,
    family,
    sourceNetworks: '127.0.0.1',
    ...more,
  });
  await page.goto('/basedata/parkdevice');
  await ready(page);
  await press(rows(page, `${family} 一号`).first(), '接入');
  await box(page).locator('li h4').first().waitFor();
  return `${town.world.url}/device/${family}/${secret}`;
}

test('any JSON: its last message is the sample, a mapping is tried on it and kept', () =>
  photographed(clerk.page, 'connect-webhook', async () => {
    const { page } = clerk;
    const url = await guide('webhook', 'camera');
    await fetch(url, { method: 'POST', body: JSON.stringify({ hit: { text: '浙A12345', when: Date.now() } }) });
    await box(page).getByText('样例是它最近一条没有读懂的消息').waitFor();
    await box(page).getByText('平台不向该协议的相机写入名单').waitFor();
    const lines = box(page).locator('textarea').first();
    await lines.fill('plate = hit.text\ntime = hit.when');
    await button(box(page), '试解析').click();
    await box(page).locator('[role=status]').getByText('浙A12345').waitFor();
    await lines.fill('plate = hit.text');
    await button(box(page), '试解析').click();
    await box(page).getByText('缺少 time（时间）').waitFor();
    await lines.fill('plate = hit.text\ntime = hit.when');
    await button(box(page), '保存字段对应').click();
    await page.getByText('已保存，从下一条消息起生效').waitFor();
    await button(box(page), '完成').click();
    assert.deepEqual(clerk.watch.take(), []);
  }));

test('a reader of pay codes shows that it has read one, and never the code', () =>
  photographed(clerk.page, 'connect-payscanner', async () => {
    const { page } = clerk;
    const url = await guide('payscanner', 'scanner', { gateId: town.city.first.exit.gateId });
    const reader = await emulators.payscanner({ url, serial: 'A7' });
    await reader.scan!('134650000000000123');
    await box(page).getByText('读到一个码').waitFor();
    assert.doesNotMatch(await box(page).innerText(), /134650000000000123/);
    await button(box(page), '完成').click();
    assert.deepEqual(clerk.watch.take(), []);
  }));

test('a slip printer prints a test page, or says why it does not', () =>
  photographed(clerk.page, 'connect-escpos', async () => {
    const { page } = clerk;
    const printer = await emulators.escpos({ url: '', serial: '' });
    await guide('escpos', 'printer', { ipAddress: '127.0.0.1', port: printer.port });
    printer.printer!.set('paper-out');
    await button(box(page), '打印测试页').click();
    await box(page).getByText('打印机缺纸').first().waitFor();
    printer.printer!.set('ready');
    await button(box(page), '打印测试页').click();
    await box(page).getByText('已打印').waitFor();
    assert.equal(printer.printer!.slips().length, 1);
    await button(box(page), '完成').click();
    await printer.close();
    // The page without paper was refused, and that is all.
    const noted = clerk.watch.take();
    assert.equal(noted.length, 1, noted.join('\n'));
    assert.match(noted[0]!, /^answered 422: GET \S+deviceCommand\/outcome/);
  }));

test('a relay whose inputs are read lists its contacts before any has changed', () =>
  photographed(clerk.page, 'connect-inputs', async () => {
    const { page } = clerk;
    await guide('waveshareinputs', 'gate', { ipAddress: '127.0.0.1' });
    for (const contact of ['升到位', '落到位', '杆后地感'])
      await box(page).getByText(contact, { exact: true }).waitFor();
    assert.equal(await box(page).getByText('还没有变化').count(), 3);
    await button(box(page), '完成').click();
    assert.deepEqual(clerk.watch.take(), []);
  }));

test('before its list is the server’s, a camera that is read says that plates entered on it are deleted', () =>
  photographed(clerk.page, 'connect-sync', async () => {
    const { page } = clerk;
    await guide('hikvision', 'camera');
    await box(page).getByText('收到它的消息并确认来源后才能试开').waitFor();
    await box(page).getByText('只指服务器自己').waitFor();
    await button(box(page), '完成').click();
    await press(rows(page, 'hikvision 一号').first(), '同步名单');
    await page.getByText('将从相机删除，包括直接在相机里录入的').waitFor();
    await page.getByRole('button', { name: '取消', exact: true }).last().click();
    assert.deepEqual(clerk.watch.take(), []);
  }));
