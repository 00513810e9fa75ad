/**
 * Journeys of those who work the street, as they are seen: a lock that sticks, a night at the end of a month, a sensor
 * that dies and is repaired.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { sweepSilence, takeStreet, tendLocks } from '#areas/road/server/door.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { virtualLock, virtualSensor } from '#device/simulator/street.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { addDays, addMonths, dayOf } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { inTurn } from '#test/turns.ts';
import { person } from '#test/stories/road-journeys.fixture.ts';
import { press } from './kerb.ts';
import { outside, ready } from './look.ts';
import { button, pane, pick, press as pressIn, rows } from './page-helpers.ts';
import { asks, dialogOf, HOUR, journey, MINUTE, openStreets, says, sumsOf, sure } from './streets.fixture.ts';
import type { Streets } from './streets.fixture.ts';
import { desk as wide, phone } from './world.ts';

const both = ['zh', 'en'] as const;
const SECOND = 1_000;
const quiet = { error: () => undefined, info: () => undefined };
let streets: Streets;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];

before(async () => {
  streets = await openStreets();
  const { database } = streets.product;
  devices = await openDevices({
    ports: devicePorts(database, {
      ingest: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      street: (target, events) => takeStreet(database, target, events),
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'walked',
    share: 'servers',
  });
  const dispatch = startDispatch(database, devices, quiet);
  closers.push(
    () => streets.close(),
    () => devices.close(),
    () => dispatch.close(),
  );
});
after(async () => {
  for (const close of closers.toReversed()) await close();
});

/** A device of the register, on MQTT with its own secret. */
async function online(id: string, sn: string): Promise<VirtualDevice> {
  const given = await streets.product.must('POST', '/api/gatehouse/parkDevice/resetSecret', { deviceId: id });
  const device = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn, secret: typeof given === 'string' ? given : given.secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => device.close());
  return device;
}

const sql = <T>(street: Street, statement: string, more: readonly unknown[] = []): Promise<T[]> =>
  streets.product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw<T>(statement, [street.lot.tenantId, street.lot.parkId, ...more]),
  );

async function opens(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await ready(page);
}

const locks = {
  up: { zh: '已升', en: 'Up' },
  down: { zh: '已降', en: 'Down' },
  operate: { zh: '锁操作', en: 'Operate' },
  sound: { zh: '改为自动', en: 'Automatic' },
  fault: { zh: '车位锁异常', en: 'Space lock fault' },
  paid: { zh: '缴费成功 6.00 元', en: 'Paid 6.00 yuan' },
  pays: { zh: '模拟支付（演示，不产生真实付款）', en: 'Pretend to pay (demo, no real money)' },
  open: { zh: '待处理', en: 'Open' },
};

/** A lock at the first berth of a street, that has always stood there. */
async function lockAt(street: Street): Promise<{ id: string; sn: string }> {
  const sn = `LK-${randomUUID().slice(0, 12)}`;
  const { id } = await streets.product.must('POST', '/api/updown/lockDevice/submit', {
    sn,
    parkId: street.lot.parkId,
    lockerName: `锁 ${sn}`,
    berthNo: street.berths[0]!.berthNo,
    use: 'hold',
    mode: 'auto',
  });
  await sql(
    street,
    `UPDATE sensor_binding SET from_time = from_time - interval '1 day' WHERE tenant_id = $1 AND park_id = $2
      AND device_id = $3 RETURNING 1`,
    [id],
  );
  return { id, sn };
}

