/**
 * Parameters as the platform operator sees and sets them. What is stored here is read by whatever it is about, through
 * the kit.
 */
import { inArray } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import { allowedIn, problemIn, writtenIn } from '#kit/declare/parameter.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Parameter } from '#kit/declare/parameter.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { declaredParams, param, parameterAt, parameters } from '../model/param.ts';

const wrong = (field: string, msg: Text): Problem => ({ field, msg });

/**
 * A company's own value is checked once per company: the engine's uniqueness lets several rows without a company stand.
 */
async function isTwice(key: string, work: Work): Promise<boolean> {
  const rows = await work.db.raw(
    'SELECT 1 FROM param WHERE param_key = $1 AND for_company_id IS NULL AND deleted_at IS NULL',
    [key],
  );
  return rows.length > 0;
}

export const paramRules: Rules = {
  check: async (values, before, work) => {
    const { paramKey, forCompanyId, paramValue } = { ...before, ...values } as Record<string, string | null>;
    const of = parameterAt.get(String(paramKey));
    if (!of || isEmpty(paramValue)) return [];
    if (forCompanyId && !of.byCompany)
      return [wrong('forCompanyId', text('此参数对全部单位一致', 'This parameter is one for all companies'))];
    const problem = problemIn(of, String(paramValue));
    if (problem) return [wrong('paramValue', problem)];
    if (before || forCompanyId) return [];
    await work.db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`param ${of.key}`]);
    if (await isTwice(of.key, work)) throw new Refused('already_exists', { what: of.title });
    return [];
  },
  // Values that one company has set belong to another owner.
  files: { read: async (rows) => rows.map(({ forCompanyId }) => (forCompanyId === null ? {} : null)) },
  fill: ({ paramValue }) => (typeof paramValue === 'string' ? { paramValue: paramValue.trim() } : {}),
  // A name is the declaration's, not a column: it is looked for here.
  narrow: (work) => {
    const name = String(work.raw['paramName'] ?? '').trim();
    if (name === '' || work.call.name !== 'param.list') return undefined;
    const keys = parameters.filter(({ title }) => title.zh.includes(name) || title.en.includes(name));
    return inArray(tableOf(param).paramKey!, ['', ...keys.map(({ key }) => key)]);
  },
};

/** What holds for all, and the row that says so. */
async function heldBy(of: Parameter, work: Work): Promise<object> {
  const value = await parameterIn(work.db, of);
  const [row] = await work.db.raw<{ id: string; updatedAt: string }>(
    `SELECT id, updated_at AS "updatedAt" FROM param
     WHERE param_key = $1 AND for_company_id IS NULL AND deleted_at IS NULL`,
    [of.key],
  );
  return { value, valueWritten: writtenIn(of, value), rowId: row?.id ?? null, updatedAt: row?.updatedAt ?? null };
}

async function declared(work: Work): Promise<unknown> {
  const own = await work.db.raw<{ key: string; count: number }>(
    `SELECT param_key AS key, count(*)::int AS count FROM param
     WHERE for_company_id IS NOT NULL AND deleted_at IS NULL GROUP BY param_key`,
  );
  const companies = new Map(own.map(({ key, count }) => [key, count]));
  const rows = [];
  for (const of of parameters)
    rows.push({
      key: of.key,
      title: of.title[work.lang],
      help: of.help[work.lang],
      kind: of.kind,
      allowed: allowedIn(of)[work.lang],
      default: of.default,
      defaultWritten: writtenIn(of, of.default),
      ...(await heldBy(of, work)),
      byCompany: of.byCompany ?? false,
      companies: companies.get(of.key) ?? 0,
    });
  return rows;
}

export const paramsServed: readonly Served[] = [serve(declaredParams, declared)];
