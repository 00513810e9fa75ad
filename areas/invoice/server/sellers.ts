/**
 * Sellers as people keep them: saved with numbers that check, connected, tried, renewed, and confirmed by a second
 * person.
 */
import { and, eq } from 'drizzle-orm';
import { renewal, renewedEnd, validityOf } from '#domain/invoice/validity.ts';
import { canonicalCreditCode } from '#domain/plate/credit-code.ts';
import { checkTaxNumber, TAX_NUMBER_PROBLEMS } from '#domain/plate/tax-number.ts';
import { dayOf } from '#domain/time/day.ts';
import { playMoney } from '#areas/billing/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { seal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { invoiceSellerConfig } from '../model/seller.ts';
import { confirmSeller, renewSeller, saveInterface, testSeller } from '../model/seller-calls.ts';
import { ProviderFault } from './channel/channel.ts';
import { channelOf } from './channel/channels.ts';
import { accountOf, sellerById, ZONE } from './seller.ts';

const of = invoiceSellerConfig as Resource;
const MASK = '••••';
type Values = Readonly<Record<string, unknown>>;
const wrong = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });
const today = (work: Work): string => dayOf(work.now.getTime(), ZONE);

function taxProblems(values: Values, now: Values): Problem[] {
  const problem = values['taxNo'] ? checkTaxNumber(String(values['taxNo'])) : null;
  const [from, rate] = [now['nextRateFrom'] ?? null, now['nextRateBp'] ?? null];
  return [
    ...(problem ? [{ field: 'taxNo', msg: TAX_NUMBER_PROBLEMS[problem] }] : []),
    ...(values['taxCode'] && !/^\d{19}$/.test(String(values['taxCode']))
      ? [wrong('taxCode', '应为19位数字', 'Should be 19 digits')]
      : []),
    ...((from === null) !== (rate === null)
      ? [wrong('nextRateFrom', '新税率与起始日须同时填写', 'A rate to come needs its first day')]
      : []),
    ...(now['startDate'] && now['endDate'] && String(now['endDate']) < String(now['startDate'])
      ? [wrong('endDate', '不得早于服务开始', 'Not before it begins')]
      : []),
  ];
}

async function parkProblems(values: Values, now: Values, work: Work): Promise<Problem[]> {
  const group = typeof now['tenantId'] === 'number' ? now['tenantId'] : null;
  for (const id of (values['parkIds'] as string[] | null | undefined) ?? []) {
    const row = await rowOf(park, id, work.db);
    if (group !== null && row.tenantId !== group)
      return [wrong('parkIds', '车场不属于该集团', 'A car park belongs to another group')];
  }
  return [];
}

const who = (work: Work): string => work.person.name || work.person.account;
/** Nothing is issued until somebody else confirms. */
const unconfirmed = (work: Work) => ({
  confirmed: false,
  confirmedBy: null,
  confirmedTime: null,
  changedBy: who(work),
  changedById: work.person.userId,
});

/** What decides on whose behalf invoices are made. */
const GUARDED = ['taxNo', 'sellerName', 'bankAccount'];

export const sellerRules: Rules = {
  check: async (values, before, work) => {
    const now: Values = { ...before, ...values };
    return [...taxProblems(values, now), ...(await parkProblems(values, now, work))];
  },
  fill: (values, before, work) => {
    const changed = GUARDED.some((name) => {
      const value = (values as Values)[name];
      return value !== undefined && value !== MASK && value !== (before as Values | null)?.[name];
    });
    const endDate = values['endDate'] ?? before?.['endDate'];
    return {
      ...(values['taxNo'] ? { taxNo: canonicalCreditCode(String(values['taxNo'])) } : {}),
      ...(endDate ? { validity: validityOf(String(endDate).slice(0, 10), today(work)) } : {}),
      ...(!before || changed ? unconfirmed(work) : {}),
    };
  },
  removing: async (row, work) => {
    const [open] = await work.db.raw<{ one: number }>(
      `SELECT 1 AS one FROM invoice_apply_form WHERE tenant_id = $1 AND seller_id = $2
       AND status IN ('submitted', 'issuing', 'redPending') AND deleted_at IS NULL LIMIT 1`,
      [row.tenantId, row.id],
    );
    if (open) throw ruleRefused(text('还有办理中的发票', 'Invoices of it are still under way'));
  },
};

type Row = Stored & Values & { readonly tenantId: number; readonly companyId: string };

async function named(work: Work, lock = true): Promise<Row> {
  const id = String((work.input as Values)['RecordID'])
    .trim()
    .toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: of.title });
  return (await rowOf(of, id, work.db, { lock })) as Row;
}

