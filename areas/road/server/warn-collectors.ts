/** Who leaves cars of a car park unread, counted anew each night over the days before (`domain/berth/left-unread.ts`). */
import { addedUp, leavesUnread, readCounts, TIME_TO_READ_MS } from '#domain/berth/left-unread.ts';
import type { LeavesUnread, ReadCount, StoodCar } from '#domain/berth/left-unread.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { user } from '#areas/access/model/user.ts';
import { openWarnings, raiseWarning } from '#areas/workorder/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { namesOf } from '#kit/server/rows.ts';
import { eachSection } from './each-section.ts';
import type { Section } from './each-section.ts';
import { presencesOf } from './presences.ts';
import { attendedTimes } from './section-hours.ts';

/** So many days are counted. */
const DAYS = 7;

type CarRow = { from: string; to: string; read: boolean };

/**
 * Cars whose arrival and leave were noticed. A berth counts from the proof of its sensor on: what one of another berth
 * felt is nobody's to read. A plate that came after the bill was final, as from a handheld without a network, was read.
 */
async function stoodCars(db: Db, { tenantId, id }: Section, from: number, to: number): Promise<StoodCar[]> {
  const rows = await db.raw<CarRow>(
    `SELECT t.begin_time AS "from", t.out_time AS "to", t.kind <> 'unidentified' OR EXISTS (
        SELECT FROM berth_evidence e WHERE e.tenant_id = $1 AND e.berth_id = t.berth_id AND e.plate_number IS NOT NULL
          AND e.at >= t.begin_time AND e.at <= t.out_time AND e.raw_at >= t.begin_time - interval '1 day' AND e.raw_at <= t.out_time + interval '1 day'
      ) AS read
    FROM rd_berth b JOIN stay t ON t.tenant_id = b.tenant_id AND t.berth_id = b.id
    WHERE b.tenant_id = $1 AND b.section_id = $2 AND t.begin_time >= $3 AND t.begin_time < $4 AND t.status = 'closed'
      AND t.out_time >= t.begin_time + $5 * interval '1 millisecond'
      AND NOT EXISTS (SELECT FROM sensor_binding s JOIN park_device d ON d.tenant_id = $1 AND d.id = s.device_id
        WHERE s.tenant_id = $1 AND s.berth_id = b.id AND s.deleted_at IS NULL AND d.device_type = 'sensor'
          AND s.from_time <= t.begin_time AND (s.to_time IS NULL OR s.to_time > t.begin_time)
          AND (s.proven_time IS NULL OR s.proven_time > t.begin_time))`,
    [tenantId, id, new Date(from).toISOString(), new Date(to).toISOString(), TIME_TO_READ_MS],
  );
  return rows.map((row) => ({ from: Date.parse(row.from), to: Date.parse(row.to), read: row.read }));
}

type Dated = ReadCount & { readonly day: string };
type Lot = { readonly section: Section; readonly counts: Dated[] };

async function countsOf(db: Db, section: Section, today: string): Promise<Dated[]> {
  const { zone } = section;
  const counts: Dated[] = [];
  for (let back = DAYS; back >= 1; back -= 1) {
    const day = addDays(today, -back);
    const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    const cars = await stoodCars(db, section, from, to);
    if (cars.length === 0) continue;
    const hours = attendedTimes(section.hours, day, zone);
    const presences = await presencesOf(db, section, from, to);
    counts.push(...readCounts(cars, hours, presences).map((count) => ({ ...count, day })));
  }
  return counts;
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

/** What the desk reads, in both languages: a warning is one row for all who see it. */
const reasonOf = ({ cars, unread, days, others }: LeavesUnread): string =>
  `停满 30 分钟的车：${days} 天 ${cars} 辆中 ${unread} 辆未登记；同车场其他人 ${others.cars} 辆中 ${others.unread} 辆 / Cars that stood 30 min: ${unread} of ${cars} unread in ${days} days; others here ${others.unread} of ${others.cars}`;

async function raise(db: Db, { section }: Lot, found: LeavesUnread, now: Date): Promise<void> {
  const { tenantId, parkId, parkName, zone } = section;
  const subjectId = `${parkId} ${found.userId}`;
  const today = dayOf(now.getTime(), zone);
  const open = await openWarnings(db, tenantId, ['gap'], [subjectId]);
  if (open.some(({ lastTime }) => dayOf(Date.parse(lastTime), zone) === today)) return;
  const name = (await namesOf(user, [found.userId], db)).get(found.userId);
  await raiseWarning(
    db,
    section,
    {
      type: 'gap',
      subjectId,
      subject: [parkName, name].filter(Boolean).join(' · '),
      level: 'bad',
      figure: percent(found.unread, found.cars),
      limit: percent(found.others.unread, found.others.cars),
      unit: '%',
      remark: reasonOf(found),
    },
    now,
  );
}

/** Names in each car park who surely leaves more cars unread than the others there. Once a day. */
export async function warnOfCollectors(database: Database, now: Date): Promise<void> {
  const lots = new Map<string, Lot>();
  await eachSection(database, async (db, section) => {
    const counts = await countsOf(db, section, dayOf(now.getTime(), section.zone));
    const key = `${section.tenantId} ${section.parkId}`;
    if (!lots.has(key)) lots.set(key, { section, counts: [] });
    lots.get(key)!.counts.push(...counts);
  });
  for (const lot of lots.values()) {
    const found = leavesUnread(addedUp(lot.counts));
    if (found.length > 0)
      await database.write(tenantScope(lot.section.tenantId), async (db) => {
        for (const each of found) await raise(db, lot, each, now);
      });
  }
}
