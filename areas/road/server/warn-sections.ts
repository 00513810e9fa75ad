/**
 * What a section's days say that no single berth does: time without plates while nobody was on duty, and sensors mounted
 * the wrong way round.
 */
import { GAP_LIMIT, isGap, unattendedGap } from '#domain/berth/gap.ts';
import type { Gap } from '#domain/berth/gap.ts';
import type { PlateTime } from '#domain/berth/figures.ts';
import { swapsOf } from '#domain/berth/swap.ts';
import type { Spell } from '#domain/berth/types.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { DAY } from '#domain/time/zone.ts';
import { clearWarning, openWarnings, raiseWarning } from '#areas/workorder/server/door.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { eachSection } from './each-section.ts';
import type { Section } from './each-section.ts';
import { presencesOf } from './presences.ts';
import { attendedTimes } from './section-hours.ts';
import { SILENT_MS, looksOf } from './section-looks.ts';

const iso = (at: number): string => new Date(at).toISOString();

type SpellRow = {
  berth: string;
  from: string;
  to: string | null;
  plate: string | null;
  status: string | null;
  inTime: string | null;
  outTime: string | null;
};

/** Occupied spells of a section that reach into a time, each with the stay it is of. */
async function occupied(db: Db, { tenantId, id }: Section, from: number, to: number) {
  const rows = await db.raw<SpellRow>(
    `SELECT s.berth_id AS berth, s.from_time AS "from", s.to_time AS "to", CASE WHEN t.kind = 'unidentified' THEN NULL ELSE t.plate_number END AS plate,
      t.status, t.in_time AS "inTime", t.out_time AS "outTime"
    FROM rd_berth b JOIN berth_spell s ON s.tenant_id = b.tenant_id AND s.berth_id = b.id
    LEFT JOIN stay t ON t.tenant_id = s.tenant_id AND t.id = s.stay_id::uuid AND t.begin_time >= $3::timestamptz - interval '62 days'
    WHERE b.tenant_id = $1 AND b.section_id = $2 AND s.state = 'occupied' AND s.deleted_at IS NULL AND s.from_time < $4 AND (s.to_time IS NULL OR s.to_time > $3)`,
    [tenantId, id, iso(from), iso(to)],
  );
  const spells = rows.map((row): Spell => ({
    berthId: row.berth,
    from: Date.parse(row.from),
    to: row.to ? Date.parse(row.to) : to,
    state: 'occupied',
    stay: null,
    beganBy: null,
    endedBy: null,
  }));
  const stays = rows.flatMap((row): PlateTime[] =>
    row.inTime === null
      ? []
      : [
          {
            berthId: row.berth,
            alsoBerths: [],
            moves: [],
            plate: row.plate,
            state: row.status === 'voided' ? 'voided' : 'open',
            inTime: Date.parse(row.inTime),
            outTime: row.outTime ? Date.parse(row.outTime) : null,
          },
        ],
  );
  return { spells, stays };
}

async function tellGap(db: Db, section: Section, gap: Gap, now: Date): Promise<void> {
  const today = dayOf(now.getTime(), section.zone);
  const open = await openWarnings(db, section.tenantId, ['gap'], [section.id]);
  if (open.some(({ lastTime }) => dayOf(Date.parse(lastTime), section.zone) === today)) return;
  await raiseWarning(
    db,
    section,
    {
      type: 'gap',
      subjectId: section.id,
      subject: section.name,
      level: 'bad',
      figure: Math.round((gap.unreadMs / gap.occupiedMs) * 1000) / 10,
      limit: GAP_LIMIT * 100,
      unit: '%',
    },
    now,
  );
}

/**
 * Berths whose sensors report each other, or of whose sensors it was not known all the time that they are mounted
 * there: what they say of cars is no gap, and neither is what was not billed for want of proof.
 */
