/** The demo: a city made on a first start, with ninety days behind it, that lives on in real time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { madeUp } from '#areas/billing/server/door.ts';
import { handleNoneBut } from '#kit/server/events.ts';
import { configure } from '#kit/server/setting.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { readMemory, writeMemory } from '#device/simulator/state.ts';
import type { Memory } from '#device/simulator/state.ts';
import type { ParkSite } from '#device/simulator/setup.ts';
import { demoSessions, openDemoSession } from './enter.ts';
import { advertise } from './adverts.ts';
import { engageContractors } from './contractors.ts';
import { reportFaults } from './browsers.ts';
import { asker, storer } from './build-base.ts';
import type { Ask } from './build-base.ts';
import { buildCity } from './build.ts';
import type { Built } from './build.ts';
import { loadChannelBills } from './channel-bills.ts';
import { demoPassword, staff } from './city.ts';
import { enterDebts, payDebts } from './debts.ts';
import { workAtDesk } from './desk.ts';
import { pastHandlers } from './past-events.ts';
import { openWorkers } from './workers.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';
import type { DemoWorker } from './workers.ts';
import { liveOn } from './live.ts';
import { addFirmware, upgradeCameras } from './firmware.ts';
import { liveInGarage } from './guidance-live.ts';
import { guideMall } from './guidance.ts';
import { liveAtGoods, openGoodsGate } from './goods.ts';
import type { LivingGoods } from './goods.ts';
import type { LivingGarage } from './guidance.ts';
import { liveAtDoors } from './door-live.ts';
import { openOffice } from './doors.ts';
import { keepPicture } from '#kit/files/files.ts';
import { placeDoors } from './office-floors.ts';
import type { LivingDoors } from './doors.ts';
import { settleWeeks } from './fund.ts';
import { invoiceWeeks } from './invoices.ts';
import { staffRoadside } from './duty.ts';
import { addTemplates } from './templates.ts';
import { changeSettings } from './settings.ts';
import { lookElsewhere } from './tools.ts';
import { hangWalls } from './walls.ts';
import { addUploads } from './uploads.ts';
import { pushEvents } from './webhooks.ts';
import { openAccounts } from './weixin.ts';
import { paidInThePast } from './merchants.ts';
import { payByPhone } from './phones.ts';
import type { Car } from './plates.ts';
import { liveAtIntercoms } from './seat-live.ts';
import { answerCalls } from './seats.ts';
import type { LivingSeats } from './seats.ts';
import { receiveVisitors } from './visitors.ts';
import { liveOnStreet } from './street-live.ts';
import type { LivingStreet } from './street-live.ts';

/**
 * `admin`: the engine under `database`, for threads of their own; `own`: it lives in the data folder and works for
 * nobody else meanwhile.
 */
export type DemoOptions = {
  database: Database;
  admin: pg.ClientConfig;
  own: boolean;
  app: FastifyInstance;
  dataDir: string;
  fresh: boolean;
  say: (line: string) => void;
};
export type Demo = {
  accounts: string;
  live: (at: { url: string; mqttPort: number }) => void;
  stop: () => Promise<void>;
};
/**
 * What the demo remembers beside the database: its sites and streets, the cars with a pass by lot, and the virtual
 * devices' secrets and numbers.
 */
export type DemoMemory = Memory & {
  sites?: ParkSite[];
  holders?: Record<string, Car[]>;
  streets?: LivingStreet[];
  doors?: LivingDoors;
  garage?: LivingGarage;
  seats?: LivingSeats;
  goods?: LivingGoods;
};

const accounts = (): string =>
  [
    `  演示账号 demo accounts（密码 password ${demoPassword}）:`,
    ...['groupAdmin', 'finance', 'lotManager', 'gateGuard', 'auditor']
      .map((role) => staff.find((each) => each.role === role)!)
      .map((each) => `    ${each.account.padEnd(20)} ${each.name} · ${each.role}`),
    `    ${staff
      .slice(1)
      .filter((each) => !['groupAdmin', 'finance', 'lotManager', 'gateGuard', 'auditor'].includes(each.role))
      .map((each) => each.account)
      .join('  ')}`,
  ].join('\n');

