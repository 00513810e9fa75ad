/**
 * Vehicles of a lane whose camera does not number them: which one a message is about, and what counts as its passage
 * where nobody sees it.
 */
import type { BoughtDevice, DuePassage, NativeFact } from '#areas/device/model/bought-link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

/** The vehicle that was reported last. `over`: it has passed or gone. */
type Car = {
  readonly device: string;
  readonly key: string | null;
  readonly passing: number;
  readonly plate: string;
  readonly confidence: number | null;
  readonly at: number;
  readonly over: boolean;
};
type Opened = {
  readonly device: string;
  /** The device that reported the vehicle. */
  readonly camera: string | null;
  readonly commandId: string;
  readonly passing: number | null;
  /** What carried the opening may not have arrived. */
  readonly doubtful?: boolean;
  /** Its vehicle was seen to pass. */
  readonly seen?: true;
};
export type LaneCount = {
  readonly value: number;
  readonly car: Car | null;
  readonly opened: Opened | null;
  readonly passedAt: string | null;
};

/** A plate that follows an unread one so soon is of the same vehicle. */
const READ_AFTER_MS = 10_000;

/** `proves`: the command that a passage shows to have been carried out. */
type Of = { readonly passing: number | null; readonly count: LaneCount; readonly proves?: string };

const plateIn = ({ payload }: NativeFact): string => (typeof payload.plate === 'string' ? payload.plate : '');
const confidenceIn = ({ payload }: NativeFact): number | null =>
  typeof payload.confidence === 'number' ? payload.confidence : null;

/**
 * The vehicle a fact is about, and the lane's count after it; null where it adds nothing, or is about an unknown
 * vehicle.
 */
export function carOf(
  count: LaneCount,
  fact: NativeFact,
  device: BoughtDevice,
  passings: ReadonlyMap<string, number>,
  now: number,
): Of | null {
  if (fact.message === 'gate' || fact.message === 'scan') return { passing: null, count };
  if (fact.message === 'plate') return plateOf(count, fact, device, now);
  const passing = passingOf(count, fact, passings);
  if (passing === null) return null;
  const mine = count.car?.passing === passing && fact.live;
  const { opened } = count;
  const seen = fact.message === 'passed' && fact.live && !(fact.car && 'passing' in fact.car);
  return {
    passing,
    ...(seen && opened?.passing === passing ? { proves: opened.commandId } : {}),
    count: {
      ...count,
      car: mine ? { ...count.car!, over: true } : count.car,
      ...(opened && opened.passing === passing ? afterwards(opened, fact) : {}),
    },
  };
}

/** A car that backed out ends what its opening was for; one that was seen to pass is not taken as passed once more. */
const afterwards = (opened: Opened, { message }: NativeFact): Partial<LaneCount> =>
  message === 'gone' ? { opened: null, passedAt: null } : { opened: { ...opened, passing: null, seen: true } };

/** Another vehicle is read where one stood that an opening was for of which nobody knows: that one has driven on. */
export function drivenOn({ car, opened }: LaneCount, fact: NativeFact): NativeFact[] {
  const plate = plateIn(fact);
  if (!opened?.doubtful || opened.passing === null || fact.message !== 'plate' || !fact.live) return [];
  if (car === null || car.over || car.passing !== opened.passing) return [];
  if (plate === '' || car.plate === '' || car.plate === plate) return [];
  const { commandId, passing } = opened;
  return [
    {
      key: `passed/${commandId}`,
      message: 'passed',
      rawAt: fact.rawAt,
      live: true,
      car: { passing },
      payload: { count: 1, assumed: true },
    },
  ];
}

function passingOf(
  { car }: LaneCount,
  { car: carFact }: NativeFact,
  passings: ReadonlyMap<string, number>,
): number | null {
  if (carFact && 'passing' in carFact) return carFact.passing;
  if (carFact && 'as' in carFact) return passings.get(carFact.as) ?? null;
  if (car === null || car.over || (carFact && car.key !== carFact.key)) return null;
  return car.passing;
}

function plateOf(count: LaneCount, fact: NativeFact, device: BoughtDevice, now: number): Of | null {
  const { car } = count;
  const [plate, confidence] = [plateIn(fact), confidenceIn(fact)];
  const key = fact.car && 'key' in fact.car ? fact.car.key : null;
  // History has a number of its own and leaves the vehicle that stands there alone.
  if (!fact.live) return { passing: count.value + 1, count: { ...count, value: count.value + 1 } };
  const followed = key !== null && car?.key === key && car.device === device.deviceId;
  if (followed && car.plate === plate && car.confidence === confidence) return null;
  const readNow =
    car !== null &&
    !car.over &&
    car.key === null &&
    car.plate === '' &&
    plate !== '' &&
    Math.abs(fact.rawAt - car.at) <= READ_AFTER_MS;
  const passing = followed || readNow ? car!.passing : count.value + 1;
  // The same plate again: it still stands there.
  const stands =
    count.opened !== null &&
    count.passedAt !== null &&
    car !== null &&
    !car.over &&
    plate !== '' &&
    car.plate === plate;
  return {
    passing,
    count: {
      ...count,
      value: Math.max(count.value, passing),
      car: { device: device.deviceId, key, passing, plate, confidence, at: fact.rawAt, over: false },
      ...(stands ? { passedAt: new Date(now + device.passedAfterMs).toISOString() } : {}),
    },
  };
}

