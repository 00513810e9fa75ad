/**
 * A driver appeals on the phone against a debt he has found by his plate: a request like any other, and the debt waits
 * until it is decided.
 */
import { networkOf } from '#domain/network/network.ts';
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { ordersOf, placesOf } from '#areas/billing/server/door.ts';
import { readTicket } from '#areas/passage/server/door.ts';
import { keepPicture } from '#kit/files/files.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { driverAppeal, MOST_PICTURE } from '../model/calls.ts';
import { appealRaised } from '../model/events.ts';
import { numbered } from './open-work.ts';
import { debtsAreKept, dueOf } from './requests.ts';

/** Each keeps a debt from being chased for days. */
const doors = (network: string): Door[] => [{ key: `driver-appeal:${network}`, most: 5, seconds: 86_400 }];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

async function appeal(work: Work): Promise<{ requestNo: string }> {
  debtsAreKept();
  const input = work.input as { phone: string; text: string; picture?: string | null };
  const { tenantId, orderId, page } = readTicket(work);
  if (page !== 'debts' || orderId === null) throw ruleRefused(text('该单据不能申诉', 'No appeal is open on this bill'));
  if (input.picture && !BASE64.test(input.picture)) throw new Refused('wrong_type');
  await knock(work.database, doors(networkOf(work.request.ip)));
  const picture = input.picture
    ? await keepPicture(work.database, tenantId, Buffer.from(input.picture, 'base64'))
    : null;
  return work.database.write(tenantScope(tenantId), async (db) => {
    // The order is the debt's own and is locked: two concurrent appeals are handled one after the other.
    const entry = (await ordersOf(db, [orderId], { tenantId, lock: true })).get(orderId);
    if (!entry || entry.order.owedFen <= 0) throw ruleRefused(text('该笔欠费已了结', 'This debt is settled'));
    const open = await db.raw(
      `SELECT 1 FROM user_request WHERE tenant_id = $1 AND escape_id = $2 AND type = 'appeal'
       AND status IN ('waiting', 'handling') AND deleted_at IS NULL LIMIT 1`,
      [tenantId, orderId],
    );
    if (open.length > 0)
      throw ruleRefused(text('该笔欠费已有申诉在处理', 'An appeal against this debt is being dealt with'));
    const place = (await placesOf(db, [entry.order.park], tenantId)).get(entry.order.park)!;
    const [id, at] = [newId(), work.now.toISOString()];
    const requestNo = numbered('R', id, work.now);
    await insertRows(
      db,
      'user_request',
      [
        {
          tenant_id: tenantId,
          company_id: place.companyId,
          park_id: place.parkId,
          id,
          created_at: at,
          updated_at: at,
          request_no: requestNo,
          type: 'appeal',
          status: 'waiting',
          plate_number: entry.about.plateNumber,
          phone: input.phone,
          escape_id: orderId,
          text: input.text,
          files: picture ? [picture] : null,
          raised_at: at,
          due: dueOf('appeal', work.now),
        },
      ],
      '',
    );
    await emit(appealRaised, { tenantId, requestId: id, escapeId: orderId }, { db });
    return { requestNo };
  });
}

export const driverAppealServed: Served[] = [
  serve(driverAppeal, (work) => appeal(work), { mode: 'open', bodyLimit: MOST_PICTURE + 10_000 }),
];
