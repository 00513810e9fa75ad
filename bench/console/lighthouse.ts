/**
 * `npm run bench:lighthouse`: Lighthouse itself over the built console, on the demo city: performance and accessibility
 * of the login page and of the first list, mobile and desktop, the middle of three. `--every` adds the accessibility of
 * every route; `--url`, `--account`, `--password` measure a server that runs. Lighthouse is fetched by npx for this run
 * and is no part of the product. Nothing else should work on the machine.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { standingRoutes } from '#apps/console/routes.ts';
import { demoPassword } from '#db/demo/city.ts';
import { browserOptions, ensureConsole, rememberPerson, startServer } from '#test/walks/world.ts';
import type { Account } from '#test/walks/world.ts';
import { median } from './pace.ts';

const lighthouse = 'lighthouse@13.5.0';
const demoWaitMs = 600_000;
const rounds = 3;
const { values: given } = parseArgs({
  options: {
    url: { type: 'string' },
    account: { type: 'string' },
    password: { type: 'string' },
    every: { type: 'boolean', default: false },
  },
});
const person: Account = { account: given.account ?? 'anbo', password: given.password ?? demoPassword };

type Form = 'mobile' | 'desktop';
type Seen = { performance: number | null; accessibility: number; failed: string[] };
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string }>;
};

const freePort = (): Promise<number> =>
  new Promise((then) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => then(port));
    });
  });

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((then, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? then() : fail(new Error(`${command} ended with ${code}`))));
  });
}

/** One visit in a browser of its own that remembers the person, as a colleague's does in the morning. */
async function visit(
  url: string,
  path: string,
  who: Account | null,
  form: Form,
  categories: readonly string[],
): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lighthouse-'));
  const port = await freePort();
  const { args, ...options } = browserOptions();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
    serviceWorkers: 'block',
  });
  try {
    if (who) {
      const [page = await context.newPage()] = context.pages();
      await page.goto(`${url}/404`);
      await rememberPerson(page, url, who, 'zh');
      await page.goto('about:blank');
    }
    const file = join(folder, 'report.json');
    await run('npx', [
      '--yes',
      lighthouse,
      `${url}${path}`,
      `--port=${port}`,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      '--disable-storage-reset',
      `--only-categories=${categories.join(',')}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ]);
    const { categories: found, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const points = (name: string) => (found[name] ? Math.round((found[name].score ?? 0) * 100) : null);
    const failed = (found['accessibility']?.auditRefs ?? [])
      .map(({ id }) => id)
      .filter((id) => audits[id]!.scoreDisplayMode === 'binary' && audits[id]!.score === 0);
    return { performance: points('performance'), accessibility: points('accessibility') ?? 0, failed };
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scores(url: string): Promise<void> {
  process.stdout.write('| page | performance | accessibility |\n|---|---|---|\n');
  for (const [name, path, who] of [
    ['login', '/login', null],
    ['first list', '/static/inoutRecord', person],
  ] as const) {
    for (const form of ['mobile', 'desktop'] as const) {
      const seen: Seen[] = [];
      for (let round = 0; round < rounds; round += 1)
        seen.push(await visit(url, path, who, form, ['performance', 'accessibility']));
      process.stdout.write(
        `| ${name}, ${form} | ${median(seen.map(({ performance }) => performance ?? 0))} | ${median(seen.map(({ accessibility }) => accessibility))} |\n`,
      );
    }
  }
}

/** Every route that has an address of its own. */
async function everyRoute(url: string): Promise<void> {
  for (const path of standingRoutes.filter((route) => !/[:*]/.test(route))) {
    const { accessibility, failed } = await visit(url, path, path === '/login' ? null : person, 'desktop', [
      'accessibility',
    ]);
    process.stdout.write(`| ${path} | | ${accessibility}${failed.length > 0 ? ` (${failed.join(', ')})` : ''} |\n`);
  }
}

const busy = loadavg()[0]!;
if (!given.url) await ensureConsole();
const server = given.url ? null : await startServer({ env: { GATEHOUSE_DEMO: '1' }, waitMs: demoWaitMs });
try {
  const url = given.url ?? server!.url;
  await scores(url);
  if (given.every) await everyRoute(url);
  process.stdout.write(
    `${lighthouse}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}, load ${busy.toFixed(1)} before the start\n`,
  );
} finally {
  await server?.stop();
}
