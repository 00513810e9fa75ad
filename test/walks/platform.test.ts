/**
 * The platform's own work as its people see it: a job of the clock, the paper a booth prints, and a screen on a wall.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { job, jobLog, runJob, runResults } from '#areas/ops/model/job.ts';
import { jobBook } from '#areas/ops/server/job-book.ts';
import { passage } from '#areas/passage/model/gate-event.ts';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { parkprinttemplate } from '#areas/platform/model/print-template.ts';
import { slipTypes } from '#areas/platform/model/slip-kinds.ts';
import { pairScreen } from '#areas/wall/model/pairing.ts';
import { endLink, linkScreen, SCREEN_ROUTE, sysbigreport } from '#areas/wall/model/sysbigreport.ts';
import { nowFigures, tileKinds } from '#areas/wall/model/tiles.ts';
import { advertPicture, signPicture } from '#db/demo/pictures.ts';
import { widthOf } from '#domain/print/words.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Job, JobBook } from '#kit/server/jobs.ts';
import { inTurn } from '#test/turns.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { fillFields } from './form.ts';
import { button, pane, written } from './page-helpers.ts';
import { photographed } from './world.ts';

const languages = ['zh', 'en'] as const;
const DAY_MS = 86_400_000;
let desk: Desk;
let lot: StoryLot;
let lotName: string;

before(async () => {
  desk = await openDesk();
  const { product } = desk;
  lot = await openLot(product, { company: product.companies.first });
  lotName = (await product.must('GET', '/api/updown/basePark/detail', { id: lot.parkId })).parkName;
});
after(() => desk?.close());

// ---- a job of the clock

let runs = 0;
const tidy: Job = {
  name: 'tidy',
  title: text('整理', 'Tidy'),
  cron: '10 2 * * *',
  work: async () => {
    runs += 1;
  },
};
const causes = { zh: { missed: '补执行', hand: '人工' }, en: { missed: 'Missed time', hand: 'Hand' } } as const;

/** What a server does that looks into the book: whatever is wanted of the job is run. */
async function serve(book: JobBook): Promise<number> {
  const { requested } = await book.look(new Date());
  for (const { logId, jobId } of requested) await book.run(tidy, { jobId, logId, createdOn: new Date(), attempt: 1 });
  return requested.length;
}

for (const lang of inTurn('the journey of a job', languages))
  test(`a job is paused, missed while no server ran, and run at once, and the log says which (${lang})`, async () => {
    const book = jobBook(desk.product.database, { error: () => undefined });
    await book.enter([tidy], new Date());
    const name = tidy.title[lang];
    const { pause, resume } = job.lifecycle!.actions as Record<string, { label: { zh: string; en: string } }>;
    const states = job.fields['status']!.options!;
    const operator = await desk.sits(desk.operator, lang);
    const before_ = runs;
    /** As after three days without a server. */
    const threeDaysAgo = () =>
      desk.product.database.write(platformScope, (db) =>
        db.raw(`UPDATE job SET next_time = $1 WHERE target = 'tidy' AND status = '0' RETURNING 1`, [
          new Date(Date.now() - 3 * DAY_MS).toISOString(),
        ]),
      );
    await photographed(operator.page, `platform-job-${lang}`, async () => {
      await operator.goes(job);
      await operator.does(name, pause!.label);
      await operator.reads(name, states['1']![lang]);
      assert.equal((await threeDaysAgo()).length, 0, 'no time is due that could pass');
      assert.equal(await serve(book), 0);
      await operator.does(name, resume!.label);
      await operator.reads(name, states['0']![lang]);
      const details = await operator.looksAt(name);
      await details.locator('section ul li').nth(4).waitFor();
      await operator.page.screenshot({ path: `shots/platform-job-${lang}.png` });
      await operator.shuts();
      await threeDaysAgo();
      assert.equal(await serve(book), 1, 'once, however many times passed');
      await operator.does(name, runJob.title);
      assert.equal(await serve(book), 1);
      await operator.goes(job);
      await operator.reads(name, runResults.ok[lang]);
      await operator.goes(jobLog);
      await operator.reads(name, causes[lang].missed, runResults.ok[lang], '3');
      await operator.reads(name, causes[lang].hand, runResults.ok[lang]);
      await operator.page.screenshot({ path: `shots/platform-joblog-${lang}.png` });
    });
    assert.equal(runs - before_, 2);
    assert.deepEqual(await operator.leaves(), []);
  });

