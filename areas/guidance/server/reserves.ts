/** What boards hold back in each hour of the week: proposed by what became of arrivals, put in force by a person. */
import { MOST_RESERVE, TARGET } from '#domain/guidance/promise.ts';
import type { Observed } from '#domain/guidance/promise.ts';
import { WEEK_HOURS, hourOfHour, tuneWeek, weekHour, weekdayOfHour } from '#domain/guidance/reserve-week.ts';
import type { Proposal } from '#domain/guidance/reserve-week.ts';
import { isoOf } from '#domain/time/iso.ts';
import { devGroup } from '#areas/guidance/model/group.ts';
import { groupReserves, setReserves } from '#areas/guidance/model/promise.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { wakeBoards } from './boards.ts';
import { HISTORY_MS } from './history.ts';

type Group = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly countBy: string;
  readonly reserves: readonly number[] | null;
};
/** A group as it is stored. */
const groupOf = (row: Awaited<ReturnType<typeof rowOf<typeof devGroup>>>): Group => ({
  id: row.id,
  tenantId: Number(row.tenantId),
  companyId: row.companyId!,
  parkId: row.parkId!,
  countBy: row.countBy!,
  reserves: row.reserves as readonly number[] | null,
});

type Seen = Observed & { readonly weekday: string; readonly hour: string; readonly sign: 'number' | 'full' };

const SEEN = `SELECT weekday, hour, sign, reserve::int, margin::int, count(*)::int AS arrivals,
    (count(*) FILTER (WHERE result = 'kept'))::int AS kept
  FROM board_arrival WHERE tenant_id = $1 AND group_id = $2 AND at >= $3 AND result <> 'onward' AND deleted_at IS NULL
  GROUP BY weekday, hour, sign, reserve, margin`;

const inForceOf = ({ reserves }: Group): number[] => Array.from({ length: WEEK_HOURS }, (_, at) => reserves?.[at] ?? 0);

type Week = { readonly seen: ReadonlyMap<number, readonly Seen[]>; readonly proposals: readonly (Proposal | null)[] };

async function weekOf(db: Db, group: Group, now: Date): Promise<Week> {
  const since = isoOf(now.getTime() - HISTORY_MS);
  const rows = await db.raw<Seen>(SEEN, [group.tenantId, group.id, since]);
  const seen = Map.groupBy(rows, ({ weekday, hour }) => weekHour(Number(weekday), Number(hour)));
  return { seen, proposals: tuneWeek(inForceOf(group), seen) };
}

const sum = (rows: readonly Seen[], of: 'arrivals' | 'kept'): number => rows.reduce((all, row) => all + row[of], 0);

const hourWords = (at: number): { weekday: string; hour: string } => ({
  weekday: String(weekdayOfHour(at)),
  hour: String(hourOfHour(at)).padStart(2, '0'),
});

async function show(work: Work<typeof groupReserves.input>): Promise<unknown> {
  const group = groupOf(await rowOf(devGroup, work.input.groupId!, work.db));
  const { seen, proposals } = await weekOf(ofTenant(work.db, group.tenantId), group, work.now);
  return {
    groupId: group.id,
    target: TARGET * 100,
    hours: inForceOf(group).map((reserve, at) => {
      const proposal = proposals[at] ?? null;
      const shown = (seen.get(at) ?? []).filter(({ sign }) => sign === 'number');
      return {
        ...hourWords(at),
        reserve,
        proposed: proposal?.reserve ?? null,
        basis: proposal?.basis ?? null,
        basisArrivals: proposal?.arrivals ?? null,
        basisKept: proposal?.kept ?? null,
        arrivals: sum(shown, 'arrivals'),
        kept: sum(shown, 'kept'),
      };
    }),
  };
}

const wrong = (msg: Text): Refused => new Refused('bad_input', {}, [{ field: 'hours', msg }]);

/** The requested reserves, by hour of the week. */
function wantedOf(raw: unknown): Map<number, number> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > WEEK_HOURS)
    throw wrong(text('须为 1 至 168 个钟点', 'Must be 1 to 168 hours'));
  const wanted = raw.map((each: unknown): [number, number] => {
    const [weekday, hour, reserve] = ['weekday', 'hour', 'reserve'].map((name) =>
      Number((each as Record<string, unknown> | null)?.[name] ?? Number.NaN),
    ) as [number, number, number];
    const isWithin = (value: number, low: number, high: number): boolean =>
      Number.isInteger(value) && value >= low && value <= high;
    if (!isWithin(weekday, 1, 7)) throw wrong(text('weekday：须为 1 至 7', 'weekday: must be 1 to 7'));
    if (!isWithin(hour, 0, 23)) throw wrong(text('hour：须为 0 至 23', 'hour: must be 0 to 23'));
    if (!isWithin(reserve, 0, MOST_RESERVE))
      throw wrong(text(`reserve：须为 0 至 ${MOST_RESERVE}`, `reserve: must be 0 to ${MOST_RESERVE}`));
    return [weekHour(weekday, hour), reserve];
  });
  if (new Set(wanted.map(([at]) => at)).size < wanted.length)
    throw wrong(text('同一钟点出现了两次', 'One hour is named twice'));
  return new Map(wanted);
}

