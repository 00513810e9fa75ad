/**
 * The way in and out: login and what it weighs, where one wanted to go, the lock, logging out, tickets, frames, and a
 * token that ends or is renewed.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openRoutes } from '#apps/console/guard.ts';
import { waitingFor } from '#areas/report/model/waiting.ts';
import { codeState, showCode } from '#areas/wall/model/pairing.ts';
import { SCREEN_ROUTE } from '#areas/wall/model/sysbigreport.ts';
import type { Lang } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import { bytesOf } from '../../bench/console/budgets.ts';
import { weigh } from '../../bench/console/weigh.ts';
import { openTown } from './car.ts';
import { password } from './city.ts';
import type { City } from './city.ts';
import { chineseLeft, outside, ready, wordsOn } from './look.ts';
import { stops } from './stops.ts';
import { operator, sizes } from './world.ts';
import type { Opened, World } from './world.ts';

const lockWord = 'night shift';
const words = {
  enter: { zh: '登录', en: 'Log in' },
  wrong: { zh: /账号或密码/, en: /account or password/i },
  missing: { zh: '请输入账号和密码', en: 'Enter your account and password' },
  unlock: { zh: '解锁', en: 'Unlock' },
  empty: { zh: '锁屏密码不能为空', en: 'Enter the lock password' },
  wrongLock: { zh: '锁屏密码不正确', en: 'Wrong lock password' },
  out: { zh: '退出登录', en: 'Log out' },
  expired: { zh: '登录已过期，请重新登录', en: 'Your session has expired. Please log in again.' },
  none: { zh: '本系统没有接入第三方登录', en: 'No third-party login' },
  visitor: { zh: '请登录后查看', en: 'Log in to see the data' },
  byCode: { zh: '连接码', en: 'Code of this display' },
  foreign: { zh: '不在您的菜单中', en: 'not in your menu' },
};

const userInfo = '/api/api-uaa/oauth/userinfo';
const stays = '/api/updown/static/searchInOutRecords';

let world: World;
let city: City;
before(async () => {
  ({ world, city } = await openTown());
});
after(() => world?.close());

/**
 * Looked for again after each navigation: one may give way to another on the way, which a wait for a navigation takes
 * for a failure.
 */
const lookedAt = async (page: Page, address: string): Promise<void> =>
  void (await page.waitForFunction((to) => location.pathname + location.search === to, address));
const isAt = async (page: Page, path: string): Promise<void> =>
  void (await page.waitForFunction((to) => location.pathname === to, path));
