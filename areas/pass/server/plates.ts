/** The plates of passes: distinct, searchable, and never on two passes valid in the same lane. */
import { lanesMeet } from '#domain/pass/group.ts';
import { canonicalPlate } from '#domain/plate/plate.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Pass } from './pass-row.ts';

type Holder = { readonly plateNumber?: string | null; readonly plateNos?: string | null };

/** Other plates as a person writes them, one after the other. */
export const splitPlates = (spoken: string | null | undefined): string[] =>
  String(spoken ?? '')
    .split(/[\s,，、;；|]+/)
    .filter(Boolean)
    .map(canonicalPlate);

/** Every plate of a pass once, the main one first. */
export const platesOf = ({ plateNumber, plateNos }: Holder): string[] => [
  ...new Set([...(plateNumber ? [plateNumber] : []), ...splitPlates(plateNos)]),
];

const MOST_PLATES = 10;

export function plateProblems(holder: Holder): Problem[] {
  const others = splitPlates(holder.plateNos);
  const wrong = others.find((plate) => plate.length < 2 || plate.length > 12 || /[<>"'`;\\]/.test(plate));
  if (wrong)
    return [
      { field: 'plateNos', msg: fill(text('“{plate}”不是车牌号', '"{plate}" is not a plate'), { plate: wrong }) },
    ];
  return others.length > MOST_PLATES
    ? [{ field: 'plateNos', msg: text(`最多${MOST_PLATES}个车牌`, `At most ${MOST_PLATES} plates`) }]
    : [];
}

export const asWritten = (spoken: string | null | undefined): string | null =>
  spoken ? [...new Set(splitPlates(spoken))].join(',') || null : null;

/** Writes the plates of a pass anew. */
export async function writePlates(db: Db, pass: Pick<Pass, 'id' | 'tenantId' | 'parkId'> & Holder): Promise<void> {
  const { id, tenantId, parkId } = pass;
  await db.raw('DELETE FROM pass_plate WHERE tenant_id = $1 AND pass_id = $2', [tenantId, id]);
  await insertRows(
    db,
    'pass_plate',
    platesOf(pass).map((plate) => ({ tenant_id: tenantId, park_id: parkId, plate, pass_id: id })),
    '',
  );
}

/** States in which a pass holds its plates: another one for the same lanes would make two truths. */
const HOLDING = ['approved', 'active', 'suspended', 'grace'];

/** Lets the passes of a lot be changed by one person at a time, so that two cannot give the same plate twice. */
export async function lockPasses(db: Db, { tenantId, parkId }: { tenantId: number; parkId: string }): Promise<void> {
  await db.raw('SELECT 1 FROM park WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, parkId]);
}

type Wanted = Holder & {
  readonly tenantId: number;
  readonly parkId: string;
  readonly gateIds?: readonly string[] | null;
};

/** What stands in the way of a pass for these plates and lanes: another that holds. `exceptId` is the pass itself. */
export async function conflicts(db: Db, wanted: Wanted, exceptId: string | null): Promise<Problem[]> {
  const rows = await ofTenant(db, wanted.tenantId).raw<{
    plate: string;
    end_time: string | null;
    gate_ids: string[] | null;
    plate_number: string;
  }>(
    `SELECT p.plate, m.end_time, m.gate_ids, m.plate_number FROM pass_plate p JOIN park_month m ON m.tenant_id = p.tenant_id AND m.id = p.pass_id
     WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.plate = ANY($3::text[]) AND m.deleted_at IS NULL AND m.status = ANY($4::text[]) AND m.id <> $5`,
    [wanted.tenantId, wanted.parkId, platesOf(wanted), HOLDING, exceptId ?? '00000000-0000-0000-0000-000000000000'],
  );
  return rows
    .filter((row) => lanesMeet(wanted.gateIds ?? [], row.gate_ids ?? []))
    .slice(0, 3)
    .map((row) => ({
      field: row.plate === wanted.plateNumber ? 'plateNumber' : 'plateNos',
      msg: fill(
        text('{plate} 在该车场已有月租（到期日 {end}）', '{plate} already has a pass in this car park (until {end})'),
        { plate: row.plate, end: row.end_time ?? '—' },
      ),
    }));
}

/** Plates among these whose car is in the lot now. */
export async function platesInside(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  plates: readonly string[],
): Promise<string[]> {
  if (plates.length === 0) return [];
  const rows = await db.raw<{ plate_number: string }>(
    'SELECT DISTINCT plate_number FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND plate_number = ANY($3::text[]) AND deleted_at IS NULL',
    [tenantId, parkId, [...plates]],
  );
  return rows.map((row) => row.plate_number);
}
