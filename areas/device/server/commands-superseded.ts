/** Openings that are not wanted any more: the barrier was opened by something else, or the car has left. */
import { commandCauses } from '#areas/device/model/command.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import type { CauseKind } from '#domain/lane/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';

/** `cause`: what opened the barrier instead; null where the car has left. */
export type Superseded = { readonly commandId: string; readonly cause: CauseKind | null };

/** One that whoever does it has taken already is left alone: it ends by what comes of it. */
const SUPERSEDED = `
  UPDATE device_command c SET status = 'superseded', error = $2::jsonb->>c.id::text, due_time = NULL
  WHERE c.tenant_id = $1 AND c.id = ANY($3::uuid[]) AND c.time >= $4::timestamptz AND c.status IN ('queued', 'sent') AND c.attempt_time IS NULL`;
/** No opening is valid for so long. */
const RECENT_MS = 3_600_000;

const left = text('车辆已离开', 'The car has left');
const wordsOf = (cause: CauseKind | null): Text =>
  cause === null
    ? left
    : text(`道闸已开：${commandCauses[cause].zh}`, `The barrier was opened otherwise: ${commandCauses[cause].en}`);

/**
 * Closes the openings that still wait, each with why. Called in the transaction that stores what happened at the lane.
 */
export async function supersedeOpenings(
  db: Db,
  tenantId: number,
  openings: readonly Superseded[],
  now = new Date(),
): Promise<void> {
  if (openings.length === 0) return;
  const words = Object.fromEntries(
    openings.map(({ commandId, cause }) => [commandId.toLowerCase(), faultOf(wordsOf(cause))]),
  );
  const since = new Date(now.getTime() - RECENT_MS).toISOString();
  await db.raw(SUPERSEDED, [tenantId, JSON.stringify(words), Object.keys(words), since]);
}
