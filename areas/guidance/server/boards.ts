/** Boards of a garage: each line shows what is free in the group bound to it, and never more. */
import { commandRevision, queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { isBoardDue, nextLine } from '#domain/guidance/board.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';

/** How soon an idle board shows a change; the maximum update rate is the law of boards. */
export const BOARDS_EVERY_MS = 500;
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
 * shows that group in its first. All boards of a gateway are updated in one command.
 */
const boardsOf = (tenant: 'd.tenant_id' | '$1', where: string): string => `
  SELECT d.tenant_id AS tenant, d.gateway_id AS gateway, d.id AS board, d.bus_address::int AS address, d.sent_lines AS sent, d.sent_at AS "sentAt",
    l.bound FROM dev_device d
  JOIN dev_device_type t ON t.id = d.device_type AND t.type_code = 'board'
  JOIN park_device g ON g.tenant_id = ${tenant} AND g.id = d.gateway_id AND g.status <> 'offline' AND g.deleted_at IS NULL
  JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('line', b.line, 'arrow', b.arrow, 'label', b.label, 'groupName', b.group_name, 'free', b.free,
      'fullAt', b.full_at, 'clearAt', b.clear_at) ORDER BY b.line) AS bound FROM (
      SELECT coalesce(e.line, 1) AS line, e.arrow, e.label, r.group_name, coalesce(r.free, 0)::int AS free, coalesce(r.full_at, 0)::int AS full_at,
        coalesce(r.clear_at, 1)::int AS clear_at
      FROM dev_group r
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
  return bound.map(({ line, arrow, label, groupName, free, fullAt, clearAt }) => {
    const wasFull = sent?.find((before) => before.line === line)?.full ?? false;
    const { free: n, full } = nextLine(wasFull, free, { fullAt, clearAt });
    return { line, label: label ?? groupName, n, full, arrow: arrow ?? 'none' };
  });
}

const plain = (lines: readonly Shown[] | null): string =>
  JSON.stringify((lines ?? []).map(({ line, label, n, full, arrow }) => [line, label, full ? 0 : n, full, arrow]));

const isDue = (board: Board, now: Date): boolean =>
  isBoardDue(
    plain(pictureOf(board)) !== plain(board.sent),
    board.sentAt === null ? null : Date.parse(board.sentAt),
    now.getTime(),
  );

/** Only one server updates a gateway at a time: it checks again once it holds the gateway's row. */
async function updateGateway(db: Db, tenant: number, gateway: string, now: Date): Promise<void> {
  const [held] = await db.raw<{ id: string }>(
    'SELECT id FROM park_device WHERE tenant_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED',
    [tenant, gateway],
  );
  if (!held) return;
  const boards = await db.raw<Board>(boardsOf('$1', 'd.tenant_id = $1 AND d.gateway_id = $2'), [tenant, gateway]);
  const due = boards.filter((board) => isDue(board, now)).map((board) => ({ board, lines: pictureOf(board) }));
  if (due.length === 0) return;
  const payload = {
    revision: await commandRevision(db),
    lines: due.flatMap(({ board: { address }, lines }) =>
      lines.map((line) => ({ address, ...line, colour: line.full ? 'red' : 'green' })),
    ),
    staleS: STALE_S,
  };
  const [queued] = await queueCommands(
    db,
    tenant,
    [{ name: 'count', deviceId: gateway, payload, cause: 'berths' }],
    now,
  );
  if (!queued) return;
  await db.raw(
    `UPDATE dev_device d SET sent_lines = r.lines, sent_at = $3, sent_command = $4
     FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, lines jsonb) WHERE d.tenant_id = $1 AND d.id = r.id`,
    [tenant, JSON.stringify(due.map(({ board, lines }) => ({ id: board.board, lines }))), now.toISOString(), queued.id],
  );
}

/**
 * Updates boards whose figures have changed, and those without an update for a while. Called several times a second, on
 * any number of servers.
 */
export async function updateBoards(database: Database, now = new Date()): Promise<void> {
  const all = await database.read(platformScope, (db) => db.raw<Board>(boardsOf('d.tenant_id', 'true')));
  const due = all.filter((board) => isDue(board, now));
  for (const [tenant, own] of Map.groupBy(due, (board) => board.tenant)) {
    await database.write(tenantScope(tenant), async (db) => {
      for (const gateway of new Set(own.map((board) => board.gateway))) await updateGateway(db, tenant, gateway, now);
    });
    wakeDispatch(tenant);
  }
}
