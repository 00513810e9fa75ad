/** Platforms and their lots as people enter them. */
import { profileProblems } from '#domain/upload/check.ts';
import { addressProblems } from '#areas/ops/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { isEmpty } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { thirdparty } from '../model/thirdparty.ts';
import { authorities } from '../model/words.ts';

type Values = Readonly<Record<string, unknown>>;
const wrong = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });

export const thirdpartyRules: Rules = {
  check: (values, before) => {
    const now = { ...before, ...values } as Values;
    const problems = now['scheme'] === 'own' ? profileProblems(now['profile'] ?? null) : [];
    return [
      ...addressProblems('url', (values as Values)['url']),
      ...(problems.length > 0
        ? [
            wrong(
              'profile',
              `档案有误：${problems.slice(0, 5).join('；')}`,
              `The profile is wrong: ${problems.slice(0, 5).join('; ')}`,
            ),
          ]
        : []),
    ];
  },
};

const isValues = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value);

async function linkProblems(
  values: Values,
  before: Values | null,
  work: Work,
  kinds?: readonly string[],
): Promise<Problem[]> {
  const now = { ...before, ...values };
  const [plat, lot] = await Promise.all([
    rowOf(thirdparty as Resource, String(now['platId']), work.db),
    rowOf(park as Resource, String(now['parkId']), work.db),
  ]);
  return [
    ...(plat['tenantId'] === lot['tenantId']
      ? []
      : [wrong('platId', '平台不属于该集团', 'The platform belongs to another group')]),
    ...(kinds && !kinds.includes(String(plat['kind']))
      ? [wrong('platId', '应为城市、省级或公安平台', 'It must be a city, provincial or police platform')]
      : []),
    ...(isEmpty(values['values']) || isValues(values['values'])
      ? []
      : [wrong('values', '应为 {"名称": 值}', 'Must be {"name": value}')]),
  ];
}

export const appRules: Rules = { check: (values, before, work) => linkProblems(values, before, work) };
export const gateRules: Rules = { check: (values, before, work) => linkProblems(values, before, work) };

/** Rows of authorities alone. */
export const authorityRules: Rules = {
  check: (values, before, work) => linkProblems(values, before, work, authorities),
  narrow: (work) => {
    const [t, p] = [tableOf(thirdparty as Resource), 'thirdparty_app'];
    return sql`${sql.raw(`"${p}"."plat_id"`)} IN (SELECT ${t.id!} FROM ${t} WHERE ${and(
      work.db.scope.platform ? undefined : sql`${t.tenantId!} = ${work.db.scope.tenantId}`,
      inArray(t.kind!, [...authorities]),
      isNull(t.deletedAt!),
    )})`;
  },
};
