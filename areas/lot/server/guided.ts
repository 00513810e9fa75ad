/** Lists of car parks and communities narrowed to those that guide to free spaces. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { building } from '#areas/guidance/model/building.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

const guidedParks = (work: Work): SQL => {
  const b = tableOf(building);
  return sql`SELECT ${b.parkId!} FROM ${b} WHERE ${scoped(building, work.db.scope)}`;
};

export const guidedPark = (work: Work): SQL | undefined =>
  work.raw['guided'] === 'yes' ? sql`${tableOf(park).id!} IN (${guidedParks(work)})` : undefined;

export const villageRules: Rules = {
  narrow: (work) => {
    if (work.raw['guided'] !== 'yes') return undefined;
    const p = tableOf(park);
    const theirs = sql`SELECT ${p.villageId!} FROM ${p} WHERE ${scoped(park, work.db.scope, [sql`${p.id!} IN (${guidedParks(work)})`])}`;
    return sql`${tableOf(village).id!} IN (${theirs})`;
  },
};
