import { and, isNotNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { scoped } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { berthClosure } from '#areas/road/model/berth-closure.ts';
import { berthEvidence } from '#areas/road/model/berth-evidence.ts';
import { berthSpell } from '#areas/road/model/berth-spell.ts';
import { sensorBinding } from '#areas/road/model/devices.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { settlementDoubt } from '#areas/road/model/settlement-doubt.ts';
import { groupInOut, rdInCar, rdInOut } from '#areas/road/model/stay-records.ts';

/** Rows that stand at a berth, of the berth's number where one is asked for. */
const atBerth =
  (of: Resource) =>
  ({ raw, db }: Work): SQL | undefined => {
    const t = tableOf(of);
    const { berthNo } = raw;
    if (typeof berthNo !== 'string' || berthNo === '') return isNotNull(t.berthId!);
    const b = tableOf(rdBerth);
    return and(
      isNotNull(t.berthId!),
      sql`${t.berthId!} IN (SELECT ${b.id!} FROM ${b} WHERE ${scoped(rdBerth, db.scope, [sql`${b.berthNo!} = ${berthNo}`])})`,
    );
  };
const ofStays = (of: Resource): Served[] => crud(of, { narrow: atBerth(of) });

/** What the engine writes and nobody enters. */
export const recordsServed: Served[] = [
  ...crud(berthEvidence),
  ...crud(berthSpell),
  ...crud(berthClosure),
  ...crud(sensorBinding),
  ...crud(settlementDoubt),
  ...[rdInCar, rdInOut, groupInOut].flatMap((of) => ofStays(of as Resource)),
];
