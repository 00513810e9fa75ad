/**
 * A published tariff is entered in complex mode, checked, held against a case and published; the next car is priced by
 * it. Another is written out in full.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, byMenu, pane, pick } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** A busy machine is waited for: the check of a rule computes for long. */
const patienceMs = 120_000;

let place: Place;
let opened: Opened;

before(async () => {
  place = await openPlace();
  opened = await place.world.open(place.city.groupAdmin, 'zh');
  opened.page.setDefaultTimeout(patienceMs);
});
after(() => place?.close());

const leaf = (page: Page, name: string): Locator => pane(page).getByRole('tab', { name, exact: true });
const input = (within: Locator, name: string): Locator => within.locator(`[data-field="${name}"] input`).first();
const period = (page: Page, nth: number): Locator => pane(page).locator(`[data-period="${nth}"]`);
const dialogOk = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s?定$/ })
    .click();
const notice = (page: Page, words: string): Promise<void> =>
  page.locator('.gh-notices', { hasText: words }).first().waitFor();

async function clock(within: Locator, name: string, value: string): Promise<void> {
  await input(within, name).click();
  await input(within, name).fill(value);
  await input(within, name).press('Enter');
}

async function choose(page: Page, within: Locator, name: string, words: string): Promise<void> {
  const radio = within.locator(`[data-field="${name}"] .ant-radio-wrapper`, { hasText: words });
  if ((await radio.count()) > 0) return radio.click();
  await pick(page, input(within, name), words);
}

async function fresh(page: Page, mode: string): Promise<void> {
  await button(pane(page), '新规则').click();
  await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: mode, exact: true }).click();
}

