/**
 * What a device keeps until it is received: room is limited, so the oldest pictures go first, and events never
 * (flows.md 10, INV-D5).
 */
export type Kept = { message: string; payload: Record<string, unknown> };
/** By number, in their order. */
export type Journal = Record<number, Kept>;

/** What an event takes, and what a picture takes besides, bytes. */
export const [EVENT_BYTES, PICTURE_BYTES] = [500, 200_000];
/** A lane of three thousand cars a day, each with four events and one picture, for a fortnight. */
const DAY_BYTES = 3_000 * (4 * EVENT_BYTES + PICTURE_BYTES);
export const STORAGE_BYTES = 14 * DAY_BYTES;

const hasPicture = ({ payload }: Kept): boolean => typeof payload['picture'] === 'string';
export const usedBytes = (journal: Journal): number =>
  Object.values(journal).reduce((sum, kept) => sum + EVENT_BYTES + (hasPicture(kept) ? PICTURE_BYTES : 0), 0);

/** Takes pictures away, the oldest first, until what is left has room or no picture is left. */
export function makeRoom(journal: Journal, capacity: number): void {
  let used = usedBytes(journal);
  for (const kept of Object.values(journal)) {
    if (used <= capacity) return;
    if (!hasPicture(kept)) continue;
    kept.payload['picture'] = null;
    used -= PICTURE_BYTES;
  }
}

/** As a heartbeat reports it. */
export const journalStatus = (journal: Journal, capacity: number): { journalPercent: number; journalDays: number } => ({
  journalPercent: Math.min(100, Math.floor((usedBytes(journal) / capacity) * 100)),
  journalDays: Math.floor(capacity / DAY_BYTES),
});
