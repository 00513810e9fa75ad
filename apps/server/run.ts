/**
 * The whole installation, started on an engine: migrations, calls, console, broker, workers, clock; and the demo on a
 * first start.
 */
import type { AddressInfo } from 'node:net';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type pg from 'pg';
import type { Engine } from '#db/engine/start.ts';
import type { Demo } from '#db/demo/demo.ts';
import { onDisk } from '#db/files/on-disk.ts';
import type { WatchedStore } from '#db/files/object-store.ts';
import { openFiles } from '#db/files/open.ts';
import { storeRows } from '#db/files/store-rows.ts';
import { tryStore } from '#db/files/try-out.ts';
import { migrate } from '#db/migrate.ts';
import { codeLog, firstAccount, whoIs } from '#areas/access/server/door.ts';
import { database } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { playMoney, reach } from '#areas/billing/server/door.ts';
import { brokerAddress, ownAddress, videoNetworks } from '#areas/device/server/door.ts';
import { insideHosts, mailRoad } from '#areas/ops/server/door.ts';
import { setFileStore } from '#kit/files/files.ts';
import { storeRoads } from '#kit/files/stores.ts';
import { wireEvents } from '#kit/server/events.ts';
import { registerResources } from '#kit/server/registry.ts';
import { setSealKey } from '#kit/server/seal.ts';
import { configure } from '#kit/server/setting.ts';
import { missing, missingMessage } from '#apps/check/missing.ts';
import { areaEvents, resources, served } from './areas.ts';
import { demoAt } from './demo.ts';
import { loggedFault } from './logged-fault.ts';
import { firstStart } from './first-start.ts';
import { httpServer } from './http.ts';
import { reportPortTaken } from './ports.ts';
import { keyOf } from './seal-key.ts';
import { shown } from './settings.ts';
import type { Settings } from './settings.ts';
import { startWorkers } from './workers.ts';

/**
 * Whoever waited for the installation to open is answered before it reads on: what the clock does takes a tenth of a
 * second to read.
 */
const CALLS_FIRST_MS = 250;

/** A port that was taken meanwhile is reported with its setting; anything else is rethrown. */
const taken =
  (setting: string, port: number, before: () => Promise<unknown>) =>
  async (error: unknown): Promise<never> => {
    if (!reportPortTaken(error, setting, port)) throw error;
    await before();
    process.exit(2);
  };

const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const openLog = (settings: Settings) =>
  pino({
    level: settings.logLevel,
    redact: ['*.password', '*.token', '*.authorization'],
    serializers: { err: loggedFault },
  });

/** What areas take from the settings. */
function configureAreas(settings: Settings, look: WatchedStore['look']): void {
  const self = settings.url ?? addressOf(settings.host, settings.port);
  configure(
    videoNetworks.as(settings.videoNetworks),
    playMoney.as(settings.sandbox),
    insideHosts.as(settings.insideHosts),
    ownAddress.as(self),
    mailRoad.as(settings.mailRoad),
    storeRoads.as({ fixed: settings.objectStore !== null, tryOut: tryStore, look }),
    reach.as({
      ...reach.value(),
      self,
      ...(settings.wechatUrl ? { wechat: settings.wechatUrl } : {}),
      ...(settings.alipayUrl ? { alipay: settings.alipayUrl } : {}),
      allinpay: settings.allinpayUrl,
    }),
  );
}

/** Migrations that ran, and the password that was made up for the first account. */
async function prepareTables(db: Database, admin: pg.ClientConfig, settings: Settings, say: (line: string) => void) {
  const ran = await migrate(admin, say);
  const madeUp = await firstStart(db, admin, {
    served,
    adminPassword: settings.adminPassword,
    log: ran.length > 0 ? say : () => undefined,
  });
  return { ran, madeUp };
}

