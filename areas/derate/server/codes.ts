/** Codes a seller prints: made, shown, taken by a plate, stopped. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { atHost } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { writeAudit } from '#kit/server/audit.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { qrOf, settingsOf } from '#areas/lot/server/door.ts';
import { makeCode, scanCode, scannedCode } from '../model/calls.ts';
import { derateCode } from '../model/derate-code.ts';
import { parkSeller } from '../model/park-seller.ts';
import { stopCode } from '../model/row-calls.ts';
import { afterMiss, beforeLook, beforeTaking } from './brakes.ts';
import { give, ruleToGive } from './give.ts';
import { requestedId, ofSeller, sellerNamed } from './own.ts';
import type { Seller } from './own.ts';

const DAY = 86_400_000;

type CodeRequest = {
  sellerId: string;
  derateId: string;
  codeKind: 'standing' | 'once';
  validUntil?: string | null;
  copies?: number | null;
};

async function make(work: Work): Promise<unknown> {
  const { sellerId, derateId, codeKind, validUntil, copies } = work.input as CodeRequest;
  const seller = await sellerNamed(work, sellerId);
  const db = ofTenant(work.db, seller.tenantId);
  const rule = await ruleToGive(db, seller, derateId, work.now);
  if (validUntil && Date.parse(validUntil) <= work.now.getTime())
    throw new Refused('bad_input', {}, [
      { field: 'validUntil', msg: text('有效期应晚于现在', 'The expiry must be in the future') },
    ]);
  const until = validUntil ?? (codeKind === 'once' ? new Date(work.now.getTime() + DAY).toISOString() : null);
  const { driverUrl } = await settingsOf(db, seller.parkId);
  const origin = driverUrl ? atHost(driverUrl, work.request.host) : work.request.host;
  const { person } = work;
  const rows = Array.from({ length: codeKind === 'once' ? (copies ?? 1) : 1 }, () => ({
    tenantId: seller.tenantId,
    companyId: seller.companyId,
    parkId: seller.parkId,
    id: newId(),
    sellerId: seller.id,
    derateId,
    codeKind,
    code: randomBytes(18).toString('base64url'),
    usedCount: 0,
    validUntil: until,
    enable: true,
    operator: person.name || person.account,
    createdBy: person.userId,
    updatedBy: person.userId,
  }));
  await db.insert(tableOf(derateCode)).values(rows);
  work.record({
    resource: derateCode.name,
    action: 'make',
    rowId: rows[0]!.id,
    after: { sellerId, derateId, codeKind, copies: rows.length, validUntil: until },
    tenantId: seller.tenantId,
    companyId: seller.companyId,
    parkId: seller.parkId,
  });
  return {
    sellerName: seller.sellerName,
    derateName: rule.derateName,
    validUntil: until,
    codes: await Promise.all(
      rows.map(async ({ id, code }) => ({ codeId: id, code, ...(await qrOf(origin, 'derate', { code })) })),
    ),
  };
}

async function stop(work: Work): Promise<unknown> {
  const row = await rowOf(
    derateCode,
    requestedId((work.input as { codeId: string }).codeId, derateCode.title),
    work.db,
    {
      lock: true,
      narrow: ofSeller(derateCode)(work),
    },
  );
  const t = tableOf(derateCode);
  await work.db
    .update(t)
    .set({ enable: false, updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
    .where(scoped(derateCode, work.db.scope, [eq(t.id!, row.id)]));
  work.record({
    resource: derateCode.name,
    action: 'stop',
    rowId: row.id,
    before: { enable: row.enable },
    after: { enable: false },
    tenantId: row.tenantId as number,
    companyId: row.companyId as string,
    parkId: row.parkId as string,
  });
  return { id: row.id };
}

type Found = {
  id: string;
  tenant_id: number;
  seller_id: string;
  derate_id: string;
  code_kind: 'standing' | 'once';
  enable: boolean;
  valid_until: string | null;
  seller_name: string;
  derate_name: string;
  park_name: string;
  zone: string | null;
};

/** Whoever holds the code may ask; a wrong one finds nothing, whatever its tenant. */
export async function codeHeld(work: Work, code: string): Promise<Found> {
  await beforeLook(work);
  const [found] = await work.database.read(platformScope, (db) =>
    db.raw<Found>(
      `SELECT c.id, c.tenant_id, c.seller_id, c.derate_id, c.code_kind, c.enable, c.valid_until, s.seller_name, d.derate_name, p.park_name, p.zone
    FROM derate_code c JOIN park_seller s ON s.tenant_id = c.tenant_id AND s.id = c.seller_id
      JOIN park_derate d ON d.tenant_id = c.tenant_id AND d.id = c.derate_id
      JOIN park p ON p.tenant_id = c.tenant_id AND p.id = c.park_id
    WHERE c.code = $1 AND c.deleted_at IS NULL`,
      [code],
    ),
  );
  if (!found) {
    await afterMiss(work);
    throw new Refused('no_such_record', { what: derateCode.title });
  }
  return found;
}