test('day and night with their own units, a night capped and each 24 hours capped, are entered as a table', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-complex-enter', async () => {
    await page.goto('/wel/index');
    await byMenu(page, '运营', '车辆与收费规则', '收费规则（复杂模式）');
    await pick(page, pane(page).locator('.ant-select input').first(), place.city.first.name);
    await ready(page);
    await fresh(page, '复杂模式');
    await button(pane(page), '从样例开始').click();
    await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '白天先低后高，夜间免费' }).click();
    assert.equal(await input(period(page, 2), 'startTime').inputValue(), '19:00');
    assert.equal(await pane(page).locator('.fr-message.wrong').count(), 0);
    await fresh(page, '复杂模式');
    await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click();
    await period(page, 2).waitFor({ state: 'detached' }); // the sample's, which the empty form has not
    await input(pane(page), 'ruleName').fill('日夜分时');
    await pane(page).locator('[data-field="freeMinutesCounted"]').getByRole('switch').click();
    await choose(page, pane(page), 'dayCapBasis', '入场起每24小时');
    await input(pane(page).locator('[data-area="1"]'), 'dayMaxFee').fill('128');
    const day = period(page, 1);
    await input(day, 'periodName').fill('日间');
    await clock(day, 'startTime', '08:00');
    await clock(day, 'endTime', '22:00');
    await choose(page, day, 'again', '入场起每24小时');
    await choose(page, day, 'edge', '计到该单元结束');
    await pane(page).locator('.fr-message.wrong').waitFor();
    await input(day, 'unitMinutes').fill('15');
    await input(day, 'unitFee').fill('4');
    await button(pane(page), '增加时段').click();
    const night = period(page, 2);
    await input(night, 'periodName').fill('夜间');
    await input(night, 'maxFee').fill('15');
    await input(night, 'unitMinutes').fill('15');
    await input(night, 'unitFee').fill('1');
    const outline = pane(page).locator('[data-outline]');
    for (const words of [
      '日间（08:00–22:00）',
      '夜间（22:00–08:00）',
      '每15分钟4.00元',
      '夜间每个连续时段封顶15.00元',
      '每24小时封顶128.00元',
      '免费15分钟（超出后从头计费）',
    ])
      await outline.getByText(words, { exact: false }).first().waitFor();
    // From nine to half past twelve: fourteen begun units of four yuan.
    await pane(page).locator('[data-trial] [data-total]', { hasText: '56.00' }).waitFor();
    await button(pane(page), '保存草稿').click();
    await notice(page, '更新成功');
    await pane(page).locator('.fr-list li', { hasText: '日夜分时' }).locator('.gh-tag', { hasText: '草稿' }).waitFor();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('the draft comes back from the server as it was entered, and a step more changes the trial', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-complex-back', async () => {
    await page.reload();
    await ready(page);
    const day = period(page, 1);
    assert.equal(await input(day, 'periodName').inputValue(), '日间');
    assert.equal(await input(day, 'startTime').inputValue(), '08:00');
    await button(day, '增加一级').click();
    await day.locator('tbody tr').nth(1).locator('[data-field="unitFee"] input').fill('6');
    // An hour at four yuan a quarter, then ten quarters at six.
    await pane(page).locator('[data-trial] [data-total]', { hasText: '76.00' }).waitFor();
    await button(day, '删除第2级').click();
    await input(day, 'endMinute').fill('');
    await pane(page).locator('[data-trial] [data-total]', { hasText: '56.00' }).waitFor();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('periods are moved by the arrow keys, by their buttons and by dragging; the grip keeps the focus', async () => {
  const { page } = opened;
  const names = async (): Promise<string[]> =>
    Promise.all([1, 2].map((nth) => input(period(page, nth), 'periodName').inputValue()));
  const grip = (nth: number): Locator => period(page, nth).locator('.fr-grip');
  const swapped = async (order: readonly string[]): Promise<void> => {
    await page.waitForFunction(
      (first) =>
        document.querySelector<HTMLInputElement>('[data-period="1"] [data-field="periodName"] input')?.value === first,
      order[0],
    );
    assert.deepEqual(await names(), order);
  };
  await grip(2).focus();
  await page.keyboard.press('ArrowUp');
  await swapped(['夜间', '日间']);
  await page.waitForFunction(() => document.activeElement?.closest('[data-period="1"]') !== null);
  await page.keyboard.press('ArrowDown');
  await swapped(['日间', '夜间']);
  await period(page, 1).getByRole('button', { name: '下移时段1' }).click();
  await swapped(['夜间', '日间']);
  assert.ok(await period(page, 1).getByRole('button', { name: '上移时段1' }).isDisabled());
  await grip(2).dragTo(period(page, 1).locator('legend'));
  await swapped(['日间', '夜间']);
});

test('the check shows the shortest stay that breaks a law on a line of time, the picture every step of the price', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-complex-check', async () => {
    await leaf(page, '检查').click();
    await pane(page).locator('[data-findings="done"]').waitFor();
    const found = pane(page).locator('[data-law="return-no-gain"][data-ok="false"]').first();
    await found.locator('.fr-line li').nth(2).waitFor();
    assert.match(await found.innerText(), /出场再进场/);
    await leaf(page, '图示').click();
    await pane(page).locator('[data-picture] .fr-chart path.one').waitFor();
    await pane(page).locator('.fr-bands li', { hasText: '22:00–24:00' }).first().waitFor();
    await pick(page, pane(page).locator('[data-picture] [data-field="beside"] input').first(), 'V1').catch(() =>
      pane(page).locator('[data-picture] [data-field="beside"] .ant-radio-wrapper', { hasText: 'V1' }).click(),
    );
    await pane(page).locator('[data-differences] li').first().waitFor();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('a trial is kept as a case; a case that differs keeps the version from being published', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-complex-case', async () => {
    await leaf(page, '试算').click();
    await button(pane(page), '存为算例').click();
    const dialog = page.getByRole('dialog');
    await input(dialog, 'name').fill('上午三个半小时');
    await input(dialog, 'expectFen').fill('57');
    await dialogOk(page);
    const row = pane(page).locator('[data-case="上午三个半小时"]');
    await row.getByText('不符', { exact: true }).waitFor();
    opened.watch.expect('/api/gatehouse/feeRule/publish', 422);
    await button(pane(page), '发布').click();
    await dialogOk(page);
    await notice(page, '上午三个半小时');
    await button(dialog, '取 消')
      .or(dialog.getByRole('button', { name: /^取\s?消$/ }))
      .first()
      .click();
    await button(row, '编辑').click();
    await input(dialog, 'expectFen').fill('56');
    await dialogOk(page);
    await row.getByText('相符', { exact: true }).waitFor();
    await button(pane(page), '发布').click();
    await dialogOk(page);
    await pane(page)
      .locator('.fr-list li', { hasText: '日夜分时' })
      .locator('.gh-tag', { hasText: '已发布' })
      .waitFor();
  });
  opened.watch.take();
});

test('the next car is priced by it at the exit', async () => {
  const now = Date.now();
  await comesIn(place.lanes, '浙A61001', now);
  const wall = new Date(now + 8 * HOUR).getUTCHours();
  const paid = await leaves(place.lanes, '浙A61001', now + 50 * MINUTE, true);
  // Four begun quarters, by day four yuan each and by night one; around eight and ten o'clock some of each.
  const edge = wall === 7 || wall === 21;
  if (edge) assert.ok(paid >= 400 && paid <= 1_600, String(paid));
  else assert.equal(paid, wall >= 8 && wall < 22 ? 1_600 : 400);
});

