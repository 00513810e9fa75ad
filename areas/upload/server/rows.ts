/** Messages as rows: the same fact is the same row. */
import { seqOf } from '#domain/upload/facts.ts';
import type { Profile, MessageKind } from '#domain/upload/profile.ts';
import type { UploadMoney, UploadStay } from '#domain/upload/content.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { profileOf } from './profile-of.ts';

type Lot = { readonly tenantId: number; readonly companyId: string; readonly parkId: string };

/** A platform that receives messages of a car park, and which. */
export type Link = { readonly platId: string; readonly profile: Profile; readonly kinds: readonly string[] };

/** The subject of a message. */
export type Payload = {
  readonly stay?: UploadStay;
  readonly payment?: UploadMoney & { readonly stayId: string | null };
  /** Cars in the lot then. */
  readonly inside?: number;
};

export type Fact = {
  readonly kind: MessageKind;
  readonly key: string;
  readonly at: number;
  readonly orderKey: string;
  readonly plate: string | null;
  readonly payload: Payload;
};

type LinkRow = { platId: string; scheme: string; profile: unknown; kinds: string[] | null };

/** Open or closed: what happens is recorded all the same. */
export async function linksOf(db: Db, { tenantId, parkId }: Pick<Lot, 'tenantId' | 'parkId'>): Promise<Link[]> {
  const rows = await db.raw<LinkRow>(
    `SELECT p.id AS "platId", p.scheme, p.profile, a.kinds FROM thirdparty_app a
     JOIN thirdparty p ON p.tenant_id = a.tenant_id AND p.id = a.plat_id AND p.deleted_at IS NULL
     WHERE a.tenant_id = $1 AND a.park_id = $2 AND a.deleted_at IS NULL ORDER BY p.id`,
    [tenantId, parkId],
  );
  return rows.flatMap(({ platId, scheme, profile: own, kinds }) => {
    const profile = profileOf(scheme, own);
    return profile ? [{ platId, profile, kinds: kinds ?? [] }] : [];
  });
}

/** Whether a platform receives this kind at all. */
export const takes = ({ profile, kinds }: Link, kind: MessageKind): boolean =>
  profile.messages[kind] !== undefined && (kinds.length === 0 || kinds.includes(kind));

const iso = (at: number): string => new Date(at).toISOString();

function rowOf(lot: Lot, platId: string, fact: Fact, now: number): BulkRow {
  return {
    tenant_id: lot.tenantId,
    company_id: lot.companyId,
    park_id: lot.parkId,
    id: newId(now),
    created_at: iso(now),
    updated_at: iso(now),
    plat_id: platId,
    kind: fact.kind,
    status: 'pending',
    plate_number: fact.plate,
    fact_time: iso(fact.at),
    made_time: iso(now),
    tries: 0,
    due_at: iso(now),
    order_key: fact.orderKey,
    seq: seqOf(fact.kind, now),
    fact: fact.key,
    payload: fact.payload,
  };
}

/** Writes what platforms do not know yet. @returns how many rows are new, of how many */
export async function writeFacts(
  db: Db,
  lot: Lot,
  links: readonly Link[],
  facts: readonly Fact[],
  now: number,
): Promise<{ made: number; of: number }> {
  const rows = links.flatMap((link) =>
    facts.filter(({ kind }) => takes(link, kind)).map((fact) => rowOf(lot, link.platId, fact, now)),
  );
  const made = await insertRows(
    db,
    'third_message',
    rows,
    'ON CONFLICT (tenant_id, plat_id, fact) WHERE deleted_at IS NULL DO NOTHING RETURNING id',
  );
  return { made: made.length, of: rows.length };
}
