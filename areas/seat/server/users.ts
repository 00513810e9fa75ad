import { user } from '#areas/access/model/user.ts';
import { isId } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';

/** A seat belongs to the company of its person, whoever enters it. */
async function submit(work: Work, plain: Plain): Promise<unknown> {
  const { id, userId } = work.raw;
  if (id || !isId(userId)) return plain(work);
  const { companyId } = await rowOf(user, userId, work.db);
  return plain({ ...work, raw: { ...work.raw, companyId } });
}

/** A disabled person answers nothing, and a seat is not taken away in the middle of a call. */
export const seatUserRules: Rules = {
  verbs: { submit },
  check: async (values, before, work) => {
    const { userId } = { ...before, ...values } as { userId?: string };
    if (!userId) return [];
    const person = await rowOf(user, userId, work.db);
    return person.enabled === false
      ? [{ field: 'userId', msg: text('该用户已停用', 'This person’s account is disabled') }]
      : [];
  },
  fill: (_, before, work) => (before ? {} : { presence: 'offline', presenceSince: work.now.toISOString(), misses: 0 }),
  removing: async (row) => {
    const { presence } = row as { presence?: string | null };
    if (presence === 'ringing' || presence === 'talking')
      throw ruleRefused(text('该坐席正在通话', 'This seat is in a call'), 'in-talk');
  },
};
