import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import { eq } from 'drizzle-orm';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Rules } from '#kit/server/rules.ts';
import { unseal } from '#kit/server/seal.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { cashoutDetail, cashoutSet, verifyAccount } from '../model/cashout.ts';

const digits = /^\d+$/;
const given = (value: unknown): value is string => typeof value === 'string' && value !== '' && value !== '••••';

function problemsOf(values: Readonly<Record<string, unknown>>, before: unknown, work: Work): Problem[] {
  const problems: Problem[] = [];
  const { serviceBp, accountNo, branchCode } = values;
  const was = (before as { serviceBp?: number | null } | null)?.serviceBp ?? 0;
  if (serviceBp !== undefined && (serviceBp ?? 0) !== was && !work.person.platform)
    problems.push({
      field: 'serviceBp',
      msg: text('平台服务费率由平台运营设定', 'The service fee is set by platform operators'),
    });
  if (given(accountNo) && !digits.test(accountNo))
    problems.push({ field: 'accountNo', msg: text('银行账号只含数字', 'An account number has digits alone') });
  if (given(branchCode) && !digits.test(branchCode))
    problems.push({ field: 'branchCode', msg: text('联行号为 12 位数字', 'A branch code has 12 digits') });
  return problems;
}

/** The contract names a company where it asks for a setting: its own row. */
async function ofCompany(work: Work): Promise<string> {
  const t = tableOf(cashoutSet as Resource);
  const companyId = String(work.raw['companyId']);
  const missing = () => new Refused('no_such_record', { what: cashoutSet.title });
  if (!isId(companyId)) throw missing();
  const [row] = await work.db
    .select({ id: t.id! })
    .from(t)
    .where(scoped(cashoutSet as Resource, work.db.scope, [eq(t.companyId!, companyId)]));
  if (!row) throw missing();
  return String(row.id);
}

async function detail(work: Work): Promise<unknown> {
  const of = cashoutSet as Resource;
  const { id, recordId, companyId } = work.raw;
  const named = isEmpty(id) && isEmpty(recordId) && !isEmpty(companyId);
  const row = await rowOf(of, named ? await ofCompany(work) : idsIn(of, work.raw)[0]!, work.db);
  return (await present(of, [row], work.db, work.person, work.lang))[0];
}

async function verify(work: Work): Promise<{ verified: true }> {
  const of = cashoutSet as Resource;
  const row = (await rowOf(of, String(work.input['recordId']), work.db, { lock: true })) as Row<typeof cashoutSet>;
  if (row.changedById === work.person.userId)
    throw ruleRefused(text('须由填写账户以外的人核验', 'Somebody other than who entered the account verifies it'));
  if (String(work.input['accountNo']).replace(/\s+/g, '') !== unseal(String(row.accountNo)))
    throw ruleRefused(text('与填写的账号不符', 'It is not the number that was entered'));
  const t = tableOf(of);
  const after = {
    verified: true,
    verifiedBy: work.person.name || work.person.account,
    verifiedTime: work.now.toISOString(),
  };
  await work.db
    .update(t)
    .set(after)
    .where(scoped(of, work.db.scope, [eq(t.id!, row.id)]));
  work.record({
    resource: cashoutSet.name,
    action: 'verify',
    rowId: row.id,
    after: { ...after, accountTail: row.accountTail },
    tenantId: row.tenantId,
    companyId: String(row.companyId),
  });
  return { verified: true };
}

export const cashoutServed: Served[] = [serve(cashoutDetail, detail), serve(verifyAccount, verify)];

/** What is verified is who is paid where: any of it entered anew wants another look. */
const ACCOUNT = ['accountNo', 'payeeName', 'bankName', 'branchCode'] as const;

export const cashoutRules: Rules = {
  check: problemsOf,
  fill: (values, before, work) => {
    const was = before as Readonly<Record<string, unknown>> | null;
    const anew = ACCOUNT.some((name) =>
      name === 'accountNo'
        ? given(values[name])
        : values[name] !== undefined && (values[name] ?? null) !== (was?.[name] ?? null),
    );
    return {
      ...(given(values['accountNo']) ? { accountTail: String(values['accountNo']).slice(-4) } : {}),
      ...(anew ? { verified: false, verifiedBy: null, verifiedTime: null, changedById: work.person.userId } : {}),
    };
  },
};
