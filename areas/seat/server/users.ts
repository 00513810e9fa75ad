import { eq } from 'drizzle-orm';
import { user } from '#areas/access/model/user.ts';
import { isId } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { seatUser } from '../model/seat-user.ts';

type Person = { companyId: string; enabled: boolean | null };

/** Of those the caller sees; who is not among them is refused with the field that names him. */
async function personOf({ db }: Work, id: string): Promise<Person | undefined> {
  const t = tableOf(user);
  const [row] = await db
    .select({ companyId: t.companyId!, enabled: t.enabled! })
    .from(t)
    .where(scoped(user, db.scope, [eq(t.id!, id)]))
    .limit(1);
  return row as Person | undefined;
}

/** A seat belongs to the company of its person, whoever enters it. */
async function submit(work: Work, plain: Plain): Promise<unknown> {
  const { id, userId } = work.raw;
  const companyId = id || !isId(userId) ? undefined : (await personOf(work, userId))?.companyId;
  return plain(companyId === undefined ? work : { ...work, raw: { ...work.raw, companyId } });
}

type Sip = { sipNo?: string | null; sipPassword?: string | null };

/** What a seat logs in to the SIP server with is set by who may do so, beside who may keep the accounts. */
function sipProblems(values: Sip, before: Sip | null, { permits }: Work): Problem[] {
  if (permits(`${seatUser.name}:sip`)) return [];
  const msg = text('您没有设置 SIP 凭据的权限', 'You may not set SIP credentials');
  const isNew = (values.sipNo ?? before?.sipNo ?? null) !== (before?.sipNo ?? null);
  return [...(isNew ? [{ field: 'sipNo', msg }] : []), ...(values.sipPassword ? [{ field: 'sipPassword', msg }] : [])];
}

/** A disabled person answers nothing, and a seat is not taken away in the middle of a call. */
export const seatUserRules: Rules = {
  verbs: { submit },
  check: async (values, before, work) => {
    const { userId } = { ...before, ...values } as { userId?: string };
    const sip = sipProblems(values as Sip, before as Sip | null, work);
    if (!userId) return sip;
    const person = await personOf(work, userId);
    return person?.enabled === false
      ? [...sip, { field: 'userId', msg: text('该用户已停用', 'This person’s account is disabled') }]
      : sip;
  },
  fill: (_, before, work) => (before ? {} : { presence: 'offline', presenceSince: work.now.toISOString(), misses: 0 }),
  removing: async (row) => {
    const { presence } = row as { presence?: string | null };
    if (presence === 'ringing' || presence === 'talking')
      throw ruleRefused(text('该坐席正在通话', 'This seat is in a call'), 'in-talk');
  },
};