test('a tariff in full is written as text: faults at their lines, parts put in where they belong, words beside it', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-expert', async () => {
    await fresh(page, '专家模式');
    const area = pane(page).getByRole('textbox', { name: '规则内容（JSON）' });
    await area.waitFor();
    await button(pane(page), '从样例开始').click();
    await page
      .locator('.gh-pop:popover-open')
      .getByRole('menuitem', { name: /工作日与休息日/ })
      .click();
    const outline = pane(page).locator('[data-outline]');
    await outline.getByText('工作日（工作日 07:30–20:00）').waitFor();
    const whole = await area.inputValue();
    await area.fill(whole.replace('"07:30"', '"7:30"'));
    const faults = pane(page).locator('.fr-code .faults');
    await faults.getByText('须如 07:30').waitFor();
    const line = whole.split('\n').findIndex((each) => each.includes('"07:30"')) + 1;
    await button(faults, `第${line}行`).click();
    assert.equal(
      await area.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd)),
      '"7:30"',
    );
    await page.keyboard.type('"07:30"');
    await faults.getByText('没有错误').waitFor();
    await button(pane(page), '插入部件').click();
    await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '每日封顶', exact: true }).click();
    await outline.getByText('每日封顶50.00元').waitFor();
    await page.keyboard.press('Control+z');
    await outline.getByText('每日封顶50.00元').waitFor({ state: 'detached' });
    await input(pane(page), 'ruleName').fill('路边累进');
    await leaf(page, '试算').click();
    await button(pane(page), '保存草稿').click();
    await notice(page, '更新成功');
    await pane(page).locator('.fr-list li', { hasText: '路边累进' }).locator('.gh-tag', { hasText: '草稿' }).waitFor();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('what the check finds that is certain is put right by one click, and the text taken back by undoing', async () => {
  const { page } = opened;
  const code = pane(page).getByRole('textbox', { name: '规则内容（JSON）' });
  const before_ = await code.inputValue();
  const rule = JSON.parse(before_) as { schemes: { after?: object[] }[] };
  rule.schemes[0]!.after = [...(rule.schemes[0]!.after ?? []), { cap: 100_000_000, per: 'day' }];
  await code.fill(JSON.stringify(rule));
  await leaf(page, '检查').click();
  const mend = pane(page).locator('[data-law="cap-reached"] [data-mend]').first();
  await mend.waitFor();
  await mend.click();
  await page.waitForFunction(
    () => !document.querySelector<HTMLTextAreaElement>('textarea')?.value.includes('100000000'),
  );
  assert.deepEqual(JSON.parse(await code.inputValue()).schemes.length, rule.schemes.length);
  await code.fill(before_);
});

test('the draft is replayed over the stays there were: what it would have brought, and which bills change', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-replay', async () => {
    await leaf(page, '回放').click();
    const to = pane(page).locator('[data-replay] [data-field="to"] input');
    await to.click();
    await to.fill(new Date(Date.now() + 32 * HOUR).toISOString().slice(0, 19).replace('T', ' '));
    await to.press('Enter');
    await button(pane(page), '开始回放').click();
    await pane(page).locator('[data-replay="done"]').waitFor();
    const found = pane(page).locator('[data-replayed]');
    await found.locator('.gh-tiles dd').first().waitFor();
    assert.equal(await found.locator('.gh-tiles dd').nth(1).innerText(), '1');
    await found.locator('canvas').waitFor();
    await found.getByText('小型车').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(found, '导出差异 CSV').click()]);
    assert.match(download.suggestedFilename(), /^路边累进-V\d+\.csv$/);
    await leaf(page, '试算').click();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('the public holidays of a year are loaded into the calendar, and a day is turned by hand', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-calendar', async () => {
    await button(pane(page), '节假日').click();
    const dialog = page.locator('dialog[open]');
    const year = Number(await dialog.locator('b.gh-num').textContent());
    await button(dialog, `载入${year}年法定节假日`).click();
    await dialog.locator(`[data-day="${year}-10-01"].holiday`).waitFor();
    const day = dialog.locator(`[data-day="${year}-03-04"]`);
    await day.click();
    assert.match((await day.getAttribute('class')) ?? '', /holiday/);
    await button(dialog, '活动日').click();
    await dialog.getByLabel('活动名称').fill('灯会');
    const lanterns = dialog.locator(`[data-day="${year}-10-01"]`);
    await lanterns.click();
    assert.deepEqual(
      [await lanterns.getAttribute('class'), await lanterns.getAttribute('title')],
      ['holiday event', '节假日 国庆节 活动日 灯会'],
    );
    await button(dialog, '保存').click();
    await notice(page, '更新成功');
    await dialog.locator(`[data-day="${year}-10-01"].holiday.event`).waitFor();
    await dialog.getByRole('button', { name: '关闭' }).last().click();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('a rule goes to another lot as a file: out here, in there, and to more lots after a preview', async () => {
  const { page } = opened;
  await photographed(page, 'tariff-file', async () => {
    await button(pane(page), '文件与复制').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '导出规则文件' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^路边累进-V\d+\.json$/);
    await button(pane(page), '文件与复制').click();
    await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '复制到其他车场' }).click();
    const dialog = page.getByRole('dialog');
    await pick(page, dialog.locator('.ant-select input').first(), place.city.first.name);
    await dialog.getByText('复制到其他车场').first().click();
    await button(dialog, '预览变化').click();
    await dialog.locator('[data-preview] tbody tr').first().waitFor();
    await dialog.getByText('已有草稿', { exact: false }).first().waitFor();
    await button(dialog, '取消').click();
  });
  assert.deepEqual(opened.watch.take(), []);
});

