/** What a settlement of sections is worked out from, read from the tables. */
import type { Closure, Evidence, SectionInput, SensorBinding, SettledStay } from '#domain/berth/types.ts';
import type { Db } from '#kit/server/db.ts';
import { roadSettingsOf } from './settings.ts';
import type { Lot } from './evidence.ts';

const HOUR = 3_600_000;
/** Nothing older is read anew; a car that stands longer than this has its stay continued by what is known. */
const MOST_MS = 62 * 24 * HOUR;
const LEAST_MS = 36 * HOUR;

export type StoredStay = {
  readonly id: string;
  readonly berthId: string;
  readonly plate: string | null;
  readonly status: string;
  readonly beginTime: number;
  readonly inTime: number;
  readonly outTime: number | null;
};

export type Gathered = {
  readonly sectionId: string;
  readonly zone: string | null;
  readonly company: string;
  /** When the section is attended, as it is entered. */
  readonly guardHours: string | null;
  /** Numbers of the berths, by id. */
  readonly numbers: ReadonlyMap<string, string>;
  readonly input: SectionInput;
  /**
   * Epoch ms. Of what was over before it all news are long known, and only a part of the evidence is read: it makes no
   * new stay.
   */
  readonly newsFrom: number;
  readonly open: readonly StoredStay[];
};

const ms = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);
const iso = (at: number): string => new Date(at).toISOString();

type BerthRow = {
  id: string;
  section: string;
  zone: string | null;
  hours: string | null;
  no: string;
  company: string;
};

async function berthsOf(db: Db, { tenantId, parkId }: Lot, sections: readonly string[]): Promise<BerthRow[]> {
  return db.raw<BerthRow>(
    `SELECT b.id, b.section_id AS section, a.zone_class AS zone, a.guard_hours AS hours, b.berth_no AS no, b.company_id AS company FROM rd_berth b
    JOIN park_area a ON a.tenant_id = b.tenant_id AND a.id = b.section_id
    WHERE b.tenant_id = $1 AND b.park_id = $2 AND b.section_id = ANY($3::uuid[]) AND b.deleted_at IS NULL ORDER BY b.order_no, b.berth_no, b.id`,
    [tenantId, parkId, [...sections]],
  );
}

async function staysSince(
  db: Db,
  { tenantId, parkId }: Lot,
  berths: readonly string[],
  since: number,
): Promise<StoredStay[]> {
  const rows = await db.raw<Record<string, string | null>>(
    `SELECT id, berth_id AS berth, plate_number AS plate, kind, status, begin_time AS begin, in_time AS "in", out_time AS out FROM stay
    WHERE tenant_id = $1 AND park_id = $2 AND berth_id = ANY($3::uuid[]) AND begin_time >= $4
      AND status NOT IN ('merged', 'voided') AND (out_time IS NULL OR out_time >= $5) ORDER BY begin_time, id`,
    [tenantId, parkId, [...berths], iso(since - MOST_MS), iso(since)],
  );
  return rows.map((row) => ({
    id: row.id!,
    berthId: row.berth!,
    plate: row.kind === 'unidentified' ? null : row.plate!,
    status: row.status!,
    beginTime: ms(row.begin)!,
    inTime: ms(row.in) ?? ms(row.begin)!,
    outTime: ms(row.out),
  }));
}