async function logIn(page: Page, lang: Lang, secret: string): Promise<void> {
  await page.locator('form input[name=username]:visible').fill(city.groupAdmin.account);
  await page.locator('form input[name=password]:visible').fill(secret);
  await page.getByRole('button', { name: words.enter[lang], exact: true }).click();
}
/** What the server answers to a login. */
const loginAnswer = async (): Promise<{ data: object }> =>
  (
    await fetch(`${world.url}/api/api-uaa/oauth/user/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: city.groupAdmin.account, password }),
    })
  ).json() as Promise<{ data: object }>;
/**
 * As the shell's dialog leaves it: the lock stands in the store, and the page is left for the lock. It is not waited
 * for inside the page: the page leaves by itself as soon as one of its own requests is answered 423, and a look at
 * a page that leaves fails. Who calls waits for the lock's address.
 */
const locked = (page: Page): Promise<void> =>
  page.evaluate((word) => {
    const { accessToken } = (
      JSON.parse(localStorage.getItem('gatehouse-token')!) as { content: { accessToken: string } }
    ).content;
    localStorage.setItem(
      'gatehouse-lock',
      JSON.stringify({ dataType: 'object', content: { at: Date.now() }, type: 'local', datetime: Date.now() }),
    );
    void fetch('/api/gatehouse/session/lock', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ password: word }),
    }).then(() => location.assign('/lock'));
  }, lockWord);

/** Two windows of one person's browser, each with its page. */
async function twoWindows(first: string, second: string, lang: Lang = 'zh'): Promise<Opened & { other: Page }> {
  const opened = await world.open(city.groupAdmin, lang);
  const other = await opened.context.newPage();
  for (const [window, route] of [
    [opened.page, first],
    [other, second],
  ] as const) {
    await window.goto(route);
    await ready(window);
  }
  return { ...opened, other };
}

test('what declarations are made of needs no part but the first: else no page of the console would begin', () => {
  const assets = join(import.meta.dirname, '../../dist/console/assets');
  const built = readdirSync(assets).filter((name) => /^declare-[\w-]{8}\.js$/.test(name));
  assert.equal(built.length, 1, built.join());
  const parts = readFileSync(join(assets, built[0]!), 'utf8').matchAll(/from"\.\/([\w-]+)-[\w-]{8}\.js"/g);
  assert.deepEqual([...new Set([...parts].map(([, name]) => name))], ['first']);
});

test('no page weighs more than it may, all bytes counted as they come over the wire: login, first list, a further page, the first chart', async (t) => {
  const visitor = await world.open(null, 'zh');
  const person = await world.open(city.groupAdmin, 'zh');
  const opened = (page: Page, address: string) => async () => {
    await page.goto(address);
    await ready(page);
  };
  const led = (page: Page, address: string) => async () => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await page.waitForFunction(
      (to) => location.pathname === to && document.querySelectorAll('main .gh-page').length > 1,
      address,
    );
    await ready(page);
  };
  // Where nothing was earned yet there is nothing to draw: what draws is fetched besides, and counts.
  const drawing = readdirSync(join(import.meta.dirname, '../../dist/console/assets')).filter((name) =>
    /^charts?-(?!pie).*\.js$/.test(name),
  );
  assert.equal(drawing.length, 2, drawing.join());
  const drawnFirst = async () => {
    await led(person.page, '/static/chartDaySum')();
    await person.page.evaluate(
      (names) =>
        Promise.all(names.map(async (name) => (await fetch(`/assets/${name}`)).arrayBuffer().then(() => null))),
      drawing,
    );
  };
  const weights = {
    loginBytes: await weigh(visitor.page, opened(visitor.page, '/login')),
    listBytes: await weigh(person.page, opened(person.page, '/static/inoutRecord')),
    furtherBytes: await weigh(person.page, led(person.page, '/car/parkcarmodel')),
    chartBytes: await weigh(person.page, drawnFirst),
  };
  for (const [name, { bytes, paths }] of Object.entries(weights)) {
    const most = bytesOf(name as keyof typeof weights);
    t.diagnostic(
      `${name}: ${(bytes / 1024).toFixed(1)} KB of ${most / 1024} with all headers, ${paths.length} requests`,
    );
    assert.ok(bytes > 0 && bytes < most, `${name}: ${bytes} bytes`);
  }
  // What waits for the person is fetched once a minute, whichever page is open.
  const further = weights.furtherBytes.paths.filter((path) => path !== waitingFor.path);
  assert.equal(further.length, 2, `a further page is its area’s declarations and its rows: ${further.join()}`);
  // A list brings its boxes when one is opened: the forms' library weighs ten times what its rows do.
  for (const address of ['/car/blacklist', '/system/user', '/basedata/park', '/derate/parkseller']) {
    const { bytes } = await weigh(person.page, led(person.page, address));
    t.diagnostic(`${address}: ${(bytes / 1024).toFixed(1)} KB`);
    assert.ok(bytes < 4 * bytesOf('furtherBytes'), `${address}: ${bytes} bytes`);
  }
  await Promise.all([visitor.close(), person.close()]);
});

test('the rows of a list are requested while the parts that draw them are on their way, and once', async () => {
  const { page, watch, close } = await world.open(city.groupAdmin, 'zh');
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === userInfo || pathname === stays) requested.push(`${pathname} ${searchParams.get('totals') ?? ''}`);
  });
  const early = page.waitForRequest((request) => request.url().includes(`${stays}?`));
  await page.route('**/assets/react-dom-*', async (route) => {
    await early;
    await route.continue();
  });
  await page.goto('/static/inoutRecord?page=2');
  await ready(page);
  assert.deepEqual(requested.sort(), [`${stays} none`, `${stays} only`, `${userInfo} `].sort());
  assert.deepEqual(watch.take(), []);
  await close();
});

for (const lang of inTurn('the login', ['zh', 'en'])) {
  test(`a visitor comes in by the login and gets to where he wanted to go (${lang})`, async () => {
    const { page, watch, close } = await world.open(null, lang);
    await page.goto('/static/incar?plateNumber=A1');
    await lookedAt(page, '/login?to=%2Fstatic%2Fincar%3FplateNumber%3DA1');
    await ready(page);
    if (lang === 'en') assert.deepEqual(chineseLeft(await wordsOn(page), ['中文']), []);
    assert.equal(await page.locator('.ways:visible').count(), 0, 'nobody sends codes here, so none are offered');
    await page.getByRole('button', { name: words.enter[lang], exact: true }).click();
    await page.getByText(words.missing[lang]).and(page.locator(':visible')).waitFor();
    watch.expect('/oauth/user/token', 400);
    await logIn(page, lang, 'wrong');
    await page.locator('.problem:visible', { hasText: words.wrong[lang] }).waitFor();
    await logIn(page, lang, password);
    await lookedAt(page, '/static/incar?plateNumber=A1');
    await ready(page);
    assert.equal(await page.locator('.login, input[type=password]').count(), 0, 'no password stays in the page');
    await page.goto('/login');
    await lookedAt(page, '/wel/index');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`a locked screen leads every address to the lock, opens with its password alone, and goes back (${lang})`, async () => {
    const { page, other, watch, close } = await twoWindows('/car/blacklist', '/static/incar', lang);
    watch.expect('/session/unlock', 400);
    watch.expect('/api/', 423);
    await locked(page);
    await lookedAt(page, '/lock');
    await isAt(other, '/lock');
    await page.locator('.lone').waitFor();
    if (lang === 'en') assert.deepEqual(chineseLeft(await wordsOn(page), []), []);
    await page.locator('.lone input').fill(lockWord);
    await page.keyboard.press('Enter');
    await lookedAt(page, '/car/blacklist');
    await ready(page);
    await locked(page);
    await lookedAt(page, '/lock');
    await isAt(other, '/lock');
    for (const address of ['/static/incar?page=2', '/login', '/404']) {
      await page.goto(address);
      assert.equal(new URL(page.url()).pathname, '/lock');
    }
    await page.goto('/car/blacklist?page=2');
    await page.getByRole('button', { name: words.unlock[lang] }).click();
    await page.getByText(words.empty[lang]).waitFor();
    await page.locator('.lone input').fill('guess');
    await page.keyboard.press('Enter');
    await page.getByText(words.wrongLock[lang]).waitFor();
    await page.locator('.lone input').fill(lockWord);
    await page.keyboard.press('Enter');
    await lookedAt(page, '/car/blacklist?page=2');
    await isAt(other, '/static/incar');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`logging out at the lock forgets the person, in every window (${lang})`, async () => {
    const { page, other, close } = await twoWindows('/static/incar', '/car/blacklist', lang);
    await locked(page);
    await page.locator('.lone').waitFor();
    await page.getByRole('button', { name: words.out[lang] }).click();
    await page
      .getByRole('dialog')
      .or(page.locator('dialog[open]'))
      .getByRole('button', { name: words.out[lang] })
      .click();
    // Either comes to the login without an address of who was here.
    for (const window of [page, other]) await lookedAt(window, '/login');
    // Looked for again after each navigation: the window may still be on its way to the login.
    await page.waitForFunction(() =>
      Object.keys(localStorage)
        .concat(Object.keys(sessionStorage))
        .every((name) => !/token|lock|tabs|menus|roles/.test(name)),
    );
    await close();
  });

  test(`pages without a login say what they are, in a width that fits (${lang})`, async () => {
    const { page, watch, close } = await world.open(null, lang);
    watch.expect('/api/', 401);
    for (const [address, expected] of [
      ['/gxwlogin?code=abc&source=gxw', words.none[lang]],
      ['/static/refundorder', words.visitor[lang]],
      ['/test/testMqtt', words.visitor[lang]],
      ['/myiframe/x?src=https%3A%2F%2Fevil.example%2F', words.foreign[lang]],
      ['/403', '403'],
    ] as const) {
      await page.goto(address);
      await page.getByText(expected).first().waitFor();
      assert.ok(!page.url().includes('code='), 'a ticket does not stay in the address');
      for (const size of sizes) {
        await page.setViewportSize(size);
        assert.deepEqual(await outside(page), [], `${address} at ${size.width}`);
      }
    }
    assert.deepEqual(watch.take(), []);
    await close();
  });
}

for (const lang of inTurn('the form of the login', ['zh', 'en'])) {
  test(`the form is drawn with the document, and what is typed and sent before its script has come counts (${lang})`, async () => {
    const { page, watch, close } = await world.open(null, lang);
    let letGo = () => {};
    const gone = new Promise<void>((then) => {
      letGo = then;
    });
    await page.route('**/assets/*', async (route) => {
      await gone;
      await route.continue();
    });
    await page.goto('/login?to=/car/blacklist', { waitUntil: 'commit' });
    await logIn(page, lang, password);
    assert.equal(new URL(page.url()).search, '?to=/car/blacklist', 'nothing of it gets into the address');
    if (lang === 'en') assert.deepEqual(chineseLeft(await wordsOn(page), ['中文', '智慧停车管理系统']), []);
    letGo();
    await lookedAt(page, '/car/blacklist');
    await ready(page);
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the ten screens without a login open as they are, and the server gives a visitor nothing of anybody's (${lang})`, async () => {
    const { page, watch, close } = await world.open(null, lang);
    watch.expect('/api/', 401);
    const screens = await stops();
    const answered: string[] = [];
    page.on('response', (answer) => {
      if (answer.ok() && answer.url().includes('/api/')) answered.push(new URL(answer.url()).pathname);
    });
    for (const route of openRoutes) {
      await page.goto(`${route}?page=2`);
      await ready(page);
      const title = screens.find((each) => each.route === route)?.title;
      await page
        .getByRole('heading', { name: title ? title[lang] : words.visitor[lang], level: 1, exact: true })
        .waitFor({ state: 'attached' });
      // A screen on a wall holds nothing by itself: it shows the code by which it is connected.
      const expected = route === SCREEN_ROUTE ? words.byCode : words.visitor;
      await page.getByText(expected[lang]).first().waitFor();
      assert.equal(await page.locator('main tbody tr[data-row]').count(), 0, route);
      assert.equal(
        await page.getByRole('link', { name: words.enter[lang], exact: true }).getAttribute('href'),
        `/login?to=${encodeURIComponent(`${route}?page=2`)}`,
      );
      if (lang === 'en') assert.deepEqual(chineseLeft(await wordsOn(page), ['中文']), [], route);
    }
    assert.deepEqual(
      [...new Set(answered)].filter((path) => path !== codeState.path),
      ['/api/updown/sysCustomConfig/getLoginConfig', showCode.path],
      'no call is answered to a visitor but those for the name of this host and for a new display’s code',
    );
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`where codes arrive, one logs in by password and code (${lang})`, async () => {
    const { page, watch, close } = await world.open(null, lang);
    const envelope = (data: unknown) => ({ json: { code: 200, success: true, msg: '', data } });
    const sent: Record<string, unknown>[] = [];
    const real = await loginAnswer();
    await page.route('**/getLoginConfig*', (route) =>
      route.fulfill(
        envelope({ title: '城市停车平台', titleEn: 'City Parking', filings: [], ways: { code: true, thirdParty: [] } }),
      ),
    );
    await page.route('**/user/loginCode', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill(envelope({ sentTo: '138****8000', seconds: 300 }));
    });
    await page.route('**/user/tokenByCode', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill(envelope(real.data));
    });
    await page.goto('/login?to=/car/blacklist');
    await page.getByRole('button', { name: lang === 'zh' ? '验证码登录' : 'Verification code' }).click();
    await page.locator('form input[name=username]:visible').fill(city.groupAdmin.account);
    await page.locator('form input[name=password]:visible').fill(password);
    await page.getByRole('button', { name: lang === 'zh' ? '获取验证码' : 'Send code' }).click();
    await page.locator('.problem:visible', { hasText: '138****8000' }).waitFor();
    const again = page.getByRole('button', { name: lang === 'zh' ? /秒后重发/ : /Resend in/ });
    assert.equal(await again.isDisabled(), true);
    if (lang === 'en') assert.deepEqual(chineseLeft(await wordsOn(page), ['中文']), []);
    for (const size of sizes) {
      await page.setViewportSize(size);
      assert.deepEqual(await outside(page), []);
    }
    await page.getByRole('button', { name: words.enter[lang], exact: true }).click();
    await page
      .locator('.problem:visible', { hasText: lang === 'zh' ? '请输入验证码' : 'Enter the verification code' })
      .waitFor();
    await page.locator('form input[name=validCode]:visible').fill('123456');
    await page.keyboard.press('Enter');
    await lookedAt(page, '/car/blacklist');
    await ready(page);
    const [code, token] = sent;
    assert.deepEqual(code, { username: city.groupAdmin.account, password, source: 'console' });
    assert.deepEqual(
      { ...token, deviceId: '' },
      { username: city.groupAdmin.account, password, validCode: '123456', deviceId: '' },
    );
    assert.match(String(token!['deviceId']), /^[0-9a-f-]{36}$/);
    assert.deepEqual(watch.take(), []);
    await close();
  });
}

