/** Receivers that were confirmed are registered with the merchant accounts their company is paid by. */
import { inArray } from 'drizzle-orm';
import { refundsAt, payWays } from '#areas/billing/server/door.ts';
import type { ProfitSharing, Terms } from '#areas/billing/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { unseal } from '#kit/server/seal.ts';
import { tableOf } from '#kit/server/table.ts';
import { text } from '#kit/declare/text.ts';
import { shareReceiver } from '../../model/share-receiver.ts';
import { termsOf } from '../terms.ts';
import { isRefusal } from './refusal.ts';
import { receiversOf } from './rows.ts';
import type { Receiver } from './rows.ts';

const register = mover(shareReceiver, 'register', 'clock');
const refuse = mover(shareReceiver, 'refuse', 'clock');

const noAccount = text('所属单位的车场没有该渠道的收款账户', 'No car park of the company is paid by this channel');

type Counter = {
  readonly database: Database;
  readonly tenantId: number;
  readonly sharing: ProfitSharing;
  readonly terms: Terms;
};

const requestOf = ({ accountNo, accountName, relation }: Receiver) => ({
  account: accountNo,
  name: unseal(accountName),
  relation,
});

const keepAccounts = (db: Db, tenantId: number, id: string, refs: readonly string[]): Promise<unknown> =>
  db.raw('UPDATE share_receiver SET registered_with = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    JSON.stringify(refs),
  ]);

/** Registers those of them that a merchant account does not know yet: it may be newer than their contract. */
export async function registerFor(
  { database, tenantId, sharing, terms }: Counter,
  receivers: readonly Receiver[],
  merchantRef: string,
): Promise<void> {
  for (const receiver of receivers) {
    const known = receiver.registeredWith ?? [];
    if (known.includes(merchantRef)) continue;
    await sharing.register(requestOf(receiver), terms);
    await database.write(tenantScope(tenantId), (db) =>
      keepAccounts(db, tenantId, receiver.id, [...known, merchantRef]),
    );
  }
}

type Waiting = {
  readonly id: string;
  readonly companyId: string;
  readonly payType: string;
  readonly failure: string | null;
};

/** The merchant accounts that lots of a company, and of those below that use its settings, are paid by. */
async function accountsOf(db: Db, tenantId: number, { companyId, payType }: Waiting): Promise<string[]> {
  const lots = await db.raw<{ parkId: string; companyId: string }>(
    'SELECT id AS "parkId", company_id AS "companyId" FROM park WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY id',
    [tenantId],
  );
  const terms = await termsOf(
    db,
    tenantId,
    lots.map((lot) => lot.companyId),
  );
  const refs = new Set<string>();
  for (const lot of lots.filter((each) => terms.get(each.companyId)?.setBy === companyId)) {
    const way = (await payWays(db, { tenantId, ...lot })).find(({ channel }) => channel === payType);
    if (way?.merchantRef) refs.add(way.merchantRef);
  }
  return [...refs];
}

async function registerOne(database: Database, tenantId: number, waiting: Waiting, now: Date): Promise<void> {
  const scope = tenantScope(tenantId);
  const one = { now, tenantId, where: inArray(tableOf(shareReceiver).id!, [waiting.id]) };
  const refs = await database.read(scope, (db) => accountsOf(db, tenantId, waiting));
  const [receiver] = await database.read(scope, (db) => receiversOf(db, tenantId, [waiting.id]));
  if (refs.length === 0) {
    if (waiting.failure === noAccount.zh) return;
    await database.write(scope, (db) =>
      db.raw('UPDATE share_receiver SET failure = $3 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        waiting.id,
        noAccount.zh,
      ]),
    );
    return;
  }
  try {
    for (const ref of refs) {
      const { channel, terms } = await refundsAt(database, tenantId, waiting.payType, ref);
      if (!channel.sharing) throw new Error(`${waiting.payType} shares nothing`);
      await channel.sharing.register(requestOf(receiver!), terms);
    }
  } catch (error) {
    if (!isRefusal(error)) return; // again with the next round
    const failure = error.message.slice(0, 200);
    await database.write(scope, (db) => refuse(db, { ...one, set: { failure } }));
    return;
  }
  const set = { registeredTime: now.toISOString(), registeredWith: refs, failure: null };
  await database.write(scope, (db) => register(db, { ...one, set }));
}

/** Every group's receivers that were confirmed since. */
export async function registerAll(database: Database, now: Date): Promise<void> {
  const waiting = await database.read(platformScope, (db) =>
    db.raw<Waiting & { tenantId: number }>(
      `SELECT tenant_id AS "tenantId", id, company_id AS "companyId", pay_type AS "payType", failure FROM share_receiver
       WHERE status = 'confirmed' AND deleted_at IS NULL ORDER BY id LIMIT 200`,
    ),
  );
  for (const { tenantId, ...each } of waiting) await registerOne(database, tenantId, each, now);
}
