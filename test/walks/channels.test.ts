/**
 * Channels as their people see them: an advert, a public account's answers and menu, a city platform that was away, and
 * another system's key.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { adPlat } from '#areas/advert/model/ad-plat.ts';
import { adver } from '#areas/advert/model/adver.ts';
import { adverOrder } from '#areas/advert/model/advert-order.ts';
import { adNetworkDay } from '#areas/advert/model/network-day.ts';
import { adverDays } from '#areas/advert/model/reports.ts';
import { adOrderStates, adverStates, calendarTitle, networkStandings } from '#areas/advert/model/words.ts';
import { reach } from '#areas/billing/server/door.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { platBaseInterface } from '#areas/platform/model/open-platform.ts';
import { thirdpartyApp } from '#areas/upload/model/links.ts';
import { thirdMessage } from '#areas/upload/model/messages.ts';
import { openPlatform, thirdparty } from '#areas/upload/model/thirdparty.ts';
import { messageKinds, messageStates } from '#areas/upload/model/words.ts';
import { uploadRound } from '#areas/upload/server/door.ts';
import { wxkeyword } from '#areas/weixin/model/wxkeyword.ts';
import { wxmenu } from '#areas/weixin/model/wxmenu.ts';
import { menuStates, menuTypes } from '#areas/weixin/model/words.ts';
import { dayOf } from '#domain/time/day.ts';
import { configure } from '#kit/server/setting.ts';
import { PyunStand } from '#test/providers/pyun.ts';
import { WeixinStand } from '#test/providers/weixin.ts';
import { inTurn } from '#test/turns.ts';
import { openDesk } from './desk.ts';
import type { Desk, Seat } from './desk.ts';
import { fillFields } from './form.ts';
import { outside } from './look.ts';
import { button, pane, pick, written } from './page-helpers.ts';
import { photographed } from './world.ts';

const languages = ['zh', 'en'] as const;
type Lang = (typeof languages)[number];
let desk: Desk;
let undo: () => void;
const closes: (() => Promise<void>)[] = [];
const weixin = new WeixinStand();
const city = new PyunStand();

before(async () => {
  closes.push(await weixin.start(), await city.start());
  desk = await openDesk();
  undo = configure(reach.as({ ...reach.value(), weixin: weixin.url }), insideHosts.as([new URL(city.url).host]));
});
after(async () => {
  undo?.();
  await desk?.close();
  for (const close of closes) await close();
});

const inFirst = async (): Promise<{ lot: StoryLot; name: string }> => {
  const lot = await openLot(desk.product, { company: desk.product.companies.first });
  const { parkName: name } = await desk.product.must('GET', '/api/updown/basePark/detail', { id: lot.parkId });
  return { lot, name };
};

// ---- an advert

const onPhone = {
  zh: { refresh: '重新计价', label: '广告', shut: '关闭广告' },
  en: { refresh: 'Price again', label: 'Advert', shut: 'Close the advert' },
} as const;

/** The bill of a plate on the driver's phone. */
async function billOf(page: Page, parkId: string, plate: string): Promise<void> {
  await page.goto(`/m/pay?parkId=${parkId}`);
  await page.locator('select').selectOption(plate.slice(0, 1));
  await page.locator('#plate').fill(plate.slice(1));
  await page.locator('button.main').click();
  await page.locator('.sum').waitFor();
}

const advertAnswered = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/driver/advert'));

const whyOff = { zh: '对方未去重', en: 'They count repeats' } as const;

