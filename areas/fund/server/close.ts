/**
 * A settlement is confirmed by a second person: the ledger then holds the fee, and what is due to and from the
 * platform.
 */
import { settled } from '#domain/ledger/ledger.ts';
import { writeMoney } from '#areas/billing/server/door.ts';
import { placesOf } from '#areas/billing/server/door.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { recount, settlementRecord } from '../model/settlement.ts';
import { countDays } from './count.ts';
import { ZONE } from './ledger.ts';

type Closing = Pick<
  Row<typeof settlementRecord>,
  'id' | 'payType' | 'channelFeeFen' | 'serviceFeeFen' | 'couponFen' | 'netFen' | 'mode'
>;

/** Posts settlements of one lot, each once. `at`: epoch ms. */
export async function postSettled(
  db: Db,
  tenantId: number,
  parkId: string,
  records: readonly (Closing & { readonly at: number })[],
): Promise<void> {
  const place = (await placesOf(db, [parkId], tenantId)).get(parkId);
  if (!place) throw new Error(`settled for a lot that is not there: ${parkId}`);
  const postings = records
    .map((record) =>
      settled(
        { key: `settlement/${record.id}`, park: parkId, at: record.at, about: record.id },
        String(record.payType),
        {
          feeFen: record.channelFeeFen ?? 0,
          serviceFeeFen: record.serviceFeeFen ?? 0,
          couponFen: record.couponFen ?? 0,
          agencyFen: record.mode === 'agency' ? (record.netFen ?? 0) : 0,
        },
      ),
    )
    .filter(({ lines }) => lines.length > 0);
  await writeMoney(db, place, { postings });
}

const confirm: Effect = async (found, _, work) => {
  const record = found as Row<typeof settlementRecord>;
  await postSettled(ofTenant(work.db, record.tenantId), record.tenantId, String(record.parkId), [
    { ...record, at: work.now.getTime() },
  ]);
};

/** It is counted anew, so the figures that were sent back are not those that stand there tomorrow. */
const sendBack: Effect = async () => ({ checkedBy: null, checkedById: null, checkedTime: null });

const checkedNow: Effect = async (_, __, work) => ({ checkedById: work.person.userId });

export const settlementEffects: Record<string, Effect> = {
  check: checkedNow,
  explain: checkedNow,
  confirm,
  sendBack,
};

async function again(work: Work): Promise<{ records: number }> {
  const row = await work.database.read(scopeOf(work.person), (db) =>
    rowOf(settlementRecord as Resource, String(work.input['recordId']), db),
  );
  const last = addDays(dayOf(work.now.getTime(), ZONE), -1);
  const tenantId = Number(row['tenantId']);
  const records = await work.database.write(tenantScope(tenantId), (db) =>
    countDays(db, tenantId, last, { parkId: String(row['parkId']), now: work.now }),
  );
  return { records };
}

export const settlementServed: Served[] = [serve(recount, again, { mode: 'open' })];
