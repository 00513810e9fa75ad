/** Boards of a garage: each line shows what is free in the group bound to it, and never more. */
import { commandRevision, queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { BOARD_EVERY_MS, boardDueAt, nextLine } from '#domain/guidance/board.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { Lot } from './figures.ts';

/** The rounds that find boards nobody woke the server for. */
const BOARDS_EVERY_MS = 1_000;
/** A board without an update for this long shows two dashes. */
const STALE_S = 300;

/** What one line of a board shows. */
export type Shown = {
  readonly line: number;
  readonly label: string;
  readonly n: number;
  readonly full: boolean;
  readonly arrow: string;
};
type Bound = {
  groupId: string;
  /** Spaces held back at this hour. */
  reserve: number;
  line: number;
  arrow: string | null;
  label: string | null;
  groupName: string;
  free: number;
  fullAt: number;
  clearAt: number;
};
type Board = {
  tenant: number;
  gateway: string;
  board: string;
  address: number;
  bound: Bound[];
  sent: Shown[] | null;
  sentAt: string | null;
};

/**
 * Boards whose gateway is there, with the groups bound to their lines. One that is in a group and bound to no line
 * shows that group in its first. All boards of a gateway are updated in one command. Reserves are those of the hour of
 * the week on the car park's own clock.
 */
const boardsOf = (tenant: 'd.tenant_id' | '$1', where: string, now: '$1' | '$3'): string => `
  SELECT d.tenant_id AS tenant, d.gateway_id AS gateway, d.id AS board, d.bus_address::int AS address, d.sent_lines AS sent, d.sent_at AS "sentAt",
    l.bound FROM dev_device d
  JOIN dev_device_type t ON t.id = d.device_type AND t.type_code = 'board'
  JOIN park_device g ON g.tenant_id = ${tenant} AND g.id = d.gateway_id AND g.status <> 'offline' AND g.deleted_at IS NULL
  JOIN park p ON p.tenant_id = ${tenant} AND p.id = d.park_id
  JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('groupId', b.id, 'reserve', b.reserve, 'line', b.line, 'arrow', b.arrow, 'label', b.label, 'groupName', b.group_name, 'free', b.free,
      'fullAt', b.full_at, 'clearAt', b.clear_at) ORDER BY b.line) AS bound FROM (
      SELECT r.id, coalesce((r.reserves ->> (extract(isodow FROM w.at) * 24 - 24 + extract(hour FROM w.at))::int)::int, 0) AS reserve,
        coalesce(e.line, 1) AS line, e.arrow, e.label, r.group_name, coalesce(r.free, 0)::int AS free, coalesce(r.full_at, 0)::int AS full_at,
        coalesce(r.clear_at, 1)::int AS clear_at
      FROM dev_group r
      CROSS JOIN LATERAL (SELECT ${now}::timestamptz AT TIME ZONE coalesce(p.zone, 'Asia/Shanghai') AS at) w
      LEFT JOIN LATERAL jsonb_to_recordset(coalesce(r.boards, '[]'::jsonb)) AS e("deviceId" uuid, line int, arrow text, label text) ON e."deviceId" = d.id
      WHERE r.tenant_id = ${tenant} AND r.park_id = d.park_id AND r.deleted_at IS NULL AND (e.line IS NOT NULL OR (r.id = d.group_id AND NOT EXISTS (
        SELECT 1 FROM dev_group o WHERE o.tenant_id = ${tenant} AND o.park_id = d.park_id AND o.deleted_at IS NULL
          AND o.boards @> jsonb_build_array(jsonb_build_object('deviceId', d.id::text)))))
    ) b
  ) l ON l.bound IS NOT NULL
  WHERE d.deleted_at IS NULL AND ${where}`;

/**
 * The next picture of a board, given the one before: a line that showed FULL shows numbers again from the other limit.
 */
function pictureOf({ bound, sent }: Board): Shown[] {
  return bound.map(({ line, arrow, label, groupName, free, reserve, fullAt, clearAt }) => {
    const wasFull = sent?.find((before) => before.line === line)?.full ?? false;
    const { free: n, full } = nextLine(wasFull, free - reserve, { fullAt, clearAt });
    return { line, label: label ?? groupName, n, full, arrow: arrow ?? 'none' };
  });
}

const plain = (lines: readonly Shown[] | null): string =>
  JSON.stringify((lines ?? []).map(({ line, label, n, full, arrow }) => [line, label, full ? 0 : n, full, arrow]));

const dueAtOf = (board: Board): number =>
  boardDueAt(plain(pictureOf(board)) !== plain(board.sent), board.sentAt === null ? null : Date.parse(board.sentAt));

const isDue = (board: Board, now: Date): boolean => dueAtOf(board) <= now.getTime();

/** The board whose row is the lock of its gateway's boards: every message of a gateway locks the gateway's own row. */
const locksOf = (boards: readonly Board[]): string[] =>
  [...Map.groupBy(boards, ({ gateway }) => gateway).values()].map((own) => own.map(({ board }) => board).sort()[0]!);

const SHOWN = `INSERT INTO group_shown (tenant_id, park_id, group_id, at, n, is_full, reserve)
  SELECT g.tenant_id, g.park_id, g.id, $3::timestamptz, r.n, r.is_full, r.reserve
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, n int, is_full boolean, reserve int)
  JOIN dev_group g ON g.tenant_id = $1 AND g.id = r.id
  LEFT JOIN LATERAL (
    SELECT s.n, s.is_full, s.reserve FROM group_shown s WHERE s.tenant_id = $1 AND s.group_id = r.id ORDER BY s.at DESC LIMIT 1
  ) l ON true
  WHERE (l.n, l.is_full, l.reserve) IS DISTINCT FROM (r.n, r.is_full, r.reserve)
  ON CONFLICT (tenant_id, group_id, at) DO NOTHING`;

/** What is shown of each group, as far as it is something else than before. Boards of a group all show the same. */
async function noteShown(
  db: Db,
  tenant: number,
  sent: readonly { readonly board: Board; readonly lines: readonly Shown[] }[],
  now: Date,
): Promise<void> {
  const rows = sent.flatMap(({ board: { bound }, lines }) =>
    lines.map(({ n, full }, nth) => ({
      id: bound[nth]!.groupId,
      n: full ? 0 : n,
      is_full: full,
      reserve: bound[nth]!.reserve,
    })),
  );
  const last = new Map(rows.map((row) => [row.id, row]));
  await db.raw(SHOWN, [tenant, JSON.stringify([...last.values()]), now.toISOString()]);
}

/**
 * Updates the boards of some gateways, all of a gateway in one command. Only one server updates a gateway at a time,
 * and it checks again once it holds the lock.
 */
async function updateGateways(db: Db, tenant: number, known: readonly Board[], now: Date): Promise<void> {
  const locked = await db.raw<{ gateway: string }>(
    'SELECT gateway_id AS gateway FROM dev_device WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED',
    [tenant, locksOf(known)],
  );
  if (locked.length === 0) return;
  const boards = await db.raw<Board>(boardsOf('$1', 'd.tenant_id = $1 AND d.gateway_id = ANY($2::uuid[])', '$3'), [
    tenant,
    locked.map(({ gateway }) => gateway),
    now.toISOString(),
  ]);
  const due = boards.filter((board) => isDue(board, now)).map((board) => ({ board, lines: pictureOf(board) }));
  if (due.length === 0) return;
  const revision = await commandRevision(db);
  const commands = [...Map.groupBy(due, ({ board }) => board.gateway)].map(([deviceId, own]) => ({
    name: 'count' as const,
    deviceId,
    payload: {
      revision,
      lines: own.flatMap(({ board: { address }, lines }) =>
        lines.map((line) => ({ address, ...line, colour: line.full ? 'red' : 'green' })),
      ),
      staleS: STALE_S,
    },
    cause: 'berths' as const,
  }));
  const commandOf = new Map(
    (await queueCommands(db, tenant, commands, now)).map(({ deviceId, id }) => [deviceId, id] as const),
  );
  const sent = due.flatMap(({ board: { board, gateway }, lines }) => {
    const command = commandOf.get(gateway);
    return command === undefined ? [] : [{ id: board, lines, command }];
  });
  await db.raw(
    `UPDATE dev_device d SET sent_lines = r.lines, sent_at = $3, sent_command = r.command
     FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, lines jsonb, command uuid) WHERE d.tenant_id = $1 AND d.id = r.id`,
    [tenant, JSON.stringify(sent), now.toISOString()],
  );
  await noteShown(db, tenant, due, now);
}

/** Updates those of the boards that are due. @returns when the next of them is due whose figures changed already */
async function updateDue(database: Database, boards: readonly Board[], now: Date): Promise<number | null> {
  const due = new Set(boards.filter((board) => isDue(board, now)));
  for (const tenant of new Set([...due].map((board) => board.tenant))) {
    const gateways = new Set([...due].flatMap((board) => (board.tenant === tenant ? board.gateway : [])));
    const known = boards.filter(({ gateway }) => gateways.has(gateway));
    await database.write(tenantScope(tenant), (db) => updateGateways(db, tenant, known, now));
    wakeDispatch(tenant);
  }
  const soon = boards.flatMap((board) =>
    !due.has(board) && dueAtOf(board) <= now.getTime() + BOARD_EVERY_MS ? [dueAtOf(board)] : [],
  );
  return soon.length === 0 ? null : Math.min(...soon);
}

/**
 * Updates boards whose figures have changed, and those without an update for a while. Called regularly, on any number
 * of servers: it finds what a server that stopped has left behind.
 */
export async function updateBoards(database: Database, now = new Date()): Promise<void> {
  const all = await database.read(platformScope, (db) =>
    db.raw<Board>(boardsOf('d.tenant_id', 'true', '$1'), [now.toISOString()]),
  );
  await updateDue(database, all, now);
}

/** The same for one car park. @returns when it is to be called again (epoch ms); null where nothing waits */
async function updateBoardsOf(database: Database, { tenantId, parkId }: Lot, now: Date): Promise<number | null> {
  const boards = await database.read(tenantScope(tenantId), (db) =>
    db.raw<Board>(boardsOf('$1', 'd.tenant_id = $1 AND d.park_id = $2', '$3'), [tenantId, parkId, now.toISOString()]),
  );
  return updateDue(database, boards, now);
}

let wake: ((lot: Lot) => void) | null = null;
/**
 * Called after the commit that changed figures of a car park. Without a server's rounds (in a job, in a test) its
 * boards wait to be found.
 */
export const wakeBoards = (lot: Lot): void => wake?.(lot);

/**
 * Updates boards as soon as their figures change, and in rounds. One per server.
 * @returns a function that stops it
 */
export function startBoards(
  database: Database,
  log: { error: (fields: object, message: string) => void },
  everyMs = BOARDS_EVERY_MS,
): () => Promise<void> {
  const waiting = new Map<string, Lot>();
  const timers = new Set<NodeJS.Timeout>();
  const over = new AbortController();
  let running: Promise<void> | null = null;
  const later = (ms: number, work: () => void): void => {
    if (over.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const work = async (): Promise<void> => {
    for (let lot = [...waiting.values()][0]; lot && !over.signal.aborted; lot = [...waiting.values()][0]) {
      const next = lot;
      waiting.delete(next.parkId);
      try {
        const at = await updateBoardsOf(database, next, new Date());
        if (at !== null) later(Math.max(0, at - Date.now()), () => add(next));
      } catch (error) {
        log.error({ err: error, parkId: next.parkId }, 'boards not updated; the next round tries again');
      }
    }
    running = null;
  };
  const add = (lot: Lot): void => {
    waiting.set(lot.parkId, lot);
    running ??= Promise.resolve().then(work);
  };
  const round = async (): Promise<void> => {
    await updateBoards(database).catch((error: unknown) => log.error({ err: error }, 'boards not looked for'));
    later(everyMs, () => void round());
  };
  wake = add;
  later(everyMs, () => void round());
  return async () => {
    over.abort();
    wake = null;
    for (const timer of timers) clearTimeout(timer);
    await running;
  };
}