async function doubtfulBerths(
  db: Db,
  { tenantId, id }: Section,
  from: number,
  to: number,
): Promise<ReadonlySet<string>> {
  const rows = await db.raw<{ berth: string }>(
    `SELECT DISTINCT s.berth_id AS berth FROM rd_berth b JOIN sensor_binding s ON s.tenant_id = b.tenant_id AND s.berth_id = b.id
    JOIN park_device d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
    WHERE b.tenant_id = $1 AND b.section_id = $2 AND s.deleted_at IS NULL AND d.device_type = 'sensor'
      AND s.from_time < $4 AND (s.to_time IS NULL OR s.to_time > $3) AND (s.proven_time IS NULL OR s.proven_time > $3)`,
    [tenantId, id, iso(from), iso(to)],
  );
  const unproven = rows.map(({ berth }) => berth);
  const swapped = (await openWarnings(db, tenantId, ['swap'])).flatMap(({ subjectId }) => subjectId.split(' '));
  return new Set([...swapped, ...unproven]);
}

/**
 * Of the day before, for each section: too much occupied time in no stay with a plate while nobody was on duty there.
 * Once a day. What somebody left unread is counted by `warn-collectors.ts`.
 */
export const warnOfUnattended = (database: Database, now: Date): Promise<void> =>
  eachSection(database, async (db, section) => {
    const day = addDays(dayOf(now.getTime(), section.zone), -1);
    const hours = attendedTimes(section.hours, day, section.zone);
    const [from, to] = [startOfDay(day, section.zone), startOfDay(addDays(day, 1), section.zone)];
    const all = await occupied(db, section, from, to);
    const doubtful = await doubtfulBerths(db, section, from, to);
    const spells = all.spells.filter(({ berthId }) => !doubtful.has(berthId));
    const stays = all.stays.filter(({ berthId }) => !doubtful.has(berthId));
    if (spells.length === 0) return;
    const gap = unattendedGap(spells, stays, hours, await presencesOf(db, section, from, to));
    if (isGap(gap)) await tellGap(db, section, gap, now);
  });

/** What is read to find swapped sensors. */
const SWAP_DAYS = 7;

/** Sensors that were taken for right and are not: what they feel is charged no more until it is proven anew. */
const doubtMountings = (db: Db, tenantId: number, berths: readonly string[]): Promise<unknown> =>
  db.raw(
    'UPDATE sensor_binding SET proven_time = NULL WHERE tenant_id = $1 AND berth_id = ANY($2::uuid[]) AND to_time IS NULL',
    [tenantId, [...berths]],
  );

/** Sensors that report each other's berth, found anew each time: one that was set right is cleared. */
export const warnOfSwaps = (database: Database, now: Date): Promise<void> =>
  eachSection(database, async (db, section) => {
    const { seen, sensed } = await looksOf(db, section, now.getTime() - SWAP_DAYS * DAY);
    const numbers = new Map(
      (
        await db.raw<{ id: string; no: string }>(
          'SELECT id, berth_no AS no FROM rd_berth WHERE tenant_id = $1 AND section_id = $2 AND deleted_at IS NULL',
          [section.tenantId, section.id],
        )
      ).map(({ id, no }) => [id, no]),
    );
    const found = new Map(swapsOf(seen, sensed, SILENT_MS).map((swap) => [swap.berths.toSorted().join(' '), swap]));
    const open = (await openWarnings(db, section.tenantId, ['swap'])).filter(({ subjectId }) =>
      subjectId.split(' ').every((berth) => numbers.has(berth)),
    );
    const known = new Set(open.map(({ subjectId }) => subjectId));
    for (const [subjectId, { berths, times }] of found)
      if (!known.has(subjectId)) {
        const own = berths.map((berth) => numbers.get(berth)!).toSorted();
        await doubtMountings(db, section.tenantId, berths);
        await raiseWarning(
          db,
          section,
          {
            type: 'swap',
            subjectId,
            subject: own.join(' ↔ '),
            berthNo: own[0]!,
            level: 'bad',
            figure: times,
            limit: 5,
          },
          now,
        );
      }
    for (const subjectId of known)
      if (!found.has(subjectId)) await clearWarning(db, section.tenantId, { type: 'swap', subjectId }, now);
  });
