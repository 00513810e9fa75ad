import type { ClocksDue } from '#areas/lot/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { queueCommands } from './commands-queue.ts';

/** Queues a command for each device that can set its clock; `afterCommit` sends them. */
export async function setClocks(
  db: Db,
  { tenantId, deviceIds, byId, byName, at }: ClocksDue,
): Promise<{ queued: number; afterCommit: () => void }> {
  const queued = await queueCommands(
    db,
    tenantId,
    deviceIds.map((deviceId) => ({
      name: 'syncTime',
      deviceId,
      payload: { now: at.toISOString() },
      cause: 'staff',
      causeId: byId,
      remark: byName,
    })),
    at,
  );
  return { queued: queued.length, afterCommit: () => wakeDispatch(tenantId) };
}
