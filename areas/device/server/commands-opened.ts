import { openedFromAfar } from '#areas/device/model/events.ts';
import type { IngestTarget } from '#areas/device/model/link.ts';
import type { Database } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';

/**
 * Publishes that a person has opened remotely; called after the commit. A failure is not the caller's: the command
 * stands and is sent.
 */
export function publishOpening(
  database: Database,
  target: IngestTarget,
  { gateId, commandId, at }: { gateId: string; commandId: string; at: number },
): void {
  emit(
    openedFromAfar,
    {
      target,
      event: {
        kind: 'remote',
        device: `command:${commandId}`,
        lane: gateId,
        seq: 1,
        rawAt: at,
        at,
        commandId,
        cause: { kind: 'remote', id: commandId },
      },
    },
    { database },
  ).catch(() => undefined);
}
