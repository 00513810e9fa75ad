/**
 * Statement lines that are matched settle what the channel owed: one posting for each line and lot, reversed where the
 * match is undone.
 */
import { allot } from '#domain/fund/arrivals.ts';
import { arrived, reversal } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { startOfDay } from '#domain/time/day.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { ZONE } from './ledger.ts';
import type { Line } from './proof-rows.ts';

/** A line as it is booked. */
export type Arrived = Pick<
  Line,
  | 'id'
  | 'day'
  | 'amountFen'
  | 'accountTail'
  | 'configId'
  | 'payType'
  | 'dayFrom'
  | 'dayUntil'
  | 'isBooked'
  | 'bookedTimes'
>;
export type Settlement = {
  id: string;
  parkId: string;
  account: string;
  day: string;
  isAgency: boolean;
  openFen: number;
};
export type Part = { readonly id: string; readonly parkId: string; readonly fen: number; readonly isAgency: boolean };
/** What was posted of a line, as the line keeps it. */
type Booked = {
  readonly payType: string;
  readonly parts: readonly Part[];
  readonly overFen: number;
  readonly overParkId: string | null;
};

/** Settlements of the lines' accounts and days with what is still to arrive, held until the end of the work. */
export async function settlementsOf(db: Db, tenantId: number, lines: readonly Arrived[]): Promise<Settlement[]> {
  const days = lines.flatMap(({ dayFrom, dayUntil }) => [dayFrom!, dayUntil!]).toSorted();
  const rows = await db.raw<Settlement>(
    `SELECT id, park_id AS "parkId", split_part(merchant_ref, '/', 1) AS account, to_char(day, 'YYYY-MM-DD') AS day,
     mode = 'agency' AS "isAgency", (net_fen - coalesce(arrived_fen, 0) - coalesce(settled_fen, 0))::bigint AS "openFen"
     FROM settlement_record WHERE tenant_id = $1 AND day >= $2 AND day <= $3
       AND split_part(merchant_ref, '/', 1) = ANY($4::text[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [tenantId, days[0], days.at(-1), [...new Set(lines.map(({ configId }) => configId!))]],
  );
  return rows.toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day < b.day ? -1 : 1));
}

/**
 * What a line's parts post, by lot. What the platform collected came to its bank account and is no posting of the
 * lot's: it owes it since the confirmation.
 */
function postingsOf(line: Pick<Arrived, 'id' | 'day' | 'accountTail'>, nth: number, booked: Booked): Posting[] {
  const own = Map.groupBy(
    booked.parts.filter(({ isAgency }) => !isAgency),
    ({ parkId }) => parkId,
  );
  const parks = [...new Set([...own.keys(), ...(booked.overParkId ? [booked.overParkId] : [])])];
  return parks.map((park) => {
    const head = { key: `arrival/${line.id}/${nth}/${park}`, park, at: startOfDay(line.day, ZONE), about: line.id };
    return arrived(head, booked.payType, line.accountTail, {
      owedFen: (own.get(park) ?? []).reduce((sum, { fen }) => sum + fen, 0),
      overFen: park === booked.overParkId ? booked.overFen : 0,
    });
  });
}

export async function post(db: Db, tenantId: number, postings: readonly Posting[]): Promise<void> {
  const byPark = Map.groupBy(
    postings.filter(({ lines }) => lines.length > 0),
    ({ park }) => park,
  );
  const places = await placesOf(db, [...byPark.keys()].toSorted(), tenantId);
  for (const park of [...byPark.keys()].toSorted())
    await writeMoney(db, places.get(park)!, { postings: byPark.get(park)! });
}

/** Adds to what has arrived of settlements, or was settled of what did not; `sign` -1 takes it away. */
export async function addTo(
  column: 'arrived_fen' | 'settled_fen',
  { db, tenantId }: { db: Db; tenantId: number },
  parts: readonly Part[],
  sign: 1 | -1,
): Promise<void> {
  const sums = new Map<string, number>();
  for (const { id, fen } of parts) sums.set(id, (sums.get(id) ?? 0) + sign * fen);
  const ids = [...sums.keys()].toSorted();
  if (ids.length > 0)
    await db.raw(
      `UPDATE settlement_record s SET ${column} = coalesce(s.${column}, 0) + d.fen
       FROM unnest($2::uuid[], $3::bigint[]) d (id, fen) WHERE s.tenant_id = $1 AND s.id = d.id`,
      [tenantId, ids, ids.map((id) => sums.get(id)!)],
    );
}

const owedIn = ({ parts }: Booked): number => parts.reduce((sum, { fen }) => sum + fen, 0);

/**
 * Books the lines that are matched and not booked yet, each once. A line without a settlement of its days waits for
 * one.
 */
export async function bookLines(db: Db, tenantId: number, lines: readonly Arrived[]): Promise<void> {
  const open = lines.filter((line) => line.configId && line.dayFrom && line.dayUntil && !line.isBooked);
  if (open.length === 0) return;
  const settlements = await settlementsOf(db, tenantId, open);
  const done: { line: Arrived; booked: Booked; nth: number }[] = [];
  for (const line of open.toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day < b.day ? -1 : 1))) {
    const own = settlements.filter(
      ({ account, day }) => account === line.configId && day >= line.dayFrom! && day <= line.dayUntil!,
    );
    if (own.length === 0) continue;
    const { parts, overFen } = allot(line.amountFen, own);
    const byId = new Map(own.map((each) => [each.id, each]));
    for (const { id, fen } of parts) byId.get(id)!.openFen -= fen;
    const overParkId = overFen === 0 ? null : (own.find(({ isAgency }) => !isAgency)?.parkId ?? null);
    const booked: Booked = {
      payType: line.payType!,
      parts: parts.map(({ id, fen }) => {
        const { parkId, isAgency } = byId.get(id)!;
        return { id, parkId, fen, isAgency };
      }),
      overFen: overParkId === null ? 0 : overFen,
      overParkId,
    };
    done.push({ line, booked, nth: (line.bookedTimes ?? 0) + 1 });
  }
  await post(
    db,
    tenantId,
    done.flatMap(({ line, booked, nth }) => postingsOf(line, nth, booked)),
  );
  await addTo(
    'arrived_fen',
    { db, tenantId },
    done.flatMap(({ booked }) => booked.parts),
    1,
  );
  for (const { line, booked, nth } of done)
    await db.raw(
      'UPDATE bank_line SET booked = $3, booked_fen = $4, suspense_fen = $5, booked_times = $6 WHERE tenant_id = $1 AND id = $2',
      [tenantId, line.id, JSON.stringify(booked), owedIn(booked), booked.overFen, nth],
    );
}

/**
 * Keeps beside each matched line of these days what the channel still owes of the days it pays; of all accounts, or of
 * one.
 */
export async function keepMissing(
  db: Db,
  tenantId: number,
  { from, to, account = null }: { from: string; to: string; account?: string | null },
): Promise<void> {
  await db.raw(
    `UPDATE bank_line b SET missing_fen = m.fen FROM (
       SELECT l.id, coalesce(sum(greatest(s.net_fen - coalesce(s.arrived_fen, 0) - coalesce(s.settled_fen, 0), 0)), 0)::bigint AS fen
       FROM bank_line l LEFT JOIN settlement_record s ON s.tenant_id = $1 AND split_part(s.merchant_ref, '/', 1) = l.config_id
         AND s.day >= l.day_from AND s.day <= l.day_until AND s.deleted_at IS NULL AND l.booked IS NOT NULL
       WHERE l.tenant_id = $1 AND l.day_until >= $2 AND l.day_from <= $3 AND ($4::text IS NULL OR l.config_id = $4) AND l.deleted_at IS NULL
       GROUP BY l.id
     ) m WHERE b.tenant_id = $1 AND b.id = m.id AND b.missing_fen IS DISTINCT FROM m.fen`,
    [tenantId, from, to, account],
  );
}

/** Undoes what a line posted: its postings are reversed, and what they paid is owed again. */
export async function takeBack(db: Db, tenantId: number, lineId: string, at: number): Promise<void> {
  const [line] = await db.raw<{ day: string; accountTail: string; booked: Booked | null; nth: number }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, account_tail AS "accountTail", booked, booked_times AS nth
     FROM bank_line WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tenantId, lineId],
  );
  if (!line?.booked) return;
  const postings = postingsOf({ id: lineId, ...line }, line.nth, line.booked).filter(({ lines }) => lines.length > 0);
  await post(
    db,
    tenantId,
    postings.map((posting) => reversal(posting, `${posting.key}/released`, at)),
  );
  await addTo('arrived_fen', { db, tenantId }, line.booked.parts, -1);
  await db.raw(
    'UPDATE bank_line SET booked = NULL, booked_fen = NULL, suspense_fen = NULL, missing_fen = NULL WHERE tenant_id = $1 AND id = $2',
    [tenantId, lineId],
  );
}
