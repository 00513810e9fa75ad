/**
 * Ninety days of shifts of a lot's box, three a day, over the cash and releases that its past brought: every row in one
 * shift, counted, handed over and deposited.
 */
import { DENOMINATIONS, countOf, expectedFen, NO_CASH } from '#domain/shift/till.ts';
import type { Count, Pieces } from '#domain/shift/till.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build-lot.ts';
import { loadOddOpenings } from './odd-openings.ts';
import { pick, randomFrom } from './random.ts';

const HOUR = 3_600_000;
const FLOAT = 20_000;
/** When a shift begins, hours of the lot's day. */
const turns = [6, 14, 22];
const crew = ['马长宁', '赵小川', '钱大有', '孙立夏', '李桂芳', '周建业'];
const office = '苏晚晴';

type Box = { tenant_id: number; company_id: string; park_id: string; box_id: string };
type Taken = {
  nth: number;
  tendered: number;
  change: number;
  refund: number;
  payments: number;
  releases: number;
  waived: number;
};

const nothing: Taken = { nth: 0, tendered: 0, change: 0, refund: 0, payments: 0, releases: 0, waived: 0 };

/** Begins of all shifts up to now, oldest first. */
function begins(now: number, days: number, zone: string): number[] {
  const today = dayOf(now, zone);
  const all: number[] = [];
  for (let back = days; back >= 0; back -= 1)
    all.push(...turns.map((hour) => startOfDay(addDays(today, -back), zone) + hour * HOUR));
  return all.filter((at) => at < now - HOUR / 2);
}

/** Notes and coins for an amount, the largest first; an amount is whole yuan. */
function piecesOf(fen: number): Pieces {
  let left = fen;
  return Object.fromEntries(
    DENOMINATIONS.flatMap((worth) => {
      const number = Math.floor(left / worth);
      left -= number * worth;
      return number > 0 ? [[String(worth), number]] : [];
    }),
  );
}

/** Most drawers are right; some are a few yuan off. */
const slipOf = (random: () => number): number =>
  random() < 0.93 ? 0 : pick(random, [-1_000, -500, -500, -100, 100, 500]);

const iso = (at: number): string => new Date(at).toISOString();

async function boxOf(db: Db, parkId: string): Promise<Box> {
  const [box] = await db.raw<Box>(
    'SELECT tenant_id, company_id, park_id, id AS box_id FROM park_box WHERE tenant_id = $1 AND park_id = $2 LIMIT 1',
    [db.scope.tenantId, parkId],
  );
  return box!;
}

