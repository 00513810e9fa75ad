/**
 * What a walk stands on: a real server on a throw-away data folder with its own engine and broker, the built console,
 * and one headless browser. Each test file has its own, so that files can run side by side.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Lang } from '#kit/declare/text.ts';
import { openApi } from '#device/simulator/api.ts';
import type { Api } from '#device/simulator/api.ts';
import { nodeOptions } from '../node-options.ts';
import { copyFolder, copyPrepared, hasPrepared } from './prepared-folders.ts';
import type { PreparedKind } from './prepared-folders.ts';
import { watch } from './watch.ts';
import type { Watch } from './watch.ts';

const project = join(import.meta.dirname, '..', '..');
/** How long anything is waited for that a step brings about: no walk is about speed, and a busy machine takes its time. */
const patienceMs = 90_000;
const startMs = 240_000;
/** How many times slower the browser computes: what only happens on a machine that has too much to do, happens then. */
const slow = Number(process.env['GATEHOUSE_WALK_SLOW'] ?? 1);

export const operator = { account: 'admin', password: 'Walks-2026-first' };
export type Account = { account: string; password: string };
export type Size = { width: number; height: number };

export const desk: Size = { width: 1440, height: 900 };
export const phone: Size = { width: 390, height: 844 };
export const sizes: readonly Size[] = [desk, { width: 1024, height: 768 }, phone];

export type World = {
  url: string;
  mqttUrl: string;
  /** The server's calls, as the platform operator. */
  api: Api;
  browser: Browser;
  /** A page of a person already logged in, with everything that goes wrong on it written down. */
  open: (person: Account | null, lang: Lang, size?: Size, worker?: boolean) => Promise<Opened>;
  close: () => Promise<void>;
};

export type Opened = { page: Page; context: BrowserContext; watch: Watch; close: () => Promise<void> };

const chromePath = (): string => {
  const path = process.env['GATEHOUSE_CHROME'];
  if (!path) throw new Error('GATEHOUSE_CHROME must name a Chromium or Chrome');
  return path;
};

/**
 * In a locale that knows no Chinese, Chromium gives a Chinese file name up, its ending included: it is given one that
 * does.
 */
export const browserOptions = () => ({
  executablePath: chromePath(),
  headless: true,
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

export const launchBrowser = (): Promise<Browser> => chromium.launch(browserOptions());

/** Builds the console when its sources changed since the last build. */
export function ensureConsole(): Promise<void> {
  const script = `import { ensureConsole } from './tools/prepare/console.mjs'; await ensureConsole(process.execPath);`;
  return new Promise((then, fail) => {
    const child = spawn(process.execPath, [...nodeOptions, '--input-type=module', '-e', script], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('exit', (code) => (code === 0 ? then() : fail(new Error('the console could not be built'))));
  });
}

export type Running = {
  url: string;
  mqttUrl: string;
  /** Ends the server and its engine; the data folder goes, or is kept at a path. */
  stop: (keepAt?: string) => Promise<void>;
};

export type StartOptions = {
  /** Besides the walk's own settings. */ env?: Record<string, string>;
  waitMs?: number;
  /** The furnished product it starts in; an empty folder where it is left out. */ prepared?: PreparedKind;
};

/** Starts the server in a folder of its own. */
export async function startServer({ env = {}, waitMs = startMs, prepared }: StartOptions = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-walk-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  if (prepared) copyPrepared(prepared, dataDir);
  const { DATABASE_URL: _, MQTT_URL: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, join(project, 'apps', 'server', 'main.ts')], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...inherited,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      GATEHOUSE_DATA: dataDir,
      GATEHOUSE_DEMO: '0',
      GATEHOUSE_ADMIN_PASSWORD: operator.password,
      GATEHOUSE_VIDEO_NETWORKS: '127.0.0.0/8',
      GATEHOUSE_CAMERA_NETWORKS: '127.0.0.0/8',
      ...env,
    },
  });
  /** A walk that is broken off takes its server along. */
  const broken = () => {
    child.kill('SIGTERM');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, broken);
  const stop: Running['stop'] = async (keepAt) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, broken);
    await ended(child);
    if (keepAt) copyFolder(dataDir, keepAt);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await addresses(child, waitMs)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Asks the server to stop and waits until it has, with its engine. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((then) => {
    child.once('exit', () => then());
    child.kill('SIGTERM');
  });
}

