/**
 * Displays without a keyboard: one shows a code, somebody enters it at a screen, and the display fetches the link of
 * that screen with its own key.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { homeOf, knock } from '#areas/access/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import { CODE_MINUTES } from '../model/pairing.ts';
import { inUse, putLink, untilIn } from './links.ts';
import { ticketFor } from './ticket.ts';

const anywhere = tenantScope(0);
const MINUTE_S = 60;
/** Displays that may wait at the same time in the whole installation, which bounds what a guessed code is worth. */
const MOST_WAITING = 300;
const TRIES = 20;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A new code for a display: `{code, key, until}`. What was not used in time makes room. */
export async function newCode(work: Work): Promise<{ code: string; key: string; until: string }> {
  const from = networkOf(work.request.ip);
  await knock(work.database, [{ key: `wall-code:${from}`, most: 40, seconds: CODE_MINUTES * MINUTE_S }]);
  const key = randomBytes(32).toString('base64url');
  const now = work.now.toISOString();
  const until = new Date(work.now.getTime() + CODE_MINUTES * MINUTE_S * 1000).toISOString();
  return work.database.write(anywhere, async (db) => {
    await db.raw('DELETE FROM wall_pairing WHERE until <= $1', [now]);
    const [waiting] = await db.raw<{ count: number }>('SELECT count(*)::int AS count FROM wall_pairing', []);
    if (waiting!.count >= MOST_WAITING) throw new Refused('too_many');
    for (let nth = 0; nth < TRIES; nth += 1) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const rows = await db.raw(
        'INSERT INTO wall_pairing (code, key_hash, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING code',
        [code, hashOf(key), until],
      );
      if (rows.length > 0) return { code, key, until };
    }
    throw new Refused('unavailable');
  });
}

type Pairing = {
  readonly tenantId: number | null;
  readonly id: string | null;
  readonly linkNo: number | null;
};

/** Whether the display of a key was connected: `{state, ticket}`. A repeated request gets the same until it is over. */
export async function stateOfCode(work: Work): Promise<{ state: 'waiting' | 'paired' | 'over'; ticket?: string }> {
  const [row] = await work.database.read(anywhere, (db) =>
    db.raw<Pairing>(
      `SELECT of_tenant::int AS "tenantId", screen_id AS id, link_no::int AS "linkNo" FROM wall_pairing
       WHERE key_hash = $1 AND until > $2`,
      [hashOf(String(work.input['key'])), work.now.toISOString()],
    ),
  );
  if (!row) return { state: 'over' };
  const { tenantId, id, linkNo } = row;
  return tenantId === null || id === null || linkNo === null
    ? { state: 'waiting' }
    : { state: 'paired', ticket: ticketFor({ tenantId, id, linkNo }) };
}

/** Codes are short: whoever enters them has so many tries. */
export const beforePairing = ({ database, person }: Work): Promise<void> =>
  knock(database, [{ key: `wall-pair:${person.userId}`, most: 30, seconds: 15 * MINUTE_S }]);

/**
 * Gives the display of a code the screen's link. A valid link of the caller's own is kept, so that his other displays
 * go on; otherwise a new one is made, as by “Make a link”.
 */
export async function pair(work: Work): Promise<{ linkUntil: string }> {
  const { code, days } = work.input as { code: string; days: number };
  const row = await inUse(work);
  const { tenantId: linkTenant } = homeOf(work.person);
  const before = row['linkUntil'] ? Date.parse(String(row['linkUntil'])) : 0;
  const isOwn = row['linkBy'] === work.person.userId && row['linkTenant'] === linkTenant && before > work.now.getTime();
  const linkNo = Number(row['linkNo'] ?? 0) + (isOwn ? 0 : 1);
  const wanted = untilIn(days, work.now);
  const linkUntil = isOwn && before > Date.parse(wanted) ? new Date(before).toISOString() : wanted;
  const paired = await work.db.raw(
    `UPDATE wall_pairing SET of_tenant = $2, screen_id = $3, link_no = $4
     WHERE code = $1 AND screen_id IS NULL AND until > $5 RETURNING code`,
    [code.replace(/\s/g, ''), Number(row['tenantId']), row.id, linkNo, work.now.toISOString()],
  );
  if (paired.length === 0) {
    const msg = text('没有屏幕显示这个连接码，或已过期', 'No display shows this code, or it has expired');
    throw new Refused('bad_input', {}, [{ field: 'code', msg }]);
  }
  await putLink(work, row, { linkBy: work.person.userId, linkTenant, linkUntil, linkNo }, 'pair');
  return { linkUntil };
}
