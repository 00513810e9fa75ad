/** What a settlement of sections is worked out from, read from the tables. */
import { isReading } from '#domain/berth/readings.ts';
import { reachOf } from '#domain/berth/reach.ts';
import type { Closure, Evidence, SectionInput, SensorBinding } from '#domain/berth/types.ts';
import { confusableKey, oneConfusedLetter } from '#domain/plate/distance.ts';
import { isoOf } from '#domain/time/iso.ts';
import { HOUR } from '#domain/time/zone.ts';
import type { Db } from '#kit/server/db.ts';
import { roadSettingsOf } from './settings.ts';
import type { Lot } from './evidence.ts';
import { plateEvidence } from './stored-evidence.ts';
import { MOST_MS, readBerths, unendedStays, wantedFrom } from './windows.ts';
import type { BerthRead, Known, Moment, StoredStay } from './windows.ts';

export type Gathered = {
  readonly sectionId: string;
  readonly zone: string | null;
  readonly company: string;
  /** When the section is attended, as it is entered. */
  readonly guardHours: string | null;
  /** Numbers of the berths, by id. */
  readonly numbers: ReadonlyMap<string, string>;
  /** The berths that the news can change, and those that are needed to work them out. */
  readonly input: SectionInput;
  /** Berths of which the outcome is stored. */
  readonly changed: ReadonlySet<string>;
  /**
   * Epoch ms. Of what was over before it all news are long known, and only a part of the evidence is read: it makes no
   * new stay.
   */
  readonly newsFrom: number;
  readonly open: readonly StoredStay[];
};

const ms = (value: string | null): number | null => (value === null ? null : Date.parse(value));

type BerthRow = {
  id: string;
  section: string;
  zone: string | null;
  hours: string | null;
  no: string;
  company: string;
  due: string | null;
};

/** All berths of the sections of these, in street order. */
async function berthsOf(db: Db, { tenantId, parkId }: Lot, touched: readonly string[]): Promise<BerthRow[]> {
  return db.raw<BerthRow>(
    `SELECT b.id, b.section_id AS section, a.zone_class AS zone, a.guard_hours AS hours, b.berth_no AS no, b.company_id AS company, b.due_time AS due FROM (
      SELECT DISTINCT t.section_id FROM rd_berth t WHERE t.tenant_id = $1 AND t.id = ANY($3::uuid[])) s
    JOIN park_area a ON a.tenant_id = $1 AND a.id = s.section_id
    JOIN rd_berth b ON b.tenant_id = $1 AND b.section_id = s.section_id AND b.park_id = $2 AND b.deleted_at IS NULL
    ORDER BY b.order_no, b.berth_no, b.id`,
    [tenantId, parkId, [...touched]],
  );
}

async function bindingsOf(db: Db, { tenantId }: Lot, berths: readonly string[]): Promise<SensorBinding[]> {
  const rows = await db.raw<{
    device: string;
    berth: string;
    from: string;
    to: string | null;
    silent: number | null;
    faults: number | null;
    proven: string | null;
  }>(
    // A lock holds the car it feels: where it stands needs no proof.
    `SELECT s.device_id AS device, s.berth_id AS berth, s.from_time AS "from", s.to_time AS "to", d.silent_after_min AS silent, d.faults,
      CASE WHEN d.device_type = 'sensor' THEN s.proven_time ELSE s.from_time END AS proven
    FROM sensor_binding s JOIN park_device d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
    WHERE s.tenant_id = $1 AND s.berth_id = ANY($2::uuid[]) AND s.deleted_at IS NULL`,
    [tenantId, [...berths]],
  );
  return rows.map(({ device, berth, from, to, silent, faults, proven }) => ({
    deviceId: device,
    berthId: berth,
    from: Date.parse(from),
    to: ms(to),
    silentAfterMinutes: silent ?? 180,
    provenFrom: ms(proven),
    faults: faults ?? 0,
  }));
}

type ClosureOf = Closure & { readonly berth: string };

