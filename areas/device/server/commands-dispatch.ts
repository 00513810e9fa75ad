/**
 * Sends what is written: at once when woken after a commit, and every half second for what a crash or another server
 * left behind. A command goes out again with the same id until it is answered or its validity is over; what ran out is
 * never sent, so a barrier does not open for nobody.
 */
import type { DeviceLink } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { answeredCommands } from './commands-kinds.ts';
import { passOnPrints, PRINT } from './commands-printed.ts';
import type { Printed } from './commands-printed.ts';

export type Log = { error: (fields: object, message: string) => void };
export type Dispatch = {
  readonly send: DeviceLink['send'];
  readonly wake: (tenantId: number) => void;
  readonly close: () => Promise<void>;
};

const POLL_MS = 500;
const BATCH = 500;
/** Waits before the second, third … sending. */
export const AGAIN_MS: readonly number[] = [1_000, 3_000, 10_000];

/**
 * Further ahead than any sending is put off (with a margin for two servers' clocks): written by a clock that has been
 * set back since, so it is long over.
 */
const AHEAD = `interval '20 seconds'`;

type Claimed = Printed & {
  id: string;
  sn: string;
  command: string;
  payload: Record<string, unknown>;
  validUntil: string;
  status: string;
};

const CLAIM = `
  UPDATE device_command c SET
    status = CASE WHEN due.over THEN 'timed-out' ELSE 'sent' END,
    tries = c.tries + CASE WHEN due.over THEN 0 ELSE 1 END,
    sent_time = CASE WHEN due.over THEN c.sent_time ELSE coalesce(c.sent_time, $2::timestamptz) END,
    due_time = CASE
      WHEN due.over OR NOT (c.command = ANY($4)) THEN NULL
      ELSE least(c.valid_until, ($5::timestamptz[])[least(c.tries + 1, cardinality($5::timestamptz[]))]) END
  FROM (
    SELECT time, id, valid_until <= $2::timestamptz OR due_time > $2::timestamptz + ${AHEAD} AS over FROM device_command
    WHERE tenant_id = $1 AND status IN ('queued', 'sent') AND (due_time <= $2::timestamptz OR due_time > $2::timestamptz + ${AHEAD})
    ORDER BY due_time LIMIT $3 FOR UPDATE SKIP LOCKED
  ) due
  WHERE c.tenant_id = $1 AND c.time = due.time AND c.id = due.id
  RETURNING c.id, c.sn, c.command, c.payload, c.valid_until AS "validUntil", c.status,
    ${PRINT}`;

/** Takes what is due in one tenant, at most a batch of it, and sends it. Answers how many rows it took. */
export async function dispatchDue(
  database: Database,
  link: Pick<DeviceLink, 'send'>,
  tenantId: number,
  now = new Date(),
): Promise<number> {
  const claimed = await database.write(tenantScope(tenantId), async (db) => {
    const rows = await db.raw<Claimed>(CLAIM, [
      tenantId,
      now.toISOString(),
      BATCH,
      answeredCommands,
      AGAIN_MS.map((ms) => new Date(now.getTime() + ms).toISOString()),
    ]);
    await passOnPrints(
      db,
      tenantId,
      rows.filter(({ status }) => status === 'timed-out'),
    );
    return rows;
  });
  // Ids follow each other: of two texts for one screen the later one is shown last.
  for (const { id, sn, command, payload, validUntil, status } of claimed.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (status === 'sent') link.send({ id, sn, name: command, payload, until: Date.parse(validUntil) });
  }
  return claimed.length;
}

const tenantsDue = (database: Database, now: Date): Promise<{ tenantId: number }[]> =>
  database.read(platformScope, (db) =>
    db.raw(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM device_command
       WHERE status IN ('queued', 'sent') AND (due_time <= $1 OR due_time > $1::timestamptz + ${AHEAD})`,
      [now.toISOString()],
    ),
  );

let running: Dispatch | null = null;
/**
 * Called after the commit that wrote commands of a tenant. Without a dispatcher (in a job, in a test) they wait to be
 * found.
 */
export const wakeDispatch = (tenantId: number): void => running?.wake(tenantId);
/**
 * How a command that is written as sent goes out after its commit; null without a dispatcher, which would send it
 * again.
 */
export const sender = (): DeviceLink['send'] | null => running?.send ?? null;

/** One per server. */
export function startDispatch(database: Database, link: Pick<DeviceLink, 'send'>, log: Log): Dispatch {
  const awake = new Set<number>();
  let busy: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    while (awake.size > 0) {
      const tenants = [...awake];
      awake.clear();
      try {
        const taken = await Promise.all(tenants.map((tenantId) => dispatchDue(database, link, tenantId)));
        tenants.forEach((tenantId, nth) => {
          if (taken[nth] === BATCH) awake.add(tenantId);
        });
      } catch (error) {
        log.error({ err: error }, 'commands not sent; the next round tries again');
      }
    }
    busy = null;
  };
  const wake = (tenantId: number): void => {
    awake.add(tenantId);
    busy ??= Promise.resolve().then(work);
  };
  const poll = async (): Promise<void> => {
    try {
      for (const { tenantId } of await tenantsDue(database, new Date())) wake(tenantId);
    } catch (error) {
      log.error({ err: error }, 'commands not looked for');
    }
    if (running === dispatch) timer = setTimeout(poll, POLL_MS).unref();
  };
  const dispatch: Dispatch = {
    send: link.send,
    wake,
    close: async () => {
      running = null;
      clearTimeout(timer);
      await busy;
    },
  };
  running = dispatch;
  let timer = setTimeout(poll, POLL_MS).unref();
  return dispatch;
}
