/** What a day's proof is made of, as it is stored: settlements, compared bills, statement lines. */
import { toArrive } from '#domain/fund/proof.ts';
import type { Cause } from '#domain/fund/proof.ts';
import { addDays } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { nameId } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { ZONE } from './ledger.ts';
import type { Span } from './ledger.ts';

/** An account with a channel, whatever sub-merchants it pays. */
export type Merchant = {
  readonly account: string;
  readonly companyId: string;
  readonly payType: string;
  readonly merchantNo: string;
};

export async function merchantsOf(db: Db, tenantId: number): Promise<ReadonlyMap<string, Merchant>> {
  const rows = await db.raw<Merchant>(
    `SELECT id::text AS account, company_id AS "companyId", 'wechat' AS "payType", coalesce(mch_id, '') AS "merchantNo" FROM wechat_config WHERE tenant_id = $1
     UNION ALL SELECT id::text, company_id, 'alipay', coalesce(app_id, '') FROM alipay_config WHERE tenant_id = $1
     UNION ALL SELECT id::text, company_id, pay_type, coalesce(merchant_no, '') FROM otherpay_config WHERE tenant_id = $1`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.account, row]));
}

export type Books = {
  readonly account: string;
  readonly day: Day;
  readonly booksFen: number;
  readonly lateFen: number;
  readonly feeFen: number;
  readonly shareFen: number;
  readonly settledFen: number;
};

