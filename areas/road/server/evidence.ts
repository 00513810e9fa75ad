/**
 * The evidence engine on the server: claims about berths are stored, and spells, stays and bills are derived from them
 * in the same transaction.
 */
import type { Evidence } from '#domain/berth/types.ts';
import { factId } from '#domain/lane/identity.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { tenantScope } from '#kit/server/db.ts';
import { followEvidence } from './follow-evidence.ts';
import type { Followed } from './follow-evidence.ts';

export type Lot = { readonly tenantId: number; readonly parkId: string };

/**
 * One claim as its source reports it. `sourceId` and `seq` name it for good: a sensor's device id and its own number, a
 * person's session and a number of his. `picture` is the address of a stored picture or its SHA-256. Times are epoch
 * ms; `at` is `rawAt` corrected by the source's known offset.
 */
export type Claim = Omit<Evidence, 'id' | 'heardAt'> & { readonly sourceId: string; readonly seq: string };

export type Accepted = Followed & {
  /** How many of the claims were new. */
  readonly fresh: number;
};

const hashOf = (picture: string | null): string | null => /([0-9a-f]{64})/.exec(picture ?? '')?.[1] ?? null;
const addressOf = (picture: string | null): string | null =>
  picture === null ? null : picture.includes('/') ? picture : `/api/updown/file/${picture}`;

/** The id a claim has, however often it comes. */
export const claimId = ({ sourceId, seq, rawAt }: Pick<Claim, 'sourceId' | 'seq' | 'rawAt'>): string =>
  factId({ device: sourceId, seq: 0, rawAt }, `evidence:${seq}`);

/** A claim as a row; `receivedTime` is when it arrived, in ISO 8601. */
export const claimRow = ({ tenantId, parkId }: Lot, company: string, claim: Claim, receivedTime: string) => ({
  tenant_id: tenantId,
  company_id: company,
  park_id: parkId,
  id: claimId(claim),
  created_at: receivedTime,
  updated_at: receivedTime,
  at: isoOf(claim.at),
  raw_at: isoOf(claim.rawAt),
  heard_at: receivedTime,
  berth_id: claim.berthId,
  source: claim.source,
  source_id: claim.sourceId,
  seq: claim.seq,
  claim: claim.claim,
  device_id: claim.deviceId,
  user_id: claim.userId,
  plate_number: claim.plate ? plateIdentity(claim.plate) : null,
  plate_colour: claim.colour,
  confidence: claim.confidence,
  picture: addressOf(claim.picture),
  sha256: hashOf(claim.picture),
  changes: claim.changes,
  since_seconds: claim.sinceSeconds,
  restarted: claim.restarted,
  also_of: claim.alsoOf,
  offline: claim.offline,
});

/**
 * What a source dates ahead of the server's time counts once that time has come: its berth is followed again then, also
 * where no other message comes (`sweepEnds`).
 */
async function noteAhead(
  db: Db,
  tenantId: number,
  rows: readonly { readonly berth_id: string; readonly at: string }[],
  now: string,
): Promise<void> {
  const ahead = rows.filter(({ at }) => at > now);
  if (ahead.length === 0) return;
  await db.raw(
    `UPDATE rd_berth b SET due_time = least(b.due_time, n.at)
    FROM (SELECT berth_id, min(at) AS at FROM jsonb_to_recordset($2::jsonb) AS r(berth_id uuid, at timestamptz) GROUP BY berth_id) n
    WHERE b.tenant_id = $1 AND b.id = n.berth_id`,
    [tenantId, JSON.stringify(ahead.map(({ berth_id, at }) => ({ berth_id, at })))],
  );
}

/**
 * Stores the claims that are new; claims of berths outside the lot are left out. Returns the berths with new claims, and
 * when the earliest of these happened (epoch ms).
 */
async function append(
  db: Db,
  { tenantId, parkId }: Lot,
  claims: readonly Claim[],
  receivedAt: Date,
): Promise<{ berths: string[]; fresh: number; newsAt: number }> {
  const known = await db.raw<{ id: string; company: string }>(
    'SELECT id, company_id AS company FROM rd_berth WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[]) AND deleted_at IS NULL',
    [tenantId, parkId, [...new Set(claims.map(({ berthId }) => berthId))]],
  );
  const companies = new Map(known.map(({ id, company }) => [id, company]));
  const receivedTime = isoOf(receivedAt.getTime());
  const rows = claims.flatMap((claim) => {
    const company = companies.get(claim.berthId);
    return company ? [claimRow({ tenantId, parkId }, company, claim, receivedTime)] : [];
  });
  await noteAhead(db, tenantId, rows, receivedTime);
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  const fresh = await insertRows<{ berth_id: string; at: string }>(
    db,
    'berth_evidence',
    once,
    'ON CONFLICT (tenant_id, raw_at, id) DO NOTHING RETURNING berth_id, at',
  );
  return {
    berths: [...new Set(fresh.map((row) => row.berth_id))],
    fresh: fresh.length,
    newsAt: Math.min(...fresh.map(({ at }) => Date.parse(at))),
  };
}

/**
 * Keeps claims of one lot and what follows from them, inside the caller's transaction under the lot's tenant. The same
 * claims again change nothing. `after` is to be called once it is committed.
 */
export async function acceptClaims(
  db: Db,
  lot: Lot,
  claims: readonly Claim[],
  now: Date,
): Promise<Accepted & { readonly after: () => void }> {
  await hold(db, lot);
  return acceptHeld(db, lot, claims, now);
}

/** The same where the caller holds the lot already. */
export async function acceptHeld(
  db: Db,
  lot: Lot,
  claims: readonly Claim[],
  now: Date,
): Promise<Accepted & { readonly after: () => void }> {
  const { berths, fresh, newsAt } = await append(db, lot, claims, now);
  return { ...(await followEvidence(db, lot, berths, now, { newsAt })), fresh };
}

/** One lot, one writer: its row is held until the transaction ends (docs/decisions/006). */
export async function hold(db: Db, { tenantId, parkId }: Lot): Promise<void> {
  const take = (): Promise<unknown[]> =>
    db.raw('SELECT 1 FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE', [tenantId, parkId]);
  if ((await take()).length > 0) return;
  await db.raw(
    'INSERT INTO park_live (tenant_id, company_id, park_id) SELECT p.tenant_id, p.company_id, p.id FROM park p WHERE p.tenant_id = $1 AND p.id = $2 ON CONFLICT DO NOTHING RETURNING 1',
    [tenantId, parkId],
  );
  await take();
}

/**
 * Holds the lots of these berths, in one order for everybody: two batches over several lots never wait crosswise.
 */
export async function holdLotsOf(db: Db, tenantId: number, berths: readonly string[]): Promise<void> {
  const lots = await db.raw<{ park: string }>(
    'SELECT DISTINCT park_id AS park FROM rd_berth WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY park_id',
    [tenantId, [...berths]],
  );
  for (const { park } of lots) await hold(db, { tenantId, parkId: park });
}

/** The same in a transaction of its own, for devices: resolves after the commit. */
export async function acceptEvidence(
  database: Database,
  lot: Lot,
  claims: readonly Claim[],
  now = new Date(),
): Promise<Accepted> {
  const { after, ...accepted } = await database.write(
    tenantScope(lot.tenantId),
    (db) => acceptClaims(db, lot, claims, now),
    { byKey: true },
  );
  after();
  return accepted;
}
