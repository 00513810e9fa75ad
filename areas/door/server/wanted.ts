/**
 * What each device of a community is to hold now: people with a live or coming right there, none who left, are barred
 * or lost their card.
 */
import { createHash } from 'node:crypto';
import type { Plan } from '#domain/door/plan.ts';
import { fnv } from '#domain/door/wanted.ts';
import type { PersonKind } from '#domain/door/wanted.ts';
import type { Db } from '#kit/server/db.ts';
import type { Part, Place } from './delivery-rows.ts';
import { clockOf } from './place.ts';
import { plansOf } from './plans.ts';
import { grantsOf } from './rights.ts';
import type { GrantRow } from './rights.ts';

export type Entry = {
  readonly person: string;
  readonly digest: string;
  readonly class: PersonKind;
  readonly cards: readonly string[];
  readonly opener: boolean;
  readonly rights: readonly { readonly from: string; readonly until: string | null; readonly plan: string }[];
  /** The photo by which a device with a camera is to know him. */
  readonly face?: string;
};
/** What a device has to know of its door to decide by itself. */
export type DoorConfig = {
  readonly zone: string;
  readonly strikeS: number;
  readonly heldS: number;
  readonly into: {
    id: string;
    antiPassback: string;
    passMinutes: number;
    twoPerson: boolean;
    /** Left out where there is no limit, so that what devices were sent before stays what they are to hold. */
    capacity?: number;
  } | null;
  readonly fromArea: string | null;
  readonly openPlan: string | null;
  readonly firstCard: boolean;
};
export type Wanted = {
  /** By device, then by person. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Days of the calendar and what they are. */
  readonly days: Readonly<Record<string, readonly string[]>>;
  readonly doors: ReadonlyMap<string, DoorConfig>;
};

type Person = {
  id: string;
  deptId: string;
  kind: PersonKind | null;
  cardNo: string | null;
  opener: boolean | null;
  face: string | null;
  /** The midnight after his last valid day. */
  until: string | null;
};

/** As devices keep a card: they need not know its number. */
const cardHash = (cardNo: string): string => createHash('sha256').update(cardNo.trim()).digest('hex');

/** Who may hold rights at all: `$1` is the group, `$2` the community, `$3` the instant. */
export const ENTITLED = `e.tenant_id = $1 AND e.village_id = $2 AND e.status = 'active' AND e.deleted_at IS NULL
    AND (e.valid_from IS NULL OR e.valid_from <= ($3::timestamptz AT TIME ZONE 'Asia/Shanghai')::date)
    AND NOT EXISTS (SELECT 1 FROM door_follow f WHERE f.tenant_id = $1 AND f.emp_id = e.id AND f.follow_type = 'barred'
      AND (f.until IS NULL OR f.until > $3::timestamptz) AND f.deleted_at IS NULL)`;

const PEOPLE = `
  SELECT e.id, e.dept_id AS "deptId", e.person_kind AS kind, CASE WHEN e.card_state = 'lost' THEN NULL ELSE e.card_no END AS "cardNo", e.opener,
    (SELECT p.id FROM door_photo p WHERE p.tenant_id = $1 AND p.emp_id = e.id AND p.state = 'kept' AND p.deleted_at IS NULL AND EXISTS (
      SELECT 1 FROM door_consent c WHERE c.tenant_id = $1 AND c.emp_id = e.id AND c.purpose = 'face' AND c.status = 'given' AND c.deleted_at IS NULL)
      ORDER BY p.added_time DESC LIMIT 1) AS face,
    (e.valid_until + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS until
  FROM door_employee e WHERE ${ENTITLED}
    AND ($4::uuid[] IS NULL OR e.id = ANY($4))`;

/** Each department with all above it. */
export async function lines(db: Db, tenantId: number): Promise<(id: string) => string[]> {
  const rows = await db.raw<{ id: string; parentId: string | null }>(
    'SELECT id, parent_id AS "parentId" FROM dept WHERE tenant_id = $1 AND deleted_at IS NULL',
    [tenantId],
  );
  const above = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  return (id) => {
    const line: string[] = [];
    for (let at: string | null | undefined = id; at && line.length < 20; at = above.get(at)) line.push(at);
    return line;
  };
}

const DOORS = `
  SELECT d.id AS "deviceId", g.strike_s AS "strikeS", g.held_s AS "heldS", g.from_area_id AS "fromArea",
    g.open_plan_id AS "openPlan", g.first_card AS "firstCard",
    a.id AS "areaId", a.anti_passback AS "antiPassback", a.pass_minutes AS "passMinutes", a.two_person AS "twoPerson", a.capacity
  FROM park_device d LEFT JOIN door_gate g ON g.tenant_id = d.tenant_id AND g.id::text = d.door_gate_id AND g.deleted_at IS NULL
    LEFT JOIN door_area a ON a.tenant_id = g.tenant_id AND a.id = g.area_id AND a.deleted_at IS NULL
  WHERE d.tenant_id = $1 AND d.village_id = $2 AND d.device_type = 'door' AND d.deleted_at IS NULL`;

type DoorRow = {
  deviceId: string;
  strikeS: number | null;
  heldS: number | null;
  fromArea: string | null;
  openPlan: string | null;
  firstCard: boolean | null;
  areaId: string | null;
  antiPassback: string | null;
  passMinutes: number | null;
  twoPerson: boolean | null;
  capacity: number | null;
};

