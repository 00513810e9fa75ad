/**
 * How often each sensor is probably wrong, from where it and those who look at its berth disagree: what repairs are
 * ordered by.
 */
import { sensedAt, timelines } from '#domain/berth/sensed.ts';
import { errorRate, worthOf } from '#domain/berth/worth.ts';
import type { Comparison } from '#domain/berth/worth.ts';
import { DAY } from '#domain/time/zone.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { eachSection } from './each-section.ts';
import type { Section } from './each-section.ts';
import { SILENT_MS, looksOf } from './section-looks.ts';
import type { Seen, Sensed } from './section-looks.ts';

const LOOK_BACK_MS = 7 * DAY;

/** Each observation of a berth, with what its sensors reported then. */
function comparisonsOf(seen: readonly Seen[], sensed: readonly Sensed[]): Comparison[] {
  const lines = timelines(sensed.map(({ device, at, occupied }) => ({ berthId: device, at, occupied })));
  const devices = new Map(
    [...Map.groupBy(sensed, ({ berthId }) => berthId)].map(([berthId, own]) => [
      berthId,
      [...new Set(own.map(({ device }) => device))],
    ]),
  );
  return seen.map(({ berthId, at, occupied, by }) => ({
    claims: [
      { source: by, occupied },
      ...(devices.get(berthId) ?? []).flatMap((device) => {
        const word = sensedAt(lines.get(device), at, SILENT_MS);
        return word === null ? [] : [{ source: device, occupied: word }];
      }),
    ],
  }));
}

async function rateSection(db: Db, section: Section, now: Date): Promise<void> {
  const { seen, sensed } = await looksOf(db, section, now.getTime() - LOOK_BACK_MS);
  const worth = new Map(worthOf(comparisonsOf(seen, sensed)).map((each) => [each.source, each]));
  const rows = [...new Set(sensed.map(({ device }) => device))].map((id) => {
    const own = worth.get(id);
    return { id, share: own ? Math.round(10_000 * errorRate(own)) : null };
  });
  if (rows.length > 0)
    await db.raw(
      `UPDATE park_device d SET wrong_share = n.share FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, share int)
      WHERE d.tenant_id = $1 AND d.id = n.id AND d.wrong_share IS DISTINCT FROM n.share`,
      [section.tenantId, JSON.stringify(rows)],
    );
}

export const rateSensors = (database: Database, now: Date): Promise<void> =>
  eachSection(database, (db, section) => rateSection(db, section, now));