/** Settlements by merchant account and day, over all its lots. */
export const booksOf = (db: Db, tenantId: number, span: Span): Promise<Books[]> =>
  db.raw<Books>(
    `SELECT split_part(merchant_ref, '/', 1) AS account, to_char(day, 'YYYY-MM-DD') AS day,
     sum(gross_fen - refund_fen)::bigint AS "booksFen", sum(adjust_fen)::bigint AS "lateFen",
     sum(channel_fee_fen)::bigint AS "feeFen", coalesce(sum(share_fen), 0)::bigint AS "shareFen", coalesce(sum(settled_fen), 0)::bigint AS "settledFen"
     FROM settlement_record WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND merchant_ref <> '' AND deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    [tenantId, span.from, span.to],
  );

export type Parked = { readonly refundDue: number; readonly elsewhere: number };

/** What two people moved to suspense of arrivals that were short, by `account day`. */
export async function parkedOf(db: Db, tenantId: number, span: Span): Promise<ReadonlyMap<string, Parked>> {
  const rows = await db.raw<{ key: string } & Parked>(
    `SELECT split_part(s.merchant_ref, '/', 1) || ' ' || to_char(s.day, 'YYYY-MM-DD') AS key,
       coalesce(sum((p->>'fen')::bigint) FILTER (WHERE l.difference_cause = 'refund'), 0)::bigint AS "refundDue",
       coalesce(sum((p->>'fen')::bigint) FILTER (WHERE l.difference_cause = 'elsewhere'), 0)::bigint AS elsewhere
     FROM bank_line l CROSS JOIN LATERAL jsonb_array_elements(l.settled_parts->'parts') AS p
       JOIN settlement_record s ON s.tenant_id = $1 AND s.id = (p->>'id')::uuid
     WHERE l.tenant_id = $1 AND s.day >= $2 AND s.day <= $3 AND l.settled_parts IS NOT NULL AND l.deleted_at IS NULL GROUP BY 1`,
    [tenantId, span.from, span.to],
  );
  return new Map(rows.map(({ key, refundDue, elsewhere }) => [key, { refundDue, elsewhere }]));
}

type Compared = {
  readonly account: string;
  readonly day: Day;
  readonly netFen: number;
  readonly unknownFen: number;
  readonly differs: boolean;
};
type Off = {
  readonly account: string | null;
  readonly day: Day;
  readonly id: string;
  readonly tradeNo: string;
  readonly result: 'oursOnly' | 'theirsOnly' | 'amountDiffers';
  readonly askedFen: number;
  readonly saidFen: number;
};
type Bill = { readonly netFen: number; readonly items: readonly { cause: Cause; ref: string; amountFen: number }[] };

/**
 * What a compared line makes the bill differ by; a refund's counts the other way. It is a payment's where its id is
 * that of its trade.
 */
function offOf({ id, tradeNo, result, askedFen, saidFen }: Off): number {
  const sign = id === nameId(`bill/${tradeNo}/${result}`) ? 1 : -1;
  return sign * (result === 'oursOnly' ? -askedFen : result === 'theirsOnly' ? saidFen : saidFen - askedFen);
}

/** The channels' bills of a span with the differences that were found on them, by `account day`. */
export async function billDifferences(db: Db, tenantId: number, span: Span): Promise<ReadonlyMap<string, Bill>> {
  const days = await db.raw<Compared>(
    `SELECT config_id AS account, to_char(day, 'YYYY-MM-DD') AS day,
     (their_fen - their_refund_fen)::bigint AS "netFen", coalesce(unknown_fen, 0)::bigint AS "unknownFen",
     status = 'differs' AS differs
     FROM channel_day WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND status <> 'failed' AND deleted_at IS NULL`,
    [tenantId, span.from, span.to],
  );
  const offs = await db.raw<Off>(
    `SELECT split_part(p.merchant_ref, '/', 1) AS account, to_char(c.time AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS day,
     c.id::text AS id, c.trade_no AS "tradeNo", c.result, c.asked_fen AS "askedFen", c.said_fen AS "saidFen"
     FROM channel_record c JOIN LATERAL (SELECT merchant_ref FROM payment p
       WHERE p.tenant_id = $1 AND p.order_id = c.order_id AND p.pay_type = c.pay_type ORDER BY p.id LIMIT 1) p ON true
     WHERE c.tenant_id = $1 AND c.source = 'bill' AND c.time >= $2::date::timestamp AT TIME ZONE '${ZONE}'
       AND c.time < ($3::date + 1)::timestamp AT TIME ZONE '${ZONE}'`,
    [tenantId, span.from, span.to],
  );
  const byDay = Map.groupBy(offs, ({ account, day }) => `${account} ${day}`);
  return new Map(
    days.map(({ account, day, netFen, unknownFen, differs }) => {
      const key = `${account} ${day}`;
      const found = differs ? (byDay.get(key) ?? []) : [];
      const items = found.map((off) => ({ cause: off.result, ref: off.tradeNo, amountFen: offOf(off) }));
      const stranger = unknownFen === 0 ? [] : [{ cause: 'stranger' as const, ref: '', amountFen: unknownFen }];
      return [key, { netFen, items: [...items, ...stranger] }];
    }),
  );
}

export type Line = {
  readonly id: string;
  readonly companyId: string;
  readonly accountTail: string;
  readonly day: Day;
  readonly amountFen: number;
  readonly counterparty: string | null;
  readonly note: string | null;
  readonly ref: string;
  /** A person undid its match: it is not matched automatically again. */
  readonly released: boolean;
  readonly configId: string | null;
  readonly dayFrom: Day | null;
  readonly dayUntil: Day | null;
  readonly payType: string | null;
  readonly isBooked: boolean;
  readonly bookedTimes: number | null;
};

/** What came in, with the days it pays where that is known. */
export const linesOf = (db: Db, tenantId: number, span: Span): Promise<Line[]> =>
  db.raw<Line>(
    `SELECT id, company_id AS "companyId", account_tail AS "accountTail", to_char(day, 'YYYY-MM-DD') AS day,
     amount_fen AS "amountFen", counterparty, note, ref, (status = 'open' AND assigned_by IS NOT NULL) AS released,
     config_id AS "configId",
      to_char(day_from, 'YYYY-MM-DD') AS "dayFrom", to_char(day_until, 'YYYY-MM-DD') AS "dayUntil",
        pay_type AS "payType", booked IS NOT NULL AS "isBooked", booked_times AS "bookedTimes"
     FROM bank_line WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [tenantId, span.from, span.to],
  );

/** A merchant account's day as a key. */
export const at = (account: string, day: Day): string => `${account} ${day}`;

/** Also what the bank received on the day after the last. */
export const withNext = ({ from, to }: Span): Span => ({ from, to: addDays(to, 1) });

export type Sources = {
  readonly merchants: ReadonlyMap<string, Merchant>;
  /** Of the days of the span alone. */
  readonly books: readonly Books[];
  /** What is to arrive, fen, by account and day: also of days before the span that its lines pay. */
  readonly nets: ReadonlyMap<string, number>;
  readonly lines: readonly Line[];
};

/**
 * What a span's days are proved from. A line that pays several days may begin before the span: those take their part of
 * it too, or the first day that is left would be given theirs.
 */
export async function sourcesOf(db: Db, tenantId: number, span: Span): Promise<Sources> {
  const lines = await linesOf(db, tenantId, withNext(span));
  const from = lines.reduce((first, { dayFrom }) => (dayFrom && dayFrom < first ? dayFrom : first), span.from);
  const books = await booksOf(db, tenantId, { from, to: span.to });
  return {
    merchants: await merchantsOf(db, tenantId),
    books: books.filter(({ day }) => day >= span.from),
    nets: new Map(books.map((each) => [at(each.account, each.day), toArrive(each)])),
    lines,
  };
}