/** Closures of these berths that were not over at an instant, in the order of time. */
async function closuresOf(db: Db, { tenantId }: Lot, berths: readonly string[], since: number): Promise<ClosureOf[]> {
  const rows = await db.raw<{ berth: string; from: string; to: string | null }>(
    `SELECT c.berth_id AS berth, c.from_time AS "from", c.to_time AS "to" FROM berth_closure c
    WHERE c.tenant_id = $1 AND c.berth_id = ANY($2::uuid[]) AND c.deleted_at IS NULL AND (c.to_time IS NULL OR c.to_time > $3) ORDER BY c.from_time`,
    [tenantId, [...berths], isoOf(since)],
  );
  return rows.map(({ berth, from, to }) => ({ berth, from: Date.parse(from), to: ms(to) }));
}

/** Of the closures of a berth those that were not over at an instant. */
const closedSince = (all: readonly ClosureOf[], berthId: string, since: number): Closure[] =>
  all.flatMap(({ berth, from, to }) => (berth === berthId && (to === null || to > since) ? [{ from, to }] : []));

const openOnes = new Set(['open', 'suspect', 'stale']);

/** What is read of the berths so far. */
type Progress = {
  readonly read: Map<string, BerthRead>;
  /** Readings of the same cars at other berths, and before what is read of a berth. */
  readonly elsewhere: Map<string, Evidence>;
  /** By berth, keys of the cars that were read there. */
  readonly cars: Map<string, Set<string>>;
  readonly bindings: SensorBinding[];
};

const platesIn = (evidence: readonly Evidence[]): string[] =>
  evidence.flatMap((each) => (isReading(each) ? [each.plate!] : []));

function noteCars({ cars }: Progress, readings: readonly { readonly berthId: string; readonly plate: string }[]): void {
  for (const { berthId, plate } of readings) {
    const known = cars.get(berthId) ?? new Set();
    cars.set(berthId, known.add(confusableKey(plate)));
  }
}

/**
 * Reads the touched berths, then the berths they depend on, until nothing is missing. Answers those that the news can
 * change; all of them where everything is read (`whole`).
 */
async function readReach(
  db: Db,
  lot: Lot,
  touched: readonly string[],
  sections: readonly (readonly string[])[],
  known: Omit<Known, 'bindings'>,
  moment: Moment & { readonly whole: boolean },
): Promise<Progress & { readonly changed: ReadonlySet<string> }> {
  const order = sections.flat();
  const progress: Progress = { read: new Map(), elsewhere: new Map(), cars: new Map(), bindings: [] };
  const since = Math.max(
    moment.now - MOST_MS,
    Math.min(wantedFrom(moment), ...known.open.map(({ beginTime }) => beginTime)) - HOUR,
  );
  noteCars(
    progress,
    known.open.flatMap(({ berthId, plate }) => (plate === null ? [] : [{ berthId, plate }])),
  );
  for (const queried = new Set<string>(); ;) {
    const reaches = sections.map((own) =>
      reachOf(
        touched.filter((each) => own.includes(each)),
        { order: own, cars: progress.cars },
      ),
    );
    const needed = moment.whole ? order : reaches.flatMap((each) => [...each.needed]);
    const missing = needed.filter((each) => !progress.read.has(each));
    if (missing.length === 0) {
      const changed = new Set(moment.whole ? order : reaches.flatMap((each) => [...each.changed]));
      return { ...progress, changed };
    }
    const binding = bindingsOf(db, lot, missing);
    const [parts, bindings] = await Promise.all([
      readBerths(db, lot, missing, { ...known, bindings: binding }, moment),
      binding,
    ]);
    progress.bindings.push(...bindings);
    for (const part of parts) progress.read.set(part.berthId, part);
    const plates = new Set([
      ...platesIn(parts.flatMap(({ evidence }) => evidence)),
      ...known.open.flatMap(({ berthId, plate }) => (plate !== null && missing.includes(berthId) ? [plate] : [])),
    ]);
    const texts = [...plates].flatMap(oneConfusedLetter).filter((each) => !queried.has(each));
    for (const each of texts) queried.add(each);
    const found = (await plateEvidence(db, lot, order, texts, since)).filter(isReading);
    for (const each of found) progress.elsewhere.set(each.id, each);
    noteCars(
      progress,
      found.map(({ berthId, plate }) => ({ berthId, plate: plate! })),
    );
  }
}

