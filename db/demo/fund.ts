/**
 * Weeks of settlements: what the channels' bills agree with is confirmed by two people, the last days are still open.
 */
import { nameId } from '#areas/billing/server/door.ts';
import { closeDays, countDays, ledgerGroups, postArrived, postSettled, proveDays } from '#areas/fund/server/door.ts';
import { addDays, dayOf, startOfDay, weekdayOf } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { seal } from '#kit/server/seal.ts';
import { accountsOf } from './channel-bills.ts';
import { shareDay } from './shares.ts';

const ZONE = 'Asia/Shanghai';
const SETTLED_DAYS = 21;
/** The last days are for the visitor to check and confirm. */
const OPEN_DAYS = 3;
const HOUR = 3_600_000;

const banks = ['招商银行', '中国工商银行', '中国银行', '交通银行', '中信银行', '宁波银行'];

/**
 * A setting for the group and each company under it; the first company of a group has its payments shared, the second
 * leaves collecting to the platform.
 */
async function settings(db: Db, tenantId: number, now: number): Promise<void> {
  const verifier = (await pair(db, tenantId))[1].name;
  const companies = await db.raw<{ id: string; name: string; parent: string | null }>(
    'SELECT id, company_name AS name, parent_id AS parent FROM company WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY created_at, id',
    [tenantId],
  );
  const at = new Date(now - 60 * 24 * HOUR).toISOString();
  const isVerified = (nth: number): boolean => companies.length < 4 || nth < companies.length - 1;
  const rows = companies.map(({ id, name }, nth) => {
    const accountNo = `62148301${String(tenantId * 1_000 + nth * 37 + 100_416).padStart(11, '0')}`;
    return {
      tenant_id: tenantId,
      company_id: id,
      id: newId(),
      created_at: at,
      updated_at: at,
      mode: nth === 2 ? 'agency' : nth === 1 ? 'split' : 'own',
      wechat_bp: nth === 1 ? 38 : 60,
      alipay_bp: nth === 1 ? 38 : 60,
      other_bp: 60,
      service_bp: nth === 2 ? 200 : 50,
      payee_name: name,
      bank_name: banks[nth % banks.length],
      branch_code: `3083310${String(12_004 + nth).padStart(5, '0')}`,
      account_no: seal(accountNo),
      account_tail: accountNo.slice(-4),
      cycle: nth === 0 ? 'monthly' : nth === 1 ? 'weekly' : 'daily',
      hold_days: 1,
      min_fen: 10_000,
      enabled: true,
      // The last of them is for the visitor to verify.
      verified: isVerified(nth),
      verified_by: isVerified(nth) ? verifier : null,
      verified_time: isVerified(nth) ? at : null,
    };
  });
  await insertRows(db, 'cashout_set', rows, 'ON CONFLICT DO NOTHING');
}

/** The bills of days before those that were compared line by line: all agreed. */
async function olderBills(database: Database, tenantId: number, last: string): Promise<void> {
  const accounts = new Map((await accountsOf(database, tenantId)).map((each) => [each.configId, each]));
  await database.write(tenantScope(tenantId), async (db) => {
    const groups = await ledgerGroups(db, tenantId, { from: addDays(last, 1 - SETTLED_DAYS), to: last }, null);
    const days = Map.groupBy(
      groups.filter(({ shared }) => !shared),
      ({ ref, day }) => `${ref.split('/')[0]} ${day}`,
    );
    const rows = [...days].flatMap(([key, lines]) => {
      const [configId = '', day = ''] = key.split(' ');
      const account = accounts.get(configId);
      if (!account) return [];
      const sum = (sign: 1 | -1) =>
        lines.reduce((total, { amountFen, times }) => total + Math.max(sign * amountFen, 0) * times, 0);
      const at = new Date(startOfDay(addDays(day, 1), ZONE) + 10.5 * HOUR + 40_000).toISOString();
      return {
        tenant_id: tenantId,
        company_id: account.companyId,
        id: nameId(`channel-day/${configId}/${day}`),
        created_at: at,
        updated_at: at,
        day,
        pay_type: account.channel,
        merchant_no: account.merchantNo,
        config_id: configId,
        compared_time: at,
        status: 'matched',
        our_fen: sum(1),
        their_fen: sum(1),
        our_refund_fen: sum(-1),
        their_refund_fen: sum(-1),
        lines: lines.reduce((total, { times }) => total + times, 0),
        late: 0,
        differences: 0,
      };
    });
    await insertRows(db, 'channel_day', rows, 'ON CONFLICT DO NOTHING');
  });
}

type Row = NonNullable<Parameters<typeof postSettled>[3][number]> & { readonly parkId: string; readonly day: string };

