/** Departments as doors see them: the company's own, checked as there, and of a community of that company. */
import { sql } from 'drizzle-orm';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import { dept } from '#areas/org/model/dept.ts';
import { deptRules } from '#areas/org/server/door.ts';
import { villageNamed } from './place.ts';

const d = tableOf(dept);

export const baseDeptRules: Rules = {
  ...(deptRules.verbs ? { verbs: deptRules.verbs } : {}),
  // The column is plain text, for departments know nothing of communities: only what can name one is one.
  narrow: () => sql`(${d.villageId!} IS NULL OR ${d.villageId!} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')`,
  check: async (values, before, work) => {
    const problems = [...((await deptRules.check?.(values, before, work)) ?? [])];
    const now = { ...before, ...values } as { villageId?: string | null; companyId?: string | null };
    if (now.villageId) {
      const { companyId } = await villageNamed(work, now.villageId);
      if (companyId !== (now.companyId ?? work.person.companyId))
        problems.push({
          field: 'villageId',
          msg: text('小区属于其他单位', 'The community is of another company'),
        });
    }
    return problems;
  },
};
