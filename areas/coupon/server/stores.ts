/** Stores: their rows, logins and top-ups. */
import { asc, eq } from 'drizzle-orm';
import { balanceOf } from '#domain/derate/account.ts';
import type { Purse } from '#domain/coupon/coupon.ts';
import { account, recharged } from '#domain/ledger/ledger.ts';
import { closeSellerLogin, openSellerLogin, resetSellerLogin } from '#areas/access/server/door.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { storesOfCompany } from '../model/calls.ts';
import { couponStore } from '../model/coupon-store.ts';
import { chargeStore, resetStorePassword } from '../model/row-calls.ts';
import { groupOf, requestedId, selfStore } from './own.ts';
import { holdStores, writeStore } from './rows.ts';

type Store = Stored & {
  tenantId: number;
  companyId: string;
  storeName: string;
  account: string | null;
  phone: string | null;
  booksParkId: string;
};

export const storeRules: Rules = {
  narrow: selfStore,
  check: async (values, before, work) => {
    const booksParkId = values.booksParkId ?? before?.booksParkId;
    if (!booksParkId) return [];
    const lot = await rowOf(park, String(booksParkId), work.db);
    return lot.tenantId === (await groupOf(work, values.companyId ?? before?.companyId))
      ? []
      : [{ field: 'booksParkId', msg: text('收款车场不属于该集团', 'The car park belongs to another group') }];
  },
  saved: async (after, before, work) => {
    const { tenantId, companyId, id, account: login, storeName, phone } = after as Store;
    if (!before && login)
      await openSellerLogin(work, {
        tenantId,
        companyId,
        sellerId: id,
        account: login,
        realName: storeName.slice(0, 30),
        phone,
      });
  },
  removing: async (row, work) => {
    const { tenantId, id } = row as Store;
    const purse = (await holdStores(ofTenant(work.db, tenantId), tenantId, [id])).get(id);
    if (purse && (balanceOf(purse) !== 0 || purse.reservedFen !== 0))
      throw ruleRefused(text('该商家还有余额或冻结金额', 'This store still has a balance or coupons on hold'));
    await closeSellerLogin(work, tenantId, id);
  },
};

const storeNamed = async (work: Work, id: unknown): Promise<Store> =>
  (await rowOf(couponStore, requestedId(id, couponStore.title), work.db, {
    narrow: selfStore(work),
  })) as Store;

async function charge(work: Work): Promise<unknown> {
  const { recordId, money, remark } = work.input as { recordId: string; money: number; remark?: string };
  const store = await storeNamed(work, recordId);
  const { tenantId, companyId, booksParkId } = store;
  const db = ofTenant(work.db, tenantId);
  const before = (await holdStores(db, tenantId, [store.id])).get(store.id)!;
  const after: Purse = { ...before, chargedFen: before.chargedFen + money };
  await writeStore(db, tenantId, store.id, after);
  const place = (await placesOf(db, [booksParkId], tenantId)).get(booksParkId)!;
  const id = newId();
  await writeMoney(db, place, {
    postings: [
      recharged(
        { key: `coupon-recharge/${id}`, park: booksParkId, at: work.now.getTime(), about: id },
        account.drawer(`desk-${work.person.userId}`),
        account.seller(store.id),
        money,
      ),
    ],
  });
  const balances = { balanceBefore: balanceOf(before), balanceAfter: balanceOf(after) };
  work.record({
    resource: couponStore.name,
    action: 'charge',
    rowId: store.id,
    before: { balance: balances.balanceBefore },
    after: { balance: balances.balanceAfter, money, ...(remark ? { remark } : {}) },
    tenantId,
    companyId,
  });
  return { id, ...balances };
}

async function newPassword(work: Work): Promise<unknown> {
  const store = await storeNamed(work, (work.input as { recordId: string }).recordId);
  const password = await resetSellerLogin(work, store.tenantId, store.id);
  return new Once({ account: store.account, password }, { account: store.account });
}

async function listed(work: Work): Promise<unknown> {
  if (!work.permits('couponStore:read')) throw new Refused('not_permitted', { what: couponStore.title });
  const t = tableOf(couponStore);
  const { companyId } = work.input as { companyId?: string };
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(couponStore, work.db.scope, [
        companyId ? eq(t.companyId!, companyId) : undefined,
        eq(t.enable!, true),
        selfStore(work),
      ]),
    )
    .orderBy(asc(t.storeName!))
    .limit(500);
  return rows.map((row) => ({ value: row.id, label: row.storeName }));
}

export const storesServed: Served[] = [
  serve(chargeStore, charge),
  serve(resetStorePassword, newPassword),
  serve(storesOfCompany, listed),
];
