/**
 * A real call: an intercom and a seat in two windows of Chromium with made-up microphones, over a SIP server's
 * stand-in.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { watchSeats } from '#areas/seat/server/door.ts';
import { agent, openLot, SECRET } from '#areas/seat/server/seat.fixture.ts';
import type { Agent, Lot } from '#areas/seat/server/seat.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { SipStand } from '../providers/sip.ts';
import type { Media } from '../providers/sip.ts';
import { button, pane } from './page-helpers.ts';
import { browserOptions, ensureConsole, openWindow, photographed } from './world.ts';

let product: TestProduct;
let app: Awaited<ReturnType<typeof httpServer>>;
let url: string;
let browser: Browser;
let stand: SipStand;
let lot: Lot;
let agents: Agent[];

const server = () =>
  httpServer({
    database: product.database,
    served,
    whoIs: whoIs(product.database),
    consoleDir: join(import.meta.dirname, '..', '..', 'dist', 'console'),
    logger: false,
  });

before(async () => {
  await ensureConsole();
  product = await startTestProduct();
  lot = await openLot(product);
  await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    gateId: lot.gate,
    deviceName: '道闸',
    deviceType: 'gate',
    sn: 'G-VOICE-01',
  });
  agents = [
    await agent(product, { sipNo: '8001' }),
    await agent(product, { sipNo: '8002' }),
    await agent(product, { sipNo: '8003' }),
  ];
  stand = new SipStand('pbx.test', '9000', { '8001': SECRET, '8002': SECRET, '8003': 'another' });
  await stand.listening();
  stand.recordingUrl = 'https://pbx.test/recordings/a.wav';
  await product.must('POST', '/api/gatehouse/sipServer/submit', {
    companyId: product.companies.first,
    wssUrl: stand.url,
    domain: 'pbx.test',
    helpNo: '9000',
    recordingBase: 'https://pbx.test/recordings/',
  });
  await product.must('POST', '/api/gatehouse/laneExtension/submit', {
    parkId: lot.parkId,
    gateId: lot.gate,
    extension: '7001',
  });
  app = await server();
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { args, ...options } = browserOptions();
  browser = await chromium.launch({
    ...options,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
});
after(async () => {
  await browser?.close();
  stand?.close();
  await app?.close();
  await product?.close();
});

type Intercom = {
  make: () => Promise<string>;
  take: (sdp: string) => Promise<void>;
  answer: (sdp: string) => Promise<string>;
  received: () => Promise<number>;
};
type Window = { readonly intercom: Intercom };

/** A page that stands for the intercom: its microphone, and the other end of the sound. */
async function intercomIn(page: Page): Promise<Media & { received: () => Promise<number> }> {
  await page.goto('/m/pay');
  await page.evaluate(async () => {
    const sound = await navigator.mediaDevices.getUserMedia({ audio: true });
    let peer = new RTCPeerConnection();
    const whole = () =>
      new Promise<string>((then) => {
        const look = () => {
          if (peer.iceGatheringState === 'complete') then(peer.localDescription!.sdp);
        };
        peer.addEventListener('icegatheringstatechange', look);
        look();
      });
    Object.assign(globalThis, {
      intercom: {
        make: async () => {
          peer.close();
          peer = new RTCPeerConnection();
          for (const track of sound.getTracks()) peer.addTrack(track, sound);
          await peer.setLocalDescription(await peer.createOffer());
          return whole();
        },
        take: (sdp: string) => peer.setRemoteDescription({ type: 'answer', sdp }),
        answer: async (sdp: string) => {
          await peer.setRemoteDescription({ type: 'offer', sdp });
          await peer.setLocalDescription(await peer.createAnswer());
          return peer.localDescription!.sdp;
        },
        received: async () => {
          for (const each of (await peer.getStats()).values())
            if (each.type === 'inbound-rtp' && each.kind === 'audio') return each.packetsReceived as number;
          return 0;
        },
      },
    });
  });
  return {
    offer: () => page.evaluate(() => (globalThis as unknown as Window).intercom.make()),
    answered: (sdp) => page.evaluate((offer) => (globalThis as unknown as Window).intercom.take(offer), sdp),
    offered: (sdp) => page.evaluate((offer) => (globalThis as unknown as Window).intercom.answer(offer), sdp),
    received: () => page.evaluate(() => (globalThis as unknown as Window).intercom.received()),
  };
}

