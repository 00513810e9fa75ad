/** A berth over a day, and the pictures of a stay: what its times rest on. */
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { and, eq, gte, isNull, lt, or } from 'drizzle-orm';
import { stay } from '#areas/passage/model/stay.ts';
import { berthEvidence } from '#areas/road/model/berth-evidence.ts';
import { berthSpell } from '#areas/road/model/berth-spell.ts';
import { berthDay, roadImages } from '#areas/road/model/action-calls.ts';
import { berthToWork } from './berth-actions.ts';

const HOUR = 3_600_000;

async function evidenceBetween(work: Work, berthId: string, from: string, to: string): Promise<Stored[]> {
  const e = tableOf(berthEvidence);
  const rows = await work.db
    .select()
    .from(e)
    .where(
      scoped(berthEvidence, work.db.scope, [
        and(eq(e.berthId!, berthId), gte(e.at!, from), lt(e.at!, to)),
        gte(e.rawAt!, new Date(Date.parse(from) - 24 * HOUR).toISOString()),
        lt(e.rawAt!, new Date(Date.parse(to) + 24 * HOUR).toISOString()),
      ]),
    )
    .orderBy(e.at!, e.id!)
    .limit(2000);
  return rows as Stored[];
}

async function day(work: Work): Promise<unknown> {
  const { berthId, startTime, hours } = work.input as { berthId: string; startTime: string; hours?: number | null };
  const berth = await berthToWork(work, berthId);
  const end = new Date(Date.parse(startTime) + (hours ?? 24) * HOUR).toISOString();
  const s = tableOf(berthSpell);
  const spells = (await work.db
    .select()
    .from(s)
    .where(
      scoped(berthSpell, work.db.scope, [
        and(eq(s.berthId!, berth.id), lt(s.fromTime!, end), or(isNull(s.toTime!), gte(s.toTime!, startTime))),
      ]),
    )
    .orderBy(s.fromTime!)
    .limit(1000)) as Stored[];
  return {
    spells: await present(berthSpell, spells, work.db, work.person, work.lang),
    evidence: await present(
      berthEvidence,
      await evidenceBetween(work, berth.id, startTime, end),
      work.db,
      work.person,
      work.lang,
    ),
  };
}

type StayRow = { berthId: string | null; inTime: string; beginTime: string; outTime: string | null };

async function images(work: Work): Promise<unknown> {
  const { recordId } = work.input as { recordId: string };
  const row = (await rowOf(stay, recordId.toLowerCase(), work.db)) as StayRow;
  if (!row.berthId || !work.permits('stay:unmask')) return [];
  await berthToWork(work, row.berthId);
  const from = new Date(Math.min(Date.parse(row.inTime), Date.parse(row.beginTime)) - HOUR / 2).toISOString();
  const to = new Date((row.outTime ? Date.parse(row.outTime) : work.now.getTime()) + HOUR / 2).toISOString();
  return (await evidenceBetween(work, row.berthId, from, to))
    .filter(({ picture }) => picture)
    .map(({ picture, sha256, at, source, claim }) => ({ url: picture, sha256, at, source, claim }));
}

export const dayServed: Served[] = [serve(berthDay, day), serve(roadImages, images)];