async function evidenceOf(db: Db, { tenantId }: Lot, berths: readonly string[], since: number): Promise<Evidence[]> {
  const rows = await db.raw<Record<string, unknown>>(
    `SELECT id, berth_id, at, raw_at, heard_at, source, claim, device_id, user_id, plate_number, plate_colour, confidence, sha256, offline, changes, since_seconds, restarted, also_of
    FROM berth_evidence WHERE tenant_id = $1 AND berth_id = ANY($2::uuid[]) AND at >= $3 AND raw_at >= $4 ORDER BY at, id`,
    [tenantId, [...berths], iso(since), iso(since - 24 * HOUR)],
  );
  return rows.map((row) => ({
    id: String(row.id),
    berthId: String(row.berth_id),
    at: ms(row.at)!,
    rawAt: ms(row.raw_at)!,
    heardAt: ms(row.heard_at)!,
    source: row.source as Evidence['source'],
    claim: row.claim as Evidence['claim'],
    deviceId: (row.device_id as string | null) ?? null,
    userId: (row.user_id as string | null) ?? null,
    plate: (row.plate_number as string | null) ?? null,
    colour: (row.plate_colour as string | null) ?? null,
    confidence: (row.confidence as number | null) ?? null,
    picture: (row.sha256 as string | null) ?? null,
    offline: row.offline === true,
    changes: (row.changes as number | null) ?? null,
    sinceSeconds: (row.since_seconds as number | null) ?? null,
    restarted: row.restarted === true,
    alsoOf: (row.also_of as string | null) ?? null,
  }));
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

async function closuresOf(
  db: Db,
  { tenantId }: Lot,
  berths: readonly string[],
  since: number,
): Promise<Map<string, Closure[]>> {
  const rows = await db.raw<{ berth: string; from: string; to: string | null }>(
    `SELECT berth_id AS berth, from_time AS "from", to_time AS "to" FROM berth_closure
    WHERE tenant_id = $1 AND berth_id = ANY($2::uuid[]) AND deleted_at IS NULL AND (to_time IS NULL OR to_time > $3) ORDER BY from_time`,
    [tenantId, [...berths], iso(since)],
  );
  return Map.groupBy(
    rows.map(({ berth, from, to }) => ({ berth, from: Date.parse(from), to: ms(to) })),
    ({ berth }) => berth,
  ) as Map<string, Closure[]>;
}

/** A row may have been begun for a car that came later than the one it was billed for: all that was billed is taken. */
const settledOf = (stay: StoredStay, outTime: number): SettledStay => ({
  ...stay,
  beginTime: Math.min(stay.beginTime, stay.inTime),
  outTime,
});

const openOnes = new Set(['open', 'suspect', 'stale']);

/** Everything of these sections since `earliest`, or as far back as the stays that reach into it. */
export async function gather(
  db: Db,
  lot: Lot,
  sections: readonly string[],
  earliest: number,
  now: number,
): Promise<Gathered[]> {
  const berths = await berthsOf(db, lot, sections);
  const ids = berths.map(({ id }) => id);
  if (ids.length === 0) return [];
  const wanted = Math.max(now - MOST_MS, Math.min(earliest, now - LEAST_MS));
  const reaching = await staysSince(db, lot, ids, wanted);
  const since = Math.max(now - MOST_MS, Math.min(wanted, ...reaching.map(({ beginTime }) => beginTime)) - HOUR);
  // What ended since then on other berths is settled: its evidence is read too, and must make no second stay.
  const stays = await staysSince(db, lot, ids, since);
  const [evidence, bindings, closures, set] = await Promise.all([
    evidenceOf(db, lot, ids, since),
    bindingsOf(db, lot, ids),
    closuresOf(db, lot, ids, since),
    roadSettingsOf(db, lot.tenantId, lot.parkId),
  ]);
  const { pairMinutes, maxBackMinutes, unreadMinutes, stillThereMinutes, moveMinutes, confirmSeconds } = set;
  return [...Map.groupBy(berths, ({ section }) => section)].map(([sectionId, own]) => {
    const mine = new Set(own.map(({ id }) => id));
    const here = stays.filter(({ berthId }) => mine.has(berthId));
    return {
      sectionId,
      zone: own[0]!.zone,
      company: own[0]!.company,
      guardHours: own[0]!.hours,
      numbers: new Map(own.map(({ id, no }) => [id, no])),
      newsFrom: wanted,
      open: here.filter(({ status }) => openOnes.has(status)),
      input: {
        berths: own.map(({ id }) => ({ berthId: id, closures: closures.get(id) ?? [] })),
        evidence: evidence.filter(({ berthId }) => mine.has(berthId)),
        bindings: bindings.filter(({ berthId }) => mine.has(berthId)),
        parameters: { pairMinutes, maxBackMinutes, unreadMinutes, stillThereMinutes, moveMinutes, confirmSeconds },
        settled: here.flatMap((stay): SettledStay[] =>
          stay.outTime !== null && !openOnes.has(stay.status) ? [settledOf(stay, stay.outTime)] : [],
        ),
        from: since,
        // What was received in this very millisecond is read too.
        until: now + 1,
      },
    };
  });
}
