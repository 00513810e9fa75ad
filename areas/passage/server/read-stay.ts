import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import { masked } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Work } from '#kit/server/work.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { stayColumns } from './rows.ts';

export async function stayRow(work: Work): Promise<Stored> {
  const id = String(work.input.recordId ?? '').toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: stay.title });
  return rowOf(stay as Resource, id, work.db);
}

/** A plate as the caller may read it. */
export const plateFor =
  (work: Work) =>
  (value: unknown): unknown =>
    typeof value !== 'string' || value === '' || work.permits('stay:unmask')
      ? value
      : masked(stay.fields.plateNumber, value);

/** A picture shows the plate. */
export const pictureFor =
  (work: Work) =>
  (value: unknown): unknown =>
    value && work.permits('stay:unmask') ? value : null;

export function picturesOf(row: Stored, work: Work) {
  const [shown, picture] = [plateFor(work), pictureFor(work)];
  return {
    recordId: row.id,
    inPicture: picture(row.inPicture),
    outPicture: picture(row.outPicture),
    inTime: row.inTime,
    outTime: row.outTime,
    plateNumber: shown(row.plateNumber),
    outPlate: shown(row.outPlate),
  };
}

export const storedStay = async (work: Work, row: Stored): Promise<Record<string, unknown>> =>
  (
    await ofTenant(work.db, row.tenantId as number).raw<Record<string, unknown>>(
      `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND begin_time = $2 AND id = $3`,
      [row.tenantId, row.beginTime, row.id],
    )
  )[0]!;
