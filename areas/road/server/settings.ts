/** Settings of a roadside car park: one row for each that was changed, the default for all others. */
import { check, isEmpty } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { add, edit } from '#kit/server/save.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Db } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import { RdParameter, roadSettings } from '#areas/road/model/road-settings.ts';
import type { RoadSettings } from '#areas/road/model/road-settings.ts';
import { lotNamed } from './berths.ts';

const fields: Readonly<Record<string, Field>> = roadSettings;

/** Settings of a car park, complete with defaults. A stored value that does not fit any more counts as not stored. */
export async function roadSettingsOf(db: Db, tenantId: number, parkId: string): Promise<RoadSettings> {
  const rows = await db.raw<{ key: string; value: string }>(
    'SELECT param_key AS key, param_value AS value FROM rd_parameter WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL',
    [tenantId, parkId],
  );
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const read = isEmpty(stored.get(key)) ? null : check(field, stored.get(key));
      return [key, read === null || read.problem || read.value === null ? field.default : read.value];
    }),
  ) as RoadSettings;
}

const days = /^\d{1,4}(,\d{1,4})*$/;

function problemOf(key: string, value: unknown, at: string): Problem[] {
  const field = fields[key];
  if (!field) return [{ field: at, msg: text(`没有参数“${key}”`, `There is no parameter “${key}”`) }];
  const { problem } = check(field, value);
  if (problem)
    return [{ field: at, msg: fill(text('{label}{problem}', '{label} {problem}'), { label: field.label, problem }) }];
  return key === 'noticeDays' && !days.test(String(value))
    ? [{ field: at, msg: text('填天数，用逗号分开，如 1,7,30', 'Days divided by commas, such as 1,7,30') }]
    : [];
}

const rules: Rules = {
  check: (values, before) => {
    const { paramKey, paramValue } = { ...before, ...values } as Record<string, unknown>;
    return paramValue === undefined ? [] : problemOf(String(paramKey), paramValue, 'paramValue');
  },
};

/** Several settings at once: `{ parkId, settings: { key: value } }`; an empty value goes back to the default. */
async function saveAll(work: Work, parkId: string, given: Readonly<Record<string, unknown>>): Promise<RoadSettings> {
  const problems = Object.entries(given).flatMap(([key, value]) =>
    isEmpty(value) && key in fields ? [] : problemOf(key, value, key),
  );
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const lot = await lotNamed(work, parkId);
  const stored = await work.db.raw<{ id: string; key: string }>(
    'SELECT id, param_key AS key FROM rd_parameter WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL FOR UPDATE',
    [lot.tenantId, parkId],
  );
  const ids = new Map(stored.map(({ key, id }) => [key, id]));
  for (const [paramKey, value] of Object.entries(given)) {
    const paramValue = String(isEmpty(value) ? fields[paramKey]!.default : value);
    const id = ids.get(paramKey);
    if (id) await edit(RdParameter, id, { paramValue }, work, rules);
    else await add(RdParameter, { parkId, paramKey, paramValue }, work, rules);
  }
  return roadSettingsOf(work.db, lot.tenantId, parkId);
}

/** Saved one by one, or all of a lot at once as `settings`. */
export const settingRules: Rules = {
  ...rules,
  verbs: {
    submit: async (work, plain) => {
      const { parkId, settings } = work.raw;
      if (typeof settings !== 'object' || settings === null) return plain(work);
      if (!work.permits('RdParameter:edit')) throw new Refused('not_permitted', { what: RdParameter.title });
      return saveAll(work, String(parkId), settings as Record<string, unknown>);
    },
  },
};