const words = {
  zh: {
    ready: '空闲',
    offline: '下线',
    on: '已接入',
    answer: /^接听/,
    well: /丢包 .*抖动/,
    hold: /^保持/,
    held: '保持中',
    resume: /^取消保持/,
    mute: /^静音/,
    muted: '已静音',
    end: /^结束/,
    open: /^开闸/,
    cancel: /^取\s?消$/,
    note: /^登记原因/,
    over: /^转接/,
    refused: /拒绝登录/,
    lost: /正在重连/,
    away: /服务器没有应答/,
  },
  en: {
    ready: 'Ready',
    offline: 'Go offline',
    on: 'Connected',
    answer: /^Answer/,
    well: /loss .*jitter/,
    hold: /^Hold/,
    held: 'On hold',
    resume: /^Resume/,
    mute: /^Mute/,
    muted: 'Muted',
    end: /^End/,
    open: /^Open/,
    cancel: 'Cancel',
    note: /^Note why/,
    over: /^Hand over/,
    refused: /refuses the login/,
    lost: /trying again/,
    away: /The server does not answer/,
  },
} as const;

/** A busy machine is waited for: no walk is about speed. */
const patienceMs = 120_000;

async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    if (await is()) return;
    await new Promise((then) => setTimeout(then, 100));
  }
  assert.fail(`never: ${what}; ${stand.received.join(', ')}`);
}

/** The seat's page, on duty. It reloads itself once, at the address that may connect. */
async function onDuty(one: Agent, lang: 'zh' | 'en') {
  const opened = await openWindow(browser, url, one, lang);
  await opened.page.goto('/cloudseat/seat', { waitUntil: 'commit' }); // it may reload before all of it has loaded
  await opened.page.waitForFunction(() => location.search.includes('voice='));
  await button(pane(opened.page), words[lang].ready).click();
  return opened;
}
const lastCall = async () => {
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<Record<string, unknown>>(
      `SELECT status, source, voice, voice_s::int AS seconds, jitter_ms::int AS jitter, recording, resolution
        FROM call_record WHERE park_id = $1 ORDER BY queued_time DESC LIMIT 1`,
      [lot.parkId],
    ),
  );
  return row!;
};
const tag = (page: Page, name: string) => pane(page).locator('.gh-tag').getByText(name, { exact: true });

for (const lang of ['zh', 'en'] as const)
  test(`the intercom calls, the seat answers with sound both ways, holds, opens and hangs up (${lang})`, async () => {
    const say = words[lang];
    const lane = await openWindow(browser, url, null, lang);
    const media = await intercomIn(lane.page);
    const { page, close } = await onDuty(agents[0]!, lang);
    await photographed(page, `voice-${lang}`, async () => {
      await tag(page, say.on).waitFor();
      const call = await stand.call('7001', media);
      await pane(page).locator('.st-own.rings').getByRole('button', { name: say.answer }).click();
      await pane(page).getByText(say.well).waitFor();
      await until('the intercom receives the seat', async () => (await media.received()) > 20);
      await page.screenshot({ path: `shots/voice-${lang}.png`, fullPage: true });
      await pane(page).getByRole('button', { name: say.hold }).click();
      await tag(page, say.held).waitFor();
      await pane(page).getByRole('button', { name: say.resume }).click();
      await tag(page, say.held).waitFor({ state: 'detached' });
      await page.keyboard.press('u');
      await tag(page, say.muted).waitFor();
      await page.keyboard.press('u');
      await pane(page).getByRole('button', { name: say.open }).click();
      const dialog = page.locator('dialog[open], .ant-modal:visible').last();
      await dialog.locator('input, textarea').first().fill('求助');
      await dialog.locator('button.primary, button.danger').last().click();
      await until('the barrier gets the command to open', async () => {
        const rows = await product.database.read(platformScope, (db) =>
          db.raw('SELECT 1 FROM device_command WHERE park_id = $1 AND cause = $2', [lot.parkId, 'remote']),
        );
        return rows.length > 0;
      });
      assert.equal(call.talkingTo, '8001');
      // No barrier answers here; what came of it is waited for by the dialog, which is put away.
      await until('the dialog is put away', async () => {
        await dialog
          .getByRole('button', { name: say.cancel })
          .click({ timeout: 1_000 })
          .catch(() => undefined);
        return !(await dialog.isVisible());
      });
      await pane(page).locator('.st-own').getByRole('button', { name: say.end }).click();
      await until('the seat has hung up', () => call.talkingTo === null);
      await until('the talk is written down', async () => (await lastCall())['voice'] === 'talked');
      await until('and the call is over', async () => (await lastCall())['status'] === 'wrapup');
      const kept = await lastCall();
      assert.deepEqual([kept['status'], kept['source'], kept['recording']], ['wrapup', 'sip', stand.recordingUrl]);
      assert.ok(Number(kept['seconds']) >= 1 && kept['jitter'] !== null, JSON.stringify(kept));
      await pane(page).getByRole('button', { name: say.note }).first().waitFor();
      const policy = await page.evaluate(async () =>
        (await fetch(location.href)).headers.get('content-security-policy'),
      );
      assert.match(policy ?? '', new RegExp(`connect-src [^;]*${stand.url.replaceAll('.', '\\.')}(?:;| )`));
      assert.doesNotMatch(policy ?? '', /connect-src [^;]* wss?:(?:;| )/, 'no other');
    });
    await button(pane(page), say.offline).click();
    await until('who goes off duty is registered no more', () => !stand.registered.has('8001'));
    await close();
    await lane.close();
  });