async function buildServer(db: Database, settings: Settings): Promise<FastifyInstance> {
  const app = await httpServer({
    database: db,
    served,
    whoIs: whoIs(db),
    consoleDir: join(import.meta.dirname, '..', '..', 'dist', 'console'),
    logger: { level: settings.logLevel },
    metricsToken: settings.metricsToken,
    proxies: settings.proxies,
  });
  await app.ready();
  return app;
}

function sayAccounts(say: (line: string) => void, madeUp: string | null, demo: Demo | null): void {
  say('');
  if (madeUp)
    say(
      `  平台运营账号 platform operator: ${firstAccount} / ${madeUp}   （仅显示一次，首次登录须修改 shown once, to be changed at the first login）`,
    );
  if (demo) say(demo.accounts);
}

/**
 * @param starting the embedded engine on its way up, which what is read and made before it is needed does not wait for;
 * null with a server of one's own
 * @param accountsShown called when the accounts were printed, before anybody can work with them
 * @returns what takes no more work, finishes what is under way, then lets the engine go
 */
export async function run(
  settings: Settings,
  starting: Promise<Engine> | null,
  say: (line: string) => void,
  accountsShown: () => void,
): Promise<() => Promise<void>> {
  const log = openLog(settings);
  // Before the engine is waited for: it starts on other cores meanwhile.
  const lacking = missing();
  const engine = await starting;
  if (lacking.length > 0) {
    process.stderr.write(missingMessage(lacking));
    await engine?.stop();
    process.exit(2);
  }
  const admin: pg.ClientConfig = engine ? engine.config : { connectionString: settings.databaseUrl! };
  setSealKey(keyOf(settings.dataDir));
  const files = await openFiles(join(settings.dataDir, 'files'), settings.objectStore, log, storeRows(admin));
  setFileStore(files);
  await onDisk(settings.dataDir);
  registerResources(resources);
  wireEvents(areaEvents);
  configureAreas(settings, files.look);
  const db = database(admin, 14);
  // What answers calls is put together while the engine makes tables, or says that all are there.
  const preparing = prepareTables(db, admin, settings, say);
  preparing.catch(() => undefined); // it is awaited below, as this one is
  const building = buildServer(db, settings);
  building.catch(() => undefined);
  const { ran, madeUp } = await preparing;
  const empty = ran.length > 1;
  const wantsDemo = settings.demo === 'auto' ? empty && engine !== null : settings.demo;
  const app = await building;
  const demo = await demoAt({
    database: db,
    admin,
    own: engine !== null,
    app,
    dataDir: settings.dataDir,
    fresh: wantsDemo,
    say,
  });
  if (demo) configure(codeLog.as(say));
  sayAccounts(say, madeUp, demo);
  accountsShown();
  const workers = await startWorkers({ database: db, admin, settings, app, files, log }).catch(
    taken('MQTT_PORT', settings.mqttPort, async () => engine?.stop()),
  );
  await app.listen({ port: settings.port, host: settings.host }).catch(
    taken('PORT', settings.port, async () => {
      await workers.stop();
      await engine?.stop();
    }),
  );
  configure(brokerAddress.as({ url: settings.mqttUrl ? shown(settings.mqttUrl) : null, port: workers.mqttPort }));
  const { port } = app.server.address() as AddressInfo;
  const url = addressOf(settings.host, port);
  say(`\n  Gatehouse 智慧停车管理系统   ${url}   MQTT ${workers.mqttPort ?? shown(settings.mqttUrl!)}\n`);
  // Without the clock there is no installation: what it throws ends the process; what was compiled is kept then.
  const clock = setTimeout(() => void workers.startClock().then(flushCompileCache), CALLS_FIRST_MS);
  demo?.live({ url, mqttPort: workers.mqttPort ?? settings.mqttPort });
  return async () => {
    clearTimeout(clock);
    await demo?.stop();
    await workers.stop();
    await app.close();
    await db.close();
    await engine?.stop();
  };
}
