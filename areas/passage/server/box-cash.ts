/**
 * Cash at a lane, whether it is taken by a call or at a box terminal: where it may be taken, and whose drawer it goes
 * to.
 */
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { boxIsManned } from '#areas/shift/server/door.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';

export type Gate = {
  readonly id: string;
  readonly name: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly boxId: string | null;
};

/** The lane, of those `db` may see. */
export async function gateRow(db: Db, id: string): Promise<Gate> {
  const row = await rowOf(parkGate, id, db);
  return {
    id: row.id,
    name: String(row.gateName),
    tenantId: row.tenantId as number,
    companyId: row.companyId as string,
    parkId: String(row.parkId),
    boxId: row.boxId,
  };
}

const NO_CASH = text('该车场不收现金', 'This car park takes no cash');
const TOO_LITTLE = text('收到的现金少于实收', 'Cash received is less than the amount kept');
const NOBODY = text(
  '岗亭无人当班，请先上班再收现金',
  'No one is on duty at this booth. Start a shift before taking cash.',
);

/** Why no cash is taken at this lane now; with the field it lies in, where it lies in one. Null where it is. */
export async function cashRefused(
  db: Db,
  gate: Gate,
  { amountFen, tenderedFen }: { readonly amountFen: number; readonly tenderedFen?: number | null | undefined },
): Promise<{ readonly words: Text; readonly field?: string } | null> {
  const settings = await settingsOf(db, gate.parkId);
  if (settings.cashAllowed === false) return { words: NO_CASH };
  if (tenderedFen && tenderedFen < amountFen) return { words: TOO_LITTLE, field: 'tenderedFen' };
  if (settings.cashNeedsShift && gate.boxId && !(await boxIsManned(db, gate.tenantId, gate.boxId)))
    return { words: NOBODY };
  return null;
}

/** The drawer of the lane's box; of who took it where the lane has none. */
export async function drawerOf(db: Db, gate: Gate, userId: string): Promise<string> {
  return gate.boxId ? String((await rowOf(parkBox, gate.boxId, db)).boxName) : `desk-${userId}`;
}
