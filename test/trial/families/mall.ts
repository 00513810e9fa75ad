/**
 * The demo's first mall in a product of its own, with its devices at a real broker and its cameras' addresses on a real
 * port.
 */
import { setTimeout as later } from 'node:timers/promises';
import { deviceIntake } from '#apps/server/device-intake.ts';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { ingestBatch } from '#areas/passage/server/door.ts';
import { buildLot } from '#db/demo/build-lot.ts';
import { city } from '#db/demo/city.ts';
import type { Ask } from '#db/demo/build-base.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import type { ParkSite } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';
import type { LaneState } from '#domain/lane/types.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

export const plan = city[0]!.companies[0]!.lots[0]!;
/** Who works at the box; his session is not what is tried here. */
const DOER = { by: '马长宁', drawer: 'shift-1' };
const quiet = { error: () => undefined, info: () => undefined };
const PATIENCE_MS = 10_000;

export type Row = Readonly<Record<string, unknown>>;

export type Mall = {
  readonly product: TestProduct;
  readonly site: ParkSite;
  readonly devices: Devices;
  /** Where devices post. */
  readonly base: string;
  readonly mqttUrl: string;
  readonly rows: (sql: string, ...values: unknown[]) => Promise<Row[]>;
  readonly lane: (gateId: string) => Promise<LaneState | null>;
  /** Looks again and again, by the wall's clock, until it is so. */
  readonly until: <T>(what: string, look: () => Promise<T>, ready: (found: T) => boolean) => Promise<T>;
  readonly close: () => Promise<void>;
};

async function until<T>(what: string, look: () => Promise<T>, ready: (found: T) => boolean): Promise<T> {
  const last = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (ready(found)) return found;
    if (performance.now() > last) throw new Error(`${what}: still ${JSON.stringify(found)}`);
    await later(5);
  }
}

export async function openMall(): Promise<Mall> {
  const product = await startTestProduct();
  const base = await product.listen();
  const memory: Memory = { devices: {}, guests: {}, playedTo: {} };
  const ask: Ask = (method, path, input) =>
    product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input);
  const { site } = await buildLot(ask, memory, plan, product.companies.child, [], 0);
  const devices = await openDevices({
    ports: devicePorts(product.database, {
      ingest: (target, events) => ingestBatch(product.database, target, events),
      doer: async () => DOER,
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'families',
    share: 'servers',
    cameraNetworks: ['127.0.0.0/8'],
  });
  const dispatch = startDispatch(product.database, devices, quiet);
  const undo = configure(deviceIntake.as(devices.intake));
  const rows: Mall['rows'] = (sql, ...values) =>
    product.database.read(platformScope, (db) => db.raw<Row>(sql, [site.parkId, ...values]));
  return {
    product,
    site,
    devices,
    base,
    mqttUrl: `mqtt://127.0.0.1:${devices.port}`,
    rows,
    until,
    lane: async (gateId) =>
      ((await rows('SELECT state FROM lane_live WHERE park_id = $1 AND gate_id = $2', gateId))[0]?.state ??
        null) as LaneState | null,
    close: async () => {
      await dispatch.close();
      await devices.close();
      undo();
      await product.close();
    },
  };
}