for (const lang of inTurn('a stuck lock', both))
  test(`a lock holds a car that has paid: the warning stands at the desk, and the supervisor says that it is sound again (${lang})`, async () => {
    const street = await streets.street();
    const lot = await streets.nameOf(street.lot.parkId);
    const { database } = streets.product;
    const { id, sn } = await lockAt(street);
    const device = await online(id, sn);
    const lock = virtualLock(device);
    await device.event('lock', Date.now() - 41 * MINUTE, { kind: 'arm', arm: 'down', car: false, batteryMv: 5900 });
    await lock.car(true, Date.now() - 40 * MINUTE);
    const read = Date.now() - 30 * MINUTE;
    await street.accept([street.person(0, read, 'plate', '粤B61001')], read + SECOND);
    await tendLocks(database, { raises: true });
    const desk = await streets.desk('lotManager', lang);
    const driver = await streets.driver(lang);
    const { page } = desk;
    const wrong = await journey('lock-stuck', [desk, driver], async () => {
      const row = rows(page, sn);
      const shows = async (state: string): Promise<void> => {
        for (let tries = 0; ; tries += 1) {
          await opens(page, '/road/lockDevice');
          await row.waitFor();
          if ((await row.innerText()).split(/[\t\n]/).includes(state)) return;
          assert.ok(tries < 20, `${await row.innerText()} without ${state}`);
          await page.waitForTimeout(300);
        }
      };
      await shows(locks.up[lang]);
      await asks(driver.page, `/m/pay?parkId=${street.lot.parkId}`, '粤B61001');
      await driver.page.locator('.sum', { hasText: '6.00' }).waitFor();
      device.onCommand = () => ({ ok: true }); // it answers, and its motor does not turn
      await press(driver.page, locks.pays[lang]);
      await driver.page.getByText(locks.paid[lang]).waitFor();
      const paidAt = Date.now();
      for (const seconds of [0, 2, 5, 12, 21, 32])
        await tendLocks(database, { raises: false }, new Date(paidAt + seconds * SECOND));
      await opens(page, '/rdoperationscenter/earlywarningmanage');
      const warning = rows(page, lot).filter({ hasText: locks.fault[lang] });
      await warning.filter({ hasText: locks.open[lang] }).waitFor();
      await page.screenshot({ path: `shots/road-lock-${lang}.png` });
      // Somebody frees it by hand, and says so at the desk.
      await device.event('lock', Date.now(), { kind: 'arm', arm: 'down', car: true, batteryMv: 5900 });
      await shows(locks.down[lang]);
      await pressIn(row, locks.operate[lang]);
      const dialog = dialogOf(page);
      await pick(page, dialog.input('type'), locks.sound[lang]);
      await dialog.done();
      await opens(page, '/rdoperationscenter/earlywarningmanage');
      await warning.waitFor();
      assert.equal(await warning.filter({ hasText: locks.open[lang] }).count(), 0, 'its cause is gone');
      assert.deepEqual(await outside(page), []);
    });
    assert.deepEqual(wrong, []);
    await device.event('lock', Date.now(), { kind: 'car', arm: 'down', car: false, batteryMv: 5900 });
    await street.sweep(Date.now() + 5 * MINUTE);
    assert.deepEqual(sumsOf(await street.stays()), [['粤B61001', 'closed', 600, 0]]);
  });

const night = {
  add: { zh: '新增', en: 'Add' },
  save: { zh: '保存', en: 'Save' },
  in: { zh: '签到', en: 'Clock in' },
  out: { zh: '签退', en: 'Clock out' },
  approve: { zh: '同意', en: 'Approve' },
  approved: { zh: '已补卡', en: 'Approved' },
  close: { zh: '关账', en: 'Close month' },
  closed: { zh: '已关账', en: 'Closed' },
};