// ---- a slip

const slip = {
  zh: {
    design: '设计',
    wrong: '第 2 行有误',
    content: '# {park}\n停车费 | {paid}\n[cut]',
    line: '停车费',
    file: '打印机文件',
  },
  en: {
    design: 'Design',
    wrong: 'Line 2 is invalid',
    content: '# {park}\nParking | {paid}\n[cut]',
    line: 'Parking',
    file: 'Printer file',
  },
} as const;

for (const lang of inTurn('the journey of a template', languages))
  test(`a template is designed beside its paper, and the booth prints an order by it, line for line (${lang})`, async () => {
    const [template, plate] = [`简版 ${lang}`, lang === 'zh' ? '京E80001' : '京E80002'];
    await lot.enter(plate, Date.now() - 80 * MINUTE);
    await lot.leave(plate, Date.now() - MINUTE);
    const say = slip[lang];
    const clerk = await desk.sits(desk.clerk, lang);
    const { page } = clerk;
    await photographed(page, `platform-slip-${lang}`, async () => {
      await clerk.goes(parkprinttemplate);
      await clerk.adds(parkprinttemplate, { parkId: lotName, templateName: template });
      await clerk.presses(template, say.design);
      const dialog = page.locator('.ant-modal:visible').last();
      await dialog.waitFor();
      const content = dialog.locator('[data-field="content"] textarea').first();
      await content.fill('{park}\n{owner}');
      await dialog.getByRole('alert').filter({ hasText: say.wrong }).waitFor();
      await content.fill(say.content);
      const paper = dialog.locator('.gh-paper > div', { hasText: say.line });
      await paper.waitFor();
      const drawn = (await paper.textContent()) ?? '';
      assert.equal(widthOf(drawn), 32, `58 mm is 32 half-width columns: "${drawn}"`);
      assert.ok(drawn.endsWith('15.00'), drawn);
      const overlaps = await dialog.locator('[data-field="content"]').evaluate((field) => {
        const count = field.querySelector('.ant-input-data-count')!.getBoundingClientRect();
        return [...field.querySelector('.hint')!.getClientRects()].some(
          (line) => line.right > count.left && line.bottom > count.top && line.top < count.bottom,
        );
      });
      assert.equal(overlaps, false, 'the hint is not written over by the count of letters');
      await page.screenshot({ path: `shots/platform-slip-design-${lang}.png` });
      await clerk.answers();
      await clerk.reads(template, '2');

      await clerk.goes(parkingOrder);
      await clerk.presses(written(plate), lang === 'zh' ? '详情' : 'Details');
      await page.locator('.bl-doing').getByRole('button', { name: slipTypes.receipt[lang], exact: true }).click();
      const printed = page.locator('dialog[open] .gh-paper > div', { hasText: say.line });
      await printed.waitFor();
      await page.screenshot({ path: `shots/platform-slip-print-${lang}.png` });
      const shown = (await printed.textContent()) ?? '';
      assert.deepEqual([widthOf(shown), shown.endsWith('15.00')], [32, true], shown);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page.locator('dialog[open]'), say.file).click(),
      ]);
      const bytes = new TextDecoder('gb18030').decode(await readFile(await file.path()));
      assert.ok(bytes.includes(shown) && bytes.includes(lotName), 'the printer is sent what the paper shows');
    });
    assert.deepEqual(await clerk.leaves(), []);
  });

// ---- a wall

const wall = {
  zh: { design: '设计', save: '保存', saved: '已保存', back: '返回列表', ended: '链接已失效' },
  en: { design: 'Design', save: 'Save', saved: 'Saved', back: 'Back to the list', ended: 'no longer valid' },
} as const;