test('a call is handed over by REFER to the other seat; a caller who hangs up ends it; a cut line comes back', async () => {
  const say = words.en;
  const lane = await openWindow(browser, url, null, 'en');
  const media = await intercomIn(lane.page);
  const [one, two] = [await onDuty(agents[0]!, 'en'), await onDuty(agents[1]!, 'en')];
  await photographed(one.page, 'voice-refer', async () => {
    for (const { page } of [one, two]) await tag(page, say.on).waitFor();
    const gone = await stand.call('7001', media);
    await pane(one.page).locator('.st-own.rings').waitFor();
    stand.hangUp(gone);
    await until('who left is not waited for', async () => (await lastCall())['status'] === 'abandoned');
    const call = await stand.call('7001', media);
    const first = (await Promise.any(
      [one, two].map(async (each) => {
        await pane(each.page).locator('.st-own.rings').waitFor();
        return each;
      }),
    ))!;
    const second = first === one ? two : one;
    await pane(first.page).locator('.st-own.rings').getByRole('button', { name: say.answer }).click();
    await until('the seat talks', () => call.talkingTo !== null);
    const from = call.talkingTo;
    await pane(first.page).getByRole('button', { name: say.over }).click();
    await first.page
      .locator('dialog[open] button.primary, .ant-modal:visible :is(button.primary, button.danger)')
      .last()
      .click();
    await pane(second.page).locator('.st-own.rings').getByRole('button', { name: say.answer }).click();
    await until('the other seat talks', () => call.talkingTo !== null && call.talkingTo !== from);
    assert.ok(stand.received.some((line) => line.startsWith('REFER')));
    await until('both receive the other', async () => (await media.received()) > 20);
    stand.hangUp(call);
    await until('the call is over for both', async () => (await lastCall())['status'] === 'wrapup');
    await until('and written down', async () => (await lastCall())['voice'] === 'talked');
    stand.cutOff();
    await pane(one.page).getByText(say.lost).waitFor();
    await until('the line comes back', () => stand.registered.size === 2);
    await tag(one.page, say.on).waitFor();
  });
  for (const each of [one, two, lane]) await each.close();
  for (const { token } of agents)
    await product.ask('POST', '/api/gatehouse/seat/presence', { to: 'offline' }, { as: token });
});

test('the server stops amid a talk: the voice goes on, the page tells so, and both go on once it is back', async () => {
  const say = words.en;
  const lane = await openWindow(browser, url, null, 'en');
  const media = await intercomIn(lane.page);
  const { page, close } = await onDuty(agents[0]!, 'en');
  await photographed(page, 'voice-restart', async () => {
    await tag(page, say.on).waitFor();
    const call = await stand.call('7001', media);
    await pane(page).locator('.st-own.rings').getByRole('button', { name: say.answer }).click();
    await until('the seat talks', () => call.talkingTo !== null);
    await app.close();
    await pane(page).getByText(say.away).waitFor();
    assert.equal(call.talkingTo, '8001');
    const talked = await media.received();
    app = await server();
    watchSeats(Date.now());
    await app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
    await pane(page).getByText(say.away).waitFor({ state: 'detached' });
    await until('the intercom still receives the seat', async () => (await media.received()) > talked);
    assert.equal((await lastCall())['status'], 'talking');
    await pane(page).locator('.st-own').getByRole('button', { name: say.end }).click();
    await until('the seat has hung up', () => call.talkingTo === null);
    await until('and the call is over', async () => (await lastCall())['status'] === 'wrapup');
  });
  await product.ask('POST', '/api/gatehouse/seat/presence', { to: 'offline' }, { as: agents[0]!.token });
  watchSeats(0);
  await close();
  await lane.close();
});

test('a wrong password is refused by the server, and the seat shows it', async () => {
  const { page, close } = await onDuty(agents[2]!, 'en');
  await pane(page).getByText(words.en.refused).waitFor();
  assert.ok(stand.refused.includes('8003') && !stand.registered.has('8003'));
  await close();
});