export const holds = ({ enable, valid_until: until }: Found, now: Date): boolean =>
  enable && (until === null || Date.parse(until) > now.getTime());

async function show(work: Work): Promise<unknown> {
  const found = await codeHeld(work, (work.input as { code: string }).code);
  return {
    sellerName: found.seller_name,
    derateName: found.derate_name,
    parkName: found.park_name,
    codeKind: found.code_kind,
    validUntil: found.valid_until,
    valid: holds(found, work.now),
  };
}

/** One plate takes a one-time code, however many ask at once. */
async function taken(db: Db, { tenant_id: tenantId, id }: Found, now: Date): Promise<void> {
  const rows = await db.raw(
    `UPDATE derate_code SET used_count = used_count + 1, enable = code_kind <> 'once', updated_at = now()
     WHERE tenant_id = $1 AND id = $2 AND enable AND (valid_until IS NULL OR valid_until > $3) RETURNING id`,
    [tenantId, id, now.toISOString()],
  );
  if (rows.length === 0) throw ruleRefused(text('该二维码已使用或已失效', 'This code is used or no longer valid'));
}

/**
 * Binds a plate to what a code gives, in a transaction of its own. What no car inside stands for is let go soon
 * (sweep.ts).
 */
export async function takeByCode(work: Work, found: Found, plate: string): Promise<{ id: string; validUntil: string }> {
  await beforeTaking(work, found.id, found.tenant_id, plate);
  return work.database.write(tenantScope(found.tenant_id), async (db) => {
    await taken(db, found, work.now);
    const seller = (await rowOf(parkSeller, found.seller_id, db)) as Seller;
    const rule = await ruleToGive(db, seller, found.derate_id, work.now);
    const given = await give(db, seller, rule, { plate, source: 'code', operator: seller.sellerName }, work.now);
    const { tenantId, companyId, parkId } = seller;
    await writeAudit({ ...work, db }, scanCode, [
      {
        resource: derateCode.name,
        action: 'scan',
        rowId: found.id,
        after: { sellerId: seller.id, derateId: found.derate_id, plateNumber: plate },
        tenantId,
        companyId,
        parkId,
      },
    ]);
    return given;
  });
}

async function scan(work: Work): Promise<unknown> {
  const { code, plateNumber } = work.input as { code: string; plateNumber: string };
  const found = await codeHeld(work, code);
  return {
    ...(await takeByCode(work, found, plateNumber)),
    sellerName: found.seller_name,
    derateName: found.derate_name,
    parkName: found.park_name,
  };
}

export const codesServed: Served[] = [
  serve(makeCode, make),
  serve(stopCode, stop),
  serve(scannedCode, show, { mode: 'open' }),
  serve(scanCode, scan, { mode: 'open' }),
];