/** What the network itself says of the day is far from ours, until somebody writes why. */
async function reportedBy(clerk: Seat, lang: Lang): Promise<void> {
  const day = dayOf(Date.now(), 'Asia/Shanghai');
  const base = adNetworkDay.wire.base;
  await clerk.goes(adNetworkDay);
  await clerk.adds(adNetworkDay, { day, plat: 'pp', theirViews: 9, theirFen: 18 });
  const { records } = await desk.product.must('GET', `${base}/list`, { day }, { as: 'groupAdmin' });
  const [{ id, ourViews, ourFen }] = records;
  assert.ok(ourViews > 0 && ourFen > 0, 'the view that was seen is ours');
  const differs = [String(9 - ourViews), ((18 - ourFen) / 100).toFixed(2)];
  await clerk.reads(day, ...differs, networkStandings.beyond[lang]);
  await clerk.edits(day, adNetworkDay, { reason: whyOff[lang] });
  await clerk.reads(day, ...differs, networkStandings.explained[lang], whyOff[lang]);
  await clerk.page.screenshot({ path: `shots/channels-advert-network-${lang}.png` });
  await desk.product.must('POST', `${base}/remove`, { ids: id });
}

for (const lang of inTurn('the journey of an advert', languages))
  test(`an advert is reviewed by another, seen and closed by a driver, counted, held against its network, and gone once the car park has paid (${lang})`, async () => {
    const { lot, name: lotName } = await inFirst();
    const plate = lang === 'zh' ? '京C80001' : '京C80002';
    const [advert, line] = [`洗车券 ${lang}`, lang === 'zh' ? '洗车 29 元' : 'Car wash for 29'];
    const { product } = desk;
    if ((await product.must('GET', `${adPlat.wire.base}/list`, {})).total === 0)
      await product.must(
        'POST',
        `${adPlat.wire.base}/submit`,
        { plat: 'pp', name: 'PP', shareBp: 7000, closeFen: 30_000 },
        { as: 'groupAdmin' },
      );
    const [clerk, second, phone] = await Promise.all([
      desk.sits(desk.clerk, lang),
      desk.sits(desk.operator, lang),
      desk.phone(lang),
      lot.enter(plate, Date.now() - HOUR),
    ]);
    const actions = adver.lifecycle!.actions;
    await photographed(clerk.page, `channels-advert-${lang}`, async () => {
      await Promise.all([clerk.goes(adver), second.goes(adver)]);
      await clerk.adds(adver, {
        name: advert,
        plat: 'pp',
        kind: 'text',
        text: line,
        linkUrl: 'https://adverts.example.com/wash',
        slots: ['bill'],
        parkIds: [lotName],
        startTime: new Date(Date.now() - HOUR).toISOString(),
        endTime: new Date(Date.now() + 24 * HOUR).toISOString(),
        perDeviceDay: 100,
        priceFen: 2000,
      });
      await clerk.reads(advert, adverStates.draft[lang]);
      await second.goes(adver);
      await second.does(advert, actions['review']!.label);
      await Promise.all([second.reads(advert, adverStates.reviewed[lang]), clerk.goes(adver)]);
      await clerk.does(advert, actions['start']!.label);
      await clerk.reads(advert, adverStates.running[lang]);
      const details = await clerk.looksAt(advert);
      await details.locator('.ad-box', { hasText: line }).scrollIntoViewIfNeeded();
      await clerk.page.screenshot({ path: `shots/channels-advert-preview-${lang}.png` });
      await clerk.shuts();
      await button(pane(clerk.page), calendarTitle[lang]).click();
      const cell = clerk.page.locator(
        `.ad-calendar .slot button[aria-label^="${dayOf(Date.now(), 'Asia/Shanghai')} "]`,
      );
      await cell.first().click();
      await clerk.page.locator('.ad-dialog tbody tr', { hasText: advert }).waitFor();
      assert.notEqual(await cell.first().textContent(), '–', 'the slot is booked');
      assert.equal(await cell.last().textContent(), '–', 'and the other one is free');
      await clerk.page.screenshot({ path: `shots/channels-advert-calendar-${lang}.png` });
      await clerk.page.keyboard.press('Escape');

      const { page } = phone;
      const say = onPhone[lang];
      const seen = page.waitForResponse((reply) => reply.url().endsWith('/driver/advertSeen'), { timeout: 90_000 });
      // An advert that is not there within 0.8 s is left out: this page's clock stands still, its timers go on.
      await page.clock.setFixedTime(Date.now());
      await Promise.all([advertAnswered(page), billOf(page, lot.parkId, plate)]);
      await page.locator('.advert', { hasText: line }).getByText(say.label, { exact: true }).waitFor();
      assert.deepEqual(await outside(page), []);
      const [label, link] = await Promise.all(
        ['small', 'a'].map((part) => page.locator(`.advert ${part}`).boundingBox()),
      );
      assert.ok(label!.y + label!.height <= link!.y, 'the advert stands below what it is called');
      await page.screenshot({ path: `shots/channels-advert-phone-${lang}.png`, fullPage: true });
      assert.equal((await seen).status(), 200, 'a second in view is reported');
      const closed = page.waitForResponse((reply) => reply.url().endsWith('/driver/advertSeen'));
      await page.getByRole('button', { name: say.shut }).click();
      await closed;
      await page.getByText(line).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: say.refresh }).click();
      // Closed once, none comes back while the page is open.
      await page.locator('.advert').waitFor({ state: 'detached' });

      const row = await product.must('GET', `${adver.wire.base}/list`, { name: advert });
      const { views, clicks, spentFen, lotFen } = row.records[0];
      assert.deepEqual([views, clicks, spentFen, lotFen], [1, 0, 2, 1], '20.00 a thousand, of which the lot has 70 %');
      await clerk.goes(adverDays.route!);
      await pane(clerk.page).locator('tbody tr', { hasText: advert }).filter({ hasText: '0.02' }).waitFor();
      await clerk.page.screenshot({ path: `shots/channels-advert-days-${lang}.png` });

      await reportedBy(clerk, lang);

      await Promise.all([clerk.goes(adverOrder), second.goes(adverOrder)]);
      await clerk.adds(adverOrder, { parkId: lotName, plat: 'pp', months: 2 });
      await clerk.reads(lotName, '600.00', adOrderStates.open[lang]);
      await second.goes(adverOrder);
      const pay = adverOrder.lifecycle!.actions['pay']!;
      await second.does(lotName, pay.label, pay.ask, { payRef: 'R-1' });
      await second.reads(lotName, adOrderStates.paid[lang]);
      await second.page.screenshot({ path: `shots/channels-advert-order-${lang}.png` });
      let letGo = (): void => undefined;
      const billIsUp = new Promise<void>((done) => {
        letGo = done;
      });
      await page.route('**/driver/advert', async (route) => {
        await billIsUp;
        await route.continue();
      });
      await billOf(page, lot.parkId, plate);
      await page.getByRole('button', { name: say.refresh }).waitFor();
      const answered = advertAnswered(page);
      letGo();
      await answered;
      assert.equal(await page.locator('.advert .shut').count(), 0, 'and bill and buttons wait for no advert');
      assert.deepEqual(phone.watch.take(), []);
      await phone.close();
    });
    assert.deepEqual([...(await clerk.leaves()), ...(await second.leaves())], []);
    const day = (await product.must('GET', '/api/gatehouse/adver/staticDay', {}, { as: 'groupAdmin' })).records.find(
      (each: { labels?: { adverId?: string } }) => each.labels?.adverId === advert,
    );
    assert.deepEqual([day.viewable, day.closes, day.clicks, day.chargeFen, day.lotFen], [1, 1, 0, 2, 1]);
    const sums = await lot.rows(
      `SELECT account, sum(amount_fen)::int AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
        AND account IN ('ad-free', 'platform-income') GROUP BY 1 ORDER BY 1`,
    );
    assert.deepEqual(
      sums.map(({ account, fen }) => [account, fen]),
      [
        ['ad-free', 60_000],
        ['platform-income', -60_000],
      ],
    );
  });

