/** Berth locks: what people have them do, and what is called off before it could hurt somebody. */
import { eq } from 'drizzle-orm';
import { QUIET_MS, RAISE_MS } from '#domain/berth/lock.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { answered, awaited, give, queueCommand, wakeDispatch } from '#areas/device/server/door.ts';
import { lockDevice, operateLock, readLock, writeLock } from '#areas/road/model/devices.ts';
import { clearWarning } from '#areas/workorder/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { WithMessage, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';

type Lock = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  arm: string | null;
  armAt: string | null;
  carThere: string | null;
  lockUse: string | null;
  lockMode: string | null;
  faultText: string | null;
  lockValues: string | null;
};

/** A driver who has paid waits for it: it is sent until then. */
const LOWER_MS = 10 * 60_000;
const ANSWER_WITHIN_MS = 5_000;

const lockOf = async (db: Db, id: string): Promise<Lock> =>
  (await rowOf<Resource>(lockDevice, id, db, { narrow: eq(tableOf(parkDevice).deviceType!, 'lock') })) as Lock;

/** When something last moved near the arm: a car that came or left, or the arm itself. */
export async function movedAt(
  db: Db,
  lock: Pick<Lock, 'tenantId' | 'id' | 'armAt'>,
  now: Date,
): Promise<number | null> {
  const [row] = await db.raw<{ at: string | null }>(
    `SELECT max(e.at) AS at FROM berth_evidence e
    WHERE e.tenant_id = $1 AND e.claim IN ('arrive', 'leave') AND e.raw_at >= $3::timestamptz - interval '1 day'
      AND e.at >= $3::timestamptz - interval '2 minutes'
      AND e.berth_id IN (SELECT s.berth_id FROM sensor_binding s WHERE s.tenant_id = $1 AND s.device_id = $2 AND s.to_time IS NULL AND s.deleted_at IS NULL)`,
    [lock.tenantId, lock.id, now.toISOString()],
  );
  const moved = [row?.at, lock.armAt].flatMap((at) => (at ? [Date.parse(at)] : []));
  return moved.length === 0 ? null : Math.max(...moved);
}

/** Rule R19: nothing goes up on doubt, nor while somebody may be near. Null where the arm may go up. */
async function whyNotRaised(db: Db, lock: Lock, now: Date): Promise<Text | null> {
  if (lock.lockMode === 'service') return text('车位锁在维护中', 'The lock is in service');
  if (lock.faultText !== null || lock.arm === 'stuck')
    return text(
      '挡臂异常：到现场确认后改为自动或手动',
      'The arm is faulty: see to it, then set it to automatic or manual',
    );
  if (lock.arm === 'moving') return text('挡臂正在动作', 'The arm is moving');
  if (lock.lockUse === 'keep' && lock.carThere === 'yes') return text('车位上有车', 'A car stands there');
  const moved = await movedAt(db, lock, now);
  return moved !== null && now.getTime() < moved + QUIET_MS
    ? text(
        '30 秒内有车辆或挡臂动作，请稍后再升',
        'A car or the arm moved within the last 30 seconds: wait before raising',
      )
    : null;
}

/** Raises that were not carried out yet are none any more. */
const CALL_OFF = `
  UPDATE device_command SET status = 'timed-out', due_time = NULL, valid_until = least(valid_until, $3::timestamptz)
  WHERE tenant_id = $1 AND device_id = ANY($2::uuid[]) AND time >= $3::timestamptz - interval '5 minutes'
    AND command = 'lock' AND payload->>'do' = 'raise' AND status IN ('queued', 'sent')
  RETURNING 1`;

/** A car comes or leaves at these berths: no lock there goes up by an order given before. */
export async function callOffRaises(db: Db, tenantId: number, berths: readonly string[], now: Date): Promise<void> {
  if (berths.length === 0) return;
  const locks = await db.raw<{ id: string }>(
    `SELECT DISTINCT s.device_id AS id FROM sensor_binding s JOIN park_device d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
    WHERE s.tenant_id = $1 AND s.berth_id = ANY($2::uuid[]) AND s.to_time IS NULL AND s.deleted_at IS NULL AND d.device_type = 'lock'`,
    [tenantId, [...berths]],
  );
  if (locks.length > 0) await db.raw(CALL_OFF, [tenantId, locks.map(({ id }) => id), now.toISOString()]);
}

async function commandLock(
  work: Work,
  lock: Lock,
  payload: Readonly<Record<string, unknown>>,
  validMs: number,
): Promise<WithMessage> {
  return answered(
    await give(work, lock.tenantId, [
      {
        name: 'lock',
        deviceId: lock.id,
        payload,
        validMs,
        cause: 'staff',
        causeId: work.person.userId,
        remark: work.person.name,
      },
    ]),
  );
}