test('a file comes in as the draft of another car type; an invalid file is reported and creates nothing', async () => {
  const { page } = opened;
  const into = async (buffer: Buffer): Promise<void> => {
    await button(pane(page), '文件与复制').click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: '从文件导入为草稿' }).click(),
    ]);
    await chooser.setFiles({ name: 'rule.json', mimeType: 'application/json', buffer });
  };
  await photographed(page, 'tariff-import', async () => {
    await page.goto('/wel/index');
    await byMenu(page, '运营', '车辆与收费规则', '收费规则（复杂模式）');
    await pick(page, pane(page).locator('.ant-select input').first(), place.city.first.name);
    await ready(page);
    await pane(page).locator('.fr-side .fr-list').first().locator('button').nth(1).click();
    await fresh(page, '专家模式');
    await into(Buffer.from('不是规则'));
    await notice(page, '这不是规则文件');
    opened.watch.expect('/api/gatehouse/feeRule/importFile', 400);
    await page.waitForTimeout(2_100); // errors are shown once in two seconds
    await into(
      Buffer.from(
        '{"form":2,"schemes":[{"meters":[{"id":"time","again":"stay","edge":"ends","ladder":[{"unitMinutes":0,"fen":500}]}]}]}',
      ),
    );
    await notice(page, '须为1至');
    await into(
      Buffer.from(
        '{"form":2,"schemes":[{"meters":[{"id":"time","again":"stay","edge":"ends","ladder":[{"unitMinutes":60,"fen":500}]}]}]}',
      ),
    );
    await notice(page, '已导入为草稿');
    await pane(page).locator('[data-outline]').getByText('每小时5.00元').waitFor();
    await pane(page).locator('.fr-list .gh-tag', { hasText: '草稿' }).waitFor();
  });
  opened.watch.take();
});

test('two windows with the same draft: the second to save gets a conflict, keeps its input, and nothing is overwritten', async () => {
  const { page } = opened;
  const other = await place.world.open(place.city.groupAdmin, 'zh');
  const text = (of: Page) => pane(of).getByRole('textbox', { name: '规则内容（JSON）' });
  await photographed(page, 'tariff-two-windows', async () => {
    await other.page.goto(page.url());
    await ready(other.page);
    await pane(other.page).locator('.fr-side .fr-list').first().locator('button').nth(1).click();
    await pane(other.page).locator('[data-outline]').getByText('每小时5.00元').waitFor();
    for (const [of, fen] of [
      [page, '"fen": 600'],
      [other.page, '"fen": 700'],
    ] as const)
      await text(of).fill((await text(of).inputValue()).replace('"fen": 500', fen));
    await button(pane(page), '保存草稿').click();
    await notice(page, '更新成功');
    other.watch.expect('/api/gatehouse/feeRule/saveTariff', 409);
    await button(pane(other.page), '保存草稿').click();
    await notice(other.page, '数据已被他人修改');
    assert.match(await text(other.page).inputValue(), /"fen": 700/);
    await page.reload();
    await ready(page);
    await pane(page).locator('.fr-side .fr-list').first().locator('button').nth(1).click();
    await pane(page).locator('[data-outline]').getByText('每小时6.00元').waitFor();
    await pane(other.page).locator('.fr-side .fr-list').nth(1).locator('button').first().click();
    await button(other.page.getByRole('dialog'), '放弃').click();
    await pane(other.page).locator('[data-outline]').getByText('每小时6.00元').waitFor();
  });
  other.watch.take();
  assert.deepEqual(opened.watch.take(), []);
});
