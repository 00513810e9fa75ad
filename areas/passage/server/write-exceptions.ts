import { dutyAt } from '#areas/shift/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { iso } from './rows.ts';
import type { Session } from './session.ts';
import { MINUTE, frame, facts } from './write-base.ts';
import type { Wide, Of } from './write-base.ts';

/** Where an exception was seen: the lane's box, who was on duty there, and the car's picture nearest to it. */
async function sightings(db: Db, session: Session): Promise<(fact: Of<'exception'>) => Wide> {
  const found = facts(session, 'exception').flatMap(({ id, lane, at }) => (lane === null ? [] : [{ id, lane, at }]));
  if (found.length === 0) return () => ({ box_id: null, operator: null, picture: null });
  const duty = await dutyAt(db, session.lot.place, found);
  const boxes = await db.raw<{ id: string; box: string | null }>(
    'SELECT id, box_id AS box FROM park_gate WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [session.lot.place.tenantId, found.map(({ lane }) => lane)],
  );
  const boxOf = new Map(boxes.map(({ id, box }) => [id, box]));
  const shots = facts(session, 'passage').filter(({ picture }) => picture !== null);
  const shotOf = ({ lane, at, stay }: Of<'exception'>) =>
    shots
      .filter((shot) => shot.lane === lane && Math.abs(shot.at - at) <= MINUTE)
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]?.picture ??
    (stay === null ? null : (session.book.stay(stay)?.picture ?? null));
  return (fact) => ({
    box_id: boxOf.get(fact.lane ?? '') ?? null,
    operator: duty.get(fact.id)?.operator ?? null,
    picture: shotOf(fact),
  });
}

/** A finding clears what was listed before it, stored or of this batch, and nothing that is listed after it. */
export async function writeExceptions(db: Db, session: Session, head: Wide): Promise<void> {
  const rows: Wide[] = [];
  const about = new Map<string, Wide[]>();
  const cleared = new Map<string, { code: string; subject: string; at: string }>();
  const seen = await sightings(db, session);
  for (const fact of session.facts) {
    if (fact.fact === 'exception') {
      const row: Wide = {
        ...head,
        id: fact.id,
        ...frame(),
        gate_id: fact.lane,
        code: fact.code,
        time: iso(fact.at),
        plate_number: fact.plate,
        stay_id: fact.stay,
        other_id: fact.other,
        amount_fen: fact.amountFen,
        ...seen(fact),
        cleared_time: null,
      };
      rows.push(row);
      for (const subject of new Set([fact.stay, fact.other]))
        if (subject !== null)
          about.set(`${fact.code} ${subject}`, [...(about.get(`${fact.code} ${subject}`) ?? []), row]);
    } else if (fact.fact === 'exceptionCleared') {
      const { code, subject } = fact;
      const at = iso(fact.at)!;
      cleared.set(`${code} ${subject}`, { code, subject, at });
      for (const row of about.get(`${code} ${subject}`) ?? []) row.cleared_time ??= at;
    }
  }
  if (cleared.size > 0) {
    const all = [...cleared.values()];
    await db.raw(
      `UPDATE lane_exception e SET cleared_time = c.at FROM unnest($3::text[], $4::text[], $5::timestamptz[]) AS c(code, subject, at)
      WHERE e.tenant_id = $1 AND e.park_id = $2 AND e.cleared_time IS NULL AND e.code = c.code AND (e.stay_id = c.subject OR e.other_id = c.subject)`,
      [
        session.lot.place.tenantId,
        session.lot.place.parkId,
        all.map((each) => each.code),
        all.map((each) => each.subject),
        all.map((each) => each.at),
      ],
    );
  }
  await insertRows(db, 'lane_exception', rows, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
}
