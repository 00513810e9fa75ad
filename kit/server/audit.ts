import type { Call } from '#kit/declare/call.ts';
import type { Field } from '#kit/declare/field.ts';
import { newId } from './id.ts';
import { auditLog } from './store.ts';
import type { AuditEntry, Work } from './work.ts';

const hush = /pass(word)?|secret|token|code$|key$/i;

/** What a hand-written call was asked, without anything that looks or is declared secret. */
export function plainInput(fields: Readonly<Record<string, Field>>, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(raw).filter(([name, value]) => name !== 'bytes' && fields[name]?.kind !== 'secret' && !hush.test(name) && value !== undefined);
  const small = Object.fromEntries(kept);
  return JSON.stringify(small).length > 20_000 ? { fields: kept.map(([name]) => name) } : small;
}

/** Writes the audit of one call, in its transaction. A changing call that recorded nothing is recorded whole. */
export async function writeAudit(work: Work, call: Call, entries: readonly AuditEntry[]): Promise<void> {
  const [resource = call.area, action = 'call'] = call.name.split('.');
  const all: readonly AuditEntry[] = entries.length > 0 ? entries : [{ resource, action, rowId: null, after: plainInput(call.input, work.raw) }];
  await work.db.insert(auditLog).values(all.map((entry) => ({
    tenantId: entry.tenantId ?? work.person.tenantId, id: newId(), at: work.now.toISOString(),
    companyId: entry.companyId || work.person.companyId || null, parkId: entry.parkId ?? null,
    userId: work.person.userId, account: work.person.account, personName: work.person.name, ip: work.request.ip, requestId: work.request.id,
    callName: call.name, resource: entry.resource, action: entry.action, rowId: entry.rowId, before: entry.before ?? null, after: entry.after ?? null,
  })));
}