/** Puts reserves in force, each change with a row of its own. @returns the hours that changed */
async function putInForce(
  db: Db,
  group: Group,
  wanted: ReadonlyMap<number, number>,
  { proposals, byName, now }: { proposals: Week['proposals']; byName: string | null; now: Date },
): Promise<number[]> {
  const before = inForceOf(group);
  const changed = [...wanted].filter(([at, reserve]) => before[at] !== reserve).map(([at]) => at);
  if (changed.length === 0) return [];
  const { tenantId, companyId, parkId, id } = group;
  const after = before.map((reserve, at) => wanted.get(at) ?? reserve);
  await db.raw('UPDATE dev_group SET reserves = $3::jsonb, updated_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    JSON.stringify(after),
    now.toISOString(),
  ]);
  const rows = changed.map((at) => {
    const proposal = proposals[at]?.reserve === after[at] ? proposals[at] : null;
    return {
      tenant_id: tenantId,
      company_id: companyId,
      park_id: parkId,
      id: newId(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      group_id: id,
      at: now.toISOString(),
      ...hourWords(at),
      reserve_before: before[at],
      reserve: after[at],
      arrivals: proposal?.arrivals ?? null,
      kept: proposal?.kept ?? null,
      by_name: byName,
    };
  });
  await insertRows(db, 'reserve_change', rows, '');
  return changed;
}

async function set(work: Work<typeof setReserves.input>): Promise<unknown> {
  const wanted = wantedOf(work.input.hours);
  const group = groupOf(await rowOf(devGroup, work.input.groupId!, work.db, { lock: true }));
  if (group.countBy !== 'spaces')
    throw ruleRefused(
      text('按过车计数的分组没有预留', 'Groups counted by passages have no reserve'),
      'counted-by-passages',
    );
  const db = ofTenant(work.db, group.tenantId);
  const { proposals } = await weekOf(db, group, work.now);
  const byName = work.person.name || work.person.account;
  const changed = await putInForce(db, group, wanted, { proposals, byName, now: work.now });
  const { id, tenantId, companyId, parkId } = group;
  if (changed.length > 0)
    work.record({
      resource: devGroup.name,
      action: 'setReserves',
      rowId: id,
      before: { reserves: group.reserves },
      after: { reserves: inForceOf(group).map((reserve, at) => wanted.get(at) ?? reserve) },
      tenantId,
      companyId,
      parkId,
    });
  work.afterCommit(() => wakeBoards({ tenantId, parkId }));
  return { changed: changed.length };
}

const AUTO = `SELECT id, tenant_id AS "tenantId" FROM dev_group
  WHERE deleted_at IS NULL AND count_by = 'spaces' AND reserve_by = 'auto' ORDER BY tenant_id, id LIMIT 5000`;
const ONE = `SELECT id, tenant_id AS "tenantId", company_id AS "companyId", park_id AS "parkId", count_by AS "countBy", reserves
  FROM dev_group WHERE tenant_id = $1 AND id = $2 AND reserve_by = 'auto' AND deleted_at IS NULL FOR NO KEY UPDATE`;

/** Puts proposals in force where a group's setting says that they are followed without a person. */
export async function tuneReserves(database: Database, now = new Date()): Promise<void> {
  const groups = await database.read(platformScope, (db) => db.raw<Pick<Group, 'id' | 'tenantId'>>(AUTO));
  for (const { tenantId, id } of groups) {
    const lot = await database.write(tenantScope(tenantId), async (db) => {
      const [group] = await db.raw<Group>(ONE, [tenantId, id]);
      if (!group) return null;
      const { proposals } = await weekOf(db, group, now);
      const wanted = new Map(proposals.flatMap((proposal, at) => (proposal ? [[at, proposal.reserve] as const] : [])));
      const changed = await putInForce(db, group, wanted, { proposals, byName: null, now });
      return changed.length > 0 ? { tenantId, parkId: group.parkId } : null;
    });
    if (lot) wakeBoards(lot);
  }
}

export const reservesServed: Served[] = [serve(groupReserves, show), serve(setReserves, set)];
