/** Settings of a roadside car park kept as a row for each that was changed, the default for all others. */
import { check, isEmpty } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { getTableName } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { add, edit } from '#kit/server/save.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { lotNamed } from './berths.ts';

type Special = (key: string, value: unknown) => Text | null;

export type LotSettings<S> = {
  /** Complete with defaults. A stored value that does not fit any more counts as not stored. */
  readonly of: (db: Db, tenantId: number, parkId: string) => Promise<S>;
  /**
   * Saved one by one, or all of a lot at once as `{ parkId, settings: { key: value } }`; an empty value goes back to
   * the default.
   */
  readonly rules: Rules;
};

/** @param special - what else is wrong with a value that its field lets pass */
export function lotSettings<S>(
  of: Resource,
  fields: Readonly<Record<string, Field>>,
  special: Special = () => null,
): LotSettings<S> {
  const table = () => `"${getTableName(tableOf(of))}"`;
  const read = async (db: Db, tenantId: number, parkId: string): Promise<S> => {
    const rows = await db.raw<{ key: string; value: string }>(
      `SELECT param_key AS key, param_value AS value FROM ${table()} WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL`,
      [tenantId, parkId],
    );
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    return Object.fromEntries(
      Object.entries(fields).map(([key, field]) => {
        const found = isEmpty(stored.get(key)) ? null : check(field, stored.get(key));
        return [key, found === null || found.problem || found.value === null ? field.default : found.value];
      }),
    ) as S;
  };
  const problemOf = (key: string, value: unknown, at: string): Problem[] => {
    const field = fields[key];
    if (!field) return [{ field: at, msg: text(`没有参数“${key}”`, `There is no parameter “${key}”`) }];
    const { problem } = check(field, value);
    if (problem)
      return [{ field: at, msg: fill(text('{label}{problem}', '{label} {problem}'), { label: field.label, problem }) }];
    const msg = special(key, value);
    return msg ? [{ field: at, msg }] : [];
  };
  const rules: Rules = {
    check: (values, before) => {
      const { paramKey, paramValue } = { ...before, ...values } as Record<string, unknown>;
      return paramValue === undefined ? [] : problemOf(String(paramKey), paramValue, 'paramValue');
    },
  };
  const saveAll = async (work: Work, parkId: string, given: Readonly<Record<string, unknown>>): Promise<S> => {
    const problems = Object.entries(given).flatMap(([key, value]) =>
      isEmpty(value) && key in fields ? [] : problemOf(key, value, key),
    );
    if (problems.length > 0) throw new Refused('bad_input', {}, problems);
    const lot = await lotNamed(work, parkId);
    const stored = await work.db.raw<{ id: string; key: string }>(
      `SELECT id, param_key AS key FROM ${table()} WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL FOR UPDATE`,
      [lot.tenantId, parkId],
    );
    const ids = new Map(stored.map(({ key, id }) => [key, id]));
    for (const [paramKey, value] of Object.entries(given)) {
      const paramValue = String(isEmpty(value) ? fields[paramKey]!.default : value);
      const id = ids.get(paramKey);
      if (id) await edit(of, id, { paramValue }, work, rules);
      else await add(of, { parkId, paramKey, paramValue }, work, rules);
    }
    return read(work.db, lot.tenantId, parkId);
  };
  const submit: NonNullable<NonNullable<Rules['verbs']>['submit']> = async (work, plain) => {
    const { parkId, settings } = work.raw;
    if (typeof settings !== 'object' || settings === null) return plain(work);
    if (!work.permits(`${of.name}:edit`)) throw new Refused('not_permitted', { what: of.title });
    return saveAll(work, String(parkId), settings as Record<string, unknown>);
  };
  return { of: read, rules: { ...rules, verbs: { submit } } };
}
