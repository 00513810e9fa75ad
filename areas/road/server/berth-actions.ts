/** What people do at berths: say what stands there, end and void stays, close and open berths, swap sensors. */
import { randomUUID } from 'node:crypto';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { eq } from 'drizzle-orm';
import { tableOf } from '#kit/server/table.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { voidKerb } from '#areas/passage/server/door.ts';
import { swapSensors, voidStay } from '#areas/road/model/action-calls.ts';
import { rdSensor } from '#areas/road/model/devices.ts';
import { closeBerth, endStay, openBerth, rdBerth, reportBerthCall } from '#areas/road/model/rd-berth.ts';
import { bind } from './bindings.ts';
import type { Berth } from './berths.ts';
import { acceptClaims, hold } from './evidence.ts';
import type { Claim } from './evidence.ts';
import { followEvidence } from './follow-evidence.ts';
import { sectionsGranted } from './grants.ts';

const AHEAD_MS = 60_000;
const BACK_MS = 31 * 86_400_000;

/** A berth of the caller's scope, in a section he may work in. */
export async function berthToWork(work: Work, id: string): Promise<Berth> {
  const berth = (await rowOf(rdBerth, id, work.db)) as Berth;
  const granted = await sectionsGranted(work);
  if (granted && !granted.includes(berth.sectionId))
    throw new Refused('not_permitted', { what: text('未授权的泊位段', 'A section you are not granted') });
  return berth;
}

function instant(work: Work, given: string | null | undefined): number {
  const at = given ? Date.parse(given) : work.now.getTime();
  if (at > work.now.getTime() + AHEAD_MS)
    throw new Refused('bad_input', {}, [{ field: 'at', msg: text('时间不能晚于现在', 'The time lies in the future') }]);
  if (at < work.now.getTime() - BACK_MS)
    throw new Refused('bad_input', {}, [
      { field: 'at', msg: text('时间不能早于31天前', 'The time lies more than 31 days back') },
    ]);
  return Math.min(at, work.now.getTime());
}

const place = ({ tenantId, companyId, parkId }: Berth) => ({ tenantId, companyId, parkId });

const claimAt = (work: Work, berth: Berth, at: number, more: Partial<Claim> & Pick<Claim, 'claim'>): Claim => ({
  berthId: berth.id,
  at,
  rawAt: at,
  source: 'person',
  deviceId: null,
  userId: work.person.userId,
  plate: null,
  colour: null,
  confidence: null,
  picture: null,
  offline: false,
  changes: null,
  sinceSeconds: null,
  restarted: false,
  alsoOf: null,
  sourceId: work.person.userId,
  seq: randomUUID(),
  ...more,
});

type BerthReport = {
  berthId: string;
  claim: 'plate' | 'present' | 'absent' | 'leave';
  plateNumber?: string | null;
  plateColour?: string | null;
  at?: string | null;
  picture?: string | null;
  seq?: string | null;
};

async function accept(work: Work, berth: Berth, claim: Claim): Promise<unknown> {
  const { after, bills, doubts } = await acceptClaims(ofTenant(work.db, berth.tenantId), berth, [claim], work.now);
  work.afterCommit(after);
  const now = (await rowOf(rdBerth, berth.id, work.db)) as Berth;
  return { berthId: berth.id, state: now.state, since: now.since, stayId: now.stayId, bills, doubts };
}

async function reportBerth(work: Work): Promise<unknown> {
  const input = work.input as BerthReport;
  const berth = await berthToWork(work, input.berthId);
  if (input.claim === 'plate' && !input.plateNumber)
    throw new Refused('bad_input', {}, [{ field: 'plateNumber', msg: text('请填写车牌', 'Enter the plate') }]);
  const claim = claimAt(work, berth, instant(work, input.at), {
    claim: input.claim,
    plate: input.claim === 'plate' ? (input.plateNumber ?? null) : null,
    colour: input.plateColour ?? null,
    picture: input.picture ?? null,
    ...(input.seq ? { seq: input.seq } : {}),
  });
  const answer = await accept(work, berth, claim);
  work.record({
    resource: 'rdBerth',
    action: 'evidence',
    rowId: berth.id,
    after: { claim: claim.claim, plateNumber: claim.plate, at: new Date(claim.at).toISOString() },
    ...place(berth),
  });
  return answer;
}