for (const lang of inTurn('a night at the end of a month', both))
  test(`a night at the end of a month is entered, approved by another, and closed as one duty of that month (${lang})`, async () => {
    const { product } = streets;
    const name = lang === 'zh' ? '李夜班' : '王夜班';
    const parkId = await product.park(product.companies.child, `夜班路 ${lang}`, { parkType: 'curb' });
    const clerk = await streets.desk('attendanceClerk', lang);
    const supervisor = await streets.desk('lotManager', lang);
    const nightly = await person(product, name, 'curbCollector');
    const { id: shiftId } = await product.must('POST', '/api/updown/pda/rdworkset/submit', {
      companyId: product.companies.child,
      shiftName: `月末夜班 ${lang}`,
      startTime: '22:00',
      endTime: '06:00',
      breakMin: 30,
    });
    const thisMonth = `${dayOf(Date.now(), 'Asia/Shanghai').slice(0, 7)}-01`;
    // A month is closed once, and takes no clock after: each language has its own two.
    const next = lang === 'zh' ? thisMonth : addMonths(thisMonth, -2);
    const last = addDays(next, -1);
    const month = addMonths(next, -1).slice(0, 7);
    await product.must('POST', '/api/updown/employeWork/submit', {
      cells: [{ userId: nightly.id, day: last, shiftId, parkId }],
    });
    const { page } = clerk;
    const span = `startTime=${last} 00:00:00&endTime=${next} 23:59:59`;
    const wrong = await journey('night', [clerk, supervisor], async () => {
      await opens(page, `/attendance/clockCorrection?${span}`);
      for (const [kind, at] of [
        ['in', `${last} 22:07:00`],
        ['out', `${next} 05:40:00`],
      ] as const) {
        await button(pane(page), night.add[lang]).click();
        const form = page.locator('.ant-drawer-section').last();
        const field = (of: string) => form.locator(`[data-field="${of}"] input, [data-field="${of}"] textarea`).first();
        await pick(page, field('userId'), name);
        await form.locator('[data-field="kind"] .ant-radio-wrapper', { hasText: night[kind][lang] }).click();
        await field('at').fill(at);
        await field('at').press('Enter');
        await field('reason').fill('手持机没电');
        await button(form, night.save[lang]).click();
        await rows(page, name).filter({ hasText: night[kind][lang] }).waitFor();
        await form.waitFor({ state: 'detached' });
        await ready(page);
      }
      const boss = supervisor.page;
      await opens(boss, `/attendance/clockCorrection?${span}`);
      for (const kind of ['in', 'out'] as const) {
        const row = rows(boss, name).filter({ hasText: night[kind][lang] });
        await pressIn(row, night.approve[lang]);
        await sure(boss);
        await row.filter({ hasText: night.approved[lang] }).waitFor();
      }
      await opens(page, `/attendanceManagement/attendanceDetail?${span}`);
      const line = rows(page, name);
      await line.waitFor();
      const cells = (await line.innerText()).split(/[\t\n]+/);
      for (const figure of [last, '7', '20', '423'])
        assert.ok(cells.includes(figure), `${figure} in ${cells.join('|')}`);
      assert.equal(await line.count(), 1, 'of one month alone');
      await pane(page)
        .locator('.gh-chip', { hasText: `${last} ~ ${next}` })
        .waitFor();
      assert.deepEqual(await outside(page), []);
      await page.screenshot({ path: `shots/road-night-${lang}.png` });
      await opens(page, '/attendance/month');
      const closed = rows(page, month);
      await button(pane(page), night.add[lang]).click();
      const form = page.locator('.ant-drawer-section').last();
      await form.locator('[data-field="month"] input').fill(month);
      await form.locator('[data-field="month"] input').press('Enter');
      await button(form, night.save[lang]).click();
      await pressIn(closed, night.close[lang]);
      await sure(page);
      await closed.filter({ hasText: night.closed[lang] }).waitFor();
    });
    assert.deepEqual(wrong, []);
  });

const repair = {
  silent: { zh: '地磁失联', en: 'Sensor silent' },
  toWork: { zh: '转工单', en: 'Create work order' },
  converted: { zh: '已转工单', en: 'Work order created' },
  assign: { zh: '派单', en: 'Assign' },
  map: { zh: '地图', en: 'Map' },
  check: { zh: '验收', en: 'Check' },
  done: { zh: '待验收', en: 'Done' },
  checked: { zh: '已验收', en: 'Checked' },
};

