/** What people do with shares and receivers. */
import { dayOf } from '#domain/time/day.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { channelNamed } from '#areas/billing/server/door.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { profitShare, queryShare } from '../../model/profit-share.ts';
import type { shareReceiver } from '../../model/share-receiver.ts';
import { shareWays } from '../../model/words.ts';
import type { ShareWay } from '../../model/words.ts';
import { ZONE } from '../ledger.ts';
import { termsOf } from '../terms.ts';
import { contractOn, entitledOf } from './contract.ts';
import { callBackOf } from './refunds.ts';
import { byId } from './requests.ts';
import { isBackWithRefund, sharesHeld } from './rows.ts';
import { shareOne } from './round.ts';

type Receiver = Row<typeof shareReceiver>;
type Shared = Row<typeof profitShare>;

const standing = text('确认后不能修改，请停用后另建一条', 'What was confirmed stands: stop it and enter another');

/** What a channel calls a receiver: a merchant's number; Alipay's user number, e-mail address or mobile number. */
const accountsAt = {
  wechat: { pattern: /^\d{5,32}$/, msg: text('商户号只含数字', 'A merchant number has digits alone') },
  alipay: {
    pattern: /^(2088\d{12}|1\d{10}|[^\s@]+@[^\s@]+\.[^\s@]+)$/,
    msg: text(
      '填 2088 开头的 16 位用户号，或邮箱、手机号形式的登录账号',
      'Enter a user number of 16 digits from 2088 on, or the e-mail address or mobile number of the login',
    ),
  },
} satisfies Record<ShareWay, unknown>;

function problemsOf(values: Readonly<Record<string, unknown>>, before: unknown): Problem[] {
  const was = before as Receiver | null;
  if (was && was.status !== 'drafted') throw ruleRefused(standing);
  const { payType, accountNo, validFrom, validUntil } = { ...was, ...values } as Readonly<Record<string, unknown>>;
  const problems: Problem[] = [];
  const { pattern, msg } = accountsAt[payType === 'alipay' ? 'alipay' : 'wechat'];
  if (accountNo && !pattern.test(String(accountNo))) problems.push({ field: 'accountNo', msg });
  if (validFrom && validUntil && String(validUntil) < String(validFrom))
    problems.push({ field: 'validUntil', msg: text('不能早于生效日', 'is before the first day') });
  return problems;
}

export const receiverRules: Rules = {
  check: problemsOf,
  fill: (_, __, work) => ({ enteredById: work.person.userId }),
  removing: async (row) => {
    if ((row as Receiver).status !== 'drafted') throw ruleRefused(standing);
  },
};

/** All that are entitled on the first day of a contract may have no more than the channel allows. */
async function notTooMuch(work: Work, receiver: Receiver): Promise<void> {
  const { tenantId, companyId, id } = receiver;
  const db = ofTenant(work.db, tenantId);
  const own = await entitledOf(db, tenantId, [String(companyId)], ['confirmed', 'registered', 'drafted']);
  const mine = own.filter((each) => each.id === id);
  const others = await entitledOf(db, tenantId, [String(companyId)], ['confirmed', 'registered']);
  const today = dayOf(work.now.getTime(), ZONE);
  const day = String(receiver.validFrom) > today ? String(receiver.validFrom) : today;
  const contract = contractOn([...others, ...mine], String(receiver.payType), day);
  const { mostReceivers } = channelNamed(receiver.payType!)!.sharing!;
  if (contract.length > mostReceivers)
    throw ruleRefused(
      fill(text('{channel}一笔最多分给 {most} 个接收方', '{channel} shares a payment with {most} receivers at most'), {
        channel: shareWays[receiver.payType as ShareWay],
        most: mostReceivers,
      }),
    );
  const sumBp = contract.reduce((sum, { shareBp }) => sum + shareBp, 0);
  const { mostBp } = (await termsOf(db, tenantId, [String(companyId)])).get(String(companyId))!;
  if (sumBp > mostBp)
    throw ruleRefused(
      fill(text('合计 {sum}%，超过最高分账比例 {most}%', '{sum}% together, more than the {most}% that may be shared'), {
        sum: sumBp / 100,
        most: mostBp / 100,
      }),
    );
}

const confirm: Effect = async (found, input, work) => {
  const receiver = found as Receiver;
  if (String(input['accountNo']).trim() !== receiver.accountNo)
    throw ruleRefused(text('与填写的账号不符', 'It is not the account that was entered'));
  await notTooMuch(work, receiver);
};

export const receiverEffects: Record<string, Effect> = {
  confirm,
  again: async () => ({ failure: null }),
  stop: 'none',
};

const again = mover(profitShare, 'again', 'clock');

/** What stays of a trade is released at once: with one row of it all that failed are requested again. */
const retry: Effect = async (found, _, work) => {
  const row = found as Shared;
  const set = { tries: 0, failure: null, dueTime: work.now.toISOString() };
  if (row.shareKind === 'rest') {
    const db = ofTenant(work.db, row.tenantId);
    const trade = await sharesHeld(db, row.tenantId, String(row.paymentId), work.now);
    const others = trade.filter(({ id, shareKind }) => shareKind === 'rest' && id !== row.id).map(({ id }) => id);
    if (others.length > 0) await again(db, { now: work.now, tenantId: row.tenantId, where: byId(...others), set });
  }
  return set;
};

/** All that the receiver still has comes back. */
const callBack: Effect = async (found, _, work) => {
  const row = found as Shared;
  if (row.shareKind !== 'part') throw ruleRefused(text('留存部分不用收回', 'What stays is not called back'));
  if (isBackWithRefund(row.payType!))
    throw ruleRefused(
      text('支付宝的分账随退款退回，不能单独收回', 'Alipay returns parts with a refund, and not by themselves'),
    );
  const backFen = (row.amountFen ?? 0) - (row.returnedFen ?? 0);
  return {
    ...callBackOf(row.tenantId, { id: row.id, backTimes: row.backTimes ?? 0 }, backFen, work.now),
    backFor: null,
  };
};

export const shareEffects: Record<string, Effect> = {
  retry,
  giveUp: async () => ({ dueTime: null, amountFen: 0 }),
  callBack,
};

async function query(work: Work): Promise<{ status: string }> {
  const of = profitShare as Resource;
  const id = String(work.input['recordId']);
  const look = () => work.database.read(scopeOf(work.person), (db) => rowOf(of, id, db)) as Promise<Shared>;
  const { tenantId, paymentId } = await look();
  await shareOne(work.database, { tenantId, paymentId: String(paymentId) }, work.now, true);
  return { status: String((await look()).status) };
}

export const sharingServed: Served[] = [serve(queryShare, query, { mode: 'open' })];
