/**
 * Codes of visits: made for the guest's phone, judged for whoever read one. A reader that has the public key needs no
 * line to us.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { EVERY_DOOR, STEP_MS, codeRefusal, readCode, stepAt, writeCode } from '#domain/visit/code.ts';
import type { VisitCode } from '#domain/visit/code.ts';
import { EARLY_MS, entryRefusal } from '#domain/visit/visit.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { derivedKey } from '#kit/server/seal.ts';
import { visit } from '../model/visit.ts';
import type { RefusalReason } from '../model/words.ts';
import { comesIn } from './passing.ts';
import { asVisit, happened, ruled } from './store.ts';
import type { VisitRow } from './store.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const RAW_BYTES = 32;

type Keys = { readonly own: KeyObject; readonly open: KeyObject; readonly raw: Buffer; readonly number: number };

/** The installation's key pair, always the same; its number distinguishes it from other installations. */
function keysOf(): Keys {
  const der = Buffer.concat([PKCS8, derivedKey('visit-code')]);
  const own = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const open = createPublicKey(own);
  const raw = open.export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES);
  return { own, open, raw, number: createHash('sha256').update(raw).digest()[0]! };
}

/** The key that readers judge codes by. `publicKey`: 32 bytes of Ed25519, base64url. */
export function publicKeyOfCodes(): { readonly key: number; readonly publicKey: string } {
  const { number, raw } = keysOf();
  return { key: number, publicKey: raw.toString('base64url') };
}

/** The code a guest shows at an instant, and for how long. */
export function codeAt(row: VisitRow, at: number): { readonly code: string; readonly nextMs: number } {
  const { own, number } = keysOf();
  const code: VisitCode = {
    key: number,
    visit: row.id,
    doors: EVERY_DOOR,
    from: Math.floor((Date.parse(row.visitTime) - EARLY_MS) / 1000) * 1000,
    until: Math.floor(Date.parse(row.leaveTime) / 1000) * 1000,
    step: stepAt(at),
  };
  return { code: writeCode(code, (body) => sign(null, body, own)), nextMs: STEP_MS - (at % STEP_MS) };
}

function believed(code: string): VisitCode | null {
  const { open, number } = keysOf();
  return readCode(code, (key, body, signature) => key === number && verify(null, body, open, signature));
}

/** A code as it was read. `place`: the door as people call it; a code is used up at each place by itself. */
export type Presented = {
  readonly code: string;
  readonly at: number;
  readonly place: string | null;
  /** Where the reader stands: a visit to another lot, or another community, is none of it. */
  readonly parkId?: string | null;
  readonly villageId?: string | null;
  readonly operator?: string | null;
};
export type Judged = { readonly reason: RefusalReason | null; readonly row: VisitRow | null };

async function visitOf(db: Db, id: string): Promise<VisitRow | null> {
  try {
    return asVisit(await rowOf(visit, id, db, { lock: true }));
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** How often this step of the code let somebody in at this place. */
async function usesOf(db: Db, row: VisitRow, step: number, place: string | null): Promise<number> {
  const [found] = await db.raw<{ uses: number }>(
    `SELECT count(*)::int AS uses FROM visit_event
     WHERE tenant_id = $1 AND visit_id = $2 AND kind = 'in' AND way = 'code' AND step = $3 AND place IS NOT DISTINCT FROM $4`,
    [row.tenantId, row.id, step, place],
  );
  return found!.uses;
}

function stays(row: VisitRow, at: number): RefusalReason | null {
  const refused = entryRefusal(ruled(row), at);
  // Who is inside passes the next door too, as long as his time lasts.
  return refused === 'inside' ? (at >= Date.parse(row.leaveTime) ? 'over' : null) : refused;
}

/**
 * Judges a code that was read at a door or desk and writes down what came of it; a good one is an entry. Within the
 * caller's transaction and scope: a visit outside it is as unknown as one that never was. The row is held, so that one
 * code read twice at once counts once.
 */
export async function presentCode(
  db: Db,
  { code, at, place, parkId, villageId, operator }: Presented,
): Promise<Judged> {
  const read = believed(code);
  const row = read && (await visitOf(db, read.visit));
  if (!read || !row) return { reason: 'unknown', row: null };
  if ((parkId && parkId !== row.parkId) || (villageId && villageId !== row.villageId))
    return { reason: 'elsewhere', row: null };
  const uses = await usesOf(db, row, read.step, place);
  const reason = codeRefusal(read, at, { uses, people: row.people ?? 1 }) ?? stays(row, at);
  const how = { way: 'code', at, place, step: read.step, operator: operator ?? null } as const;
  if (reason === null) await comesIn(db, row, how);
  else await happened(db, row, { ...how, kind: 'refused', reason });
  return { reason, row };
}