async function write(work: Work, row: Row, action: string, set: Values, shown: Values = set): Promise<{ id: string }> {
  const t = tableOf(of);
  await work.db
    .update(t)
    .set({ ...set, updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
    .where(and(eq(t.tenantId!, row.tenantId), eq(t.id!, row.id)));
  work.record({
    resource: of.name,
    action,
    rowId: row.id,
    before: Object.fromEntries(Object.keys(shown).map((name) => [name, row[name] ?? null])),
    after: { ...shown },
    tenantId: row.tenantId,
    companyId: row.companyId,
  });
  return { id: row.id };
}

async function renew(work: Work): Promise<{ id: string }> {
  const row = await named(work);
  const { RenewalYear: years, newEndDate } = work.input as { RenewalYear: number; newEndDate?: string | null };
  const endDate = String(row['endDate']).slice(0, 10);
  const found = renewal(endDate, years, newEndDate ?? renewedEnd(endDate, years));
  if (found === 'done') return { id: row.id };
  if (found === null)
    throw ruleRefused(
      text('新的到期日应为原到期日加续期年数', 'The new end must be the end as it is and the years added'),
    );
  return write(work, row, 'renewal', { endDate: found, validity: validityOf(found, today(work)) });
}

/** An empty secret stays as it is; whoever changes where invoices go confirms nothing himself. */
async function connect(work: Work): Promise<{ id: string }> {
  const row = await named(work);
  const input = work.input as Values;
  const provider = input['provider'] ?? row['provider'] ?? 'standard';
  if (provider === 'sandbox' && !playMoney.value())
    throw ruleRefused(text('此处不允许使用沙箱', 'The sandbox is not allowed here'));
  const kept = (name: string): unknown => (isEmpty(input[name]) ? row[name] : input[name]);
  const [interfaceUrl, appKey] = [kept('interfaceUrl'), kept('appKey')];
  const secret = input['appSecret'];
  const isNew = typeof secret === 'string' && secret !== '' && secret !== MASK;
  if (provider === 'standard' && (!interfaceUrl || !appKey || (!isNew && !row['appSecret'])))
    throw ruleRefused(text('请填写接口地址、AppKey 与 AppSecret', 'Address, app key and app secret are needed'));
  const shown = { provider, interfaceUrl: interfaceUrl ?? null, appKey: appKey ?? null };
  return write(
    work,
    row,
    'submitInterfaceData',
    { ...shown, ...(isNew ? { appSecret: seal(secret) } : {}), ...unconfirmed(work) },
    shown,
  );
}

async function confirm(work: Work): Promise<{ id: string }> {
  const row = await named(work);
  if (row['confirmed'] === true) return { id: row.id };
  if (row['changedById'] === work.person.userId)
    throw ruleRefused(text('须由改动人以外的人确认', 'It must be confirmed by somebody other than who changed it'));
  if (!row['provider']) throw ruleRefused(text('请先设置接口', 'First set the interface'));
  return write(work, row, 'confirm', {
    confirmed: true,
    confirmedBy: who(work),
    confirmedTime: work.now.toISOString(),
  });
}

const passed = text('通过', 'Passed');

/** Asks the provider one thing with the seller's keys, keeps what came of it, and answers it. */
async function tryOut(work: Work): Promise<{ result: string }> {
  const scope = scopeOf(work.person);
  const id = String((work.input as Values)['RecordID'])
    .trim()
    .toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: of.title });
  const found = await work.database.read(scope, async (db) => {
    const row = await rowOf(of, id, db);
    return sellerById(db, Number(row['tenantId']), id).then((seller) => ({ row, seller: seller! }));
  });
  const account = accountOf(found.seller);
  const fault = await Promise.resolve()
    .then(() => channelOf(account).test(account))
    .then(
      () => null,
      (error: unknown) => {
        if (error instanceof ProviderFault) return error.message.slice(0, 200);
        throw error;
      },
    );
  const t = tableOf(of);
  await work.database.write(scope, (db) =>
    db
      .update(t)
      .set({ checkedTime: work.now.toISOString(), checkResult: fault ?? passed[work.lang] })
      .where(and(eq(t.tenantId!, found.row['tenantId']), eq(t.id!, id))),
  );
  if (fault !== null) throw ruleRefused({ zh: `连接失败：${fault}`, en: `It did not work: ${fault}` });
  return { result: passed[work.lang] };
}

export const sellersServed: Served[] = [
  serve(renewSeller, renew),
  serve(saveInterface, connect),
  serve(confirmSeller, confirm),
  serve(testSeller, tryOut, { mode: 'open' }),
];

/** The tag of the end, as of today. */
export async function tagSellers(database: Database, now: Date): Promise<void> {
  const day = dayOf(now.getTime(), ZONE);
  await database.write(platformScope, async (db) => {
    const rows = await db.raw<{ tenant_id: number; id: string; end: string; validity: string | null }>(
      `SELECT tenant_id, id, to_char(end_date, 'YYYY-MM-DD') AS end, validity FROM invoice_seller_config WHERE deleted_at IS NULL`,
    );
    for (const row of rows) {
      const validity = validityOf(row.end, day);
      if (validity !== row.validity)
        await db.raw('UPDATE invoice_seller_config SET validity = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1', [
          row.tenant_id,
          row.id,
          validity,
        ]);
    }
  });
}