const HOUR_MS = 3_600_000;
const COUNT = `INSERT INTO device_count (tenant_id, about_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
/** Of one that is uncertain by now no passage is taken. */
const BEGIN = `
  UPDATE device_count SET passed_at = CASE WHEN u.uncertain THEN NULL ELSE $4::timestamptz END,
    opened = jsonb_build_object('device', $3::text, 'commandId', $5::text, 'camera', car->>'device', 'doubtful',
    u.uncertain,
    'passing', CASE WHEN car IS NOT NULL AND NOT (car->>'over')::boolean THEN car->'passing' END)
  FROM (SELECT EXISTS (SELECT 1 FROM device_command c WHERE c.tenant_id = $1 AND c.id = $5::uuid
    AND c.time >= $6::timestamptz AND c.status = 'uncertain') AS uncertain) u
  WHERE tenant_id = $1 AND about_id = $2`;
const LOCK = `SELECT 1 FROM device_count WHERE tenant_id = $1 AND about_id = $2 FOR UPDATE`;
const reported = (key: string): string => `EXISTS (
    SELECT 1 FROM park_device d JOIN device_inbox i ON i.tenant_id = d.tenant_id AND i.device_id = d.id AND i.native_key = ${key}
    WHERE d.tenant_id = c.tenant_id AND d.gate_id = c.about_id AND d.deleted_at IS NULL)`;
const DUE = `
  SELECT c.opened, ${reported(`'contact/up'`)} AS "reportsUp", ${reported(`'contact/down'`)} AS "reportsDown",
    ${reported(`'contact/passed'`)} AS "reportsPassed", ${reported(`'raised/' || (c.opened->>'commandId')`)} AS rose
  FROM device_count c WHERE c.passed_at <= $1::timestamptz ORDER BY c.passed_at LIMIT 200`;
const OVER = `UPDATE device_count SET passed_at = NULL WHERE tenant_id = $1 AND about_id = $2 AND passed_at <= $3::timestamptz`;

/** A refused car that is read again within this time still stands there. */
const TURNED_AWAY_MS = 600_000;
const TURNED_AWAY = `
  SELECT c.car->>'device' AS "cameraId", (c.car->>'passing')::int AS passing, (l.state->'phase'->'vehicle'->>'at')::bigint AS since
  FROM device_count c JOIN lane_live l ON l.tenant_id = c.tenant_id AND l.gate_id = c.about_id
  WHERE NOT (c.car->>'over')::boolean AND l.state->'phase'->>'name' = 'refused' AND l.state->'phase'->'vehicle'->'passings' @> (c.car->'passing')
    AND (l.state->'phase'->'vehicle'->>'at')::bigint <= $1::bigint LIMIT 200`;

type Due = Pick<Opened, 'commandId' | 'passing'> &
  Pick<DuePassage, 'pole' | 'reportsDown' | 'reportsPassed'> & { readonly deviceId: string; readonly cameraId: string };
type DueRow = {
  opened: Opened | null;
  reportsUp: boolean;
  reportsDown: boolean;
  reportsPassed: boolean;
  rose: boolean;
};

/** Openings that wait to be taken as passed. */
export const passagesOf = (database: Database) => ({
  begin: async (
    { tenantId, deviceId, gateId, passedAfterMs }: BoughtDevice,
    commandId: string,
    now: Date,
  ): Promise<void> => {
    if (gateId === null) return;
    await database.write(tenantScope(tenantId), async (db) => {
      await Promise.all([
        db.raw(COUNT, [tenantId, gateId]),
        db.raw(LOCK, [tenantId, gateId]),
        db.raw(BEGIN, [
          tenantId,
          gateId,
          deviceId,
          passedAfterMs === 0 ? null : new Date(now.getTime() + passedAfterMs).toISOString(),
          commandId,
          new Date(now.getTime() - HOUR_MS).toISOString(),
        ]),
      ]);
    });
  },
  /**
   * Those whose time has come. They come again until the reports of them are journaled: the same key then, and so
   * nothing new.
   */
  due: async (now: Date): Promise<Due[]> => {
    const rows = await database.read(platformScope, (db) => db.raw<DueRow>(DUE, [now.toISOString()]));
    return rows.flatMap(({ opened, reportsUp, rose, ...reports }) => {
      if (!opened) return [];
      const { device: deviceId, camera, commandId, passing, seen } = opened;
      const pole = rose || seen ? 'rose' : reportsUp ? 'still' : 'none';
      return [{ deviceId, cameraId: camera ?? deviceId, commandId, passing, pole, ...reports }];
    });
  },
  /** Cars refused some time ago whose camera does not report that they leave: else the lane would wait for ever. */
  turnedAway: async (now: Date): Promise<{ cameraId: string; passing: number; since: number }[]> => {
    const rows = await database.read(platformScope, (db) =>
      db.raw<{ cameraId: string; passing: number; since: string }>(TURNED_AWAY, [now.getTime() - TURNED_AWAY_MS]),
    );
    return rows.map((row) => ({ ...row, since: Number(row.since) }));
  },
  over: async ({ tenantId, gateId }: BoughtDevice, now: Date): Promise<void> => {
    await database.write(tenantScope(tenantId), (db) => db.raw(OVER, [tenantId, gateId, now.toISOString()]));
  },
});