for (const proves of [true, false]) {
  test(`a ticket of another system ${proves ? 'is traded for a login that goes home' : 'that proves nothing leads to the login with the reason'}, and does not stay in the address`, async () => {
    const { page, watch, close } = await world.open(null, 'zh');
    const given = await loginAnswer();
    let body: unknown;
    await page.route('**/getLoginConfig*', (route) =>
      route.fulfill({
        json: {
          code: 200,
          success: true,
          msg: '',
          data: { title: '城市停车平台', ways: { code: false, thirdParty: ['gxw'] } },
        },
      }),
    );
    await page.route('**/user/thirdtoken', (route) => {
      body = route.request().postDataJSON();
      return route.fulfill(
        proves ? { json: given } : { status: 400, json: { code: 400, success: false, msg: '票据已失效' } },
      );
    });
    watch.expect('/user/thirdtoken', 400);
    // The page trades its ticket and leaves by itself, perhaps before all of it has loaded.
    await page.goto('/gxwlogin?code=T-1&source=gxw', { waitUntil: 'commit' });
    await lookedAt(page, proves ? '/wel/index' : '/login');
    await ready(page);
    if (!proves) await page.locator('.problem:visible', { hasText: '票据已失效' }).waitFor();
    assert.deepEqual(body, { code: 'T-1', source: 'gxw', state: null, openId: null });
    assert.deepEqual(watch.take(), []);
    await close();
  });
}

