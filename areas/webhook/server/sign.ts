/**
 * Standard Webhooks 1.0.0: HMAC-SHA256 over id, time and body. While a secret is being changed a delivery carries the
 * signatures of both.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
export const newSigningSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

export type Letter = { readonly id: string; readonly seconds: number; readonly body: string };

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

export function signedHeaders(secrets: readonly string[], { id, seconds, body }: Letter): Record<string, string> {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64'),
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.map((each) => `v1,${each}`).join(' '),
  };
}
