/**
 * The mall's spaces in real time: whoever has driven in takes one, whoever has left leaves his, and the gateways report
 * it over MQTT.
 */
import { virtualGarage } from '#device/simulator/guidance.ts';
import type { Seen, VirtualGarage } from '#device/simulator/guidance.ts';
import type { Memory } from '#device/simulator/state.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { FLOOR_COUNTER, airAt } from './guidance.ts';
import type { LivingGarage } from './guidance.ts';

const TICK_MS = 6_000;
const AIR_MS = 30_000;
/** From the entrance of a floor to a space. */
const DRIVE_MS = 60_000;
/** So many cars find or leave a space at most in one round. */
const MOST = 6;

type Space = { sn: string; address: number; taken: boolean; plate: string | null; lost: boolean };

const spacesOf = (database: Database, { tenantId, parkId }: LivingGarage): Promise<Space[]> =>
  database.read(tenantScope(tenantId), (db) =>
    db.raw<Space>(
      `SELECT g.sn, d.bus_address::int AS address, coalesce(s.sensed_taken, false) AS taken, s.plate_number AS plate,
        d.status = 'lost' AS lost
       FROM parking_space s JOIN dev_device d ON d.tenant_id = $1 AND d.id = s.device_id
        JOIN park_device g ON g.tenant_id = $1 AND g.id = d.gateway_id
       WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.space_kind <> 'disabled' AND s.closed_reason IS NULL
        AND s.deleted_at IS NULL`,
      [tenantId, parkId],
    ),
  );

const insideOf = async (database: Database, { tenantId, parkId }: LivingGarage): Promise<Set<string>> => {
  const rows = await database.read(tenantScope(tenantId), (db) =>
    db.raw<{ plate: string }>(
      'SELECT plate_number AS plate FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND plate_number IS NOT NULL',
      [tenantId, parkId],
    ),
  );
  return new Set(rows.map(({ plate }) => plate));
};

/**
 * What changes in one round, by gateway: cars that are no longer inside have left, those inside without a space find
 * one.
 */
function movesOf(spaces: readonly Space[], inside: ReadonlySet<string>): Map<string, Map<number, Seen>> {
  const moves = new Map<string, Map<number, Seen>>();
  const put = ({ sn, address }: Space, seen: Seen): void => {
    const own = moves.get(sn) ?? new Map<number, Seen>();
    own.set(address, seen);
    moves.set(sn, own);
  };
  const gone = spaces.filter(({ taken, plate, lost }) => taken && !lost && (plate === null || !inside.has(plate)));
  for (const space of gone.slice(0, MOST)) put(space, { taken: false });
  const placed = new Set(spaces.map(({ plate }) => plate));
  const free = spaces.filter(({ taken, lost }) => !taken && !lost);
  for (const plate of [...inside].filter((each) => !placed.has(each)).slice(0, MOST)) {
    const [space] = free.splice(Math.floor(Math.random() * free.length), 1);
    if (space) put(space, { taken: true, plate });
  }
  return moves;
}

/** Everything a gateway's detectors see, as reported after a start. */
const allOf = (spaces: readonly Space[], sn: string): Map<number, Seen> =>
  new Map(
    spaces
      .filter((space) => space.sn === sn && !space.lost)
      .map(({ address, taken, plate }) => [address, taken && plate ? { taken, plate } : { taken }]),
  );

/** What the two sensors of the nth floor read now, tenths of a ppm. */
function airNow(nth: number): Map<number, number> {
  const minute = (Math.floor(Date.now() / 60_000) + 480) % 1_440;
  const ppmDeci = Math.round((airAt(minute, -nth - 1) / 1.1644) * 10);
  return new Map([
    [241, ppmDeci],
    [242, Math.max(0, ppmDeci - 9)],
  ]);
}

/** Plays until stopped. A gateway that cannot log on is left out: somebody may have replaced its secret. */
export function liveInGarage(
  living: LivingGarage & {
    readonly database: Database;
    readonly memory: Memory;
    readonly mqttUrl: string;
    readonly say: (line: string) => void;
  },
): { stop: () => Promise<void> } {
  const { database, memory, mqttUrl, sns, say } = living;
  const state = { running: true };
  const open = new Map<string, { readonly on: VirtualDevice; readonly garage: VirtualGarage }>();
  const tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const begin = async (): Promise<void> => {
    const spaces = await spacesOf(database, living);
    for (const sn of sns) {
      if (!state.running) return;
      const known = memory.devices[sn];
      const on = known ? await VirtualDevice.open(mqttUrl, known, tally).catch(() => null) : null;
      if (!on) continue;
      const garage = virtualGarage(on);
      open.set(sn, { on, garage });
      await garage.sees(allOf(spaces, sn));
    }
  };
  let timer: NodeJS.Timeout;
  let aired = 0;
  const round = async (): Promise<void> => {
    const moves = movesOf(await spacesOf(database, living), await insideOf(database, living));
    for (const [sn, seen] of moves) {
      const garage = open.get(sn)?.garage;
      for (const { taken } of seen.values())
        if (taken) await garage?.counts(FLOOR_COUNTER, 'in', 1, {}, Date.now() - DRIVE_MS);
      await garage?.sees(seen);
    }
    if (Date.now() - aired < AIR_MS) return;
    aired = Date.now();
    for (const [nth, sn] of sns.entries()) await open.get(sn)?.garage.breathes(airNow(nth));
  };
  const again = (): void => {
    if (!state.running) return;
    timer = setTimeout(() => {
      round()
        .catch((error: unknown) => (state.running ? say(`demo: ${String((error as Error).message)}`) : undefined))
        .finally(again);
    }, TICK_MS);
    timer.unref();
  };
  const begun = begin().then(again, (error: unknown) => say(`demo: ${String((error as Error).message)}`));
  return {
    stop: async () => {
      state.running = false;
      clearTimeout(timer);
      await begun;
      await Promise.all([...open.values()].map(({ on }) => on.close()));
    },
  };
}
