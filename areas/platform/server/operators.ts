/**
 * What is of the whole installation: whoever works for one group of companies neither sees nor uses it, whatever rights
 * he was given.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Work } from '#kit/server/work.ts';

export const operatorsAlone = (work: Pick<Work, 'person'>): SQL | undefined =>
  work.person.platform ? undefined : sql`false`;

/** @throws Refused `not_permitted` */
export function mustOperate({ person }: Pick<Work, 'person'>, { title }: { readonly title: Text }): void {
  if (!person.platform) throw new Refused('not_permitted', { what: title });
}
