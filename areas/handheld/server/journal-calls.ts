/**
 * Journal entries of handhelds: stored and applied in the order of their numbers, each once, whenever and however
 * often they are sent (R17).
 */
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { keyedId } from '#kit/server/id.ts';
import { holdLotsOf } from '#areas/road/server/door.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { AuditEntry, Work } from '#kit/server/work.ts';
import type { JournalFault } from '#domain/berth/journal.ts';
import { handheldJournal, handheldSnapshot } from '../model/calls.ts';
import { applied } from './apply.ts';
import type { Outcome } from './apply.ts';
import { handheldOf } from './enrolled.ts';
import type { Handheld } from './enrolled.ts';
import { ackedOf, nextEntries, readEntries, timed } from './journal.ts';
import type { TakenEntry } from './journal.ts';
import { snapshot } from './snapshot.ts';

/**
 * Applies one entry; a refusal rolls back this entry alone and becomes its outcome, so that later entries still
 * apply.
 */
async function one(work: Work, taken: TakenEntry): Promise<Outcome> {
  const entries: AuditEntry[] = [];
  const afterwards: (() => void)[] = [];
  const own: Work = {
    ...work,
    record: (entry) => entries.push(entry),
    afterCommit: (then) => afterwards.push(then),
  };
  const saved = work.db.raw('SAVEPOINT entry');
  let outcome: Outcome;
  try {
    [outcome] = await Promise.all([applied(own, taken), saved]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await work.db.raw('ROLLBACK TO SAVEPOINT entry');
    const amountFen = taken.body['amountFen'];
    return {
      // The cash has been taken whether or not the entry is allowed.
      outcome: taken.entry.kind === 'cash' ? 'unbooked' : 'refused',
      reason: (error.problems[0]?.msg ?? error.words)[work.lang].slice(0, 200),
      plate: typeof taken.body['plate'] === 'string' ? taken.body['plate'].slice(0, 16) : null,
      ...(Number.isSafeInteger(amountFen) ? { amountFen: amountFen as number } : {}),
    };
  }
  await work.db.raw('RELEASE SAVEPOINT entry');
  for (const entry of entries) work.record(entry);
  for (const then of afterwards) work.afterCommit(then);
  return outcome;
}

/** Plates stand in their own column alone, which not everybody sees whole. */
const plateless = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'plate'));

async function keep(db: Db, device: Handheld, taken: TakenEntry, outcome: Outcome, now: string): Promise<void> {
  const { entry, body, at, clockSuspect, offline } = taken;
  await insertRows(
    db,
    'handheld_deed',
    [
      {
        tenant_id: device.tenantId,
        company_id: device.companyId,
        id: keyedId(`handheld-deed ${entry.installation} ${entry.seq}`),
        created_at: now,
        updated_at: now,
        created_by: entry.userId,
        at: new Date(at).toISOString(),
        raw_at: new Date(entry.wallAt).toISOString(),
        heard_at: now,
        device_id: device.id,
        user_id: entry.userId,
        park_id: outcome.parkId ?? null,
        deed_kind: entry.kind,
        berth_no: outcome.berthNo ?? null,
        plate_number: outcome.plate ?? null,
        amount_fen: outcome.amountFen ?? null,
        surplus_fen: outcome.surplusFen ?? null,
        waived_fen: outcome.waivedFen ?? null,
        outcome: outcome.outcome,
        reason: outcome.reason ?? null,
        offline,
        clock_suspect: clockSuspect,
        installation: entry.installation,
        seq: entry.seq,
        hash: entry.hash,
        body: { ...plateless(body), id: entry.id, previous: entry.previous, monotonicMs: entry.monotonicMs },
        answer: plateless(outcome),
      },
    ],
    '',
  );
}

type AnsweredEntry = Outcome & { readonly seq: number };

/** Outcomes of entries stored before; one with different content was altered. */
export async function keptBefore(
  db: Db,
  tenantId: number,
  installation: string,
  earlier: ReadonlyMap<number, string>,
): Promise<{ answered: AnsweredEntry[]; faults: JournalFault[] }> {
  const rows = await db.raw<{ seq: number; hash: string; answer: Outcome }>(
    'SELECT seq, hash, answer FROM handheld_deed WHERE tenant_id = $1 AND installation = $2 AND seq = ANY($3::bigint[]) AND deleted_at IS NULL ORDER BY seq',
    [tenantId, installation, [...earlier.keys()]],
  );
  return {
    answered: rows.map(({ seq, answer }) => ({ seq: Number(seq), ...answer })),
    faults: rows
      .filter(({ seq, hash }) => earlier.get(Number(seq)) !== hash)
      .map(({ seq }) => ({ fault: 'forked', seq: Number(seq) })),
  };
}

/** Where a handheld stands is seen in the list of them. */
const seen = (db: Db, device: Handheld, work: Work, queued: number): Promise<unknown> => {
  const { wallAt, appVersion } = work.input as { wallAt: number; appVersion?: string | null };
  return db.raw(
    'UPDATE pdadevice SET last_seen = $3, queued = $4, clock_offset = $5, app_version = coalesce($6, app_version), user_id = $7 WHERE tenant_id = $1 AND id = $2',
    [
      device.tenantId,
      device.id,
      work.now.toISOString(),
      queued,
      Math.round((wallAt - work.now.getTime()) / 1000),
      appVersion ?? null,
      work.person.userId,
    ],
  );
};

/** The berths that entries are about. */
const berthsOf = (entries: readonly TakenEntry[]): string[] =>
  entries.flatMap(({ body }) => {
    const looks = Array.isArray(body['seen']) ? (body['seen'] as { berthId?: unknown }[]) : [];
    return [body['berthId'], ...looks.map((each) => each?.berthId)].filter(isId);
  });

async function receive(work: Work): Promise<unknown> {
  const input = work.input as { deviceId: string; installation: string; queued?: number | null; deeds: unknown };
  const installation = input.installation.toLowerCase();
  if (!isId(installation))
    throw new Refused('bad_input', {}, [{ field: 'installation', msg: text('应为UUID', 'Must be a UUID') }]);
  const entries = readEntries(input.deeds, installation, work.person.userId);
  const device = await handheldOf(work, input.deviceId, { lock: true });
  const db = ofTenant(work.db, device.tenantId);
  const acked = await ackedOf(db, device.tenantId, installation);
  const known = new Map(entries.filter(({ seq }) => seq <= acked.seq).map(({ seq, hash }) => [seq, hash]));
  const before = await keptBefore(db, device.tenantId, installation, known);
  const { next, faults } = nextEntries(entries, installation, acked);
  const answered: AnsweredEntry[] = [...before.answered];
  const entriesNow = timed(next, acked, work.now.getTime());
  await holdLotsOf(db, device.tenantId, berthsOf(entriesNow));
  for (const taken of entriesNow) {
    const outcome = await one(work, taken);
    await keep(db, device, taken, outcome, work.now.toISOString());
    answered.push({ seq: taken.entry.seq, ...outcome });
  }
  await seen(db, device, work, Math.max(0, (input.queued ?? entries.length) - answered.length));
  return {
    acked: next.at(-1)?.seq ?? acked.seq,
    serverTime: work.now.getTime(),
    results: answered,
    faults: [...before.faults, ...faults],
  };
}

export const journalServed: readonly Served[] = [
  serve(handheldSnapshot, (work) => snapshot(work)),
  serve(handheldJournal, (work) => receive(work), { byKey: true }),
];
