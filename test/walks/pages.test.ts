/**
 * What every page of rows can do beside its business: trees are exported, views are kept and handed on, keys do without
 * a mouse, a phone shows rows on its first screen.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { comesIn, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { readTable } from '#kit/sheets/read/read.ts';
import { button, pane, pick, press, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import type { Opened } from './world.ts';

const phone = { width: 390, height: 844 };
const HOUR = 3_600_000;
const plates = ['浙A12345', '浙B23456', '沪C34567'];

let place: Place;
let desk: Opened;

before(async () => {
  place = await openPlace();
  for (const [at, plate] of plates.entries()) await comesIn(place.lanes, plate, Date.now() - (3 - at) * HOUR);
  desk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const drawer = (page: Page) => page.locator('.ant-drawer-section').last();
const list = async (page: Page, route: string) => {
  await page.goto(route);
  await ready(page);
};

test('a tree is exported as it is found: all of it, or the rows that carry the word', async () => {
  const { page } = desk;
  await place.world.api.post('/api/updown/basecompany/submit', {
    companyName: '安泊夜间分公司',
    parentId: place.city.first.companyId,
  });
  await list(page, '/basedata/company');
  const exported = async () => {
    await button(pane(page), '导出').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page.locator('dialog'), '开始导出').click(),
    ]);
    const { lines } = await readTable(await readFile(await file.path()));
    return lines.map(({ cells }) => cells.map(String).find((cell) => cell.startsWith('安泊')));
  };
  assert.deepEqual((await exported()).sort(), ['安泊夜间分公司', '安泊集团'].sort());
  await pane(page).locator('[data-keyword]').fill('夜间');
  await page.waitForURL(/keyword=/);
  assert.deepEqual(await exported(), ['安泊夜间分公司']);
  await page.reload();
  await ready(page);
  assert.equal(await rows(page, '安泊').count(), 2, 'the way down to the row that has the word');
});

test('a new device shows its secret once, with a note that says so', async () => {
  const { page } = desk;
  await list(page, '/basedata/parkdevice');
  await button(pane(page), '新增').click();
  const form = drawer(page);
  const field = (name: string) => form.locator(`[data-field="${name}"] input`).first();
  await pick(page, field('parkId'), place.city.first.name);
  await field('deviceName').fill('备用相机');
  await field('sn').fill('WALK-SPARE-1');
  await pick(page, field('deviceType'), '相机');
  await button(form, '保存').click();
  const dialog = page.locator('.ant-modal', { hasText: '备用相机' });
  await dialog.getByText('密钥只显示这一次').waitFor();
  assert.match((await dialog.locator('[data-secret]').textContent())!, /^\S{16,}$/);
  assert.equal(await dialog.locator('code').first().textContent(), 'WALK-SPARE-1');
  await dialog.getByRole('button', { name: /^复 ?制$/ }).click();
  await page.locator('.gh-notices', { hasText: /已复制|Ctrl\+C/ }).waitFor();
  await dialog.locator('.ant-modal-footer button').first().click();
  await rows(page, '备用相机').waitFor();
});

test('the picture of a camera is shown as it comes; an address for a player is shown', async () => {
  const { page } = desk;
  const picture = await page.screenshot({ type: 'jpeg', quality: 40 });
  const camera = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(picture);
  });
  await new Promise<void>((then) => {
    camera.listen(0, '127.0.0.1', then);
  });
  const { port } = camera.address() as AddressInfo;
  const added = (deviceName: string, sn: string, videoUrl: string) =>
    place.world.api.post('/api/updown/parkdevices/submit', {
      deviceName,
      sn,
      videoUrl,
      deviceType: 'camera',
      parkId: place.city.first.parkId,
    });
  await added('看门相机', 'WALK-LIVE-1', `http://127.0.0.1:${port}/live`);
  await added('流媒体相机', 'WALK-LIVE-2', 'rtsp://192.168.1.9/ch1');
  await list(page, '/basedata/parkdevice');
  const dialog = page.locator('.ant-modal');
  await button(rows(page, '看门相机'), '画面').click();
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[data-live]')?.naturalWidth === 1440);
  await dialog.getByText('正在连接').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button(rows(page, '流媒体相机'), '画面').click();
  await dialog.getByText('rtsp://192.168.1.9/ch1').waitFor();
  await page.keyboard.press('Escape');
  await dialog.filter({ visible: true }).waitFor({ state: 'hidden' });
  camera.closeAllConnections();
  camera.close();
});

test('a view keeps conditions, order and columns under a name on the server, and its link shows them to others', async () => {
  const { page } = desk;
  await list(page, `/static/incar?plateNumber=${encodeURIComponent('浙')}&sort=-inTime`);
  await button(pane(page), '列设置').click();
  await pane(page).locator('.gh-pop:popover-open').getByLabel('状态', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await button(pane(page), '视图').click();
  await pane(page).getByLabel('视图名称').fill('浙牌最新');
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('views:') === true);
  await button(pane(page), '保存当前视图').click();
  await page.waitForURL(/columns=/);
  const link = page.url();
  await kept;

  await list(page, '/static/incar');
  assert.equal(await rows(page, '·').count(), 3);
  await button(pane(page), '视图').click();
  await button(pane(page), '浙牌最新').click();
  await rows(page, written(plates[2]!)).waitFor({ state: 'detached' });
  await ready(page);
  assert.deepEqual(await pane(page).locator('tbody tr[data-row] .gh-plate').allTextContents(), [
    written(plates[1]!),
    written(plates[0]!),
  ]);
  assert.equal(page.url(), link);

  const other = await place.world.open(place.city.groupAdmin, 'zh');
  await list(other.page, link);
  assert.equal(await rows(other.page, '·').count(), 2);
  assert.equal(await pane(other.page).getByRole('columnheader', { name: '状态' }).count(), 0);
  await button(pane(other.page), '视图').click();
  await button(pane(other.page), '删除视图 浙牌最新').click();
  await pane(other.page).getByText('还没有保存的视图').waitFor();
  await other.close();
});

test('a list is read without a mouse: / searches, arrows choose, Enter opens, Esc closes', async () => {
  const { page } = desk;
  await list(page, '/basedata/parkgate');
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.hasAttribute('data-keyword')), true);
  await page.keyboard.type('出口');
  await page.keyboard.press('Enter');
  await rows(page, '东入口').first().waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await pane(page).locator('tr.here').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.gh-facts').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.gh-facts').first().waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await drawer(page).locator('[data-field]').first().waitFor();
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
});

test('a phone keeps the toolbar in one row, the sums of a report in one strip, and words of the export whole', async () => {
  for (const lang of ['zh', 'en'] as const) {
    const { page, close } = await place.world.open(place.city.groupAdmin, lang, phone);
    for (const route of [
      '/basedata/park',
      '/basedata/parkgate',
      '/static/incar',
      '/static/inoutRecord',
      '/static/manualReleaseEvents',
    ]) {
      await list(page, route);
      const { height } = (await pane(page).locator('.gh-tools').boundingBox())!;
      assert.ok(height <= 60, `${route} in ${lang}: the toolbar is ${height} px high`);
    }
    await list(page, '/car/carMonthNew');
    const tops = await pane(page)
      .locator('.gh-tools .gh-btn:visible')
      .evaluateAll((all) =>
        all.map(
          (each) =>
            [
              each.classList.contains('icon') || each.querySelector('.gh-wide-only') !== null,
              each.getBoundingClientRect().top,
            ] as const,
        ),
      );
    for (const icon of [true, false])
      assert.equal(
        new Set(tops.filter(([is]) => is === icon).map(([, top]) => top)).size,
        1,
        `in ${lang} words stand in one line, and icons in one: ${JSON.stringify(tops)}`,
      );
    await list(page, '/static/incar');
    await button(pane(page), lang === 'zh' ? '导出' : 'Export').click();
    await page.locator('dialog[open] .gh-choose').first().waitFor();
    const lines = await page
      .locator('dialog[open] .gh-choose > *')
      .evaluateAll((all) =>
        all.map((each) => [each.textContent, Math.round(each.getBoundingClientRect().height)] as const),
      );
    assert.ok(
      lines.length === 6 && lines.every(([, tall]) => tall < 32),
      `in ${lang} what is chosen for an export stands in one line each: ${JSON.stringify(lines)}`,
    );
    await page.keyboard.press('Escape');
    await list(page, '/static/chartDaySum');
    const { height } = (await pane(page).locator('.gh-sums').boundingBox())!;
    assert.ok(height <= 100, `the sums are ${height} px high`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await close();
  }
});

test('what a list or a report cuts off at its right edge fades out there, until it is scrolled to its end', async () => {
  const { page, close } = await place.world.open(place.city.groupAdmin, 'zh', { width: 1024, height: 768 });
  /** The shown table's right edge: faded itself, or before the buttons that stay in view. */
  const faded = (wanted: number) =>
    page.waitForFunction((opacity) => {
      const table = [...document.querySelectorAll('.gh-table')].find((each) => each.checkVisibility());
      const ends = table?.querySelector('tbody .ends');
      const shown = ends
        ? getComputedStyle(ends, '::before').opacity
        : table && getComputedStyle(table).getPropertyValue('--gh-more');
      return Number(shown) === opacity;
    }, wanted);
  for (const route of ['/basedata/park', '/static/chartDaySum']) {
    await list(page, route);
    await faded(1);
    await pane(page)
      .locator('.gh-table')
      .evaluate((table) => table.scrollTo(table.scrollWidth, 0));
    await faded(0);
  }
  await page.setViewportSize({ width: 1920, height: 900 });
  await list(page, '/car/spaceGroup');
  await faded(0);
  await close();
});

