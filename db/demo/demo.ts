/** The demo: a city made on a first start, with ninety days behind it, that lives on in real time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { readMemory, writeMemory } from '#device/simulator/state.ts';
import type { Memory } from '#device/simulator/state.ts';
import type { ParkSite } from '#device/simulator/setup.ts';
import { openDemoSession } from './enter.ts';
import { asker, buildCity } from './build.ts';
import type { Built } from './build.ts';
import { demoPassword, staff } from './city.ts';
import { pastOf } from './history.ts';
import { openShops } from './derates.ts';
import { liveOn } from './live.ts';
import { loadLists } from './lists.ts';
import { loadPast } from './load.ts';
import { loadPasses } from './passes.ts';
import { loadShifts } from './shifts.ts';
import type { Car } from './plates.ts';

export type DemoOptions = { database: Database; app: FastifyInstance; dataDir: string; fresh: boolean; say: (line: string) => void };
export type Demo = { accounts: string; live: (at: { url: string; mqttPort: number }) => void; stop: () => Promise<void> };
/** What the demo remembers beside the database: its sites, the cars with a pass by lot, and the virtual devices' secrets and numbers. */
export type DemoMemory = Memory & { sites?: ParkSite[]; holders?: Record<string, Car[]> };

const days = 90;
const zone = 'Asia/Shanghai';

const accounts = (): string => [
  `  演示账号 demo accounts（密码 password ${demoPassword}）:`,
  ...['groupAdmin', 'finance', 'lotManager', 'gateGuard', 'auditor'].map((role) => staff.find((each) => each.role === role)!).map((each) => `    ${each.account.padEnd(20)} ${each.name} · ${each.role}`),
  `    ${staff.slice(1).filter((each) => !['groupAdmin', 'finance', 'lotManager', 'gateGuard', 'auditor'].includes(each.role)).map((each) => each.account).join('  ')}`,
].join('\n');

export async function openDemo(options: DemoOptions): Promise<Demo | null> {
  const file = join(options.dataDir, 'demo.json');
  if (!existsSync(file)) {
    if (!options.fresh) return null;
    await build(options, file);
  }
  const memory = readMemory(file) as DemoMemory;
  let living: { stop: () => Promise<void> } | null = null;
  return {
    accounts: accounts(),
    live: ({ mqttPort }) => { living = liveOn({ memory, file, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, say: options.say }); },
    stop: async () => { await living?.stop(); },
  };
}

async function build(options: DemoOptions, file: string): Promise<void> {
  const { database, app, say } = options;
  const began = Date.now();
  say('演示城市：两个集团、六个单位、十二个车场、九十天历史 … demo city: two groups, six companies, twelve lots, ninety days of history …');
  const memory: DemoMemory = { devices: {}, guests: {}, playedTo: {} };
  const session = await openDemoSession(database);
  const built = await buildCity(asker(app, session.token), memory, say);
  await session.settle(built.userIds);
  await fill(database, built, memory, say);
  memory.sites = built.lots.filter(({ site }) => site.lanes.length > 0).map(({ site }) => site);
  writeMemory(file, memory);
  say(`  完成 done, ${Math.round((Date.now() - began) / 1000)} s`);
}

/** The people with an account who guard a lot, by name. */
const guardsOf = (lot: string, userIds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(staff.flatMap((each, nth) => (each.role === 'gateGuard' && each.lot === lot ? [[each.name, userIds[nth]!] as const] : [])));

/** All lots' pasts, three at a time: one builds rows while the engine writes another's. */
async function fill(database: Database, built: Built, memory: DemoMemory, say: (line: string) => void): Promise<void> {
  const now = Date.now();
  const tenants = new Map((await database.read(platformScope, (db) => db.raw<{ id: string; tenant_id: number }>('SELECT id, tenant_id FROM park'))).map((row) => [row.id, row.tenant_id]));
  let count = 0;
  let told = now;
  const progress = (stays: number) => {
    count += stays;
    if (Date.now() - told > 3_000) {
      told = Date.now();
      say(`  ${count.toLocaleString('en')} 次停车 stays …`);
    }
  };
  const queue = built.lots.map((lot, nth) => ({ lot, nth }));
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { lot, nth } = next;
      const past = pastOf(lot.plan, nth + 1, days, now, zone);
      const tenantId = tenants.get(lot.site.parkId)!;
      const passes = await loadPasses(database, tenantId, lot, past, nth + 1, now);
      await loadLists(database, tenantId, lot, nth + 1, now);
      await loadPast(database, tenantId, lot, past, passes, await openShops(database, tenantId, lot, nth + 1, now), progress);
      await loadShifts(database, tenantId, lot, guardsOf(lot.plan.name, built.userIds), nth + 1, { now, days, zone });
      (memory.holders ??= {})[lot.site.parkId] = [...new Map(past.filter(({ hasPass }) => hasPass).map(({ car }) => [car.plate, car])).values()];
      memory.guests[lot.site.parkId] = past.filter((each) => each.outAt === null).map((each, id) => ({ id: id + 1, in: each.inAt, plate: each.car.plate, colour: each.car.colour, text: each.car.plate, at: each.inAt }));
    }
  };
  await Promise.all([work(), work(), work()]);
  say(`  ${count.toLocaleString('en')} 次停车 stays`);
}