test('a session that the server ended leads to the login with the reason, and back to the page', async () => {
  const { page, watch, close } = await world.open(city.groupAdmin, 'zh');
  await page.goto('/car/blacklist');
  await ready(page);
  watch.expect('/', 401);
  // In one go and not waited for: a request that the page makes by itself may be the one that is refused.
  await page
    .getByRole('button', { name: '刷新', exact: true })
    .first()
    .evaluate((refresh: HTMLElement) => {
      const { accessToken } = (
        JSON.parse(localStorage.getItem('gatehouse-token')!) as { content: { accessToken: string } }
      ).content;
      const headers = { authorization: `Bearer ${accessToken}` };
      void fetch('/api/api-uaa/oauth/remove/token', { headers }).then(() => refresh.click());
    });
  await lookedAt(page, '/login?to=%2Fcar%2Fblacklist');
  await page.getByText(words.expired.zh).first().waitFor();
  await logIn(page, 'zh', password);
  await lookedAt(page, '/car/blacklist');
  await close();
});

test('a token that grew old is renewed once for all windows of the browser', async () => {
  const { page, other, context, close } = await twoWindows('/static/incar', '/car/blacklist');
  let renewals = 0;
  context.on('request', (request) => {
    if (request.url().includes('/refresh/token')) renewals += 1;
  });
  const old = await page.evaluate(() => {
    const entry = JSON.parse(localStorage.getItem('gatehouse-token')!) as {
      content: { accessToken: string; takenAt: number };
    };
    entry.content.takenAt -= 29_800_000;
    localStorage.setItem('gatehouse-token', JSON.stringify(entry));
    return entry.content.accessToken;
  });
  await page.waitForFunction(
    (held) =>
      (JSON.parse(localStorage.getItem('gatehouse-token')!) as { content: { accessToken: string } }).content
        .accessToken !== held,
    old,
  );
  // Long enough for the other window's own check, which comes every second, to have requested again if it would.
  await other.waitForTimeout(2_500);
  assert.equal(renewals, 1);
  for (const each of [page, other]) {
    await each.reload();
    await ready(each);
    assert.notEqual(new URL(each.url()).pathname, '/login');
  }
  await close();
});