async function end(work: Work): Promise<unknown> {
  const { berthId, at } = work.input as { berthId: string; at?: string | null };
  const berth = await berthToWork(work, berthId);
  if (!berth.stayId) throw ruleRefused(text('该泊位没有在停车辆', 'No car is parked at this berth'));
  const answer = (await accept(work, berth, claimAt(work, berth, instant(work, at), { claim: 'leave' }))) as {
    bills: { stay: string; order: string; dueFen: number; owedFen: number }[];
  };
  const bill = answer.bills.find((each) => each.stay === berth.stayId) ?? null;
  work.record({
    resource: 'rdBerth',
    action: 'endStay',
    rowId: berth.id,
    after: { stayId: berth.stayId },
    ...place(berth),
  });
  return {
    ...answer,
    stayId: berth.stayId,
    orderId: bill?.order ?? null,
    dueFen: bill?.dueFen ?? null,
    outstandingFen: bill?.owedFen ?? null,
  };
}

async function toVoid(work: Work): Promise<null> {
  const { recordId, remark, picture } = work.input as { recordId: string; remark: string; picture: string };
  const row = (await rowOf<Resource>(stay, recordId.toLowerCase(), work.db)) as {
    id: string;
    tenantId: number;
    companyId: string;
    parkId: string;
    berthId: string | null;
    status: string;
  };
  if (!row.berthId) throw ruleRefused(text('不是路内停车记录', 'Not a stay at the roadside'));
  const berth = await berthToWork(work, row.berthId);
  const db = ofTenant(work.db, row.tenantId);
  const at = work.now.getTime();
  await hold(db, row);
  const wake = await voidKerb(db, row, row.id, { by: work.person.name, remark, at });
  const { after } = await acceptClaims(
    db,
    row,
    row.status === 'open' ? [claimAt(work, berth, at, { claim: 'absent', picture })] : [],
    work.now,
  );
  work.afterCommit(() => {
    wake();
    after();
  });
  work.record({
    resource: 'stay',
    action: 'void',
    rowId: row.id,
    before: { status: row.status },
    after: { status: 'voided', note: remark, picture },
    ...place(berth),
  });
  return null;
}

async function close(work: Work): Promise<null> {
  const { berthId, closedReason, closedUntil } = work.input as {
    berthId: string;
    closedReason: string;
    closedUntil?: string | null;
  };
  const berth = await berthToWork(work, berthId);
  if (closedUntil && Date.parse(closedUntil) <= work.now.getTime())
    throw new Refused('bad_input', {}, [
      { field: 'closedUntil', msg: text('停用结束时间已过', 'The end of the closure has passed') },
    ]);
  const db = ofTenant(work.db, berth.tenantId);
  await hold(db, berth);
  const current = (await rowOf(rdBerth, berthId, work.db)) as Berth;
  if (current.stayId) throw ruleRefused(text('泊位上有车，先结束停车', 'A car stands there: end its stay first'));
  const now = work.now.toISOString();
  await endClosures(work, berth, now);
  await insertRows(
    db,
    'berth_closure',
    [
      {
        tenant_id: berth.tenantId,
        company_id: berth.companyId,
        park_id: berth.parkId,
        id: newId(),
        created_at: now,
        updated_at: now,
        berth_id: berth.id,
        from_time: now,
        to_time: closedUntil ?? null,
        reason: closedReason,
        user_id: work.person.userId,
      },
    ],
    '',
  );
  await db.raw(
    'UPDATE rd_berth SET closed_reason = $3, closed_until = $4, updated_at = $5 WHERE tenant_id = $1 AND id = $2',
    [berth.tenantId, berth.id, closedReason, closedUntil ?? null, now],
  );
  await again(work, berth, 'close', { closedReason, closedUntil: closedUntil ?? null });
  return null;
}