/** The mode is the server's own; a person who sets it to work again says with it that the arm is sound. */
async function setMode(work: Work, lock: Lock, mode: 'auto' | 'manual' | 'service'): Promise<WithMessage> {
  const db = ofTenant(work.db, lock.tenantId);
  const now = work.now.toISOString();
  const sound = mode !== 'service';
  await db.raw(CALL_OFF, [lock.tenantId, [lock.id], now]);
  await db.raw(
    `UPDATE park_device SET lock_mode = $3, updated_at = $4::timestamptz,
      fault_text = CASE WHEN $5 THEN NULL ELSE fault_text END, told_at = CASE WHEN $5 THEN greatest(told_at, $4::timestamptz) ELSE told_at END,
      arm = CASE WHEN $5 AND fault_text IS NOT NULL THEN 'unknown' ELSE arm END, status = CASE WHEN $5 AND status = 'fault' THEN 'online' ELSE status END
    WHERE tenant_id = $1 AND id = $2`,
    [lock.tenantId, lock.id, mode, now, sound],
  );
  if (sound) await clearWarning(db, lock.tenantId, { type: 'lock', subjectId: lock.id }, work.now);
  work.record({
    resource: 'lockDevice',
    action: 'operate',
    rowId: lock.id,
    before: { lockMode: lock.lockMode, faultText: lock.faultText },
    after: { lockMode: mode, ...(sound ? { faultText: null } : {}) },
    tenantId: lock.tenantId,
    companyId: lock.companyId,
    parkId: lock.parkId,
  });
  return new WithMessage({ commandIds: [], commands: [] }, text('已更改模式', 'Mode changed'));
}

async function operate(work: Work): Promise<WithMessage> {
  const { lockerId, type } = work.input as { lockerId: string; type: string };
  const lock = await lockOf(work.db, lockerId);
  const db = ofTenant(work.db, lock.tenantId);
  switch (type) {
    case 'raise': {
      const why = await whyNotRaised(db, lock, work.now);
      if (why) throw ruleRefused(why);
      return commandLock(work, lock, { do: 'raise' }, RAISE_MS);
    }
    case 'lower':
      await db.raw(CALL_OFF, [lock.tenantId, [lock.id], work.now.toISOString()]);
      return commandLock(work, lock, { do: 'lower' }, LOWER_MS);
    case 'find':
      return commandLock(work, lock, { do: 'find' }, RAISE_MS);
    default:
      return setMode(work, lock, type as 'auto' | 'manual' | 'service');
  }
}

/** Parameters as text, `1=30, 9=600`, with one of them set. */
const withValue = (before: string | null, index: string, value: number): string => {
  const known = new Map(
    (before ?? '').split(', ').flatMap((pair) => (pair ? [pair.split('=') as [string, string]] : [])),
  );
  known.set(index, String(value));
  return [...known]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([name, each]) => `${name}=${each}`)
    .join(', ');
};

/** Asks the device and waits for its answer: what its parameter is, is its own to say. */
async function parameter(work: Work, payload: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { lockerId, index } = work.input as { lockerId: string; index: string };
  const scope = scopeOf(work.person);
  const request = await work.database.write(scope, async (db) => {
    const lock = await lockOf(db, lockerId);
    const queued = await queueCommand(ofTenant(db, lock.tenantId), lock.tenantId, {
      name: 'lock',
      deviceId: lock.id,
      payload: { ...payload, index: Number(index) },
      cause: 'staff',
      causeId: work.person.userId,
      remark: work.person.name,
    });
    return { lock, commandId: queued!.id };
  });
  wakeDispatch(request.lock.tenantId);
  const [row] = await awaited(work, [request.commandId], ANSWER_WITHIN_MS);
  if (row?.status === 'failed')
    throw ruleRefused(text(`设备答复失败：${row.error ?? ''}`, `The device answered: ${row.error ?? 'failed'}`));
  if (row?.status !== 'answered')
    throw ruleRefused(text('设备未应答，可能已离线', 'The device did not answer; it may be offline'));
  const reported = (row.result as { value?: unknown } | null)?.value ?? payload['value'];
  if (typeof reported !== 'number' || !Number.isSafeInteger(reported))
    throw ruleRefused(text('设备没有答复参数的值', 'The device did not say the value'));
  await work.database.write(scope, async (db) => {
    const lock = await lockOf(db, lockerId);
    await ofTenant(db, lock.tenantId).raw('UPDATE park_device SET lock_values = $3 WHERE tenant_id = $1 AND id = $2', [
      lock.tenantId,
      lock.id,
      withValue(lock.lockValues, index, reported),
    ]);
  });
  return { index: Number(index), value: reported };
}

export const locksServed: Served[] = [
  serve(operateLock, operate),
  serve(readLock, (work) => parameter(work, { do: 'read' }), { mode: 'open' }),
  serve(writeLock, (work) => parameter(work, { do: 'write', value: work.input.value }), { mode: 'open' }),
];
