/** Runs of replays: requested by a call, done in the background by any server, kept with their answers for a month. */
import { Replay } from '#domain/fee/replay.ts';
import type { ReplayAnswer } from '#domain/fee/replay.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { ReplayRun } from '#areas/fee/model/replay.ts';
import { countStays, staysOf } from './replay-stays.ts';
import type { ReplayRequest } from './replay-stays.ts';

const KIND = 'feeRule.replay';
/** A run that says nothing for so long has died with its server, and is taken up by another. */
const LEASE_MS = 60_000;
const MOST_TRIES = 3;
const KEPT_DAYS = 30;
/** Between two notes of how far a run is. */
const NOTED_EVERY_MS = 1_000;

type Kept = ReplayRequest & {
  readonly userId: string;
  readonly about: ReplayRun['request'];
  readonly done?: number;
  readonly total?: number;
  readonly answer?: ReplayAnswer;
};
type Row = {
  tenant_id: number;
  id: string;
  state: string;
  tries: number;
  payload: Kept;
  created_at: string;
  error: string | null;
};

/** A run as it is stored. */
export type StoredRun = {
  readonly request: ReplayRequest;
  readonly userId: string;
  readonly run: Omit<ReplayRun, 'names' | 'plates'>;
};

/** Puts a run in the queue, in the caller's transaction; `kickReplays` after the commit begins it. */
export async function queueReplay(
  db: Db,
  id: string,
  userId: string,
  request: ReplayRequest,
  about: ReplayRun['request'],
): Promise<void> {
  const payload: Kept = { ...request, userId, about };
  await db.raw(`INSERT INTO outbox (tenant_id, id, kind, target, payload) VALUES ($1, $2, '${KIND}', $3, $4)`, [
    request.tenantId,
    id,
    request.replayed.id,
    JSON.stringify(payload),
  ]);
}

/** How many runs of a tenant are not over yet. */
export async function waitingReplays(db: Db, tenantId: number): Promise<number> {
  const [row] = await db.raw<{ n: number }>(
    `SELECT count(*) AS n FROM outbox WHERE tenant_id = $1 AND kind = '${KIND}' AND state = 'pending'`,
    [tenantId],
  );
  return row!.n;
}

const STATES: Readonly<Record<string, ReplayRun['state']>> = { sent: 'done', dead: 'failed' };

/** A run by its id, or the latest of a rule. Null where there is none within the transaction's scope. */
export async function storedRun(db: Db, of: { run: string } | { rule: string }): Promise<StoredRun | null> {
  const [column, value] = 'run' in of ? ['id = $1::uuid', of.run] : ['target = $1', of.rule];
  const [row] = await db.raw<Row>(
    `SELECT tenant_id, id, state, tries, payload, created_at, error FROM outbox
     WHERE kind = '${KIND}' AND ${column} AND ($2 OR tenant_id = $3) ORDER BY created_at DESC LIMIT 1`,
    [value, db.scope.platform, db.scope.tenantId],
  );
  if (!row) return null;
  const { userId, about, done = 0, total = 0, answer = null, ...request } = row.payload;
  const state = STATES[row.state] ?? (row.tries > 0 ? 'running' : 'waiting');
  return {
    request,
    userId,
    run: { run: row.id, state, done, total, request: about, startedAt: row.created_at, error: row.error, answer },
  };
}

async function claim(database: Database, now: Date): Promise<Row | null> {
  return database.write(platformScope, async (db) => {
    await db.raw(`DELETE FROM outbox WHERE kind = '${KIND}' AND state <> 'pending' AND created_at < $1`, [
      new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString(),
    ]);
    const [row] = await db.raw<Row>(
      `WITH due AS (SELECT tenant_id, id FROM outbox WHERE kind = '${KIND}' AND state = 'pending' AND due_at <= $1
       ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       UPDATE outbox o SET due_at = $2, tries = o.tries + 1 FROM due
         WHERE o.tenant_id = due.tenant_id AND o.id = due.id
         RETURNING o.tenant_id, o.id, o.state, o.tries, o.payload, o.created_at, o.error`,
      [now.toISOString(), new Date(now.getTime() + LEASE_MS).toISOString()],
    );
    return row ?? null;
  });
}

/** Writes down how far a run is; while it does, nobody else takes it up. */
const note = (
  database: Database,
  { tenant_id: tenantId, id }: Row,
  changes: Partial<Kept>,
  state = 'pending',
): Promise<unknown> =>
  database.write(platformScope, (db) =>
    db.raw(
      `UPDATE outbox SET payload = payload || $3::jsonb, state = $4::text, due_at = $5,
       sent_at = CASE WHEN $4::text = 'sent' THEN now() END WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id, JSON.stringify(changes), state, new Date(Date.now() + LEASE_MS).toISOString()],
    ),
  );

async function replayAll(database: Database, row: Row): Promise<void> {
  const scope = tenantScope(row.tenant_id);
  const { payload: kept } = row;
  const total = await countStays(database, scope, kept);
  await note(database, row, { done: 0, total });
  const fold = new Replay(kept.replayed);
  let [done, noted] = [0, Date.now()];
  for await (const { read, rows } of staysOf(database, scope, kept)) {
    for (const { stay, context } of rows) fold.add(stay, context);
    done += read;
    if (Date.now() - noted < NOTED_EVERY_MS) continue;
    noted = Date.now();
    await note(database, row, { done });
  }
  await note(database, row, { done, total: Math.max(total, done), answer: fold.answer() }, 'sent');
}

/** Does all runs that are due, one after the other. @returns how many there were */
export async function replayRound(database: Database, now = new Date()): Promise<number> {
  let count = 0;
  for (let row = await claim(database, now); row !== null; row = await claim(database, now)) {
    count += 1;
    try {
      await replayAll(database, row);
    } catch (error) {
      const [words, over] = [String((error as Error).message ?? error).slice(0, 500), row.tries >= MOST_TRIES];
      await database.write(platformScope, (db) =>
        db.raw('UPDATE outbox SET error = $3, state = $4, due_at = $5 WHERE tenant_id = $1 AND id = $2', [
          row!.tenant_id,
          row!.id,
          words,
          over ? 'dead' : 'pending',
          new Date(now.getTime() + LEASE_MS).toISOString(),
        ]),
      );
    }
  }
  return count;
}

let running: Promise<unknown> | null = null;

/** Begins what is waiting at once; what this server does not get to, the clock takes up. Called after the commit. */
export function kickReplays(database: Database): void {
  running = (running ?? Promise.resolve()).then(() => replayRound(database)).catch(() => undefined);
}

/** When the runs begun on this server are over. */
export const replaysOver = async (): Promise<void> => {
  await running;
};
