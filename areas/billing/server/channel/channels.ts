import { alipay } from './alipay.ts';
import type { PaymentChannel, Terms } from './channel.ts';
import { merchantOf } from './merchant.ts';
import { sandbox } from './sandbox.ts';
import { wechat } from './wechat.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

const channels: readonly PaymentChannel[] = [wechat, alipay, sandbox];

/** The channel of this name; undefined when there is none. */
export const channelNamed = (name: string): PaymentChannel | undefined => channels.find((each) => each.name === name);

/** A channel and the account a trade was begun with there. @throws Error for an unknown name, Refused for an unknown account */
export async function channelAt(database: Database, tenantId: number, name: string, merchantRef: string | null): Promise<{ channel: PaymentChannel; terms: Terms }> {
  const channel = channelNamed(name);
  if (!channel) throw new Error(`no payment channel ${name}`);
  const merchant = merchantRef === null ? null : await database.read(tenantScope(tenantId), (db) => merchantOf(db, tenantId, name, merchantRef));
  return { channel, terms: { database, merchant } };
}