/** A car that stands on two berths depends on what was linked once: its section is read as a whole. */
const isLinked = ({ read, elsewhere }: Progress): boolean =>
  [...[...read.values()].flatMap(({ evidence }) => evidence), ...elsewhere.values()].some(
    ({ alsoOf }) => alsoOf !== null,
  );

/**
 * What news of the `touched` berths can change, section by section, with all that is needed to work it out.
 * `whole`: everything of their sections since the news, or 36 hours ago. What was dated ahead of them is news as well.
 */
export async function gather(
  db: Db,
  lot: Lot,
  touched: readonly string[],
  { now, newsAt, whole }: Moment & { readonly whole: boolean },
): Promise<Gathered[]> {
  const [berths, set] = await Promise.all([berthsOf(db, lot, touched), roadSettingsOf(db, lot.tenantId, lot.parkId)]);
  if (berths.length === 0) return [];
  const ids = berths.map(({ id }) => id);
  const [open, closures] = await Promise.all([
    unendedStays(db, lot, ids, now),
    closuresOf(db, lot, ids, now - MOST_MS),
  ]);
  const news = new Set(touched);
  const dues = berths.flatMap(({ id, due }) => (due !== null && news.has(id) ? [Date.parse(due)] : []));
  const moment = { now, newsAt: Math.min(now, newsAt, ...dues), whole };
  const { pairMinutes, maxBackMinutes, unreadMinutes, stillThereMinutes, moveMinutes, confirmSeconds } = set;
  const parameters = { pairMinutes, maxBackMinutes, unreadMinutes, stillThereMinutes, moveMinutes, confirmSeconds };
  const sections = Map.groupBy(berths, ({ section }) => section);
  const orders = [...sections.values()].map((own) => own.map(({ id }) => id));
  const known = { open, parameters };
  const short = await readReach(db, lot, touched, orders, known, moment);
  const reach =
    isLinked(short) && !moment.whole
      ? await readReach(db, lot, touched, orders, known, { ...moment, whole: true })
      : short;
  const from = Math.min(...[...reach.read.values()].map((each) => each.from));
  return [...sections].map(([sectionId, own]) => {
    const parts = own.flatMap(({ id }) => reach.read.get(id) ?? []);
    const mine = new Set(parts.map(({ berthId }) => berthId));
    const here = [...parts.flatMap(({ ended }) => ended), ...open.filter(({ berthId }) => mine.has(berthId))];
    return {
      sectionId,
      zone: own[0]!.zone,
      company: own[0]!.company,
      guardHours: own[0]!.hours,
      numbers: new Map(own.map(({ id, no }) => [id, no])),
      newsFrom: wantedFrom(moment),
      changed: new Set([...mine].filter((each) => reach.changed.has(each))),
      open: here
        .filter(({ status }) => openOnes.has(status))
        .toSorted((a, b) => a.beginTime - b.beginTime || (a.id < b.id ? -1 : 1))
        .filter(({ id }, nth, all) => all.findIndex((each) => each.id === id) === nth),
      input: {
        berths: parts.map((part) => ({
          berthId: part.berthId,
          closures: closedSince(closures, part.berthId, from),
          from: part.from,
        })),
        order: own.map(({ id }) => id),
        evidence: [
          ...parts.flatMap(({ evidence }) => evidence),
          ...[...reach.elsewhere.values()].filter(({ berthId }) => mine.has(berthId)),
        ],
        bindings: reach.bindings.filter(({ berthId }) => mine.has(berthId)),
        parameters,
        settled: parts.flatMap(({ ended }) => ended.filter(({ status }) => !openOnes.has(status))),
        from: Math.min(...parts.map((part) => part.from)),
        // What was received in this very millisecond is read too.
        until: now + 1,
      },
    };
  });
}