/** Who checks and who confirms, by name; the group's own people. */
async function pair(db: Db, tenantId: number): Promise<readonly [{ id: string; name: string }, { name: string }]> {
  const people = await db.raw<{ id: string; name: string }>(
    'SELECT id::text AS id, real_name AS name FROM "user" WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 3',
    [tenantId],
  );
  const first = people.at(-1) ?? { id: '', name: '财务' };
  return [first, people[0] ?? first];
}

async function close(db: Db, tenantId: number, last: string): Promise<void> {
  const rows = await db.raw<Omit<Row, 'at'>>(
    `SELECT id, park_id AS "parkId", to_char(day, 'YYYY-MM-DD') AS day, pay_type AS "payType",
      channel_fee_fen AS "channelFeeFen", service_fee_fen AS "serviceFeeFen",
      coupon_fen AS "couponFen", net_fen AS "netFen", mode FROM settlement_record WHERE tenant_id = $1
      AND status = 'counted' AND day <= $2`,
    [tenantId, addDays(last, -OPEN_DAYS)],
  );
  for (const [parkId, own] of Map.groupBy(rows, (row) => row.parkId))
    await postSettled(
      db,
      tenantId,
      parkId,
      own.map((row) => ({ ...row, at: startOfDay(addDays(row.day, 1), ZONE) + 14.6 * HOUR })),
    );
  const [checker, confirmer] = await pair(db, tenantId);
  for (const [day, own] of Map.groupBy(rows, (row) => row.day)) {
    const morning = startOfDay(addDays(day, 1), ZONE);
    const [counted, checked, confirmed] = [11, 11.4, 14.6].map((hours) =>
      new Date(morning + hours * HOUR).toISOString(),
    );
    await db.raw(
      `UPDATE settlement_record SET status = 'confirmed', checked_by = $3, checked_by_id = $4, confirmed_by = $5,
        counted_time = $6, checked_time = $7, confirmed_time = $8
       WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
      [tenantId, own.map(({ id }) => id), checker.name, checker.id, confirmer.name, counted, checked, confirmed],
    );
  }
}

type Payable = {
  readonly id: string;
  readonly companyId: string;
  readonly day: string;
  readonly dueFen: number;
};

/**
 * How past payouts stand, by the days before today that they pay: the oldest arrived, the last is on its way, and a
 * week is left to be drafted.
 */
const PAYOUTS = [
  { from: 14, status: 'arrived' },
  { from: 10, status: 'arrived' },
  { from: 8, status: 'sent' },
  { from: 6, status: 'drafted' },
] as const;

/** Payouts of each company that is owed something, made by one of the group's people and approved by another. */
async function payouts(db: Db, tenantId: number, last: string): Promise<void> {
  const dues = await db.raw<Payable>(
    `SELECT id, company_id AS "companyId", to_char(day, 'YYYY-MM-DD') AS day, due_fen AS "dueFen" FROM settlement_record
     WHERE tenant_id = $1 AND status = 'confirmed' AND transfer_id IS NULL AND due_fen <> 0 ORDER BY day, id`,
    [tenantId],
  );
  const accounts = await db.raw<Record<string, unknown>>(
    'SELECT company_id, payee_name AS payee, bank_name, branch_code, account_no, account_tail FROM cashout_set WHERE tenant_id = $1 AND verified AND deleted_at IS NULL',
    [tenantId],
  );
  const [maker, approver] = await pair(db, tenantId);
  for (const account of accounts) {
    let left = dues.filter(({ companyId }) => companyId === account['company_id']);
    for (const { from, status } of PAYOUTS) {
      const before = addDays(last, 1 - from);
      const take = left.filter(({ day }) => day < before);
      const amountFen = take.reduce((sum, { dueFen }) => sum + dueFen, 0);
      if (amountFen <= 0) continue;
      left = left.filter((due) => !take.includes(due));
      const id = nameId(`payout/${String(account['company_id'])}/${before}`);
      const morning = startOfDay(before, ZONE);
      const [made, approved, sent, done] = [9.5, 10.2, 10.6, 15.1].map((hours) =>
        new Date(morning + 2 * 24 * HOUR + hours * HOUR).toISOString(),
      );
      const number = `TX${before.replaceAll('-', '')}${id.replaceAll('-', '').slice(-10).toUpperCase()}`;
      const row = {
        tenant_id: tenantId,
        id,
        created_at: made,
        updated_at: status === 'arrived' ? done : status === 'sent' ? sent : made,
        ...account,
        transfer_no: number,
        amount_fen: amountFen,
        settlements: take.length,
        days: `${take[0]!.day} – ${take.at(-1)!.day}`,
        status,
        made_time: made,
        drafted_by: maker.name,
        drafted_by_id: maker.id,
        approved_by: status === 'drafted' ? null : approver.name,
        approved_time: status === 'drafted' ? null : approved,
        sent_time: status === 'drafted' ? null : sent,
        done_time: status === 'arrived' ? done : null,
        batch_no: status === 'drafted' ? null : `BF${number.slice(2, 18)}`,
        bank_ref: status === 'arrived' ? `C${number.slice(2)}` : null,
      };
      await insertRows(db, 'transfer_record', [row], 'RETURNING 1');
      await db.raw('UPDATE settlement_record SET transfer_id = $2 WHERE tenant_id = $1 AND id = ANY($3::uuid[])', [
        tenantId,
        id,
        take.map((due) => due.id),
      ]);
      if (status === 'arrived')
        await postArrived(
          db,
          { id, tenantId, accountTail: String(account['account_tail']), amountFen },
          Date.parse(done!),
        );
    }
  }
}

/** Who a bank says paid, by channel. */
const PAYERS = {
  wechat: '财付通支付科技有限公司',
  alipay: '支付宝（中国）网络技术有限公司',
  allinpay: '通联支付网络服务股份有限公司',
} as const;

/**
 * Statements of the companies' banks: days arrive the next day, weekends on Monday in one sum; one day came a yuan
 * short, and the last are on their way.
 */
async function statements(db: Db, tenantId: number, last: string, now: number): Promise<void> {
  const days = await db.raw<{ account: string; way: keyof typeof PAYERS; company: string; day: string; fen: number }>(
    `SELECT split_part(s.merchant_ref, '/', 1) AS account, s.pay_type AS way, c.company_id AS company,
      to_char(s.day, 'YYYY-MM-DD') AS day, sum(s.net_fen)::bigint AS fen
     FROM settlement_record s JOIN channel_day c ON c.tenant_id = s.tenant_id
      AND c.config_id = split_part(s.merchant_ref, '/', 1) AND c.day = s.day
     WHERE s.tenant_id = $1 AND s.day < $2 AND s.pay_type IN ('wechat', 'alipay', 'allinpay') GROUP BY 1, 2, 3, 4
      ORDER BY 1, 4`,
    [tenantId, last],
  );
  const monday = (day: string): string => addDays(day, (8 - weekdayOf(day)) % 7 || 7);
  const arrives = (day: string): string => (weekdayOf(day) >= 5 ? monday(day) : addDays(day, 1));
  const groups = [...Map.groupBy(days, (each) => `${each.account} ${arrives(each.day)}`)].filter(
    ([key]) => key.slice(-10) <= last,
  );
  const rows = groups.flatMap(([key, own], nth) => {
    const [first] = own;
    const fen = own.reduce((sum, each) => sum + each.fen, 0) - (nth === 3 ? 100 : 0);
    if (!first || fen <= 0) return [];
    const day = key.slice(-10);
    const at = new Date(startOfDay(day, ZONE) + 9 * HOUR).toISOString();
    const ref = `${day.replaceAll('-', '')}${String(nth).padStart(6, '0')}`;
    return {
      tenant_id: tenantId,
      company_id: first.company,
      id: nameId(`bank-line/${first.company}/0416/${first.account}/${ref}`),
      created_at: at,
      updated_at: at,
      account_tail: '0416',
      day,
      amount_fen: fen,
      counterparty: PAYERS[first.way],
      note: '商户结算款',
      ref: `${ref}${first.account.slice(-4)}`,
      status: 'open',
    };
  });
  await insertRows(db, 'bank_line', rows, 'ON CONFLICT DO NOTHING RETURNING 1');
  await proveDays(db, tenantId, last, new Date(now));
}

/**
 * Once all lots of the groups have their past, and the bills of the last days are compared. `now`: epoch ms, where it
 * ends.
 */
export async function settleWeeks(database: Database, tenantIds: readonly number[], now: number): Promise<void> {
  const last = addDays(dayOf(now, ZONE), -1);
  const settle = async (tenantId: number): Promise<void> => {
    await olderBills(database, tenantId, last);
    await database.write(tenantScope(tenantId), async (db) => {
      await settings(db, tenantId, now);
      const [maker, confirmer] = await pair(db, tenantId);
      await shareDay(db, tenantId, last, { maker, confirmer: confirmer.name });
      await countDays(db, tenantId, last, { days: SETTLED_DAYS, now: new Date(now) });
      await close(db, tenantId, last);
      await closeDays(db, tenantId, new Date(now));
      await payouts(db, tenantId, last);
      await statements(db, tenantId, last, now);
    });
  };
  await Promise.all(tenantIds.map(settle));
}
