/** Sends the text messages left in the outbox. Any number of servers may run it at once. */
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { unseal } from '#kit/server/seal.ts';
import type { Lang } from '#kit/declare/text.ts';
import { textSignature, textsPaused, textTries } from '../model/parameters.ts';
import { sendText } from './text-gateway.ts';
import type { TextGateway } from './text-gateway.ts';
import type { TextTemplate } from './text-words.ts';

/**
 * What a row of kind `sms` holds besides its target, the phone. `until` (an instant): not sent after it. `sealedCode`
 * is opened for the message alone.
 */
type Payload = Readonly<Record<string, string | number>> & {
  readonly template: TextTemplate;
  readonly lang: Lang;
  readonly until?: string;
  readonly sealedCode?: string;
};
type Row = { tenant_id: number; id: string; target: string; payload: Payload; tries: number };

/** Few enough that a gateway that never answers (10 s each, five at once) is done within the lease. */
const BATCH = 20;
const LEASE_MS = 60_000;

const CLAIM = `
  WITH due AS (SELECT tenant_id, id FROM outbox WHERE state = 'pending' AND due_at <= $1 AND kind = 'sms' ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  UPDATE outbox o SET due_at = $2, tries = o.tries + 1 FROM due WHERE o.tenant_id = due.tenant_id AND o.id = due.id
  RETURNING o.tenant_id, o.id, o.target, o.payload, o.tries`;
/** What became of a message. A sent or given-up one keeps no code. */
const NOTE = `
  UPDATE outbox SET state = $3::text, due_at = $4::timestamptz, error = $5, sent_at = CASE WHEN $3::text = 'sent' THEN $4::timestamptz END, payload = CASE WHEN $3::text = 'pending' THEN payload ELSE payload - 'sealedCode' END
  WHERE tenant_id = $1 AND id = $2`;

async function send(gateway: TextGateway, { target, payload }: Row, signature: string, now: Date): Promise<void> {
  const { template, lang, until, sealedCode, ...params } = payload;
  if (until !== undefined && Date.parse(until) <= now.getTime()) throw new Error('too late to be sent');
  const open = { ...params, ...(sealedCode ? { code: unseal(sealedCode) } : {}) };
  await sendText(gateway, { phone: target, template, lang, params: open }, signature);
}

/** Whether text messages wait because somebody holds them back. */
export const textsHeldBack = (db: Db): Promise<boolean> => parameterIn(db, textsPaused);

/** What the carrier wants before every message; empty where nothing is set. */
export const signatureIn = (db: Db): Promise<string> => parameterIn(db, textSignature);

/**
 * Sends what is due at `now`, once. One that fails waits longer and longer, up to five minutes; after the tries that
 * are set, or when its time is over, it is given up. @returns how many were taken
 */
export async function textRound(database: Database, gateway: TextGateway, now = new Date()): Promise<number> {
  const { rows, most, signature } = await database.write(platformScope, async (db) => {
    if (await textsHeldBack(db)) return { rows: [], most: 0, signature: '' };
    const claimed = await db.raw<Row>(CLAIM, [now.toISOString(), new Date(now.getTime() + LEASE_MS).toISOString()]);
    if (claimed.length === 0) return { rows: [], most: 0, signature: '' };
    return { rows: claimed, most: await parameterIn(db, textTries), signature: await signatureIn(db) };
  });
  const note = ({ tenant_id, id }: Row, state: string, at: number, error: string | null) =>
    database.write(platformScope, (db) => db.raw(NOTE, [tenant_id, id, state, new Date(at).toISOString(), error]));
  await atOnce(5, rows, async (row) => {
    try {
      await send(gateway, row, signature, now);
      await note(row, 'sent', now.getTime(), null);
    } catch (error) {
      const next = now.getTime() + Math.min(300_000, 2_000 * 2 ** row.tries);
      const over = row.tries >= most || (row.payload.until !== undefined && Date.parse(row.payload.until) <= next);
      await note(row, over ? 'dead' : 'pending', next, String((error as Error).message).slice(0, 300));
    }
  });
  return rows.length;
}
