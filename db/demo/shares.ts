/**
 * A company whose landlord is paid a part of each payment by the channels: receivers in each state, and what was shared
 * of a day.
 */
import { sharesOf, USUAL_MOST_BP } from '#domain/fund/profit-share.ts';
import { profitReturned, profitShared } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { addDays, startOfDay } from '#domain/time/day.ts';
import { nameId, placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { seal } from '#kit/server/seal.ts';

const ZONE = 'Asia/Shanghai';
const HOUR = 3_600_000;
const SHARE_BP = 1_500;
const LANDLORD = '安居物业管理有限公司';
/** A part is there so long after the payment, and the rest is released. */
const SHARED_MS = 74_000;
/** Of the day's payments, from the last on: the part of one was refused, that of another was called back. */
const FAILED = 2;
const CALLED_BACK = 5;

export type People = { readonly maker: { readonly id: string; readonly name: string }; readonly confirmer: string };
type Company = { readonly companyId: string; readonly wechatBp: number; readonly alipayBp: number };
type Way = 'wechat' | 'alipay';
type Paid = {
  readonly id: string;
  readonly parkId: string;
  readonly payType: Way;
  readonly ref: string;
  readonly tradeNo: string;
  readonly channelNo: string;
  readonly paidTime: string;
  readonly paidFen: number;
  readonly refundsFen: readonly number[] | null;
};

const receivers = [
  { name: 'wechat', payType: 'wechat', accountNo: '1900000109', status: 'registered' },
  { name: 'alipay', payType: 'alipay', accountNo: 'caiwu@anju-wuye.example', status: 'registered' },
  { name: 'before', payType: 'wechat', accountNo: '1900000109', status: 'stopped', shareBp: 1_200 },
  { name: 'wrong', payType: 'alipay', accountNo: '2088101177955611', status: 'refused' },
  { name: 'next', payType: 'wechat', accountNo: '1900000325', status: 'drafted', shareBp: 500 },
] as const;
type Entered = (typeof receivers)[number];

const titles: Readonly<Record<Entered['name'], readonly [title: string, owner: string]>> = {
  wechat: ['安居物业', LANDLORD],
  alipay: ['安居物业', LANDLORD],
  before: ['安居物业（原合同）', LANDLORD],
  wrong: ['安居物业商业部', '安居物业商业管理部'],
  next: ['恒泰充电', '恒泰充电运营有限公司'],
};

const receiverId = (companyId: string, name: Entered['name']): string => nameId(`share-receiver/${companyId}/${name}`);

function receiverRow(
  tenantId: number,
  companyId: string,
  entered: Entered,
  { day, refs, people }: { day: string; refs: readonly string[]; people: People },
): Record<string, unknown> {
  const { name, payType, accountNo, status } = entered;
  const [title, owner] = titles[name];
  const morning = startOfDay(addDays(day, -2), ZONE) + 9 * HOUR;
  const [at, confirmed, registered] = [0, 0.6, 0.62].map((hours) => new Date(morning + hours * HOUR).toISOString());
  const isStanding = status === 'registered';
  return {
    tenant_id: tenantId,
    company_id: companyId,
    id: receiverId(companyId, name),
    created_at: at,
    updated_at: at,
    pay_type: payType,
    title,
    account_no: accountNo,
    account_name: seal(owner),
    relation: payType === 'wechat' ? 'PARTNER' : null,
    share_bp: 'shareBp' in entered ? entered.shareBp : SHARE_BP,
    valid_from: name === 'before' ? addDays(day, -365) : name === 'next' ? addDays(day, 7) : day,
    valid_until: name === 'before' ? addDays(day, -1) : null,
    contract_no: `WY-${day.slice(0, 4)}-0${receivers.indexOf(entered) + 11}`,
    status,
    entered_by_id: people.maker.id,
    confirmed_by: status === 'drafted' ? null : people.confirmer,
    confirmed_time: status === 'drafted' ? null : confirmed,
    registered_time: isStanding ? registered : null,
    failure: status === 'refused' ? 'ACQ.USER_NOT_EXIST: 分账接收方不存在' : null,
    registered_with: isStanding ? refs : null,
    remark: status === 'stopped' ? '合同到期，另签' : null,
  };
}

/** The day's payments of a company that went through its merchant accounts. */
const paidOn = (db: Db, tenantId: number, { companyId }: Company, day: string): Promise<Paid[]> =>
  db.raw<Paid>(
    `SELECT p.id, p.park_id AS "parkId", p.pay_type AS "payType", p.merchant_ref AS ref, p.trade_no AS "tradeNo",
      coalesce(p.channel_trade_no, p.trade_no) AS "channelNo", p.paid_time AS "paidTime", p.amount_fen AS "paidFen",
      (SELECT array_agg(r.amount_fen::int) FROM refund r WHERE r.tenant_id = $1 AND r.payment_id = p.id::text
        AND r.status = 'refunded') AS "refundsFen"
     FROM payment p WHERE p.tenant_id = $1 AND p.company_id = $2 AND p.pay_type IN ('wechat', 'alipay')
      AND p.merchant_ref IS NOT NULL AND p.paid_time >= $3 AND p.paid_time < $4 ORDER BY p.paid_time, p.id`,
    [tenantId, companyId, ...[day, addDays(day, 1)].map((each) => new Date(startOfDay(each, ZONE)).toISOString())],
  );

type Shared = { readonly rows: readonly Record<string, unknown>[]; readonly postings: readonly Posting[] };

const iso = (at: number): string => new Date(at).toISOString();

/** What a payment leaves to share by its company's terms. */
const shareable = (company: Company, { payType, paidFen, refundsFen }: Paid) => ({
  paidFen,
  refundsFen: refundsFen ?? [],
  feeBp: payType === 'wechat' ? company.wechatBp : company.alipayBp,
  mostBp: USUAL_MOST_BP,
});

/** What both rows of a payment say. */
function baseOf(tenantId: number, company: Company, paid: Paid, netFen: number): Record<string, unknown> {
  const { feeBp, mostBp } = shareable(company, paid);
  const paidAt = Date.parse(paid.paidTime);
  return {
    tenant_id: tenantId,
    company_id: company.companyId,
    park_id: paid.parkId,
    created_at: iso(paidAt),
    updated_at: iso(paidAt + SHARED_MS),
    pay_type: paid.payType,
    paid_time: paid.paidTime,
    paid_fen: paid.paidFen,
    net_fen: netFen,
    trade_no: paid.tradeNo,
    channel_trade_no: paid.channelNo,
    payment_id: paid.id,
    merchant_ref: paid.ref,
    pay_form: 'code',
    fee_bp: feeBp,
    most_bp: mostBp,
    tries: 1,
  };
}

/** The rows of one payment, as they ended: the part of the landlord, and what the company keeps. */
function sharedOf(tenantId: number, company: Company, paid: Paid, nth: number): Shared {
  const { payType, tradeNo } = paid;
  const { parts, restFen } = sharesOf(shareable(company, paid), [{ id: 'part', bp: SHARE_BP }]);
  const partFen = parts[0]!.fen;
  const base = baseOf(tenantId, company, paid, restFen + partFen);
  const doneAt = Date.parse(paid.paidTime) + SHARED_MS;
  const backAt = doneAt + 40 * 60_000;
  const [isFailed, isBack] = [nth === FAILED, nth === CALLED_BACK];
  const partId = nameId(`profit-share/${paid.id}/part`);
  const [shareNo, backNo] = [`${tradeNo}-S1`, `${tradeNo}-R1`];
  const part = {
    ...base,
    id: partId,
    share_kind: 'part',
    receiver_id: receiverId(company.companyId, payType),
    share_bp: SHARE_BP,
    amount_fen: partFen,
    returned_fen: isBack ? partFen : 0,
    status: isFailed ? 'failed' : isBack ? 'returned' : 'done',
    failure: isFailed ? 'ACCOUNT_ABNORMAL: 分账接收账户异常' : isBack ? '车主投诉，协商退回' : null,
    times: 1,
    share_no: shareNo,
    back_no: isBack ? backNo : null,
    back_times: isBack ? 1 : 0,
    sent_time: iso(doneAt - 9_000),
    done_time: isFailed ? null : iso(doneAt),
    back_time: isBack ? iso(backAt) : null,
  };
  const rest = {
    ...part,
    id: nameId(`profit-share/${paid.id}/rest`),
    share_kind: 'rest',
    receiver_id: null,
    share_bp: null,
    amount_fen: restFen,
    returned_fen: 0,
    status: isFailed ? 'planned' : 'done',
    failure: null,
    times: isFailed ? 0 : 2,
    share_no: isFailed ? null : `${tradeNo}-U2`,
    back_no: null,
    back_times: 0,
    sent_time: isFailed ? null : iso(doneAt),
    back_time: null,
  };
  const head = (key: string, at: number) => ({ key, park: paid.parkId, at, about: partId });
  const postings = [
    ...(isFailed ? [] : [profitShared(head(`profit-share/${shareNo}/${partId}`, doneAt), payType, partFen)]),
    ...(isBack ? [profitReturned(head(`profit-return/${backNo}`, backAt), payType, partFen)] : []),
  ];
  return { rows: [part, rest], postings };
}

/** Receivers of the group's company that shares, and what was shared of `day`; a group without one has none. */
export async function shareDay(db: Db, tenantId: number, day: string, people: People): Promise<void> {
  const [company] = await db.raw<Company>(
    `SELECT company_id AS "companyId", wechat_bp::int AS "wechatBp", alipay_bp::int AS "alipayBp" FROM cashout_set
     WHERE tenant_id = $1 AND mode = 'split' AND deleted_at IS NULL LIMIT 1`,
    [tenantId],
  );
  if (!company) return;
  const paid = await paidOn(db, tenantId, company, day);
  const refs = (payType: Way) => [...new Set(paid.filter((each) => each.payType === payType).map(({ ref }) => ref))];
  const entered = receivers.map((each) =>
    receiverRow(tenantId, company.companyId, each, { day, refs: refs(each.payType), people }),
  );
  await insertRows(db, 'share_receiver', entered, 'ON CONFLICT DO NOTHING');
  // Where all went back to the driver nothing was left to share.
  const left = paid
    .toReversed()
    .filter(({ paidFen, refundsFen }) => paidFen > (refundsFen ?? []).reduce((sum, fen) => sum + fen, 0));
  const shared = left.map((each, nth) => ({ parkId: each.parkId, ...sharedOf(tenantId, company, each, nth) }));
  await insertRows(
    db,
    'profit_share',
    shared.flatMap(({ rows }) => rows),
    'ON CONFLICT DO NOTHING',
  );
  const places = await placesOf(db, [...new Set(shared.map(({ parkId }) => parkId))], tenantId);
  for (const [parkId, own] of Map.groupBy(shared, (each) => each.parkId))
    await writeMoney(db, places.get(parkId)!, { postings: own.flatMap(({ postings }) => postings) });
}
