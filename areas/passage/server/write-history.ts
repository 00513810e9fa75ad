/** Changes, readings, decisions and events of stays, as rows. */
import { createHash } from 'node:crypto';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { iso } from './rows.ts';
import type { Session } from './session.ts';
import { owner, frame, facts } from './write-base.ts';
import type { Wide, Of } from './write-base.ts';
import { isCorrection } from './write-stays.ts';

/** The history of stays. */
export async function writeChanges(db: Db, session: Session, head: Wide): Promise<void> {
  const rows = facts(session, 'stayChanged')
    .filter(isCorrection)
    .map((fact) => ({
      ...head,
      id: changeId(fact),
      ...frame(),
      stay_id: fact.stay,
      time: iso(fact.at),
      why: fact.why,
      by: fact.by,
      before: fact.before,
      after: fact.after,
      remark: session.remark,
    }));
  await insertRows(db, 'stay_change', rows, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
  await insertRows(
    db,
    'space_adjustment',
    facts(session, 'adjustment').map((fact) => ({
      ...head,
      id: fact.id,
      at: iso(fact.at),
      delta: fact.delta,
      reason: fact.reason,
      by: fact.by,
    })),
    'ON CONFLICT DO NOTHING',
  );
}

/** Follows from what changed, so that the same change is the same row. */
function changeId(fact: Of<'stayChanged'>): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([fact.stay, fact.at, fact.why, fact.before, fact.after]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export async function writeNotes(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const head = { tenant_id: tenantId, park_id: parkId };
  const rows = [
    ...facts(session, 'reading').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'reading',
      passing: fact.passing,
      plate: fact.plate,
      note: { confidence: fact.confidence, picture: fact.picture, repeatOf: fact.repeatOf },
    })),
    ...facts(session, 'decision').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'decision',
      passing: fact.passing,
      plate: fact.plate,
      note: { verdict: fact.verdict, reasons: fact.reasons, offline: fact.offline },
    })),
    ...facts(session, 'picked').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'picked',
      passing: fact.passing,
      plate: fact.read,
      note: { chosen: fact.chosen, stay: fact.stay, by: fact.by },
    })),
    ...facts(session, 'turnedAway').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'refusal',
      passing: fact.passing,
      plate: fact.plate,
      note: { reason: fact.reason, by: fact.by },
    })),
  ];
  await insertRows(db, 'lane_note', rows, 'ON CONFLICT (tenant_id, at, id) DO NOTHING');
}

/** Events that found their visit stop waiting; others start to. */
export async function writeReported(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const found = session.reported
    .filter(({ id }) => !session.waiting.some((reported) => reported.id === id))
    .map(({ id }) => id);
  if (found.length > 0)
    await db.raw('DELETE FROM told_event WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[])', [
      tenantId,
      parkId,
      found,
    ]);
  const rows = session.waiting.filter(({ id }) => !session.reported.some((reported) => reported.id === id));
  await insertRows(
    db,
    'told_event',
    rows.map(({ id, plate, event, at }) => ({ ...owner(session), id, plate_number: plate, event, at: iso(at) })),
    'ON CONFLICT (tenant_id, park_id, id) DO NOTHING',
  );
}