test('the buttons of a row stand whole and are three in line at most, whatever a page adds to them', async () => {
  const { page, close } = await place.world.open(place.city.groupAdmin, 'en', { width: 1024, height: 768 });
  for (const route of ['/basedata/park', '/basedata/parkgate', '/basedata/parkdevice', '/system/user']) {
    await list(page, route);
    const cut = await pane(page)
      .locator('tbody td.ends')
      .evaluateAll(
        (cells) =>
          cells.filter(
            (cell) =>
              cell.querySelector('.gh-rowbtns')!.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1,
          ).length,
      );
    assert.equal(cut, 0, route);
    const most = await pane(page)
      .locator('tbody .gh-rowbtns')
      .evaluateAll((lines) => Math.max(...lines.map((row) => row.querySelectorAll(':scope > button').length)));
    assert.ok(most <= 3, `${route}: ${most} buttons in line, the others belong behind “More”`);
  }
  await close();
});

/** Times and plates that are broken within a word. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.gh-table td.whole')].flatMap((cell) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        for (const { 0: word, index } of (walker.currentNode.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          range.setEnd(walker.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
      return found;
    }),
  );

test('on paper a list and a report say what they were narrowed to, and leave buttons and boxes out', async () => {
  const { page } = desk;
  for (const [route, expected] of [
    ['/static/incar', '车场: 云汇广场停车场'],
    ['/static/chartDaySum', '车场: 云汇广场停车场'],
  ] as const) {
    await list(page, `${route}?parkId=${place.city.first.parkId}`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1050, height: 740 });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    // The name of what a list is narrowed to is fetched beside the list.
    const head = pane(page).locator('.gh-print-head', { hasText: expected });
    await head.waitFor();
    assert.match((await head.textContent())!, /打印于 \d{4}-\d\d-\d\d/);
    for (const gone of ['.gh-tools', '.gh-search', '.gh-pager', 'td.ends', 'tbody input', '.side-bar', '.ps-find'])
      assert.equal(await page.locator(`${gone}:visible`).count(), 0, `${gone} on the paper of ${route}`);
    const { width } = (await pane(page).locator('.gh-table table').boundingBox())!;
    assert.ok(width <= 1050, `${route}: the table is ${width} px wide`);
    await page.setViewportSize({ width: 720, height: 740 });
    assert.deepEqual(await broken(page), [], `${route}: times and plates stand whole on narrow paper`);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('what lies above the page prints alone and whole: a drawer, a box, a dialog', async () => {
  const { page, close } = await place.world.open(place.city.groupAdmin, 'zh', { width: 1050, height: 400 });
  await list(page, '/static/incar');
  /** What stands on the paper and whether anything of it is cut, with the page seen as paper. */
  const onPaper = async (above: string, words: string, gone: readonly string[]) => {
    await page.locator(above).getByText(words).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    for (const each of ['main .gh-table', '.top-bar', ...gone])
      assert.equal(await page.locator(`${each}:visible`).count(), 0, `${each} on the paper of ${above}`);
    assert.ok(await page.locator(above).getByText(words).first().isVisible(), above);
    const cut = await page.locator(above).evaluateAll((found) =>
      found
        .flatMap((each) => [each, ...each.querySelectorAll('*')])
        .filter(
          (each) =>
            each.clientHeight > 0 &&
            each.scrollHeight > each.clientHeight + 1 &&
            getComputedStyle(each).overflowY !== 'visible',
        )
        .map((each) => each.className),
    );
    assert.deepEqual(cut, [], `cut on the paper of ${above}`);
    await page.emulateMedia({ media: 'screen' });
  };
  /** What stands first on the paper of a drawer. */
  const headed = async () => {
    await page.emulateMedia({ media: 'print' });
    const words = await drawer(page).locator('.gh-print-head:visible').innerText();
    await page.emulateMedia({ media: 'screen' });
    return words.replace(/\s+/g, ' ').trim();
  };
  await rows(page, written(plates[0]!)).locator('td').nth(1).click();
  await onPaper('.ant-drawer-open', '账单', ['.ant-drawer-mask', '.ant-drawer-open .gh-btn', '.ant-drawer-header']);
  assert.match(await headed(), /^场内车辆 · 浙A\w+ 打印于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d · 安泊管理员$/);
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
  await press(rows(page, written(plates[0]!)), '更正');
  await onPaper('dialog[open]', '更正车牌', ['dialog .gh-btn']);
  await page.keyboard.press('Escape');
  await list(page, '/basedata/park');
  await press(rows(page, place.city.first.name), '二维码');
  await onPaper('.ant-modal-root', '用手机扫描', ['.ant-modal-mask', '.ant-modal-root .ant-modal-close']);
  await close();
});

test('who wants less motion has a dialog and a drawer where they stay from their first frame', async () => {
  const { page, close } = await place.world.open(place.city.groupAdmin, 'zh');
  await list(page, '/basedata/park');
  await page.evaluate(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    for (const kind of ['animationstart', 'transitionrun'])
      document.addEventListener(kind, ({ target }) => {
        const name = (target as Element).getAttribute('class') ?? '';
        if (/\bant-(modal|drawer)/.test(name)) moves.push(`${kind} of ${name}`);
      });
  });
  await press(rows(page, place.city.first.name), '二维码');
  await page.locator('.ant-modal-root').getByText('用手机扫描').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.ant-modal-root').waitFor({ state: 'detached' });
  await button(pane(page), '新增').click();
  await drawer(page).locator('[data-field]').first().waitFor();
  assert.deepEqual(await page.evaluate(() => (window as unknown as { moves: string[] }).moves), []);
  await close();
});
