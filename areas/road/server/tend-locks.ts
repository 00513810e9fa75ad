/**
 * Locks that hold a car until it is paid, on their own: up when the free minutes or the leave window are over, down
 * immediately when it is paid, and a warning where the arm does not follow. `domain/berth/lock` decides; this carries
 * the decision out. A lock that keeps a space is moved by people alone: it is not known whose car comes.
 */
import { LOWER_LATE_MS, decideLock } from '#domain/berth/lock.ts';
import type { LockArm, LockDecision, LockMode, LockOrder, LockView } from '#domain/berth/lock.ts';
import { queueCommand, wakeDispatch } from '#areas/device/server/door.ts';
import { quoteNow, beginWindows } from '#areas/passage/server/door.ts';
import type { CurrentQuote } from '#areas/passage/server/door.ts';
import { raiseWarning } from '#areas/workorder/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { hold } from './evidence.ts';
import { movedAt } from './locks.ts';

/** Whoever has paid is let go within it; whether an arm has to go up is looked at far less often. */
export const LOCKS_EVERY_MS = 1_000;
export const RAISES_EVERY_MS = 10_000;
const MINUTE = 60_000;
/** An order longer ago is none that is still being carried out. */
const FORGOTTEN_MS = MINUTE;
/** A lowering is sent anew all the time, so that one that comes late needs no long life. */
const LOWER_MS = 30_000;
const UNMOVED = '挡臂未按指令动作 / the arm did not follow the command';

type Held = {
  tenant: number;
  id: string;
  park: string;
  company: string;
  name: string;
  berthNo: string;
  mode: LockMode;
  arm: LockArm;
  armAt: string | null;
  car: string | null;
  fault: string | null;
  offline: boolean;
  berthState: string;
  since: string | null;
  stay: string | null;
  paid: boolean;
};

/** Locks that hold cars, bound to a berth now. A mode nobody has set is a person's. */
const held = (tenant: 'd.tenant_id' | '$1'): string => `
  SELECT d.tenant_id AS tenant, d.id, d.park_id AS park, d.company_id AS company, d.device_name || ' ' || d.sn AS name,
    b.berth_no AS "berthNo", coalesce(d.lock_mode, 'manual') AS mode,
    coalesce(d.arm, 'unknown') AS arm, d.arm_at AS "armAt", d.car_there AS car, d.fault_text AS fault, d.status = 'offline' AS offline,
    b.state AS "berthState", b.since, b.stay_id AS stay,
    EXISTS (SELECT FROM parking_order o WHERE o.tenant_id = ${tenant} AND o.stay_id = b.stay_id AND o.book->'order'->>'windowFrom' IS NOT NULL) AS paid
  FROM park_device d
  JOIN sensor_binding s ON s.tenant_id = ${tenant} AND s.device_id = d.id AND s.to_time IS NULL AND s.deleted_at IS NULL
  JOIN rd_berth b ON b.tenant_id = ${tenant} AND b.id = s.berth_id AND b.deleted_at IS NULL
  WHERE d.device_type = 'lock' AND d.deleted_at IS NULL AND d.lock_use = 'hold' AND d.lock_mode IN ('auto', 'manual') AND d.last_seen_at IS NOT NULL`;

/** The order that is being carried out: the latest, with how often the rules have sent it. */
const ORDER = `
  SELECT l.payload->>'do' AS "do", CASE WHEN l.cause = 'lock' THEN l.cause_id END AS series, l.time AS last,
    l.valid_until AS until, coalesce(c.at, l.time) AS at, coalesce(c.tries, 1)::int AS tries
  FROM (SELECT payload, time, valid_until, cause, cause_id FROM device_command
    WHERE tenant_id = $1 AND device_id = $2 AND command = 'lock' AND payload->>'do' IN ('raise', 'lower') AND time >= $3::timestamptz - interval '1 hour'
    ORDER BY time DESC LIMIT 1) l
  LEFT JOIN LATERAL (SELECT min(time) AS at, count(*) AS tries FROM device_command
    WHERE tenant_id = $1 AND device_id = $2 AND cause = 'lock' AND cause_id = l.cause_id
      AND time >= $3::timestamptz - interval '1 hour') c ON l.cause = 'lock'`;

type OrderRow = {
  do: 'raise' | 'lower';
  series: string | null;
  last: string;
  until: string;
  at: string;
  tries: number;
};
type Sent = { readonly order: LockOrder; readonly series: string | null };

async function orderOf(db: Db, lock: Held, now: Date): Promise<Sent | null> {
  const [row] = await db.raw<OrderRow>(ORDER, [lock.tenant, lock.id, now.toISOString()]);
  if (!row) return null;
  const at = Date.parse(row.at);
  const forgotten = row.do === 'lower' && Date.parse(row.last) < now.getTime() - FORGOTTEN_MS;
  const before = lock.since !== null && at < Date.parse(lock.since) && row.do === 'raise';
  // It went up again by something else: what was ordered before has been done.
  const undone = row.do === 'lower' && lock.arm === 'up' && lock.armAt !== null && Date.parse(lock.armAt) > at;
  if (forgotten || before || undone) return null;
  const until = row.do === 'raise' ? Date.parse(row.until) : null;
  return { order: { do: row.do, at, until, tries: row.tries, answered: false }, series: row.series };
}

/**
 * What the money says: paid until when, and whether the free time is over. Nothing is raised where no tariff gives a
 * sum.
 */
