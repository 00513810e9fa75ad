/** One letter, signed and sent; what came back is judged, and cut to what a diary may hold. */
import { post } from '#areas/ops/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { unseal } from '#kit/server/seal.ts';
import { signedHeaders } from './sign.ts';

/** Receivers take an event and work on it later: who needs longer is away. */
const TIMEOUT_MS = 10_000;
const SHOWN = 200;

export type Target = {
  readonly tenantId: number;
  readonly id: string;
  readonly companyId: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldUntil: string | null;
};

/** `away`: nobody answers there, or asks for patience. `gone`: the receiver wants no more. */
export type Outcome = 'sent' | 'again' | 'away' | 'gone';
export type Attempt = {
  readonly outcome: Outcome;
  readonly httpStatus: number | null;
  readonly ms: number;
  readonly answer: string | null;
};

const PATIENCE: ReadonlySet<number> = new Set([408, 425, 429]);

const judged = (status: number): Outcome =>
  status >= 200 && status < 300
    ? 'sent'
    : status === 410
      ? 'gone'
      : status >= 500 || PATIENCE.has(status)
        ? 'away'
        : 'again';

export function secretsOf({ secret, oldSecret, oldUntil }: Target, now: number): string[] {
  const old = oldSecret && oldUntil && Date.parse(oldUntil) > now ? [oldSecret] : [];
  return [secret, ...old].map((each) => unseal(each));
}

/**
 * One line without control characters and what must not be read there: receivers like to repeat what they were sent.
 */
function shown(text: string, hidden: readonly string[]): string | null {
  const plain = hidden.reduce((masked, each) => masked.replaceAll(each, '***'), text);
  return (
    plain
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, SHOWN) || null
  );
}

/** @param hidden what the diary must not hold, besides the secrets and signatures */
export async function sendLetter(
  target: Target,
  id: string,
  body: string,
  hidden: readonly string[],
  now: number,
): Promise<Attempt> {
  const secrets = secretsOf(target, now);
  const headers = signedHeaders(secrets, { id, seconds: Math.floor(now / 1000), body });
  const signatures = headers['webhook-signature']!.split(' ').map((each) => each.slice('v1,'.length));
  const began = performance.now();
  const ended = (): number => Math.round(performance.now() - began);
  const unseen = [...hidden, ...secrets, ...signatures];
  try {
    const { status, text } = await post({ url: target.url, headers, body, timeoutMs: TIMEOUT_MS });
    return { outcome: judged(status), httpStatus: status, ms: ended(), answer: shown(text, unseen) };
  } catch (error) {
    const answer = shown(String((error as Error).message), unseen);
    return { outcome: 'away', httpStatus: null, ms: ended(), answer };
  }
}

const iso = (at: number): string => new Date(at).toISOString();

export const noteTry = (
  db: Db,
  target: Target,
  about: { readonly deliveryId: string | null; readonly kind: string; readonly nth: number },
  { outcome, httpStatus, ms, answer }: Attempt,
  now: number,
): Promise<unknown> =>
  insertRows(
    db,
    'webhook_try',
    [
      {
        tenant_id: target.tenantId,
        company_id: target.companyId,
        id: newId(now),
        created_at: iso(now),
        updated_at: iso(now),
        time: iso(now),
        hook_id: target.id,
        delivery_id: about.deliveryId,
        kind: about.kind,
        outcome,
        nth: about.nth,
        ms,
        http_status: httpStatus,
        answer,
      },
    ],
    '',
  );

export const failureText = ({ httpStatus, answer }: Attempt): string | null =>
  [httpStatus, answer]
    .filter((each) => each !== null)
    .join(' ')
    .slice(0, 240) || null;
