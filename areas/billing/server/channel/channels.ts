import { alipaySharing } from './alipay-sharing.ts';
import { alipay } from './alipay.ts';
import { allinpay } from './allinpay.ts';
import { ChannelFault } from './channel.ts';
import type { PaymentChannel, Terms } from './channel.ts';
import { merchantOf } from './merchant.ts';
import { madeUpPast, sandbox } from './sandbox.ts';
import { wechatSharing } from './wechat-sharing.ts';
import { wechat } from './wechat.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { setting } from '#kit/server/setting.ts';

const channels: readonly PaymentChannel[] = [
  { ...wechat, sharing: wechatSharing },
  { ...alipay, sharing: alipaySharing },
  allinpay,
  sandbox,
];

/** The channel of this name; undefined when there is none. */
export const channelNamed = (name: string): PaymentChannel | undefined => channels.find((each) => each.name === name);

/**
 * A channel and the account a trade was begun with there. @throws Error for an unknown name, Refused for an unknown
 * account
 */
export async function channelAt(
  database: Database,
  tenantId: number,
  name: string,
  merchantRef: string | null,
): Promise<{ channel: PaymentChannel; terms: Terms }> {
  const channel = channelNamed(name);
  if (!channel) throw new Error(`no payment channel ${name}`);
  const merchant =
    merchantRef === null
      ? null
      : await database.read(tenantScope(tenantId), (db) => merchantOf(db, tenantId, name, merchantRef));
  return { channel, terms: { database, merchant } };
}

/** Whether a trade begun with this account (null is none) is of a past that was made up. */
export type MadeUp = (db: Db, merchantRef: string | null) => Promise<boolean>;
/**
 * Given by a demonstration while it runs: no provider would ever answer for its past, and its refunds would be under
 * way for ever.
 */
export const madeUp = setting<MadeUp | null>(null);

/** Where money of a trade is given back, or shared. */
export async function refundsAt(
  database: Database,
  tenantId: number,
  name: string,
  merchantRef: string | null,
): Promise<{ channel: PaymentChannel; terms: Terms }> {
  const isMadeUp = madeUp.value();
  const played =
    isMadeUp !== null &&
    name !== sandbox.name &&
    (await database.read(tenantScope(tenantId), (db) => isMadeUp(db, merchantRef)));
  return played
    ? { channel: madeUpPast, terms: { database, merchant: null } }
    : channelAt(database, tenantId, name, merchantRef);
}

/** A provider's refusal as a sentence for whoever waits at the other end of a call; everything else is thrown on. */
export const orRefused = <T>(pending: Promise<T>): Promise<T> =>
  pending.catch((error: unknown) => {
    if (!(error instanceof ChannelFault)) throw error;
    throw ruleRefused({
      zh: `支付渠道未受理，请稍后再试或换一种方式（${error.code}）`,
      en: `The payment channel did not take it; try again later or pay another way (${error.code})`,
    });
  });