function addresses(child: ChildProcess, waitMs: number): Promise<Pick<Running, 'url' | 'mqttUrl'>> {
  return new Promise((then, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new Error(`the server did not start in ${waitMs} ms: ${output}`)), waitMs);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(new Error(`the server ended with ${code}: ${output}`));
    });
    child.stdout!.on('data', (chunk) => {
      output += chunk;
      const found = /(http:\/\/\S+)\s+MQTT (\d+)/.exec(output);
      if (!found) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      then({ url: found[1]!, mqttUrl: `mqtt://127.0.0.1:${found[2]}` });
    });
  });
}

type Tokens = { accessToken: string; refreshToken: string; expiresIn: number };

async function tokensOf(url: string, { account, password }: Account): Promise<Tokens> {
  const answer = await fetch(`${url}/api/api-uaa/oauth/user/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: account, password }),
  });
  const body = (await answer.json()) as { success: boolean; msg: string; data: Tokens };
  if (!body.success) throw new Error(`${account} could not log in: ${body.msg}`);
  return body.data;
}

/** Puts down in the browser what a person who logged in earlier has there; the page must be of the console. */
export async function rememberPerson(page: Page, url: string, person: Account, lang: Lang): Promise<void> {
  const tokens = await tokensOf(url, person);
  await page.evaluate(
    ({ given, speaks }) => {
      const put = (name: string, content: unknown) =>
        localStorage.setItem(
          `gatehouse-${name}`,
          JSON.stringify({ dataType: typeof content, content, type: 'local', datetime: Date.now() }),
        );
      put('lang', speaks);
      put('token', { ...given, takenAt: Date.now() });
    },
    { given: tokens, speaks: lang },
  );
}

/**
 * Opens a window of a person, as if he had logged in earlier; of a visitor where there is none. Without the console's
 * worker, which would answer for files a walk keeps back, unless requested.
 */
export async function openWindow(
  browser: Browser,
  url: string,
  person: Account | null,
  lang: Lang,
  size: Size = desk,
  worker = false,
): Promise<Opened> {
  const context = await browser.newContext({
    serviceWorkers: worker ? 'allow' : 'block',
    baseURL: url,
    viewport: size,
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const tokens = person ? await tokensOf(url, person) : null;
  await context.addInitScript(
    ({ tokens: given, lang: speaks }) => {
      const put = (name: string, content: unknown) =>
        localStorage.setItem(
          `gatehouse-${name}`,
          JSON.stringify({ dataType: typeof content, content, type: 'local', datetime: Date.now() }),
        );
      if (sessionStorage.getItem('walk')) return;
      sessionStorage.setItem('walk', 'begun');
      put('lang', speaks);
      if (given) put('token', { ...given, takenAt: Date.now() });
    },
    { tokens, lang },
  );
  context.setDefaultTimeout(patienceMs * slow);
  const page = await context.newPage();
  if (slow > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slow });
  const watched = watch(page);
  return { page, context, watch: watched, close: () => context.close() };
}

/** The dialog of what expires opens once for a window: from now on it is put away where it is not what is looked at. */
export const quietly = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    new MutationObserver(() =>
      document.querySelector<HTMLElement>('dialog.expiry[open] header button')?.click(),
    ).observe(document, { childList: true, subtree: true }),
  );

/** @example const world = await openWorld(); after(() => world.close()); */
export async function openWorld(prepared: PreparedKind = 'empty'): Promise<World> {
  if (!hasPrepared()) await ensureConsole(); // whoever made the products saw to it
  const server = await startServer({ prepared });
  try {
    const [browser, api] = await Promise.all([
      launchBrowser(),
      openApi(server.url, operator.account, operator.password),
    ]);
    return {
      url: server.url,
      mqttUrl: server.mqttUrl,
      api,
      browser,
      open: (...window) => openWindow(browser, server.url, ...window),
      close: async () => {
        await browser.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Does the work; where it fails, what the page showed then is kept as `shots/failed/<name>.png`. */
export async function photographed(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await page.screenshot({ path: join(project, 'shots', 'failed', `${name}.png`) }).catch(() => undefined);
    throw error;
  }
}