for (const lang of inTurn('the journey of a wall', languages))
  test(`a screen is drawn, hung on a wall by its link or its code, and goes dark when the link is revoked (${lang})`, async () => {
    const [screen, say] = [`大堂 ${lang}`, wall[lang]];
    const clerk = await desk.sits(desk.clerk, lang);
    const { page } = clerk;
    const hung = await desk.wall(lang);
    await photographed(page, `platform-wall-${lang}`, async () => {
      await clerk.goes(sysbigreport);
      await clerk.adds(sysbigreport, { name: screen, parkIds: [lotName] });
      await clerk.presses(screen, say.design);
      await button(pane(page), `+ ${tileKinds.now[lang]}`).click();
      const side = pane(page).locator('.wall-side');
      await side.waitFor();
      await fillFields(side, { title: sysbigreport.fields['name']! }, { title: lotName }, lang);
      await pane(page).locator('.wall-figures').first().waitFor();
      await page.screenshot({ path: `shots/platform-wall-design-${lang}.png` });
      await button(pane(page), say.save).click();
      await page.locator('.gh-notices', { hasText: say.saved }).waitFor();
      await button(pane(page), say.back).click();
      await clerk.row(screen).waitFor();
      await clerk.presses(screen, linkScreen.title[lang]);
      const days = page.locator('.ant-modal:visible [data-field="days"]');
      await days.waitFor();
      await page.locator('.ant-modal:visible .gh-drawer-foot button.primary').click();
      const link = await page.locator('.ant-modal:visible code[data-secret]').innerText();
      await page.screenshot({ path: `shots/platform-wall-link-${lang}.png` });
      await page.locator('.ant-modal:visible .gh-drawer-foot button').first().click();

      await hung.page.goto(link);
      await hung.page.locator('.wall-figures', { hasText: nowFigures['netFen']!.label[lang] }).waitFor();
      await hung.page.getByText(lotName).first().waitFor();
      await hung.page.screenshot({ path: `shots/platform-wall-${lang}.png` });
      assert.deepEqual(hung.watch.take(), []);

      await clerk.goes(sysbigreport);
      hung.watch.expect('/sysbigreport/show', 422); // the wall asks by itself, too
      await clerk.does(screen, endLink.title);
      await hung.page.reload();
      await hung.page.getByText(say.ended).waitFor();
      assert.equal(await hung.page.locator('.wall-figures').count(), 0);
      await hung.page.screenshot({ path: `shots/platform-wall-ended-${lang}.png` });

      await hung.page.goto(SCREEN_ROUTE);
      const code = await hung.page.locator('.wall-pair output').innerText();
      await hung.page.screenshot({ path: `shots/platform-wall-code-${lang}.png` });
      await clerk.goes(sysbigreport);
      await clerk.does(screen, pairScreen.title, { code: pairScreen.input.code }, { code });
      await hung.page.locator('.wall-figures').waitFor();
      await hung.page.goto(SCREEN_ROUTE);
      await hung.page.locator('.wall-figures').waitFor();
      await clerk.does(screen, endLink.title);
      await hung.page.reload();
      await hung.page.locator('.wall-pair output').waitFor();
      await hung.page.getByText(say.ended).waitFor();
    });
    assert.deepEqual([...hung.watch.take(), ...(await clerk.leaves())], []);
    await hung.close();
  });

/** A car enters, whose camera stored this picture. */
async function carSeen(lane: 'in1' | 'in2', plate: string, at: number, bytes: Buffer): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { url } = await desk.product.must('POST', `/api/updown/file/${hash}`, {}, { bytes, as: 'groupAdmin' });
  await lot.see(lane, at, plate, { picture: url });
  await lot.through(lane, at + 1000);
}

type Counted = Window & { pictures: { made: number; held: number } };

/** The page's long waits are short, and its pictures are counted as it makes and releases them. */
const hurryAndCount = (): void => {
  const pictures = { made: 0, held: 0 };
  Object.assign(window, { pictures });
  const [wait, make, release] = [setTimeout, URL.createObjectURL, URL.revokeObjectURL].map((each) =>
    (each as (...given: unknown[]) => unknown).bind(each === setTimeout ? window : URL),
  );
  Object.assign(window, { setTimeout: (task: unknown, ms = 0) => wait!(task, ms > 2_000 ? ms / 20 : ms) });
  Object.assign(URL, {
    createObjectURL: (source: unknown) => {
      pictures.made += 1;
      pictures.held += 1;
      return make!(source);
    },
    revokeObjectURL: (url: unknown) => {
      pictures.held -= 1;
      release!(url);
    },
  });
};