const intoOf = ({ areaId, antiPassback, passMinutes, twoPerson, capacity }: DoorRow): DoorConfig['into'] =>
  areaId === null
    ? null
    : {
        id: areaId,
        antiPassback: antiPassback ?? 'off',
        passMinutes: passMinutes ?? 5,
        twoPerson: twoPerson ?? false,
        ...(capacity === null ? {} : { capacity }),
      };

/** Devices that know people by their faces. */
async function camerasOf(db: Db, tenantId: number, villageId: string): Promise<ReadonlySet<string>> {
  const rows = await db.raw<{ id: string }>(
    `SELECT id FROM park_device WHERE tenant_id = $1 AND village_id = $2 AND device_type = 'door' AND door_kind IN ('face', 'thermal') AND deleted_at IS NULL`,
    [tenantId, villageId],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function doorsOf(
  db: Db,
  tenantId: number,
  villageId: string,
  zone: string,
): Promise<Map<string, DoorConfig>> {
  const rows = await db.raw<DoorRow>(DOORS, [tenantId, villageId]);
  return new Map(
    rows.map((row) => [
      row.deviceId,
      {
        zone,
        strikeS: row.strikeS ?? 5,
        heldS: row.heldS ?? 30,
        into: intoOf(row),
        fromArea: row.fromArea,
        openPlan: row.openPlan,
        firstCard: row.firstCard ?? false,
      },
    ]),
  );
}

/** Of a community, or of some of its devices or people. */
export async function wantedIn(
  db: Db,
  { tenantId, villageId }: Place,
  { devices, people: only }: Part,
  now: Date,
): Promise<Wanted> {
  const plans = await plansOf(db, tenantId, villageId);
  const { zone, calendar } = await clockOf(db, tenantId, villageId);
  const days = Object.fromEntries(
    [...calendar]
      .map(([day, kinds]): [string, string[]] => [day, [...kinds].sort()])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const doors = await doorsOf(db, tenantId, villageId, zone);
  const cameras = await camerasOf(db, tenantId, villageId);
  const people = await db.raw<Person>(PEOPLE, [tenantId, villageId, now.toISOString(), only ?? null]);
  const looked = devices ? new Set(devices) : null;
  const grants = (await grantsOf(db, tenantId, villageId))
    .filter(
      ({ until, timePeriodId }) => plans.has(timePeriodId) && (until === null || Date.parse(until) > now.getTime()),
    )
    .map((grant) => (looked ? { ...grant, deviceIds: grant.deviceIds.filter((id) => looked.has(id)) } : grant))
    .filter(({ deviceIds }) => deviceIds.length > 0);
  const lineOf = await lines(db, tenantId);
  const calendarDigest = fnv(JSON.stringify(days));
  const planDigest = new Map(
    [...plans].map(([id, plan]) => [id, fnv(JSON.stringify(plan) + (plan.days === null ? '' : calendarDigest))]),
  );
  const doorDigest = new Map(
    [...doors].map(([id, door]) => [id, JSON.stringify(door) + (planDigest.get(door.openPlan ?? '') ?? '')]),
  );
  const entries = new Map<string, Map<string, Entry>>();
  for (const person of people) {
    const line = new Set(lineOf(person.deptId));
    const own = grants.filter(
      ({ empIds, deptIds }) => empIds?.includes(person.id) || deptIds?.some((id) => line.has(id)),
    );
    for (const [deviceId, here] of byDevice(own)) {
      const entry = entryOf(
        cameras.has(deviceId) ? person : { ...person, face: null },
        here,
        planDigest,
        doorDigest.get(deviceId) ?? '',
      );
      const of = entries.get(deviceId) ?? new Map<string, Entry>();
      entries.set(deviceId, of.set(person.id, entry));
    }
  }
  return { entries, plans, days, doors };
}

function byDevice(grants: readonly GrantRow[]): Map<string, GrantRow[]> {
  const found = new Map<string, GrantRow[]>();
  for (const grant of grants) for (const id of grant.deviceIds) found.set(id, [...(found.get(id) ?? []), grant]);
  return found;
}

export const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : Date.parse(a) < Date.parse(b) ? a : b;

/** Whatever the device decides by is in the digest: the entry, its plans with their calendar, the door. */
function entryOf(
  person: Person,
  grants: readonly GrantRow[],
  planDigest: ReadonlyMap<string, string>,
  door: string,
): Entry {
  const rights = grants
    .map(({ from, until, timePeriodId }) => {
      const end = earlier(until, person.until);
      return {
        from: new Date(from).toISOString(),
        until: end === null ? null : new Date(end).toISOString(),
        plan: timePeriodId,
      };
    })
    .toSorted((a, b) => (a.from + a.plan < b.from + b.plan ? -1 : 1));
  const entry = {
    person: person.id,
    class: person.kind ?? 'staff',
    cards: person.cardNo ? [cardHash(person.cardNo)] : [],
    opener: person.opener ?? false,
    rights,
    ...(person.face === null ? {} : { face: person.face }),
  };
  const content = JSON.stringify([entry, rights.map(({ plan }) => planDigest.get(plan)), door]);
  return { ...entry, digest: fnv(content) + fnv(`${content}.`) };
}

/** When the last of somebody's rights there ends, epoch ms; null where one has no end. */
export const lastEnd = ({ rights }: Entry): number | null =>
  rights.some(({ until }) => until === null) ? null : Math.max(...rights.map(({ until }) => Date.parse(until!)));
