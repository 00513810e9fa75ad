import { nameId } from './ids.ts';
import type { BulkRow as Row } from '#kit/server/bulk.ts';

/** What billing leaves in the outbox for its worker. */
export const kinds = {
  charge: 'billing.charge',
  query: 'billing.query',
  refund: 'billing.refund',
  paid: 'billing.paid',
  refused: 'billing.refused',
} as const;
export type QueueKind = (typeof kinds)[keyof typeof kinds];

export const queueId = (kind: QueueKind, name: string): string => nameId(`${kind}/${name}`);

/** An outbox row due at `dueAt` (epoch ms, the wall's clock). The same kind and name is the same row. */
export const queueRow = (
  tenantId: number,
  kind: QueueKind,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  dueAt: number,
): Row => ({
  tenant_id: tenantId,
  id: queueId(kind, name),
  kind,
  target: name,
  payload,
  state: 'pending',
  tries: 0,
  due_at: new Date(dueAt).toISOString(),
  created_at: new Date().toISOString(),
});