// ---- a public account

const account = { zh: '安泊出行', en: 'Anbo Parking' } as const;
const menuWords = {
  zh: {
    add: '添加菜单',
    save: '保存草稿',
    publish: '发布',
    try: '试回复',
    pay: '缴费',
    hours: '服务时间',
    answer: '请打开缴费页',
  },
  en: {
    add: 'Add an item',
    save: 'Save to the draft',
    publish: 'Publish',
    try: 'Try an answer',
    pay: 'Pay',
    hours: 'Hours',
    answer: 'Open the payment page',
  },
} as const;

async function publicAccount(lang: Lang): Promise<string> {
  const { product } = desk;
  const { id } = await product.must('POST', '/api/updown/publicplat/submit', {
    companyId: product.companies.first,
    name: account[lang],
    kind: 'service',
    ...weixin.config,
    appId: weixin.appId,
  });
  return id;
}

// The stand-in has one account, which is entered once: with both languages due the first is walked.
for (const lang of inTurn('the journey of a menu', languages).slice(0, 1))
  test(`a keyword is tried and answered, and a menu drawn at the desk is what the platform shows (${lang})`, async () => {
    const id = await publicAccount(lang);
    const say = menuWords[lang];
    const clerk = await desk.sits(desk.clerk, lang);
    const { page } = clerk;
    await photographed(page, `channels-menu-${lang}`, async () => {
      await clerk.goes(wxkeyword);
      await clerk.adds(wxkeyword, { publicplatId: account[lang], keyword: '停车费,缴费', content: say.answer });
      await clerk.reads('停车费', say.answer);
      const trial = pane(page).locator('form.wx-try');
      await pick(page, trial.locator('#wx-account'), account[lang]);
      await trial.locator('#wx-message').fill('停车费');
      await button(trial, say.try).click();
      await trial.locator('.wx-bubble', { hasText: say.answer }).waitFor();
      await page.screenshot({ path: `shots/channels-keyword-${lang}.png` });

      await clerk.goes(wxmenu);
      for (const [name, more] of [
        [say.pay, { type: 'view', url: 'https://pay.example/m/pay' }],
        [say.hours, { type: 'click', key: 'HOURS' }],
      ] as const) {
        await pane(page).locator('.wx-bar').getByRole('button', { name: say.add }).click();
        const side = pane(page).locator('.wx-side');
        await fillFields(side, wxmenu.fields, { name, ...more }, lang);
        await button(side, say.save).click();
        // What was saved is chosen again at the end: only then is the next one begun.
        await pane(page).locator('.wx-bar .wx-item[aria-pressed=true]', { hasText: name }).waitFor();
      }
      const drafted = pane(page).locator('.wx-side .gh-bill tbody tr');
      await drafted.filter({ hasText: `${say.pay} · ${menuTypes.view[lang]}` }).waitFor();
      await drafted.filter({ hasText: `${say.hours} · ${menuTypes.click[lang]}` }).waitFor();
      await page.screenshot({ path: `shots/channels-menu-${lang}.png` });
      await button(pane(page).locator('.gh-tools'), say.publish).click();
      await clerk.answers();
      await pane(page).locator('.gh-tools .gh-tag', { hasText: menuStates.published[lang] }).waitFor();
    });
    assert.deepEqual(await clerk.leaves(), []);
    assert.deepEqual(
      weixin.menu?.map(({ name, type }) => [name, type]),
      [
        [say.pay, 'view'],
        [say.hours, 'click'],
      ],
    );
    const message = weixin.message('oABCDEFGHIJKLMNOPQRSTUVWXYZ1', {
      MsgType: 'text',
      Content: '缴费',
      MsgId: '1000000000000001',
    });
    const reply = await fetch(`${desk.url}/api/gatehouse/weixin/${id}?${new URLSearchParams(weixin.signed())}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml' },
      body: message,
    });
    assert.deepEqual([reply.status, (await reply.text()).includes(say.answer)], [200, true]);
    const [rule] = (await desk.product.must('GET', '/api/updown/wxkeyword/list', { publicplatId: id })).records;
    assert.equal(rule.hits, 1, 'a trial counts nothing, a follower one');
  });

// ---- a city platform

const AWAY_MS = 47 * MINUTE;

for (const lang of inTurn('the journey of a city platform', languages))
  test(`a city platform is away for 47 minutes: the clerk sees what waits, and it goes out in order and once (${lang})`, async () => {
    const { lot, name: lotName } = await inFirst();
    const [platform, code] = [`城市平台 ${lang}`, `49f0cc52-e8c7-41e3-b54d-af666b8cc1${lang === 'zh' ? '01' : '02'}`];
    city.parks.add(code);
    const clerk = await desk.sits(desk.clerk, lang);
    await photographed(clerk.page, `channels-city-${lang}`, async () => {
      await clerk.goes(thirdparty);
      await clerk.adds(thirdparty, { name: platform, url: city.url, appSecret: city.secret, personal: ['plate'] });
      await clerk.goes(thirdpartyApp.route!);
      await clerk.adds(thirdpartyApp, { platId: platform, parkId: lotName, thirdParkId: code });
      await clerk.goes(thirdparty);
      await clerk.does(platform, openPlatform.title, openPlatform.input, { openFlag: true });

      city.away = true;
      const came = Date.now() - 3 * HOUR;
      const plates = ['京D80001', '京D80002', '京D80003'];
      for (const [nth, plate] of plates.entries()) await lot.enter(plate, came + nth * MINUTE);
      for (const [nth, plate] of plates.slice(0, 2).entries()) await lot.leave(plate, came + HOUR + nth * MINUTE);
      const from = Date.now() + 1_000;
      for (let at = from; at < from + AWAY_MS; at += 5 * MINUTE) await uploadRound(desk.product.database, new Date(at));
      await clerk.goes(thirdparty);
      await clerk.reads(platform, '5', '503');
      await clerk.page.screenshot({ path: `shots/channels-city-away-${lang}.png` });
      await clerk.goes(thirdMessage);
      await clerk.reads(written(plates[0]!), messageKinds.exit[lang], messageStates.pending[lang]);

      city.away = false;
      for (let at = from + AWAY_MS, idle = 0; idle < 20; at += 31_000)
        idle = (await uploadRound(desk.product.database, new Date(at))) === 0 ? idle + 1 : 0;
      await clerk.goes(thirdMessage);
      await clerk.reads(written(plates[0]!), messageKinds.exit[lang], messageStates.sent[lang]);
      await clerk.page.screenshot({ path: `shots/channels-city-messages-${lang}.png` });
      await clerk.goes(thirdparty);
      const details = await clerk.looksAt(platform);
      await details.getByText(lotName).first().waitFor();
      await clerk.page.screenshot({ path: `shots/channels-city-back-${lang}.png` });
    });
    assert.deepEqual(await clerk.leaves(), []);
    const row = (await desk.product.must('GET', '/api/updown/thirdparty/list', { name: platform })).records[0];
    assert.deepEqual([row.pending, row.dead, row.awaySince], [0, 0, null]);
    const taken = city.taken.filter(({ fields }) => fields['park_uuid'] === code);
    assert.equal(taken.length, 5, 'each once');
    for (const { fields } of taken.filter(({ path }) => path === 'leave'))
      assert.equal(
        taken.find((each) => each.fields['parking_serial'] === fields['parking_serial'])?.path,
        'enter',
        'no exit before its entry',
      );
  });

// ---- another system

const PARKS = '/api/updown/basePark/list';
const issuedWords = { zh: '只显示这一次', en: 'Shown only once' } as const;
const rotate = { zh: '更换密钥', en: 'Another secret' } as const;

type Key = { readonly appKey: string; readonly secret: string };
let calls = 0;
/** A call as the integrator's own program signs it. @returns the status with the reason, and the answer */
async function signed(
  { appKey, secret }: Key,
  more: { path?: string; at?: number; nonce?: string; sent?: string } = {},
): Promise<{ result: string; names: string[] }> {
  const { path = PARKS, at = Date.now(), nonce = `nonce-of-integrator-${(calls += 1)}` } = more;
  const time = String(Math.floor(at / 1000));
  const nothing = createHash('sha256').update('').digest('hex');
  const query = 'current=1&size=20';
  const sign = createHmac('sha256', secret).update(['GET', path, query, nothing, time, nonce].join('\n')).digest('hex');
  const reply = await fetch(`${desk.url}${path}?${more.sent ?? query}`, {
    headers: {
      'X-Gatehouse-Key': appKey,
      'X-Gatehouse-Time': time,
      'X-Gatehouse-Nonce': nonce,
      'X-Gatehouse-Sign': sign,
    },
  });
  const { reason, error, data } = (await reply.json()) as {
    reason?: string;
    error?: string;
    data?: { records?: { parkName: string }[] };
  };
  return {
    result: [reply.status, reason ?? error].filter(Boolean).join(' '),
    names: data?.records?.map(({ parkName }) => parkName) ?? [],
  };
}

for (const lang of inTurn('an integrator', languages))
  test(`another system is given a key at the desk, reads its car park and no other, and each wrong call is refused by name (${lang})`, async () => {
    const [{ name: lotName }, system] = [await inFirst(), `物业系统 ${lang}`];
    const clerk = await desk.sits(desk.operator, lang);
    const { page } = clerk;
    /** The key and the secret that the dialog shows this once. */
    const issued = async (): Promise<Key> => {
      const box = page.locator('.ant-modal:visible', { hasText: issuedWords[lang] });
      await box.waitFor();
      await page.screenshot({ path: `shots/channels-key-${lang}.png` });
      const [appKey, secret] = await box.locator('code').allInnerTexts();
      await box.locator('.gh-drawer-foot button').first().click();
      await box.waitFor({ state: 'detached' });
      return { appKey: appKey!, secret: secret! };
    };
    await photographed(page, `channels-key-${lang}`, async () => {
      await clerk.goes(platBaseInterface);
      await clerk.adds(platBaseInterface, {
        name: system,
        companyId: '安泊集团',
        scopes: ['park:read'],
        parkIds: [lotName],
        perMinute: 12,
      });
      const key = await issued();
      assert.deepEqual(await signed(key), { result: '200', names: [lotName] });
      const nonce = 'nonce-that-comes-twice';
      const refusals = [
        await signed(key, { nonce }),
        await signed(key, { nonce }),
        await signed(key, { at: Date.now() - 301_000 }),
        await signed(key, { sent: 'current=1&size=21' }),
        await signed({ ...key, secret: `${key.secret.slice(0, -1)}_` }),
        await signed({ ...key, appKey: 'gh_nobody' }),
        await signed(key, { path: '/api/updown/basecompany/list' }),
      ];
      assert.deepEqual(
        refusals.map(({ result }) => result),
        ['200', '401 replay', '401 clock', '401 signature', '401 signature', '401 unknown_key', '403 not_permitted'],
      );
      await clerk.goes(platBaseInterface);
      await clerk.presses(system, rotate[lang]);
      await page.locator('dialog[open] button.danger, dialog[open] button.primary').last().click();
      const next = await issued();
      assert.notEqual(next.secret, key.secret);
      const after_ = [await signed(next), await signed(key)].map(({ result }) => result);
      assert.deepEqual(after_, ['200', '200'], 'the former one is good for a day');
      let last = '';
      // Twice as many as a minute holds: it may be over on the way, and counted anew.
      for (let left = 26; left > 0 && last !== '429 too_many'; left -= 1) last = (await signed(next)).result;
      assert.equal(last, '429 too_many');
      await clerk.goes(platBaseInterface);
      await clerk.reads(system, next.appKey);
      assert.ok(!(await page.locator('main').innerText()).includes(next.secret), 'shown once');
      await page.screenshot({ path: `shots/channels-keys-${lang}.png` });
    });
    assert.deepEqual(await clerk.leaves(), []);
  });