export async function openDemo(options: DemoOptions): Promise<Demo | null> {
  const file = join(options.dataDir, 'demo.json');
  if (options.own) await makeIndexes(options.admin, options.dataDir);
  if (!existsSync(file)) {
    if (!options.fresh) return null;
    await build(options, file);
  }
  const memory = readMemory(file) as DemoMemory;
  configure(madeUp.as(paidInThePast));
  let living: { stop: () => Promise<void> }[] = [];
  return {
    accounts: accounts(),
    live: ({ url, mqttPort }) => {
      const sessions = demoSessions(options.database, options.app, memory.sites ?? []);
      living = [
        liveOn({ memory, file, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, sessions, say: options.say }),
        ...(memory.streets ?? []).map((each) => liveOnStreet({ ...options, ...each })),
        ...(memory.doors
          ? [liveAtDoors({ ...options, ...memory.doors, memory, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` })]
          : []),
        ...(memory.garage
          ? [liveInGarage({ ...options, ...memory.garage, memory, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` })]
          : []),
        ...(memory.seats
          ? [liveAtIntercoms({ ...options, ...memory.seats, memory, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` })]
          : []),
        ...(memory.goods ? [liveAtGoods({ url, goods: memory.goods, say: options.say })] : []),
      ];
    },
    stop: async () => {
      configure(madeUp.as(null));
      await Promise.all(living.map((each) => each.stop()));
    },
  };
}

async function build(options: DemoOptions, file: string): Promise<void> {
  const { database, admin, app, say } = options;
  const began = Date.now();
  say(
    '演示城市：两个集团、六个单位、十二个车场、九十天历史 … demo city: two groups, six companies, twelve lots, ninety days of history …',
  );
  const memory: DemoMemory = { devices: {}, guests: {}, playedTo: {} };
  const workers = openWorkers(database, admin);
  try {
    const session = await openDemoSession(database);
    const ask = asker(app, session.token);
    const built = await buildCity(ask, memory, say);
    const past = await fill(options, workers, built, memory);
    for (const tenantId of past.tenantIds) await enterDebts(database, tenantId);
    // What neither reads what the other writes is done side by side: each alone leaves a core idle.
    await Promise.all([
      workAtOffice(options, session.token, built, past, memory),
      equip(options, ask, built, past, memory),
    ]);
    await payDebts(ask);
    await upgradeCameras(database, ask, storer(app, session.token), memory.doors!.tenantId, new Date());
    await staffRoadside(database, ask, built.lots, new Date());
    await receiveVisitors(database, built.lots, Date.now());
    const seats = await answerCalls(database, ask, built.lots, built.userIds, past.tenantOf, memory, Date.now());
    if (seats) memory.seats = seats;
    const collectors = built.lots.flatMap(({ street }) => street?.people.map(({ id }) => id) ?? []);
    await session.settle([...built.userIds, ...collectors]);
    await reportFaults(app);
    memory.sites = built.lots
      .filter(({ site }) => site.lanes.length > 0)
      .map(({ site }) => ({ ...site, attendant: past.guard.get(site.parkId)! }));
    memory.streets = built.lots.flatMap(({ plan, site, street }) =>
      street ? [{ code: plan.code, tenantId: past.tenantOf.get(site.parkId)!, parkId: site.parkId, street }] : [],
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
  writeMemory(file, memory);
  say(`  完成 done, ${Math.round((Date.now() - began) / 1000)} s`);
}

/** Money, messages, settings and whatever else is done at a desk once the city has its past. */
async function workAtOffice(
  { database, app }: DemoOptions,
  token: string,
  built: Built,
  past: Past,
  memory: DemoMemory,
): Promise<void> {
  const ask = asker(app, token);
  const { tenantIds, now } = past;
  await Promise.all([
    loadChannelBills(database, tenantIds, now).then(() => settleWeeks(database, tenantIds, now)),
    workAtDesk(ask, built.lots),
    payByPhone(database, ask, built.lots, memory),
    addFirmware(ask, storer(app, token)),
    addTemplates(ask),
    openAccounts(ask, database, built.tenants, new Date()),
    changeSettings(
      ask,
      built.tenants,
      built.lots.slice(0, 4).map(({ site }) => site.parkId),
    ),
    hangWalls(ask, database, built.tenants),
    lookElsewhere(ask),
    addUploads(ask, database, built.tenants, now),
    pushEvents(ask, database, built.tenants, now),
    advertise(database, built.lots, past.tenantOf, now),
    engageContractors(database, tenantIds, now),
    invoiceWeeks(database, tenantIds, now),
  ]);
}

/** The office tower's doors, the goods gate and the mall's guidance, which `memory` takes up. */
async function equip(
  { database }: DemoOptions,
  ask: Ask,
  built: Built,
  { tenantOf }: Past,
  memory: DemoMemory,
): Promise<void> {
  const doors = await openOffice(database, ask, built.lots, memory, new Date());
  memory.doors = doors;
  memory.goods = await openGoodsGate(ask, built.lots[0]!);
  memory.garage = await guideMall(database, ask, built.lots, tenantOf, memory, new Date());
  await placeDoors(ask, (picture) => keepPicture(database, doors.tenantId, picture), doors, memory.garage.parkId);
}

/** The people with an account who guard a lot, by name. */
const guardsOf = (lot: string, userIds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    staff.flatMap((each, nth) =>
      each.role === 'gateGuard' && each.lot === lot ? [[each.name, userIds[nth]!] as const] : [],
    ),
  );

/** Whose the lots' pasts are, all of them and each, when (epoch ms) they end, and who is on duty at each lot then. */
type Past = {
  readonly tenantIds: readonly number[];
  readonly tenantOf: ReadonlyMap<string, number>;
  readonly now: number;
  readonly guard: ReadonlyMap<string, string>;
};

/** All lots' pasts, the largest first, so that none is left over for one hand at the end. */
async function fill(
  { database, admin, own, dataDir, say }: DemoOptions,
  workers: readonly DemoWorker[],
  built: Built,
  memory: DemoMemory,
): Promise<Past> {
  const now = Date.now();
  const guard = new Map<string, string>();
  const tenants = new Map(
    (
      await database.read(platformScope, (db) =>
        db.raw<{ id: string; tenant_id: number }>('SELECT id, tenant_id FROM park'),
      )
    ).map((row) => [row.id, row.tenant_id]),
  );
  let count = 0;
  let printedAt = now;
  const progress = (stays: number) => {
    count += stays;
    if (Date.now() - printedAt > 3_000) {
      printedAt = Date.now();
      say(`  ${count.toLocaleString('en')} 次停车 stays …`);
    }
  };
  const queue = built.lots
    .map((lot, nth) => ({
      lot,
      nth,
      now,
      tenantId: tenants.get(lot.site.parkId)!,
      guards: guardsOf(lot.plan.name, built.userIds),
    }))
    .sort((a, b) => b.lot.plan.staysPerDay - a.lot.plan.staysPerDay);
  if (own) await dropIndexes(admin, dataDir);
  const handleAll = handleNoneBut(...pastHandlers);
  await Promise.all(
    workers.map(async (worker) => {
      for (let job = queue.shift(); job; job = queue.shift()) {
        const { holders, inside, passed, onDuty } = await worker.take(job, progress);
        guard.set(job.lot.site.parkId, onDuty);
        for (const { gateId, camera } of job.lot.site.lanes) camera.passing = passed.get(gateId) ?? 0;
        (memory.holders ??= {})[job.lot.site.parkId] = [...holders];
        memory.guests[job.lot.site.parkId] = inside.map(({ car, inAt }, id) => ({
          id: id + 1,
          in: inAt,
          plate: car.plate,
          colour: car.colour,
          text: car.plate,
          at: inAt,
        }));
      }
    }),
  ).finally(handleAll);
  if (own) await makeIndexes(admin, dataDir);
  say(`  ${count.toLocaleString('en')} 次停车 stays`);
  return { tenantIds: [...new Set(tenants.values())], tenantOf: tenants, now, guard };
}
