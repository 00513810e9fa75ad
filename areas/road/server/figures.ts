/** Roadside car parks in figures: their berths now, the money of stays that ended today, and debts that are open. */
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';
import { company } from '#areas/org/model/company.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { figureFields } from '#areas/road/model/figures.ts';
import { exportBeside } from '#kit/sheets/server/beside.ts';
import { roadFigures } from '#areas/road/model/berth-calls.ts';
import { openStates } from '#areas/road/model/debt-words.ts';
import { lots } from './lookups.ts';

type Sum = { parkId: string; amount: number; count: number };

/** Today of each car park is its own zone's. */
const TODAY = `date_trunc('day', $1::timestamptz AT TIME ZONE p.zone) AT TIME ZONE p.zone`;
/** How long before its end a stay may have begun: stays are kept by their begin. */
const LONGEST = `interval '90 days'`;

/** What was paid by the end of stays that ended today: later payments are those of their debts. */
function settledToday(work: Work): Promise<Sum[]> {
  const values: unknown[] = [work.now.toISOString()];
  const own = scopedSql(work.db.scope, 's', values);
  return work.db.raw<Sum>(
    `SELECT s.park_id AS "parkId", count(*)::int AS count, coalesce(sum(s.paid_fen - coalesce(e.paid_fen, 0)), 0)::bigint AS amount
     FROM stay s JOIN park p ON p.tenant_id = s.tenant_id AND p.id = s.park_id
     LEFT JOIN rd_escape e ON e.tenant_id = s.tenant_id AND e.stay_id = s.id::text
     WHERE s.berth_id IS NOT NULL AND s.status IN ('closed', 'closed-inferred') AND s.out_time >= ${TODAY} AND s.out_time <= $1::timestamptz
       AND s.begin_time >= $1::timestamptz - ${LONGEST} AND ${own}
     GROUP BY s.park_id`,
    values,
  );
}

function debtsBornToday(work: Work): Promise<Sum[]> {
  const values: unknown[] = [work.now.toISOString()];
  const own = scopedSql(work.db.scope, 'e', values);
  return work.db.raw<Sum>(
    `SELECT e.park_id AS "parkId", count(*)::int AS count, coalesce(sum(e.owed_fen), 0)::bigint AS amount
     FROM rd_escape e JOIN park p ON p.tenant_id = e.tenant_id AND p.id = e.park_id
     WHERE p.park_type = 'curb' AND e.born_time >= ${TODAY} AND e.born_time <= $1::timestamptz AND e.deleted_at IS NULL AND ${own}
     GROUP BY e.park_id`,
    values,
  );
}

function openDebts(work: Work): Promise<Sum[]> {
  const values: unknown[] = [openStates];
  const own = scopedSql(work.db.scope, 'e', values);
  return work.db.raw<Sum>(
    `SELECT e.park_id AS "parkId", count(*)::int AS count, coalesce(sum(e.outstanding_fen), 0)::bigint AS amount
     FROM rd_escape e WHERE e.status = ANY($1::text[]) AND e.deleted_at IS NULL AND ${own} GROUP BY e.park_id`,
    values,
  );
}

/** The sums by car park; those without any have none, and who may not see them knows nothing. */
async function byPark(may: boolean, sums: () => Promise<Sum[]>) {
  if (!may) return () => null;
  const known = new Map((await sums()).map((sum) => [sum.parkId, sum]));
  return (parkId: string): Pick<Sum, 'amount' | 'count'> => known.get(parkId) ?? { amount: 0, count: 0 };
}

type Line = Readonly<Record<keyof typeof figureFields, number | null>> & { parkId: string; companyId: string };

async function figures(work: Work): Promise<Line[]> {
  const money = work.permits('roadDaySum:read');
  const found = await lots(work);
  const settled = await byPark(money, () => settledToday(work));
  const born = await byPark(money, () => debtsBornToday(work));
  const open = await byPark(work.permits('rdEscape:read'), () => openDebts(work));
  return found.map(({ id, companyId, total, free, occupied, unknown, closed, unread }) => ({
    parkId: id,
    companyId,
    total,
    free,
    occupied,
    unknown,
    closed,
    unread,
    settledFen: settled(id)?.amount ?? null,
    newFen: born(id)?.amount ?? null,
    debts: open(id)?.count ?? null,
    owedFen: open(id)?.amount ?? null,
  }));
}

const names = Object.keys(figureFields) as (keyof typeof figureFields)[];

/** For exports, added up as the pages do: what one may not see is nothing, not nought. */
const addedBy = (key: 'parkId' | 'companyId') => async (work: Work) => {
  const lines = work.permits(roadFigures.permission) ? await figures({ ...work, input: {} }) : [];
  const sums = new Map<string, Record<string, number | null>>();
  for (const line of lines) {
    const before = sums.get(line[key]);
    const sum = names.map((name) => [name, line[name] === null ? null : (before?.[name] ?? 0) + line[name]]);
    sums.set(line[key], Object.fromEntries(sum));
  }
  return (id: string) => sums.get(id) ?? {};
};
exportBeside(curbPark.name, { fields: figureFields, values: addedBy('parkId') });
exportBeside(company.name, { fields: figureFields, values: addedBy('companyId') });

export const figuresServed: Served[] = [serve(roadFigures, figures)];
