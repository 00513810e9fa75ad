/** What happens at a lot, into the queue of each platform that receives it: in the transaction in which it happens. */
import { factsBetween } from '#domain/upload/facts.ts';
import type { Stands } from '#domain/upload/facts.ts';
import type { UploadStay } from '#domain/upload/content.ts';
import type { MoneyMoved, Place } from '#areas/billing/model/events.ts';
import type { StayMoved } from '#areas/passage/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import { linksOf, takes, writeFacts } from './rows.ts';
import type { Fact, Link } from './rows.ts';

export function uploadedStay(stands: Stands): UploadStay {
  const { state: _, changes: __, ...stay } = stands;
  return stay;
}

/** Visits that platforms know: changes of others are not sent. */
async function known(db: Db, tenantId: number, stays: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.raw<{ plat: string; key: string }>(
    `SELECT DISTINCT plat_id AS plat, order_key AS key FROM third_message WHERE tenant_id = $1 AND order_key = ANY($2::text[]) AND deleted_at IS NULL`,
    [tenantId, stays],
  );
  return new Set(rows.map(({ plat, key }) => `${plat} ${key}`));
}

const LATER: ReadonlySet<string> = new Set(['correct', 'void']);

export async function recordStays(
  db: Db,
  place: Place,
  moved: readonly StayMoved[],
  inside: number,
  now = Date.now(),
): Promise<void> {
  const facts = moved.flatMap(({ before, after }) =>
    factsBetween(before, after, now).map((fact): Fact => ({
      ...fact,
      orderKey: after.id,
      plate: after.plate,
      payload: { stay: uploadedStay(after), inside },
    })),
  );
  if (facts.length === 0) return;
  const links = await linksOf(db, place);
  if (links.length === 0) return;
  const later = facts.filter(({ kind }) => LATER.has(kind)).map(({ orderKey }) => orderKey);
  const knownIds = later.length === 0 ? null : await known(db, place.tenantId, later);
  for (const link of links) {
    const news = facts.filter(
      ({ kind, orderKey }) => !LATER.has(kind) || knownIds?.has(`${link.platId} ${orderKey}`) === true,
    );
    await writeFacts(db, place, [link], news, now);
  }
  await recordCount(db, place, links, inside, now);
}

/** Only the latest count of a lot is worth sending. */
async function recordCount(db: Db, place: Place, links: readonly Link[], inside: number, now: number): Promise<void> {
  const counted = links.filter((link) => takes(link, 'count'));
  if (counted.length === 0) return;
  const orderKey = `count/${place.parkId}`;
  await db.raw(
    `UPDATE third_message SET status = 'superseded', updated_at = $4
     WHERE tenant_id = $1 AND plat_id = ANY($2::uuid[]) AND order_key = $3 AND status = 'pending'
     AND deleted_at IS NULL`,
    [place.tenantId, counted.map(({ platId }) => platId), orderKey, new Date(now).toISOString()],
  );
  const fact: Fact = { kind: 'count', key: `${orderKey}/${now}`, at: now, orderKey, plate: null, payload: { inside } };
  await writeFacts(db, place, counted, [fact], now);
}

const wayOf = (via: string): string =>
  via.startsWith('drawer:') ? 'cash' : via.startsWith('stored-value:') ? 'storedValue' : via.slice('channel:'.length);

export async function recordMoney(db: Db, place: Place, moved: readonly MoneyMoved[], now = Date.now()): Promise<void> {
  const links = (await linksOf(db, place)).filter((link) => takes(link, 'payment'));
  if (links.length === 0) return;
  const facts = moved.map(({ id, orderId, stayId, plateNumber, via, amountFen, isRefund, at }): Fact => ({
    kind: 'payment',
    key: `${isRefund ? 'refund' : 'payment'}/${id}`,
    at,
    orderKey: stayId ?? orderId,
    plate: plateNumber,
    payload: { payment: { id, orderId, stayId, way: wayOf(via), amountFen, refund: isRefund, at } },
  }));
  await writeFacts(db, place, links, facts, now);
}
