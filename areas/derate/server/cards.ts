/** Stored-value cards: money paid ahead for one plate of a lot. */
import { account, recharged } from '#domain/ledger/ledger.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { rechargeCard } from '../model/calls.ts';
import { cardRecharge, storedCard } from '../model/recharges.ts';

export type Recharge = {
  readonly plate: string;
  readonly amountFen: number;
  readonly remark: string | null;
  readonly operator: string;
  readonly by: string;
  readonly drawer: string;
};

/** Puts cash on the card of a plate, which is made where there was none. `db` is of the lot's tenant. */
export async function rechargePlate(
  db: Db,
  place: Place,
  { plate, amountFen, remark, operator, by, drawer }: Recharge,
  now: Date,
): Promise<{ cardId: string; balanceBefore: number; balanceAfter: number }> {
  const owner = [place.tenantId, place.companyId, place.parkId] as const;
  const [card] = await db.raw<{ id: string; balance: number }>(
    `INSERT INTO stored_card (tenant_id, company_id, park_id, id, plate_number, balance, recharged_fen) VALUES ($1, $2, $3, $4, $5, 0, $6)
    ON CONFLICT (tenant_id, park_id, plate_number) WHERE deleted_at IS NULL
      DO UPDATE SET recharged_fen = stored_card.recharged_fen + $6, updated_at = excluded.updated_at
      RETURNING id, balance`,
    [...owner, newId(), plate, amountFen],
  );
  const { id: cardId, balance: before } = card!;
  const balance = before + amountFen; // the ledger's line brings it there
  const id = newId();
  await db.insert(tableOf(cardRecharge)).values({
    tenantId: place.tenantId,
    companyId: place.companyId,
    parkId: place.parkId,
    id,
    plateNumber: plate,
    cardId,
    time: now.toISOString(),
    amountFen,
    balanceBefore: before,
    balanceAfter: balance,
    operator,
    remark,
    createdBy: by,
    updatedBy: by,
  });
  await writeMoney(db, place, {
    postings: [
      recharged(
        { key: `card-recharge/${id}`, park: place.parkId, at: now.getTime(), about: id },
        account.drawer(drawer),
        account.storedValue(cardId),
        amountFen,
      ),
    ],
  });
  return { cardId, balanceBefore: before, balanceAfter: balance };
}

async function recharge(work: Work): Promise<unknown> {
  const { parkId, plateNumber, money, remark } = work.input as {
    parkId: string;
    plateNumber: string;
    money: number;
    remark?: string;
  };
  const lot = await rowOf(park, parkId, work.db);
  const db = ofTenant(work.db, lot.tenantId as number);
  const place = (await placesOf(db, [parkId], lot.tenantId as number)).get(parkId)!;
  const { person } = work;
  const done = await rechargePlate(
    db,
    place,
    {
      plate: plateNumber,
      amountFen: money,
      remark: remark ?? null,
      operator: person.name || person.account,
      by: person.userId,
      drawer: `desk-${person.userId}`,
    },
    work.now,
  );
  work.record({
    resource: storedCard.name,
    action: 'recharge',
    rowId: done.cardId,
    before: { balance: done.balanceBefore },
    after: { balance: done.balanceAfter, money },
    tenantId: place.tenantId,
    companyId: place.companyId,
    parkId,
  });
  return done;
}

export const cardsServed: Served[] = [serve(rechargeCard, recharge)];
