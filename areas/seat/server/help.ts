/**
 * The driver's page for help: nobody is logged in, so it is throttled, shows no names, and a ticket stands for the
 * one call it began or joined.
 */
import { knock } from '#areas/access/server/door.ts';
import { lotOf, standingAt, standingWith } from '#areas/passage/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { isoOf } from '#domain/time/iso.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { helpEnd, helpRate, helpStart, helpState } from '../model/help-calls.ts';
import { writeCall } from './call-row.ts';
import type { Lane } from './call-row.ts';
import { moveDesk } from './desk.ts';

const QUARTER_S = 900;
const TICKET_MS = 2 * 3_600_000;
const RATED_WITHIN_MS = 10 * 60_000;
const LEAST_SIGNS = 5;

type Ticket = { page: 'help'; tenantId: number; parkId: string; gateId: string; callId: string; until: number };
type FoundLane = Lane & { exit: boolean };

const from = (work: Work): string => networkOf(work.request.ip);
const wrong = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);
const noLane = (): Refused =>
  wrong(
    'plate',
    text(
      '没有找到该车所在的车道：请核对车牌，或扫描车道上的求助码',
      'No lane with this car: check the plate, or scan the help code at the lane',
    ),
  );

async function laneIn(work: Work, db: Db, tenantId: number, parkId: string): Promise<FoundLane> {
  const { gateId, plate } = work.input as { gateId?: string | null; plate?: string | null };
  const signs = plateIdentity(plate ?? '');
  if (!gateId && signs.length < LEAST_SIGNS) throw wrong('plate', text('请输入完整车牌', 'Enter the whole plate'));
  const wanted = gateId ?? (await standingWith(db, { tenantId, parkId }, signs));
  const [row] = wanted
    ? await db.raw<FoundLane>(
        `SELECT tenant_id AS "tenantId", company_id AS "companyId", park_id AS "parkId", id AS "gateId", gate_type = 'out' AS exit
         FROM park_gate WHERE tenant_id = $1 AND park_id = $2 AND id = $3 AND deleted_at IS NULL`,
        [tenantId, parkId, wanted],
      )
    : [];
  if (row) return row;
  throw noLane();
}