/** Releases of the past as rows of the box, and receipts in the order of time. */
async function rowsOf(db: Db, { tenant_id, company_id, park_id, box_id }: Box): Promise<void> {
  await db.raw(
    `INSERT INTO shift_entry (tenant_id, company_id, park_id, id, created_at, updated_at, box_id, time, kind,
      plate_number, amount_fen, waived_fen, operator, remark, order_id, subject_id, booked)
    SELECT tenant_id, company_id, park_id, id, created_at, updated_at, $3, time,
      CASE WHEN waived_fen > 0 THEN 'release' ELSE 'free' END, plate_number, 0, waived_fen, operator, reason, order_id,
      id, time FROM manual_release
    WHERE tenant_id = $1 AND park_id = $2 RETURNING 1`,
    [tenant_id, park_id, box_id],
  );
  await db.raw(
    `UPDATE shift_entry e SET receipt_no = n.no FROM (SELECT time, id, row_number() OVER (ORDER BY time, id) AS no
      FROM shift_entry WHERE tenant_id = $1 AND box_id = $2 AND kind = 'cash') n
    WHERE e.tenant_id = $1 AND e.time = n.time AND e.id = n.id`,
    [tenant_id, box_id],
  );
  await db.raw(
    `INSERT INTO box_till (tenant_id, company_id, park_id, box_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [tenant_id, company_id, park_id, box_id],
  );
}

/** What each of the shifts took, by its place in the row of them. */
async function takenBy(db: Db, box: Box, from: readonly number[]): Promise<Map<number, Taken>> {
  const rows = await db.raw<Taken>(
    `SELECT width_bucket(time, $3::timestamptz[]) AS nth, coalesce(sum(tendered_fen), 0)::bigint AS tendered,
      coalesce(sum(change_fen), 0)::bigint AS change, count(*) FILTER (WHERE kind = 'cash')::int AS payments,
    coalesce(-sum(amount_fen) FILTER (WHERE kind = 'refund'), 0)::bigint AS refund,
      count(*) FILTER (WHERE kind IN ('release', 'free', 'key'))::int AS releases,
      coalesce(sum(waived_fen), 0)::bigint AS waived FROM shift_entry WHERE tenant_id = $1 AND box_id = $2 GROUP BY 1`,
    [box.tenant_id, box.box_id, from.map(iso)],
  );
  return new Map(rows.map((row) => [Number(row.nth) - 1, row]));
}

type Made = {
  readonly id: string;
  readonly operator: string;
  readonly operatorId: string;
  readonly at: number;
  readonly cut: number | null;
};

function countedColumns(count: Count, taken: Taken) {
  return {
    cash_fen: taken.tendered - taken.change,
    payments: taken.payments,
    refund_fen: taken.refund,
    drop_fen: 0,
    correction_fen: 0,
    releases: taken.releases,
    waived_fen: taken.waived,
    expected_fen: count.expectedFen,
    counted_fen: count.countedFen,
    difference_fen: count.differenceFen,
    keep_fen: count.keepFen,
    hand_in_fen: count.handInFen,
    pieces: piecesOf(count.countedFen),
  };
}

function shiftRow(
  box: Box,
  made: Made,
  next: Made | undefined,
  taken: Taken,
  random: () => number,
  now: number,
): Record<string, unknown> {
  const head = {
    ...box,
    id: made.id,
    created_at: iso(made.at),
    updated_at: iso(made.cut ?? made.at),
    operator: made.operator,
    operator_id: made.operatorId,
    opened_time: iso(made.at),
    cut_time: made.cut === null ? null : iso(made.cut),
    float_fen: FLOAT,
    forced: false,
  };
  const uncounted = Object.fromEntries(
    Object.keys(countedColumns(countOf(0, 0, 0), nothing)).map((name) => [name, null]),
  );
  const blank = {
    witness: null,
    witness_id: null,
    next_id: null,
    slip_no: null,
    deposit_fen: null,
    deposit_difference_fen: null,
    deposit_by: null,
    deposit_time: null,
  };
  if (made.cut === null || !next) return { ...head, ...uncounted, status: 'open', ...blank };
  const expected = expectedFen(FLOAT, {
    ...NO_CASH,
    tenderedFen: taken.tendered,
    changeFen: taken.change,
    refundFen: taken.refund,
  });
  const count = countOf(expected + slipOf(random), expected, FLOAT);
  const deposited = made.cut < now - 36 * HOUR;
  const deposit = deposited
    ? {
        slip_no: `JK${iso(made.cut).slice(0, 10).replaceAll('-', '')}${String(Math.floor(random() * 10_000)).padStart(4, '0')}`,
        deposit_fen: count.handInFen,
        deposit_difference_fen: 0,
        deposit_by: office,
        deposit_time: iso(made.cut + 20 * HOUR),
      }
    : {};
  return {
    ...head,
    ...countedColumns(count, taken),
    ...blank,
    status: deposited ? 'deposited' : 'closed',
    witness: next.operator,
    witness_id: next.operatorId,
    next_id: next.id,
    ...deposit,
  };
}

/** The latest receipt waits for a second person's word; one before was refused. */
async function askVoids(db: Db, { tenant_id, box_id }: Box): Promise<void> {
  await db.raw(
    `INSERT INTO shift_void (tenant_id, company_id, park_id, id, created_at, updated_at, box_id, status, receipt_no,
      plate_number, amount_fen, asked_by, asked_by_id, asked_time, remark, decided_by, decided_time, order_id,
      payment_id, entry_id)
    SELECT e.tenant_id, e.company_id, e.park_id, gen_random_uuid(), e.time, e.time, e.box_id,
      CASE WHEN nth = 1 THEN 'asked' ELSE 'refused' END, e.receipt_no, e.plate_number, e.amount_fen, s.operator,
      s.operator_id, e.time + interval '5 minutes',
      CASE WHEN nth = 1 THEN '车主已扫码支付，现金重复收取' ELSE '多按一次收款' END, CASE WHEN nth = 1 THEN NULL ELSE '郑秋实' END,
      CASE WHEN nth = 1 THEN NULL ELSE e.time + interval '40 minutes' END, e.order_id, e.subject_id, e.id
    FROM (SELECT *, row_number() OVER (ORDER BY time DESC) AS nth FROM shift_entry WHERE tenant_id = $1 AND box_id = $2
      AND kind = 'cash') e JOIN shift s ON s.tenant_id = e.tenant_id AND s.id = e.shift_id WHERE nth IN (1, 9)
      RETURNING 1`,
    [tenant_id, box_id],
  );
}

/** The shifts of a lot's box, oldest first (epoch ms), and who works which. */
export type Rota = {
  readonly from: readonly number[];
  readonly people: readonly string[];
  readonly person: (nth: number) => string;
  /** Who is on duty at an instant (epoch ms). */ readonly at: (time: number) => string;
};

/**
 * People take turns; whoever is on duty now is one of `guards`, who have an account, so that he finds his shift at
 * work.
 */
export function rotaOf(
  guards: ReadonlyMap<string, string>,
  seed: number,
  { now, days, zone }: { now: number; days: number; zone: string },
): Rota {
  const from = begins(now, days, zone);
  const own = [...guards.keys()];
  const people =
    own.length > 0 ? [own[1]!, '钱大有', own[0]!] : [0, 1, 2].map((nth) => crew[(seed * 3 + nth) % crew.length]!);
  const person = (nth: number): string => people[(nth + people.length * from.length - from.length) % people.length]!;
  return {
    from,
    people,
    person,
    at: (time) =>
      person(
        Math.max(
          0,
          from.findLastIndex((begin) => begin <= time),
        ),
      ),
  };
}

/**
 * Makes the shifts of one lot by its rota; the person of `guards` by name works there with his own account. Answers
 * nothing: a lot without lanes has no box to work.
 */
export async function loadShifts(
  database: Database,
  tenantId: number,
  { site }: BuiltLot,
  guards: ReadonlyMap<string, string>,
  { from, people, person }: Rota,
  seed: number,
  now: number,
): Promise<void> {
  if (site.lanes.length === 0) return;
  const random = randomFrom(seed + 9_000);
  await database.write(tenantScope(tenantId), async (db) => {
    const box = await boxOf(db, site.parkId);
    await rowsOf(db, box);
    const ids = new Map(people.map((name) => [name, guards.get(name) ?? newId()]));
    const made = from.map((begin, nth): Made => ({
      id: newId(begin),
      operator: person(nth),
      operatorId: ids.get(person(nth))!,
      at: begin,
      cut: from[nth + 1] ?? null,
    }));
    const taken = await takenBy(db, box, from);
    await insertRows(
      db,
      'shift',
      made.map((each, nth) => shiftRow(box, each, made[nth + 1], taken.get(nth) ?? nothing, random, now)),
      '',
    );
    await db.raw(
      `UPDATE shift_entry SET shift_id = ($4::uuid[])[width_bucket(time, $3::timestamptz[])],
        operator = coalesce(operator, ($5::text[])[width_bucket(time, $3::timestamptz[])])
      WHERE tenant_id = $1 AND box_id = $2 AND time >= $6`,
      [
        box.tenant_id,
        box.box_id,
        from.map(iso),
        made.map(({ id }) => id),
        made.map(({ operator }) => operator),
        iso(from[0]!),
      ],
    );
    await db.raw(
      `UPDATE lane_exception SET box_id = $2, operator = ($4::text[])[width_bucket(time, $3::timestamptz[])]
        WHERE tenant_id = $1 AND park_id = $5 AND time >= $6`,
      [box.tenant_id, box.box_id, from.map(iso), made.map(({ operator }) => operator), box.park_id, iso(from[0]!)],
    );
    await loadOddOpenings(
      db,
      { tenant_id: box.tenant_id, company_id: box.company_id, park_id: box.park_id },
      box.box_id,
      site.lanes.map(({ gateId }) => gateId).filter(Boolean),
      made,
      { seed, now },
    );
    await askVoids(db, box);
    const last = made.at(-1)!;
    await db.raw('UPDATE box_till SET shift_id = $3, taking = true, cut_at = $4 WHERE tenant_id = $1 AND box_id = $2', [
      box.tenant_id,
      box.box_id,
      last.id,
      iso(last.at),
    ]);
  });
}
