import { hash } from 'node:crypto';
import { isId } from '#kit/declare/check.ts';

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** The id that a name always has: a UUID of version 8 made from its SHA-256. */
export function nameId(name: string): string {
  const bytes = hash('sha256', name, 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return dashed(bytes.toString('hex'));
}

/** An id as it is, any other natural key by its name. */
export const idOf = (key: string): string => (isId(key) ? key : nameId(key));

/**
 * Our number towards channels, at most 32 characters: the tenant and the payment's id, so that a notice finds its row.
 */
export const tradeOf = (tenantId: number, paymentId: string): string =>
  `${tenantId}-${Buffer.from(paymentId.replaceAll('-', ''), 'hex').toString('base64url')}`;

/** The tenant and payment a trade number speaks of; null when it is none of ours. */
export function readTrade(trade: string): { tenantId: number; paymentId: string } | null {
  const match = /^(\d{1,9})-([\w-]{22})$/.exec(trade);
  if (!match) return null;
  const hex = Buffer.from(match[2]!, 'base64url').toString('hex');
  return hex.length === 32 ? { tenantId: Number(match[1]), paymentId: dashed(hex) } : null;
}

/** The row id of a domain payment: channels' payments carry their trade number, cash its own id. */
export const paymentIdOf = (payment: string): string => readTrade(payment)?.paymentId ?? idOf(payment);
