import { supersedeOpenings } from '#areas/device/server/door.ts';
import { dutyAt } from '#areas/shift/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { barriersOpened } from '../model/events.ts';
import { iso } from './rows.ts';
import type { Session } from './session.ts';
import { MINUTE, frame, facts, plateOf } from './write-base.ts';
import type { Wide, Of } from './write-base.ts';

/**
 * Openings and when each was over; those without a stay or pass have the person on duty at the lane's box, and with the
 * picture of what passed. Faults and barriers that did not move stand among them.
 */
export async function writeOpenings(db: Db, session: Session, head: Wide): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const [openings, closed] = [
    facts(session, 'opening'),
    new Map(facts(session, 'closed').map((fact) => [fact.opening, fact])),
  ];
  const troubles = facts(session, 'barrier').map((fact) => ({ ...fact, cause: null, evidence: null }));
  const ordered = openings.filter(({ cause }) => cause.kind !== 'stay' && cause.kind !== 'pass');
  const duty = await dutyAt(db, { tenantId, parkId }, [...ordered, ...troubles]);
  await insertRows(
    db,
    'gate_opening',
    [
      ...openings.map((fact) => ({
        ...fact,
        event: 'up',
        evidence: fact.assumed ? 'commanded' : 'reported',
        plate: session.plates.get(fact.id) ?? plateOf(session, fact.cause.id),
      })),
      ...troubles,
    ].map((fact) => {
      const on = duty.get(fact.id);
      return {
        ...head,
        id: fact.id,
        ...frame(),
        gate_id: fact.lane,
        event: fact.event,
        time: iso(fact.at),
        raw_time: iso(fact.rawAt),
        ...overOf(closed.get(fact.id)),
        evidence: fact.evidence,
        cause: fact.cause?.kind ?? null,
        cause_id: fact.cause?.id ?? null,
        plate_number: fact.plate,
        command_id: fact.commandId,
        operator: on?.operator ?? null,
        operator_id: on?.operatorId ?? null,
        shift_id: on?.shiftId ?? null,
        picture: session.shots.get(fact.id) ?? null,
      };
    }),
    'ON CONFLICT (tenant_id, time, id) DO NOTHING',
  );
  await supersedeOpenings(
    db,
    tenantId,
    facts(session, 'superseded').map(({ commandId, by }) => ({ commandId, cause: by?.kind ?? null })),
  );
  await publishOpenings(db, session, openings);
  await closeOpenings(
    db,
    session,
    [...closed.values()].filter(({ opening }) => !openings.some(({ id }) => id === opening)),
  );
  await showPassed(db, session);
}

/** The picture of what passed, at openings that no stay and no pass was the cause of. */
async function showPassed(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const seen = facts(session, 'passage').filter(
    ({ cause, picture }) => picture !== null && cause !== null && cause.kind !== 'stay' && cause.kind !== 'pass',
  );
  if (seen.length === 0) return;
  await db.raw(
    `UPDATE gate_opening o SET picture = p.picture FROM unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[]) AS p(gate, since, until, picture)
    WHERE o.tenant_id = $1 AND o.park_id = $2 AND o.gate_id = p.gate AND o.picture IS NULL
      AND o.cause NOT IN ('stay', 'pass') AND o.time BETWEEN p.since AND p.until`,
    [
      tenantId,
      parkId,
      seen.map(({ lane }) => lane),
      seen.map(({ at }) => iso(at - 2 * MINUTE)),
      seen.map(({ at }) => iso(at + MINUTE)),
      seen.map(({ picture }) => picture),
    ],
  );
}

async function publishOpenings(db: Db, session: Session, openings: readonly Of<'opening'>[]): Promise<void> {
  if (openings.length === 0) return;
  const opened = openings.map(({ id, lane, at, cause }) => ({
    id,
    lane,
    at,
    cause: cause.kind ?? null,
    causeId: cause.id ?? null,
    plate: session.plates.get(id) ?? plateOf(session, cause.id),
  }));
  await emit(barriersOpened, { place: session.lot.place, opened }, { db });
}

const overOf = (fact: Of<'closed'> | undefined): Wide => ({
  closed_time: iso(fact?.at),
  open_seconds: fact ? Math.max(0, Math.round((fact.at - fact.openedAt) / 1000)) : null,
});

/** Openings stored before, found by their own time: the barrier is down again. */
async function closeOpenings(db: Db, session: Session, closed: readonly Of<'closed'>[]): Promise<void> {
  if (closed.length === 0) return;
  await db.raw(
    `UPDATE gate_opening o SET closed_time = c.closed_time, open_seconds = c.open_seconds
     FROM jsonb_to_recordset($2::jsonb) AS c(id uuid, time timestamptz, closed_time timestamptz, open_seconds int)
    WHERE o.tenant_id = $1 AND o.time = c.time AND o.id = c.id AND o.closed_time IS NULL`,
    [
      session.lot.place.tenantId,
      JSON.stringify(closed.map((fact) => ({ id: fact.opening, time: iso(fact.openedAt), ...overOf(fact) }))),
    ],
  );
}
