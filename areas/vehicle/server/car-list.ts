import { eq } from 'drizzle-orm';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Db } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { carList } from '#areas/vehicle/model/car-list.ts';
import { changesLocked } from './village-lock.ts';

/** An approved entry of a list. `from`, `until`: ISO instants, null without bound; `until` itself still counts. */
export type ListEntry = {
  readonly plate: string;
  readonly type: 'black' | 'white';
  readonly from: string | null;
  readonly until: string | null;
};

/**
 * The approved entries of these plates (canonical text) in a lot's lists, also those not yet begun or ended:
 * `listClassAt` takes the instant.
 */
export async function listClassesFor(
  db: Db,
  parkId: string,
  plates: readonly string[],
): Promise<ReadonlyMap<string, readonly ListEntry[]>> {
  const wanted = [...new Set(plates)].filter(Boolean);
  const values: unknown[] = [];
  return Map.groupBy(
    wanted.length === 0
      ? []
      : await db.raw<ListEntry>(
          `SELECT plate_number AS plate, type, start_time AS "from", end_time AS until FROM car_list l
     WHERE ${scopedSql(db.scope, 'l', values)} AND l.park_id = $${values.push(parkId)}::uuid
       AND l.plate_number = ANY($${values.push(wanted)}::text[]) AND l.data_status = '1' AND l.deleted_at IS NULL`,
          values,
        ),
    ({ plate }) => plate,
  );
}

/** The class a plate has at an instant (epoch ms); black comes before white. */
export function listClassAt(entries: readonly ListEntry[] | undefined, at: number): 'black' | 'white' | null {
  const valid = (entries ?? []).filter(
    ({ from, until }) => (from === null || Date.parse(from) <= at) && (until === null || at <= Date.parse(until)),
  );
  return valid.find(({ type }) => type === 'black')?.type ?? valid[0]?.type ?? null;
}

type Entry = Record<string, unknown>;

async function check(values: Entry, before: Entry | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values };
  const problems: Problem[] = [];
  if (now.startTime && now.endTime && Date.parse(String(now.endTime)) <= Date.parse(String(now.startTime)))
    problems.push({ field: 'endTime', msg: text('失效时间应晚于生效时间', 'The end must be later than the start') });
  const moved = (name: string) =>
    name in values && Date.parse(String(values[name])) !== Date.parse(String(before?.[name]));
  if (
    before?.type === 'white' &&
    before.dataStatus === '1' &&
    (moved('startTime') || moved('endTime')) &&
    !work.permits('carList:pass')
  ) {
    problems.push({
      field: moved('endTime') ? 'endTime' : 'startTime',
      msg: text(
        '已审批的白名单，起止时间只能由审批人修改',
        'Only who may approve can change the time of an approved white entry',
      ),
    });
  }
  if (typeof now.parkId === 'string' && (await changesLocked(work.db, now.parkId)))
    problems.push({
      field: 'parkId',
      msg: text(
        '该车场所属小区已锁定，不能修改车辆',
        'The community of this car park is locked; vehicles cannot be changed',
      ),
    });
  return problems;
}

const rules: Rules = {
  check,
  fill: (values, before) => (before === null && (values as Entry).type === 'black' ? { dataStatus: '1' } : {}),
  removing: async (row, work) => {
    const problems = await check({}, row as Entry, work);
    const locked = problems.find(({ field }) => field === 'parkId');
    if (locked) throw ruleRefused(locked.msg);
  },
};

const whiteRules: Rules = {
  ...rules,
  narrow: () => eq(tableOf(carList).type!, 'white'),
  fill: (_, before) => (before === null ? { type: 'white', dataStatus: '0' } : {}),
};

export const carListRules = { carList: rules, whiteList: whiteRules };