/** Seats, or a terminal at a booth: where there is neither, nobody would answer. */
async function isReachable(db: Db, { tenantId, parkId }: Lane, now: Date): Promise<boolean> {
  const rows = await db.raw(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM cloudseat_grant WHERE tenant_id = $1 AND park_id = $2 AND start_time <= $3::timestamptz
         AND end_time > $3::timestamptz AND deleted_at IS NULL)
       OR EXISTS (SELECT 1 FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND device_type = 'box' AND deleted_at IS NULL)`,
    [tenantId, parkId, now.toISOString()],
  );
  return rows.length > 0;
}

const missed =
  (work: Work) =>
  async (error: unknown): Promise<never> => {
    await knock(work.database, [{ key: `help-miss:${from(work)}`, most: 8, seconds: QUARTER_S }]);
    throw error;
  };

/** Presses for the lane; who waits there already is joined. */
async function press(work: Work, lane: FoundLane): Promise<{ callId: string; after: () => void }> {
  const { tenantId, parkId, gateId, exit } = lane;
  return work.database.write(tenantScope(tenantId), async (db) => {
    await db.raw('SELECT 1 FROM park_gate WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, gateId]);
    const call = { id: newId(), lot: parkId, lane: gateId, exit };
    const at = work.now.getTime();
    const { after } = await moveDesk(db, tenantId, [{ kind: 'press', call, at }], work.now, (desk, event) =>
      writeCall(db, lane, 'phone', desk, event, work.now),
    );
    const [row] = await db.raw<{ id: string }>(
      'SELECT id FROM call_record WHERE tenant_id = $1 AND (id = $2 OR open_key = $3) ORDER BY id = $2 DESC LIMIT 1',
      [tenantId, call.id, gateId],
    );
    return { callId: row!.id, after };
  });
}

async function start(work: Work): Promise<unknown> {
  await knock(work.database, [{ key: `help:${from(work)}`, most: 10, seconds: QUARTER_S }]);
  const { tenantId, parkId } = await lotOf(work.database, String(work.input['parkId']));
  const { lane, isThere } = await work.database
    .read(tenantScope(tenantId), async (db) => {
      const found = await laneIn(work, db, tenantId, parkId);
      if (!(await isReachable(db, found, work.now)))
        throw ruleRefused(
          text('本车场未开通线上求助，请拨打客服电话', 'Nobody answers here: please call the service phone'),
          'nobody',
        );
      return { lane: found, isThere: (await standingAt(db, found)) !== null };
    })
    .catch(missed(work));
  // A lane's code can be kept and used from afar: with no car there it is believed twice, not six times.
  await knock(work.database, [
    { key: `help-lane:${lane.gateId}${isThere ? '' : ':empty'}`, most: isThere ? 6 : 2, seconds: QUARTER_S },
  ]);
  const { callId, after } = await press(work, lane);
  after();
  const { gateId } = lane;
  const ticket: Ticket = { page: 'help', tenantId, parkId, gateId, callId, until: work.now.getTime() + TICKET_MS };
  return { ticket: seal(JSON.stringify(ticket)), ...(await stateOf(work, ticket)) };
}

/** @throws Refused where the ticket is none of ours or has run out */
function ticketIn(work: Work): Ticket {
  const old = wrong('ticket', text('页面已失效，请重新求助', 'This page is no longer valid, please press again'));
  let ticket: Ticket;
  try {
    ticket = JSON.parse(unseal(String(work.input['ticket']))) as Ticket;
  } catch {
    throw old;
  }
  if (ticket.page !== 'help' || !(ticket.until > work.now.getTime())) throw old;
  return ticket;
}

async function ticketed(work: Work): Promise<Ticket> {
  const ticket = ticketIn(work);
  await knock(work.database, [{ key: `help-look:${from(work)}`, most: 3_000, seconds: 3_600 }]);
  return ticket;
}

const stateOf = (work: Work, { tenantId, callId }: Ticket): Promise<{ state: string; rated: boolean }> =>
  work.database.read(tenantScope(tenantId), async (db) => {
    const [row] = await db.raw<{ state: string; rated: boolean }>(
      'SELECT status AS state, rating IS NOT NULL AS rated FROM call_record WHERE tenant_id = $1 AND id = $2',
      [tenantId, callId],
    );
    return row ?? { state: 'closed', rated: true };
  });

async function end(work: Work): Promise<unknown> {
  const ticket = await ticketed(work);
  const { tenantId, gateId, callId } = ticket;
  const after = await work.database.write(tenantScope(tenantId), async (db) => {
    await db.raw('SELECT 1 FROM park_gate WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, gateId]);
    const rows = await db.raw(
      `SELECT 1 FROM call_record WHERE tenant_id = $1 AND id = $2 AND open_key = $3 AND source = 'phone'`,
      [tenantId, callId, gateId],
    );
    if (rows.length === 0) return undefined;
    return (await moveDesk(db, tenantId, [{ kind: 'gone', lane: gateId }], work.now)).after;
  });
  after?.();
  return stateOf(work, ticket);
}

async function rate(work: Work): Promise<unknown> {
  const ticket = await ticketed(work);
  const { tenantId, parkId, gateId, callId } = ticket;
  const rating = Number(work.input['rating']);
  const at = work.now.toISOString();
  await work.database.write(tenantScope(tenantId), async (db) => {
    const [row] = await db.raw<{ company: string }>(
      `UPDATE call_record SET rating = $3, updated_at = $4::timestamptz WHERE tenant_id = $1 AND id = $2 AND rating IS NULL
         AND status IN ('wrapup', 'closed') AND ended_time > $5::timestamptz RETURNING company_id AS company`,
      [tenantId, callId, rating, at, isoOf(work.now.getTime() - RATED_WITHIN_MS)],
    );
    if (!row) return;
    const owner = { tenant_id: tenantId, company_id: row.company, park_id: parkId };
    const made = { id: newId(), created_at: at, updated_at: at, time: at };
    await insertRows(
      db,
      'call_event',
      [{ ...owner, ...made, gate_id: gateId, call_id: callId, kind: 'rated', rating }],
      '',
    );
  });
  return stateOf(work, ticket);
}

export const helpServed: Served[] = [
  serve(helpStart, (work) => start(work as Work), { mode: 'open' }),
  serve(helpState, async (work) => stateOf(work as Work, await ticketed(work as Work)), { mode: 'open' }),
  serve(helpEnd, (work) => end(work as Work), { mode: 'open' }),
  serve(helpRate, (work) => rate(work as Work), { mode: 'open' }),
];
