/** One message, made and sent: what the platform needs to know is gathered here, and what it answered is judged. */
import { judge } from '#domain/upload/answer.ts';
import type { Judged } from '#domain/upload/answer.ts';
import type { MessageKind, Profile } from '#domain/upload/profile.ts';
import { lacking, render } from '#domain/upload/render.ts';
import { allowed, readable } from '#domain/upload/content.ts';
import type { UploadContent } from '#domain/upload/content.ts';
import { post } from '#areas/ops/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { digest } from './profile-of.ts';
import type { Payload } from './rows.ts';

export type Platform = {
  readonly tenantId: number;
  readonly id: string;
  readonly url: string;
  readonly key: string | null;
  readonly secret: string | null;
  readonly personal: readonly string[];
  readonly profile: Profile;
};
export type Message = {
  readonly id: string;
  readonly companyId: string;
  readonly parkId: string;
  readonly kind: MessageKind;
  readonly seq: number;
  readonly tries: number;
  readonly plate: string | null;
  readonly payload: Payload;
};
/** A lot as a platform knows it. */
type KnownLot = UploadContent['park'] & { readonly code: string; readonly lanes: Readonly<Record<string, string>> };

type LotRow = {
  id: string;
  code: string;
  values: Record<string, unknown> | null;
  name: string;
  address: string | null;
  location: { lng: number; lat: number } | null;
  total: number | null;
  zone: string | null;
  lanes: Record<string, string> | null;
};

/** The lots of a platform, with its numbers of their lanes. */
export async function lotsOf(
  db: Db,
  tenantId: number,
  platId: string,
  parkIds: readonly string[],
): Promise<ReadonlyMap<string, KnownLot>> {
  const rows = await db.raw<LotRow>(
    `SELECT k.id, a.third_park_id AS code, a.values, k.park_name AS name, k.address, k.location, k.total_stall AS total, k.zone,
       (SELECT jsonb_object_agg(g.gate_id, g.third_gate_id) FROM thirdparty_gate g
         WHERE g.tenant_id = $1 AND g.plat_id = $2 AND g.park_id = a.park_id AND g.deleted_at IS NULL) AS lanes
     FROM thirdparty_app a JOIN park k ON k.tenant_id = a.tenant_id AND k.id = a.park_id
     WHERE a.tenant_id = $1 AND a.plat_id = $2 AND a.park_id = ANY($3::uuid[]) AND a.deleted_at IS NULL`,
    [tenantId, platId, parkIds],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        code: row.code,
        values: row.values ?? {},
        name: row.name,
        address: row.address,
        lng: row.location?.lng ?? null,
        lat: row.location?.lat ?? null,
        total: row.total,
        zone: row.zone ?? 'Asia/Shanghai',
        lanes: row.lanes ?? {},
      },
    ]),
  );
}

/** What the message says, in our words: without what this platform may not know. */
export function payloadOf(platform: Platform, lot: KnownLot, message: Message, now: number): UploadContent {
  const { stay, payment, inside } = message.payload;
  const total = lot['total'] as number | null;
  return {
    platform: { key: platform.key, secret: platform.secret },
    park: {
      ...lot,
      inside: inside ?? null,
      free: inside === undefined || total === null ? null : Math.max(0, total - inside),
    },
    ...(stay ? { stay: readable(allowed(stay, platform.personal), (id) => lot.lanes[id ?? ''] ?? null) } : {}),
    ...(payment ? { payment } : {}),
    message: { id: message.id, kind: message.kind, seq: message.seq },
    now,
  };
}

export type Attempt = Judged & { readonly ms: number; readonly httpStatus: number | null };

const refused = (words: string): Attempt => ({ outcome: 'refused', code: null, words, ms: 0, httpStatus: null });

/** A platform may echo what it received: plates do not go into the log. */
const masked = (words: string | null, plate: string | null): string | null =>
  words === null || !plate ? words : words.replaceAll(plate, '***');

/** Sends a message. What cannot be made is refused before it leaves. */
export async function enqueue(
  platform: Platform,
  lot: KnownLot | undefined,
  message: Message,
  now: number,
): Promise<Attempt> {
  const { profile } = platform;
  if (!lot) return refused('车场已不在该平台登记 / the car park is not registered at the platform any more');
  if (!profile.messages[message.kind]) return refused('档案没有这种消息 / the profile has no such message');
  const payload = payloadOf(platform, lot, message, now);
  const missing = lacking(profile, message.kind, payload);
  if (missing.length > 0) return refused(`缺少 / missing: ${missing.join(', ')}`);
  const { path, headers, body } = render(profile, message.kind, payload, digest);
  const began = performance.now();
  const took = (): number => Math.round(performance.now() - began);
  try {
    const answer = await post({ url: `${platform.url.replace(/\/+$/, '')}${path}`, headers, body });
    const judged = judge(profile, answer.status, answer.text);
    return { ...judged, words: masked(judged.words, message.plate), ms: took(), httpStatus: answer.status };
  } catch (error) {
    const words = String((error as Error).message).slice(0, 200);
    return { outcome: 'away', code: null, words: masked(words, message.plate), ms: took(), httpStatus: null };
  }
}