function moneyOf(quote: CurrentQuote | null, now: number): Pick<LockView, 'paidUntil' | 'freeMinutes'> {
  const forever = Number.POSITIVE_INFINITY;
  if (!quote || quote.dueFen === null) return { paidUntil: null, freeMinutes: forever };
  const { dueFen, freeUntil } = quote;
  if (freeUntil === null) return { paidUntil: null, freeMinutes: dueFen > 0 ? 0 : forever };
  return { paidUntil: dueFen > 0 ? freeUntil : Math.max(freeUntil, now), freeMinutes: 0 };
}

const carOf = ({ car, berthState }: Held): boolean | null =>
  car === null ? (berthState === 'occupied' ? true : berthState === 'free' ? false : null) : car === 'yes';

function viewOf(
  lock: Held,
  quote: CurrentQuote | null,
  sent: Sent | null,
  moved: number | null,
  now: number,
): LockView {
  return {
    use: 'hold',
    mode: lock.mode,
    arm: lock.arm,
    car: carOf(lock),
    carSince: lock.berthState === 'occupied' && lock.since !== null ? Date.parse(lock.since) : null,
    movedAt: moved,
    faulty: lock.fault !== null,
    ...moneyOf(quote, now),
    entitled: false,
    order: sent?.order ?? null,
  };
}

/**
 * The arm did not follow its command: somebody has to go there, and nothing is raised before he says that it is sound.
 */
async function faulty(db: Db, lock: Held, now: Date): Promise<void> {
  if (lock.fault !== null) return;
  await db.raw(
    `UPDATE park_device SET fault_text = $3, status = CASE WHEN status = 'offline' THEN status ELSE 'fault' END WHERE tenant_id = $1 AND id = $2`,
    [lock.tenant, lock.id, UNMOVED],
  );
  await raiseWarning(
    db,
    { tenantId: lock.tenant, companyId: lock.company, parkId: lock.park },
    { type: 'lock', subjectId: lock.id, subject: lock.name, berthNo: lock.berthNo, level: 'bad' },
    now,
  );
}

async function command(db: Db, lock: Held, decision: LockDecision, sent: Sent | null, now: Date): Promise<boolean> {
  const again = decision.why === 'retry' ? (sent?.series ?? null) : null;
  // With nobody to let go, an arm that will not move waits for a person.
  if (decision.do === 'none' || lock.offline || (decision.do === 'lower' && lock.fault !== null && !lock.paid))
    return false;
  await queueCommand(
    db,
    lock.tenant,
    {
      name: 'lock',
      deviceId: lock.id,
      payload: { do: decision.do },
      validMs: decision.do === 'raise' ? decision.until - now.getTime() : LOWER_MS,
      cause: 'lock',
      causeId: again ?? now.toISOString(),
    },
    now,
  );
  return true;
}

/** A slow arm costs the driver nothing: his time to leave begins when it is down. */
async function windowOf(db: Db, lock: Held, quote: CurrentQuote | null, now: Date): Promise<() => void> {
  const nothing = (): void => undefined;
  if (lock.stay === null || quote?.windowFrom == null || quote.freeUntil === null) return nothing;
  const downAt = lock.arm === 'down' ? (lock.armAt === null ? 0 : Date.parse(lock.armAt)) : now.getTime();
  const late = downAt - quote.windowFrom;
  const due = lock.arm === 'down' ? late > 0 : late >= Math.min(MINUTE, (quote.freeUntil - quote.windowFrom) / 2);
  if (downAt > quote.freeUntil || !due) return nothing;
  return beginWindows(db, { tenantId: lock.tenant, parkId: lock.park }, lock.stay, downAt);
}

/** One lock, looked at anew under the lot's lock, so that no car comes between the look and the order. */
async function tend(db: Db, { tenant, id, park }: Held, now: Date): Promise<{ sent: boolean; after: () => void }> {
  const lot = { tenantId: tenant, parkId: park };
  await hold(db, lot);
  const [lock] = await db.raw<Held>(`${held('$1')} AND d.tenant_id = $1 AND d.id = $2`, [tenant, id]);
  if (!lock) return { sent: false, after: () => undefined };
  const quote = lock.stay === null ? null : await quoteNow(db, lot, lock.stay, now.getTime());
  const sent = await orderOf(db, lock, now);
  const moved = await movedAt(db, { tenantId: tenant, id, armAt: lock.armAt }, now);
  const decision = decideLock(viewOf(lock, quote, sent, moved, now.getTime()), now.getTime());
  const unheard =
    lock.offline && decision.do === 'lower' && quote?.windowFrom != null
      ? now.getTime() - quote.windowFrom >= LOWER_LATE_MS
      : false;
  if (decision.warn || unheard) await faulty(db, lock, now);
  const after = await windowOf(db, lock, quote, now);
  return { sent: await command(db, lock, decision, sent, now), after };
}

/**
 * Moves the arms that are due. `raises`: those that may have to go up as well, which asks the price of every car at a
 * lock. On any number of servers; the same look again orders nothing twice.
 */
export async function tendLocks(database: Database, options: { raises: boolean }, now = new Date()): Promise<void> {
  const all = await database.read(platformScope, (db) => db.raw<Held>(held('d.tenant_id'), []));
  const due = all.filter((lock) => {
    const letGo = lock.arm !== 'down' && (lock.paid || carOf(lock) === false);
    const down = lock.arm === 'down' && carOf(lock) === true && lock.stay !== null;
    return letGo || (down && lock.paid && lock.armAt !== null && Date.parse(lock.armAt) > now.getTime() - MINUTE)
      ? true
      : options.raises && lock.stay !== null;
  });
  for (const lock of due) {
    const { sent, after } = await database.write(tenantScope(lock.tenant), (db) => tend(db, lock, now));
    after();
    if (sent) wakeDispatch(lock.tenant);
  }
}
