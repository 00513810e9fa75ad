/** Sellers: their rows, logins, recharges, and their accounts held against the ledger. */
import { asc, eq } from 'drizzle-orm';
import { balanceOf } from '#domain/derate/account.ts';
import type { SellerAccount } from '#domain/derate/account.ts';
import { account, recharged } from '#domain/ledger/ledger.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { closeSellerLogin, openSellerLogin, resetSellerLogin } from '#areas/access/server/door.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { deratesOfSeller, sellersOfPark } from '../model/calls.ts';
import { parkDerate } from '../model/park-derate.ts';
import { parkSeller } from '../model/park-seller.ts';
import { sellerRecharge } from '../model/recharges.ts';
import { resetPassword, sellerCharge, synchronizeAmount } from '../model/row-calls.ts';
import { rulesOfSeller, selfSeller, sellerNamed } from './own.ts';
import type { Seller } from './own.ts';
import { holdAccounts, writeAccount } from './rows.ts';

type Given = Readonly<Record<string, unknown>>;

async function rulesProblems(now: Given, db: Db): Promise<Problem[]> {
  for (const id of (now.derateIds as string[] | null) ?? []) {
    if ((await rowOf(parkDerate, id, db)).parkId !== now.parkId)
      return [{ field: 'derateIds', msg: text('优惠规则不属于该车场', 'A rule belongs to another car park') }];
  }
  return [];
}

export const sellerRules: Rules = {
  narrow: selfSeller,
  check: (values, before, work) => rulesProblems({ ...before, ...values }, work.db),
  // His credit is part of what he may give from the next moment on; his sums are moved by actions alone.
  fill: (_, before) => (before ? {} : { balance: 0, chargedFen: 0, usedFen: 0, reservedFen: 0 }),
  saved: async (after, before, work) => {
    const { tenantId, companyId, id, account: login, sellerName, phone } = after as Seller;
    if (!before && login)
      await openSellerLogin(work, {
        tenantId,
        companyId,
        sellerId: id,
        account: login,
        realName: sellerName.slice(0, 30),
        phone,
      });
  },
  removing: (row, work) => closeSellerLogin(work, row.tenantId as number, row.id),
};

const placed = (seller: Seller) => ({ tenantId: seller.tenantId, companyId: seller.companyId, parkId: seller.parkId });

async function recharge(work: Work): Promise<unknown> {
  const { recordId, money, remark } = work.input as { recordId: string; money: number; remark?: string };
  const seller = await sellerNamed(work, recordId);
  const db = ofTenant(work.db, seller.tenantId);
  const before = (await holdAccounts(db, seller.tenantId, [seller.id])).get(seller.id)!;
  const after: SellerAccount = { ...before, chargedFen: before.chargedFen + money };
  const [id, at, { person }] = [newId(), work.now.getTime(), work];
  await writeAccount(db, seller.tenantId, seller.id, after);
  await db.insert(tableOf(sellerRecharge)).values({
    ...placed(seller),
    id,
    sellerId: seller.id,
    time: work.now.toISOString(),
    amountFen: money,
    balanceBefore: balanceOf(before),
    balanceAfter: balanceOf(after),
    operator: person.name || person.account,
    remark: remark ?? null,
    createdBy: person.userId,
    updatedBy: person.userId,
  });
  const place = (await placesOf(db, [seller.parkId], seller.tenantId)).get(seller.parkId)!;
  await writeMoney(db, place, {
    postings: [
      recharged(
        { key: `seller-recharge/${id}`, park: seller.parkId, at, about: id },
        account.drawer(`desk-${person.userId}`),
        account.seller(seller.id),
        money,
      ),
    ],
  });
  work.record({
    resource: parkSeller.name,
    action: 'charge',
    rowId: seller.id,
    before: { balance: balanceOf(before) },
    after: { balance: balanceOf(after), money },
    ...placed(seller),
  });
  return { id, balanceBefore: balanceOf(before), balanceAfter: balanceOf(after) };
}