for (const lang of inTurn('the journey of pictures on a wall', languages))
  test(`a lane's last car and an own picture hang on a wall, one picture a tile however many cars pass (${lang})`, async () => {
    const [screen, say] = [`门口 ${lang}`, wall[lang]];
    const { picture } = passage.fields;
    const clerk = await desk.sits(desk.clerk, lang);
    const { page } = clerk;
    const hung = await desk.wall(lang);
    // Each language its own lane and cars, or the other's last car would be the newer one.
    const [lane, plate] = lang === 'zh' ? (['in1', '京A20001'] as const) : (['in2', '京A20002'] as const);
    await carSeen(lane, plate, Date.now() - 5 * MINUTE, signPicture());
    await photographed(page, `platform-wall-tiles-${lang}`, async () => {
      await clerk.goes(sysbigreport);
      await clerk.adds(sysbigreport, { name: screen, parkIds: [lotName] });
      await clerk.presses(screen, say.design);
      const side = pane(page).locator('.wall-side');
      await button(pane(page), `+ ${tileKinds.camera[lang]}`).click();
      for (const [name, label] of [
        ['parkId', lotName],
        ['gateId', lane],
      ] as const) {
        const input = side.locator(`[data-field="${name}"] input`).first();
        await input.click();
        await input.fill(label);
        await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: label }).first().click();
      }
      await button(pane(page), `+ ${tileKinds.picture[lang]}`).click();
      await fillFields(side, { picture }, { picture: 'sign' }, lang);
      for (const kind of ['passages', 'chart'] as const) await button(pane(page), `+ ${tileKinds[kind][lang]}`).click();
      await pane(page).locator('.wall-frame img.wall-picture').nth(1).waitFor();
      await page.screenshot({ path: `shots/platform-wall-tiles-design-${lang}.png` });
      await button(pane(page), say.save).click();
      await page.locator('.gh-notices', { hasText: say.saved }).waitFor();
      const box = pane(page).locator('.wall-box', { hasText: tileKinds.passages[lang] });
      assert.equal(await box.innerText(), tileKinds.passages[lang], 'a tile without a title says its kind once');
    });
    const as = 'groupAdmin';
    const { records } = await desk.product.must('GET', '/api/updown/sysbigreport/list', {}, { as });
    const { id } = records.find(({ name }: { name: string }) => name === screen);
    const { url } = await desk.product.must('POST', linkScreen.path, { id, days: 1 }, { as });
    await hung.page.addInitScript(hurryAndCount);
    await hung.page.goto(url);
    await hung.page.locator('img.wall-picture').nth(1).waitFor();
    await hung.page.locator('.wall-table').waitFor();
    assert.doesNotMatch(await hung.page.locator('.wall-table').innerText(), new RegExp(plate));
    const counts = () => hung.page.evaluate(() => (window as unknown as Counted).pictures);
    assert.deepEqual(await counts(), { made: 2, held: 2 });
    await carSeen(lane, plate.replace('A2', 'A3'), Date.now() - MINUTE, advertPicture());
    await hung.page.waitForFunction(() => (window as unknown as Counted).pictures.made === 3);
    assert.deepEqual(await counts(), { made: 3, held: 2 });
    await hung.page.screenshot({ path: `shots/platform-wall-tiles-${lang}.png` });
    assert.deepEqual([...hung.watch.take(), ...(await clerk.leaves())], []);
    await hung.close();
  });

test('the API documents head their areas in the language of the page', async () => {
  const { page, watch, close } = await desk.wall('en');
  let send = () => {};
  const held = new Promise<void>((then) => {
    send = then;
  });
  await page.route('**/api/docs/openapi.json', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/api/docs?lang=en');
  await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
  assert.equal(await page.locator('h1').innerText(), 'API documents', 'in its language before the calls are there');
  send();
  await page.locator('h2', { hasText: /^Big screens \(\d+\)$/ }).waitFor();
  await page.locator('#area').selectOption({ label: 'Tariffs' });
  await page.locator('#lang').click();
  await page.locator('h2', { hasText: /^收费规则 \(\d+\)$/ }).waitFor();
  assert.equal(await page.locator('#area option:checked').innerText(), '收费规则');
  assert.equal(await page.locator('h2').count(), 1);
  assert.deepEqual(watch.take(), []);
  await close();
});
