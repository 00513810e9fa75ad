import { hostname } from 'node:os';
import type pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { moneyWorker } from '#areas/billing/server/door.ts';
import { startDispatch } from '#areas/device/server/commands-dispatch.ts';
import { startSweep } from '#areas/device/server/incidents.ts';
import { devicePorts } from '#areas/device/server/link-ports.ts';
import { bringRights, takeDoors } from '#areas/door/server/door.ts';
import { AIR_EVERY_MS, breatheAll, startBoards, takeGuidance } from '#areas/guidance/server/door.ts';
import { doerAtBox, ingestBatch, ingestTogether, liveNews, sweepLanes } from '#areas/passage/server/door.ts';
import {
  GUIDE_EVERY_MS,
  LOCKS_EVERY_MS,
  RAISES_EVERY_MS,
  sweepEnds,
  sweepSilence,
  takeStreet,
  updateGuideScreens,
  tendLocks,
} from '#areas/road/server/door.ts';
import { INVOICES_EVERY_MS, invoiceRound } from '#areas/invoice/server/door.ts';
import { DESK_EVERY_MS, sweepDesks, takeHelp, watchSeats } from '#areas/seat/server/door.ts';
import { pushGateway, pushRound, syncRound } from '#areas/weixin/server/door.ts';
import { uploadRound } from '#areas/upload/server/door.ts';
import { webhookRound } from '#areas/webhook/server/door.ts';
import { sessionsChanged } from '#areas/access/model/events.ts';
import { codeRoads } from '#areas/access/server/door.ts';
import { countMessage, jobBook, startLooking, textRound, textsSent } from '#areas/ops/server/door.ts';
import { analyseNewPartitions } from '#db/analyse-partitions.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import type { WatchedStore } from '#db/files/object-store.ts';
import type { Database } from '#kit/server/db.ts';
import { handle, on } from '#kit/server/events.ts';
import { derivedKey } from '#kit/server/seal.ts';
import { configure } from '#kit/server/setting.ts';
import type { Clock } from './clock.ts';
import { deviceIntake } from './device-intake.ts';
import { descriptors, heldOf } from './holding.ts';
import type { Settings } from './settings.ts';

type Log = { error: (fields: object, message: string) => void; info: (fields: object, message: string) => void };

export type Workers = {
  mqttPort: number | null;
  /** Reads and starts what no call waits for: figures and what the clock does. */ startClock: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * What runs beside the calls: the way to devices, commands, money, deadlines, and the clock. Any number of servers may.
 */
export async function startWorkers({
  database,
  admin,
  settings,
  app,
  files,
  log,
}: {
  database: Database;
  admin: pg.ClientConfig;
  settings: Settings;
  app: FastifyInstance;
  files: Pick<WatchedStore, 'reached' | 'look'>;
  log: Log;
}): Promise<Workers> {
  watchSeats(Date.now());
  const devices = await openLinks(database, settings, app, log);
  configure(liveNews.as(devices.live), deviceIntake.as(devices.intake));
  handle(on(sessionsChanged, () => void devices.look()));
  const dispatch = startDispatch(database, devices, log);
  const money = moneyWorker(database, log);
  const silent = startSweep(database, log);
  const rounds = startRounds(database, admin, settings, files, log);
  let clock: Promise<Clock> | null = null;
  let looking = (): void => undefined;
  return {
    mqttPort: devices.port,
    startClock: async () => {
      looking = startLooking(
        database,
        () => ({
          devices: devices.connected(),
          eventsWaiting: devices.counts().waiting,
          brokerUp: devices.reached(),
          filesUp: files.reached(),
        }),
        log,
      );
      await (
        await (clock = clockOf(admin, database, log))
      ).started;
    },
    stop: async () => {
      await Promise.all(rounds.map((stop) => stop()));
      looking();
      silent.close();
      await devices.close();
      await Promise.all([
        dispatch.close(),
        money.stop(),
        clock?.then(
          (each) => each.stop(),
          () => undefined,
        ),
      ]);
    },
  };
}

/** The way to devices, and who takes what they send. */
const openLinks = (database: Database, settings: Settings, app: FastifyInstance, log: Log): Promise<Devices> =>
  openDevices({
    ports: devicePorts(database, {
      ingest: (target, events) => ingestBatch(database, target, events),
      ingestTogether: (tenantId, batches) => ingestTogether(database, tenantId, batches),
      doer: doerAtBox(database),
      street: (target, events) => takeStreet(database, target, events),
      doors: (target, events) => takeDoors(database, target, events),
      guidance: (target, events) => takeGuidance(database, target, events),
      help: (target, events) => takeHelp(database, target, events),
    }),
    log,
    host: settings.host,
    mqttPort: settings.mqttPort,
    mqttUrl: settings.mqttUrl,
    serverId: `gatehouse-${hostname()}-${settings.port}`,
    share: derivedKey('share of events').toString('hex'),
    http: app.server,
    cameraNetworks: settings.cameraNetworks,
    observe: countMessage,
    waiting: heldOf(descriptors()).silent,
  });

/** Workers that poll every few seconds; each returns a function that stops it. */
function startRounds(
  database: Database,
  admin: pg.ClientConfig,
  settings: Settings,
  files: Pick<WatchedStore, 'look'>,
  log: Log,
): readonly (() => unknown)[] {
  const round = (pauseMs: number, work: () => Promise<unknown>): (() => void) => every(pauseMs, work, log);
  void files.look();
  configure(pushGateway.as(settings.textGateway ?? null));
  return [
    round(2_000, () => sweepLanes(database, new Date())),
    round(10_000, () => sweepEnds(database)),
    round(GUIDE_EVERY_MS, () => updateGuideScreens(database)),
    round(LOCKS_EVERY_MS, () => tendLocks(database, { raises: false })),
    round(RAISES_EVERY_MS, () => tendLocks(database, { raises: true })),
    round(1_000, () => bringRights(database)),
    startBoards(database, log),
    round(DESK_EVERY_MS, () => sweepDesks(database, new Date())),
    round(INVOICES_EVERY_MS, () => invoiceRound(database, new Date())),
    round(AIR_EVERY_MS, () => breatheAll(database)),
    round(300_000, () => sweepSilence(database)),
    round(15_000, files.look),
    round(5_000, () => analyseNewPartitions(database, admin)),
    startTexts(database, settings, log),
    round(1_000, () => uploadRound(database)),
    round(1_000, () => webhookRound(database)),
    round(1_000, () => pushRound(database)),
    round(5_000, () => syncRound(database)),
  ];
}

async function clockOf(admin: pg.ClientConfig, database: Database, log: Log): Promise<Clock> {
  const [{ startClock }, { jobs }] = await Promise.all([import('./clock.ts'), import('./jobs.ts')]);
  return startClock(admin, database, jobs, log, jobBook(database, log));
}

/** Text messages go out once a gateway is set; from then on login codes are offered. */
function startTexts(database: Database, { textGateway }: Settings, log: Log): () => void {
  if (!textGateway) return () => undefined;
  configure(codeRoads.as(['sms']), textsSent.as(true));
  return every(1_000, () => textRound(database, textGateway), log);
}

/** Runs work again and again with a pause between, never twice at once. */
function every(pauseMs: number, work: () => Promise<unknown>, log: Log): () => void {
  let timer: NodeJS.Timeout;
  let going = true;
  const round = async () => {
    await work().catch((error: unknown) => log.error({ err: error }, 'sweep'));
    if (going) timer = setTimeout(() => void round(), pauseMs);
  };
  timer = setTimeout(() => void round(), pauseMs);
  return () => {
    going = false;
    clearTimeout(timer);
  };
}
