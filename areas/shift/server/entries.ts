/**
 * Shift entries as they happen: cash with the box's next receipt, and releases. Written in the transaction of what they
 * speak of.
 */
import type { CashMove } from '#areas/billing/model/events.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import type { Release } from '#areas/passage/model/events.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';

/** Whose box it is; a lot's own company and tenant. */
export type Owner = { readonly tenantId: number; readonly companyId: string; readonly parkId: string };

const desk = 'desk-';

type Boxes = {
  readonly byName: ReadonlyMap<string, string>;
  readonly byGate: ReadonlyMap<string, string>;
  readonly byPerson: ReadonlyMap<string, string>;
};

async function boxesOf(db: Db, { tenantId, parkId }: Owner): Promise<Boxes> {
  const key = [tenantId, parkId];
  const [boxes, gates, people] = [
    await db.raw<{ id: string; name: string; no: string | null }>(
      'SELECT id, box_name AS name, box_no AS no FROM park_box WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL',
      key,
    ),
    await db.raw<{ id: string; box: string }>(
      'SELECT id, box_id AS box FROM park_gate WHERE tenant_id = $1 AND park_id = $2 AND box_id IS NOT NULL',
      key,
    ),
    await db.raw<{ box: string; person: string }>(
      'SELECT t.box_id AS box, s.operator_id AS person FROM box_till t JOIN shift s ON s.tenant_id = t.tenant_id AND s.id = t.shift_id WHERE t.tenant_id = $1 AND t.park_id = $2',
      key,
    ),
  ];
  return {
    byName: new Map(
      boxes.flatMap(({ id, name, no }) => [[name, id], ...(no ? [[no, id]] : []), [id, id]] as [string, string][]),
    ),
    byGate: new Map(gates.map(({ id, box }) => [id, box])),
    byPerson: new Map(people.map(({ box, person }) => [person, box])),
  };
}

/** The box a drawer stands in: named by it, else of the lane, else where the person at the desk is on duty. */
const boxOf = (boxes: Boxes, { drawer, gateId }: Pick<CashMove, 'drawer' | 'gateId'>): string | null =>
  boxes.byName.get(drawer) ??
  boxes.byGate.get(gateId ?? drawer.replace('lane:', '')) ??
  (drawer.startsWith(desk) ? boxes.byPerson.get(drawer.slice(desk.length)) : undefined) ??
  null;

type Till = { readonly shiftId: string | null; readonly lastReceipt: number };

/**
 * Takes so many receipts of a box; its row stays locked until the transaction ends, so a number that is taken is used.
 */
async function receipts(db: Db, { tenantId, companyId, parkId }: Owner, boxId: string, count: number): Promise<Till> {
  const [row] = await db.raw<{ shift: string | null; last: number }>(
    `INSERT INTO box_till (tenant_id, company_id, park_id, box_id, last_receipt) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, park_id, box_id) DO UPDATE SET last_receipt = box_till.last_receipt + excluded.last_receipt
     RETURNING CASE WHEN taking THEN shift_id END AS shift, last_receipt AS last`,
    [tenantId, companyId, parkId, boxId, count],
  );
  return { shiftId: row!.shift, lastReceipt: row!.last };
}

export type NewEntry = {
  readonly id: string;
  readonly time: number;
  readonly kind: string;
  readonly receiptNo?: number;
  readonly plateNumber: string | null;
  readonly amountFen: number;
  readonly tenderedFen?: number | null;
  readonly changeFen?: number | null;
  readonly waivedFen?: number | null;
  readonly operator: string | null;
  readonly remark: string | null;
  readonly orderId?: string | null;
  readonly subjectId: string;
};

/** Writes rows of one box; a row that is there already stays as it is. */
export async function writeEntries(
  db: Db,
  of: Owner & { boxId: string },
  shiftId: string | null,
  rows: readonly NewEntry[],
): Promise<void> {
  const now = new Date().toISOString();
  await insertRows(
    db,
    'shift_entry',
    rows.map((row): BulkRow => ({
      tenant_id: of.tenantId,
      company_id: of.companyId,
      park_id: of.parkId,
      id: row.id,
      created_at: now,
      updated_at: now,
      box_id: of.boxId,
      shift_id: shiftId,
      time: new Date(row.time).toISOString(),
      kind: row.kind,
      receipt_no: row.receiptNo ?? null,
      plate_number: row.plateNumber,
      amount_fen: row.amountFen,
      tendered_fen: row.tenderedFen ?? null,
      change_fen: row.changeFen ?? null,
      waived_fen: row.waivedFen ?? null,
      operator: row.operator,
      remark: row.remark?.slice(0, 200) ?? null,
      order_id: row.orderId ?? null,
      subject_id: row.subjectId,
      booked: now,
    })),
    'ON CONFLICT (tenant_id, time, id) DO NOTHING',
  );
}

/** Rows grouped by their box, boxes in one order so that two writers never wait crosswise. */
function byBox<T>(rows: readonly T[], boxOfRow: (row: T) => string | null): [string, T[]][] {
  const groups = Map.groupBy(rows, (row) => boxOfRow(row) ?? '');
  groups.delete('');
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

export async function noteCash(db: Db, place: Owner, moves: readonly CashMove[]): Promise<void> {
  const boxes = await boxesOf(db, place);
  // What a terminal took is taken; what a clerk is about to take at a desk can still be refused.
  if (
    moves.some((move) => move.drawer.startsWith(desk) && move.amountFen > 0 && boxOf(boxes, move) === null) &&
    (await settingsOf(db, place.parkId)).cashNeedsShift
  ) {
    throw ruleRefused(text('该车场收现金须先上班', 'Start a shift before taking cash in this car park'));
  }
  for (const [boxId, own] of byBox(moves, (move) => boxOf(boxes, move))) {
    const taken = own.filter(({ amountFen }) => amountFen > 0).length;
    const { shiftId, lastReceipt } = await receipts(db, place, boxId, taken);
    let next = lastReceipt - taken;
    await writeEntries(
      db,
      { ...place, boxId },
      shiftId,
      own.map((move) => ({
        ...move,
        time: move.at,
        kind: move.amountFen > 0 ? 'cash' : 'refund',
        ...(move.amountFen > 0 ? { receiptNo: (next += 1) } : { tenderedFen: null, changeFen: null }),
      })),
    );
  }
}

export async function noteReleases(db: Db, place: Owner, releases: readonly Release[]): Promise<void> {
  const boxes = await boxesOf(db, place);
  for (const [boxId, own] of byBox(releases, ({ lane }) => boxes.byGate.get(lane) ?? null)) {
    const { shiftId } = await receipts(db, place, boxId, 0);
    await writeEntries(
      db,
      { ...place, boxId },
      shiftId,
      own.map(({ id, at, passing, waivedFen, plate, by, reason, order }) => ({
        id,
        time: at,
        kind: passing === 0 ? 'key' : waivedFen > 0 ? 'release' : 'free',
        plateNumber: plate,
        amountFen: 0,
        waivedFen,
        operator: by,
        remark: reason,
        orderId: order,
        subjectId: id,
      })),
    );
  }
}