test('another person who logs in in another window gets nothing of the first: this window reloads as the new user', async () => {
  const { page, other, close } = await twoWindows('/wel/index', '/wel/index');
  await other.evaluate(
    async ({ account, secret }) => {
      const answer = await fetch('/api/api-uaa/oauth/user/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: account, password: secret }),
      });
      const { data } = (await answer.json()) as { data: object };
      localStorage.setItem(
        'gatehouse-token',
        JSON.stringify({
          dataType: 'object',
          content: { ...data, takenAt: Date.now() },
          type: 'local',
          datetime: Date.now(),
        }),
      );
    },
    { account: operator.account, secret: operator.password },
  );
  await page
    .getByRole('button', { name: /admin|平台/ })
    .first()
    .waitFor();
  await close();
});

test('what the host is called is shown at the login, with its logo, before anybody is known', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const { page, watch, close } = await world.open(operator, 'zh');
  await page.goto('/wel/index');
  await page.evaluate(
    async (bytes) => {
      const content = Uint8Array.from(bytes);
      const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', content))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
      const { accessToken } = (
        JSON.parse(localStorage.getItem('gatehouse-token')!) as { content: { accessToken: string } }
      ).content;
      const headers = { authorization: `Bearer ${accessToken}` };
      const stored = (await (
        await fetch(`/api/updown/file/${hash}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: content,
        })
      ).json()) as { data: { url: string } };
      await fetch('/api/updown/sysCustomConfig/submit', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          domain: location.hostname,
          title: '城市停车平台',
          titleEn: 'City Parking',
          logo: stored.data.url,
          icpNo: '京ICP备00000001号',
        }),
      });
    },
    [...png],
  );
  await close();
  const visitor = await world.open(null, 'en');
  await visitor.page.goto('/login');
  await visitor.page.getByRole('heading', { name: 'City Parking' }).waitFor();
  assert.equal(await visitor.page.title(), 'City Parking');
  const logo = visitor.page.locator('header img:visible');
  assert.equal(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), 1);
  await visitor.page.getByRole('link', { name: '京ICP备00000001号' }).waitFor();
  await visitor.page.getByRole('button', { name: '中文' }).click();
  await visitor.page.getByRole('heading', { name: '城市停车平台' }).waitFor();
  assert.deepEqual([...visitor.watch.take(), ...watch.take()], []);
  await visitor.close();
});