/** The account as ledger and discounts say it is. The seller's row is held. */
async function counted(db: Db, seller: Seller): Promise<Omit<SellerAccount, 'creditFen'>> {
  const [sums] = await db.raw<{ charged: number; used: number; reserved: number }>(
    `SELECT
      coalesce(-sum(amount_fen) FILTER (WHERE kind IN ('recharge', 'reversal:recharge')), 0)::bigint AS charged,
        coalesce(sum(amount_fen) FILTER (WHERE kind IN ('seller-derate', 'reversal:seller-derate')), 0)::bigint AS used,
      (SELECT coalesce(sum(reserved_fen), 0)::bigint FROM car_derate WHERE tenant_id = $1 AND seller_id = $3::uuid AND deleted_at IS NULL) AS reserved
    FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND account = 'seller' AND party = $3::text`,
    [seller.tenantId, seller.parkId, seller.id],
  );
  return { chargedFen: sums!.charged, usedFen: sums!.used, reservedFen: sums!.reserved };
}

async function synchronize(work: Work): Promise<unknown> {
  const seller = await sellerNamed(work, (work.input as { sellerId: string }).sellerId);
  const db = ofTenant(work.db, seller.tenantId);
  const kept = (await holdAccounts(db, seller.tenantId, [seller.id])).get(seller.id)!;
  const right = { ...kept, ...(await counted(db, seller)) };
  const differenceFen = balanceOf(right) - balanceOf(kept);
  if (JSON.stringify(right) !== JSON.stringify(kept)) {
    await writeAccount(db, seller.tenantId, seller.id, right);
    work.record({
      resource: parkSeller.name,
      action: 'synchronize',
      rowId: seller.id,
      before: { ...kept },
      after: { ...right },
      ...placed(seller),
    });
  }
  return { balance: balanceOf(right), differenceFen };
}

async function newPassword(work: Work): Promise<unknown> {
  const seller = await sellerNamed(work, (work.input as { recordId: string }).recordId);
  const password = await resetSellerLogin(work, seller.tenantId, seller.id);
  return new Once({ account: seller.account, password }, { account: seller.account });
}

async function sellersListed(work: Work): Promise<unknown> {
  const t = tableOf(parkSeller);
  const { parkId } = work.input as { parkId?: string };
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(parkSeller, work.db.scope, [
        parkId ? eq(t.parkId!, parkId) : undefined,
        eq(t.enable!, true),
        selfSeller(work),
      ]),
    )
    .orderBy(asc(t.sellerName!))
    .limit(500);
  return rows.map((row) => ({ value: row.id, label: row.sellerName, parkId: row.parkId }));
}

async function rulesListed(work: Work): Promise<unknown> {
  const t = tableOf(parkDerate);
  const { sellerId } = work.input as { sellerId?: string };
  const allowed = sellerId ? ((await sellerNamed(work, sellerId)).derateIds ?? []) : null;
  const rows = (await work.db
    .select()
    .from(t)
    .where(scoped(parkDerate, work.db.scope, [eq(t.enable!, true), rulesOfSeller(work)]))
    .orderBy(asc(t.derateName!))
    .limit(500)) as Stored[];
  return rows
    .filter(({ id }) => allowed === null || allowed.includes(id))
    .map((row) => ({ value: row.id, label: row.derateName, derateType: row.derateType, derateValue: row.derateValue }));
}

const mayRead =
  (what: string, listed: (work: Work) => Promise<unknown>) =>
  async (work: Work): Promise<unknown> => {
    if (!work.permits(what)) throw new Refused('not_permitted', { what: parkSeller.title });
    return listed(work);
  };

export const sellersServed: Served[] = [
  serve(sellerCharge, recharge),
  serve(synchronizeAmount, synchronize),
  serve(resetPassword, newPassword),
  serve(sellersOfPark, mayRead('parkSeller:read', sellersListed)),
  serve(deratesOfSeller, mayRead('parkDerate:read', rulesListed)),
];