const endClosures = (work: Work, berth: Berth, at: string) =>
  ofTenant(work.db, berth.tenantId).raw(
    'UPDATE berth_closure SET to_time = $3, updated_at = $3 WHERE tenant_id = $1 AND berth_id = $2 AND deleted_at IS NULL AND (to_time IS NULL OR to_time > $3)',
    [berth.tenantId, berth.id, at],
  );

async function again(work: Work, berth: Berth, action: string, after: Record<string, unknown>): Promise<void> {
  const followed = await followEvidence(ofTenant(work.db, berth.tenantId), berth, [berth.id], work.now, {
    whole: true,
  });
  work.afterCommit(followed.after);
  work.record({ resource: 'rdBerth', action, rowId: berth.id, after, ...place(berth) });
}

async function open(work: Work): Promise<null> {
  const { berthId } = work.input as { berthId: string };
  const berth = await berthToWork(work, berthId);
  const db = ofTenant(work.db, berth.tenantId);
  await hold(db, berth);
  const now = work.now.toISOString();
  await endClosures(work, berth, now);
  await db.raw(
    'UPDATE rd_berth SET closed_reason = NULL, closed_until = NULL, updated_at = $3 WHERE tenant_id = $1 AND id = $2',
    [berth.tenantId, berth.id, now],
  );
  await again(work, berth, 'open', {});
  return null;
}

type Sensor = { id: string; tenantId: number; companyId: string; parkId: string; berthNo: string | null };

/** Two sensors that were mounted the wrong way round: from `at` on each speaks for the other's berths. */
async function swap(work: Work): Promise<null> {
  const { deviceId, otherId, at } = work.input as { deviceId: string; otherId: string; at?: string | null };
  const sensor = { narrow: eq(tableOf(parkDevice).deviceType!, 'sensor') };
  const [one, other] = await Promise.all(
    [deviceId, otherId].map(async (id) => (await rowOf<Resource>(rdSensor, id, work.db, sensor)) as Sensor),
  );
  if (one!.id === other!.id || one!.parkId !== other!.parkId)
    throw new Refused('bad_input', {}, [
      { field: 'otherId', msg: text('请选择同一车场的另一个地磁', 'Choose another sensor of the same car park') },
    ]);
  const db = ofTenant(work.db, one!.tenantId);
  await hold(db, one!);
  const bound = await db.raw<{ device: string; berth: string }>(
    'SELECT device_id AS device, berth_id AS berth FROM sensor_binding WHERE tenant_id = $1 AND device_id = ANY($2::uuid[]) AND to_time IS NULL AND deleted_at IS NULL',
    [one!.tenantId, [one!.id, other!.id]],
  );
  const from = new Date(instant(work, at)).toISOString();
  const of = (id: string) => bound.filter(({ device }) => device === id).map(({ berth }) => ({ id: berth }));
  await bind(db, one!, of(other!.id), from);
  await bind(db, other!, of(one!.id), from);
  for (const [to, by] of [
    [one!, other!],
    [other!, one!],
  ] as const)
    await db.raw('UPDATE park_device SET berth_no = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2', [
      to.tenantId,
      to.id,
      by.berthNo,
      work.now.toISOString(),
    ]);
  const followed = await followEvidence(db, one!, [...new Set(bound.map(({ berth }) => berth))], work.now, {
    whole: true,
  });
  work.afterCommit(followed.after);
  work.record({
    resource: 'rdSensor',
    action: 'swap',
    rowId: one!.id,
    before: { berthNo: one!.berthNo },
    after: { berthNo: other!.berthNo, otherId: other!.id },
    tenantId: one!.tenantId,
    companyId: one!.companyId,
    parkId: one!.parkId,
  });
  return null;
}

export const berthActionsServed: Served[] = [
  serve(reportBerthCall, reportBerth),
  serve(endStay, end),
  serve(voidStay, toVoid),
  serve(closeBerth, close),
  serve(openBerth, open),
  serve(swapSensors, swap),
];
