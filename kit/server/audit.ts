import type { Call } from '#kit/declare/call.ts';
import type { Field } from '#kit/declare/field.ts';
import { insertRows } from './bulk.ts';
import type { Mover } from '#kit/declare/lifecycle.ts';
import type { Db } from './db.ts';
import { newId } from './id.ts';
import type { AuditEntry, Work } from './work.ts';

const hush = /pass(word)?|secret|token|code$|key$/i;

/** The input of a hand-written call, without secrets, by name or by declaration. */
export function plainInput(
  fields: Readonly<Record<string, Field>>,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(raw).filter(
    ([name, value]) => name !== 'bytes' && fields[name]?.kind !== 'secret' && !hush.test(name) && value !== undefined,
  );
  const small = Object.fromEntries(kept);
  return JSON.stringify(small).length > 20_000 ? { fields: kept.map(([name]) => name) } : small;
}

/** Writes the audit of one call, in its transaction. A changing call that recorded nothing is recorded whole. */
export async function writeAudit(work: Work, call: Call, entries: readonly AuditEntry[]): Promise<void> {
  const [resource = call.area, action = 'call'] = call.name.split('.');
  const all: readonly AuditEntry[] =
    entries.length > 0 ? entries : [{ resource, action, rowId: null, after: plainInput(call.input, work.raw) }];
  const { person, request } = work;
  await insertRows(
    work.db,
    'audit_log',
    all.map((entry) => ({
      tenant_id: entry.tenantId ?? person.tenantId,
      id: newId(),
      at: work.now.toISOString(),
      company_id: entry.companyId || person.companyId || null,
      park_id: entry.parkId ?? null,
      user_id: person.userId,
      account: person.account,
      person_name: person.name,
      ip: request.ip,
      request_id: request.id,
      call_name: call.name,
      resource: entry.resource,
      action: entry.action,
      row_id: entry.rowId,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })),
    '',
  );
}

type MovedRow = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string | null;
  readonly parkId: string | null;
  readonly was: string;
};

/** Writes what clock or device moved: a line a row, under the mover's name in place of a person's. */
export async function writeMoves(
  db: Db,
  { of, action, by, now }: { of: string; action: string; by: Mover; now: Date },
  moved: readonly MovedRow[],
  values: (was: string) => { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  await insertRows(
    db,
    'audit_log',
    moved.map(({ id, tenantId, companyId, parkId, was }) => ({
      tenant_id: tenantId,
      id: newId(),
      at: now.toISOString(),
      company_id: companyId,
      park_id: parkId,
      person_name: by,
      call_name: `${of}.${action}`,
      resource: of,
      action,
      row_id: id,
      ...values(was),
    })),
    '',
  );
}
