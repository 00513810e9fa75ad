/** Passages, releases and what was found out later about them, as rows. */
import { released } from '#areas/passage/model/events.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { iso } from './rows.ts';
import type { Session } from './session.ts';
import { owner, frame, facts, plateOf } from './write-base.ts';
import type { Wide } from './write-base.ts';
import { writeOpenings } from './write-openings.ts';
import { writeExceptions } from './write-exceptions.ts';
import { writeChanges, writeNotes } from './write-history.ts';

/**
 * Why a lane decided as it did of each vehicle that went, by passage: usually the decision came some messages earlier,
 * and under the number the vehicle had then. A camera restarts its numbering at times, so only what was decided within
 * a day of the reading is of this car.
 */
async function reasonsOf(db: Db, session: Session): Promise<ReadonlyMap<string, string>> {
  const verdicts = new Map<string, readonly string[]>();
  const decisions = facts(session, 'decision');
  const unexplained: { id: string; lane: string; passing: number; time: string }[] = [];
  for (const { id, lane, passing, before = [], at } of facts(session, 'passage')) {
    const numbers = [passing, ...before].filter((each) => each > 0);
    const now = decisions.findLast((fact) => fact.lane === lane && numbers.includes(fact.passing));
    if (now) verdicts.set(id, now.reasons);
    else unexplained.push(...numbers.map((each) => ({ id, lane, passing: each, time: isoOf(at) })));
  }
  if (unexplained.length > 0) {
    const rows = await db.raw<{ id: string; reasons: string[] }>(
      `SELECT DISTINCT ON (p.id) p.id, n.note->'reasons' AS reasons FROM lane_note n
      JOIN jsonb_to_recordset($2::jsonb) AS p(id uuid, lane uuid, passing bigint,
        time timestamptz) ON n.gate_id = p.lane AND n.passing = p.passing
        AND n.at BETWEEN p.time AND p.time + interval '1 day'
      WHERE n.tenant_id = $1 AND n.kind = 'decision' AND n.at >= $3::timestamptz ORDER BY p.id, n.at DESC, n.id DESC`,
      [session.lot.place.tenantId, JSON.stringify(unexplained), unexplained.map(({ time }) => time).toSorted()[0]],
    );
    for (const row of rows) verdicts.set(row.id, row.reasons);
  }
  return new Map([...verdicts].map(([id, each]) => [id, each.join(',').slice(0, 300)]));
}

/** Passages and releases, with what follows from them: openings, exceptions, history, and what was found out later. */
export async function writeFacts(db: Db, session: Session): Promise<void> {
  const head = owner(session);
  await writePassages(db, session, head);
  await writeOpenings(db, session, head);
  await writeReleases(db, session, head);
  await writeExceptions(db, session, head);
  await writeChanges(db, session, head);
  await writeNotes(db, session);
  await explainOpenings(db, session);
  await moveExits(db, session);
  await markReadLate(db, session);
}

async function writePassages(db: Db, session: Session, head: Wide): Promise<void> {
  const reasons = await reasonsOf(db, session);
  const passages = [...new Map(facts(session, 'passage').map((fact) => [fact.id, fact])).values()].map((fact) => ({
    ...head,
    id: fact.id,
    ...frame(),
    gate_id: fact.lane,
    direction: fact.direction,
    passing: fact.passing,
    status: fact.state,
    time: iso(fact.at),
    raw_time: iso(fact.rawAt),
    plate_number: fact.plate,
    plate_colour: fact.colour,
    picture: fact.picture,
    stay_id: fact.stay,
    order_id: fact.order,
    cause: fact.cause?.kind ?? null,
    refusal: fact.turnedAway?.reason.slice(0, 200) ?? null,
    refused_by: fact.turnedAway?.by.slice(0, 60) ?? null,
    reasons: reasons.get(fact.id) ?? null,
    offline: fact.offline,
    evidence: fact.evidence ?? null,
  }));
  await insertRows(db, 'passage', passages, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
}

async function writeReleases(db: Db, session: Session, head: Wide): Promise<void> {
  const releases = facts(session, 'release').map((fact) => ({
    ...fact,
    plate: plateOf(session, fact.stay) ?? session.plates.get(fact.id) ?? null,
    reason: fact.reason.slice(0, 200),
  }));
  await insertRows(
    db,
    'manual_release',
    releases.map((fact) => ({
      ...head,
      id: fact.id,
      ...frame(),
      gate_id: fact.lane,
      plate_number: fact.plate,
      time: iso(fact.at),
      reason: fact.reason,
      waived_fen: fact.waivedFen,
      operator: fact.by,
      picture: fact.picture,
      stay_id: fact.stay,
      order_id: fact.order,
    })),
    'ON CONFLICT (tenant_id, time, id) DO NOTHING',
  );
  if (releases.length > 0) await emit(released, { place: session.lot.place, releases }, { db });
}

/** Openings whose cause was found only after they were stored. */
async function explainOpenings(db: Db, session: Session): Promise<void> {
  const explained = facts(session, 'openingExplained');
  if (explained.length > 0) {
    await db.raw(
      `UPDATE gate_opening o SET cause = e.cause, cause_id = e.cause_id, plate_number = coalesce(o.plate_number, e.plate)
      FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS e(id, cause, cause_id, plate) WHERE o.tenant_id = $1 AND o.park_id = $2 AND o.id = e.id`,
      [
        session.lot.place.tenantId,
        session.lot.place.parkId,
        explained.map((fact) => fact.opening),
        explained.map((fact) => fact.cause.kind),
        explained.map((fact) => fact.cause.id),
        explained.map((fact) => plateOf(session, fact.cause.id) ?? session.plates.get(fact.cause.id ?? '') ?? null),
      ],
    );
  }
}

/** Exits that turned out to be of another stay. */
async function moveExits(db: Db, session: Session): Promise<void> {
  const moved = new Map(facts(session, 'exitMoved').map((fact) => [fact.passage, fact.to]));
  if (moved.size > 0) {
    await db.raw(
      'UPDATE passage p SET stay_id = m.stay FROM unnest($3::uuid[], $4::text[]) AS m(id, stay) WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.id = m.id',
      [session.lot.place.tenantId, session.lot.place.parkId, [...moved.keys()], [...moved.values()]],
    );
  }
}

/** Passages whose plate was read only after the car had gone. */
async function markReadLate(db: Db, session: Session): Promise<void> {
  const read = facts(session, 'passageRead');
  if (read.length > 0) {
    await db.raw(
      `UPDATE passage p SET status = 'read-late', stay_id = r.stay FROM unnest($3::uuid[], $4::text[]) AS r(id, stay)
       WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.id = r.id`,
      [
        session.lot.place.tenantId,
        session.lot.place.parkId,
        read.map((fact) => fact.passage),
        read.map((fact) => fact.stay),
      ],
    );
  }
}
