import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Work } from '#kit/server/work.ts';
import { pdadevice } from '../model/pdadevice.ts';

export type Handheld = { id: string; tenantId: number; companyId: string; deviceName: string };

/** The handheld of the caller's scope, if it may be used; locked where its journal is to be written. */
export async function handheldOf(
  work: Pick<Work, 'db'>,
  deviceId: string,
  options: { lock?: boolean } = {},
): Promise<Handheld> {
  const id = deviceId.toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: pdadevice.title });
  const row = await rowOf(pdadevice, id, work.db, options);
  if (row.status !== 'enrolled')
    throw ruleRefused(
      text('本机未登记或已停用，请联系管理员', 'This handheld is not enrolled, or was blocked. Ask a supervisor.'),
      'not-enrolled',
    );
  return row as Handheld;
}