for (const lang of inTurn('a dead sensor', both))
  test(`a sensor falls silent: a warning, a work order, another sensor put in by the collector, and checked at the desk (${lang})`, async () => {
    const { product } = streets;
    const street = await streets.street();
    const say = says(lang);
    const lot = await streets.nameOf(street.lot.parkId);
    const [berth, old] = [street.berths[0]!, street.sensors[0]!];
    const lastMessage = Date.now() - 6 * HOUR;
    await street.accept([street.claim(0, lastMessage - HOUR, 'absent')], lastMessage);
    await sql(
      street,
      `UPDATE park_device SET last_seen_at = $4 WHERE tenant_id = $1 AND park_id = $2 AND id = $3 RETURNING 1`,
      [old, new Date(lastMessage).toISOString()],
    );
    await sweepSilence(product.database, new Date());
    const desk = await streets.desk('lotManager', lang);
    const collector = await streets.handheld(lang);
    const { page } = desk;
    const wrong = await journey('dead-sensor', [desk, collector], async () => {
      await opens(page, '/rdoperationscenter/earlywarningmanage');
      const warning = rows(page, lot).filter({ hasText: repair.silent[lang] });
      await pressIn(warning, repair.toWork[lang]);
      await dialogOf(page).done();
      await warning.filter({ hasText: repair.converted[lang] }).waitFor();
      await opens(page, '/rdoperationscenter/workordermanage');
      const order = rows(page, lot);
      await pressIn(order, repair.assign[lang]);
      const dialog = dialogOf(page);
      await pick(page, dialog.input('userId'), '李收费');
      await dialog.done();
      await order.filter({ hasText: '李收费' }).waitFor();

      const held = collector.page;
      await press(held, say('journal'));
      await press(held, say('sendNow'));
      await press(held, say('tasksWaiting', { count: 1 }));
      await held.locator('[data-task] > button').click();
      await press(held, say('accept'));
      await held.locator('[name=remark]').fill('已更换地磁');
      assert.deepEqual(await outside(held), []);
      await held.screenshot({ path: `shots/road-repair-${lang}.png` });
      await press(held, say('taskDone'));
      await held.getByText(say('noTasks')).waitFor();
      await press(held, say('journal'));
      await held.locator('[data-queued]', { hasText: /^0$/ }).waitFor();

      // The new one speaks for the berth from now on.
      await product.must('POST', '/api/updown/pda/rdSensor/submit', { id: old, berthNo: '' });
      const sn = `DC${randomUUID().slice(0, 12)}`;
      const { parkId } = street.lot;
      const fresh = await product.must('POST', '/api/updown/pda/rdSensor/submit', {
        parkId,
        sn,
        berthNo: berth.berthNo,
      });
      const spoken = virtualSensor(await online(fresh.id, sn));
      await spoken.heartbeat(Date.now() - SECOND);
      await spoken.change(true, Date.now());
      await press(held, say('journal'));
      await press(held, say('sendNow'));
      await press(held, say('strip'));
      await held
        .locator('.strip .berth', { hasText: berth.berthNo })
        .filter({ hasText: say('unread') })
        .waitFor();

      await opens(page, '/rdoperationscenter/workordermanage');
      await order.filter({ hasText: '已更换地磁' }).waitFor();
      await pressIn(order, repair.check[lang]);
      await sure(page);
      await order.filter({ hasText: repair.checked[lang] }).waitFor();
      assert.deepEqual(await outside(page), []);
    });
    assert.deepEqual(wrong, []);
  });

for (const lang of inTurn('work orders on the map', both))
  test(`open work orders stand on the map at their car park, and there at their berth, and open from it (${lang})`, async () => {
    const { product } = streets;
    const street = await streets.street();
    const { parkId } = street.lot;
    const [lot, berth] = [await streets.nameOf(parkId), street.berths[0]!];
    const location = { lng: 114.05, lat: 22.54 };
    await product.must('POST', '/api/updown/basePark/submit', { id: parkId, location });
    const order = { workType: 'sensor', parkId, berthNo: berth.berthNo, text: '地磁松动' };
    const { workId } = await product.must('POST', '/api/updown/plat/rdrwork/upload', order);
    const desk = await streets.desk('lotManager', lang);
    const { page } = desk;
    const wrong = await journey('work-map', [desk], async () => {
      await opens(page, '/rdoperationscenter/workordermanage');
      await button(pane(page), repair.map[lang]).click();
      await pane(page).locator('.gh-map-list button', { hasText: lot }).click();
      const card = pane(page).locator('.work-board.one li button', { hasText: berth.berthNo });
      await card.waitFor();
      await pane(page).locator('.gh-map svg', { hasText: berth.berthNo }).waitFor();
      await page.screenshot({ path: `shots/road-work-map-${lang}.png` });
      await page.setViewportSize(phone);
      await card.waitFor();
      assert.deepEqual(await outside(page), []);
      await page.screenshot({ path: `shots/road-work-map-${lang}-390.png`, fullPage: true });
      await page.setViewportSize(wide);
      await card.click();
      await page.waitForURL(new RegExp(`open=${workId}`));
    });
    assert.deepEqual(wrong, []);
  });
