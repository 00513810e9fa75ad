/** A day of a car park at a platform: what happened here by kind and hour, and what has arrived there. */

import { at, render } from '#domain/upload/render.ts';
import type { CountsForm, Profile } from '#domain/upload/profile.ts';
import type { UploadContent } from '#domain/upload/content.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { park } from '#areas/lot/model/park.ts';
import { post, publishNotice } from '#areas/ops/server/door.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { dayCounts, resendHour } from '../model/counts.ts';
import { thirdparty } from '../model/thirdparty.ts';
import { caughtUp } from './catch-up.ts';
import { digest, profileOf } from './profile-of.ts';
import { recount } from './recount.ts';
import { lotsOf } from './enqueue.ts';

type Counted = {
  readonly kind: string;
  readonly hour: number;
  /** In our books; null for kinds that have no book of their own. */
  readonly ours: number | null;
  readonly facts: number;
  readonly sent: number;
  readonly waiting: number;
  readonly dead: number;
  readonly theirs: number | null;
  readonly difference: number;
};
type Span = { readonly from: string; readonly to: string; readonly zone: string; readonly day: string };
type Place = { readonly tenantId: number; readonly platId: string; readonly parkId: string };

const iso = (time: number): string => new Date(time).toISOString();
const spanOf = (day: string, zone: string): Span => ({
  day,
  zone,
  from: iso(startOfDay(day, zone)),
  to: iso(startOfDay(addDays(day, 1), zone)),
});

const MESSAGES = `
  SELECT kind, extract(hour FROM fact_time AT TIME ZONE $6)::int AS hour, count(*)::int AS facts,
    count(*) FILTER (WHERE status = 'sent')::int AS sent, count(*) FILTER (WHERE status IN ('pending', 'sending'))::int AS waiting,
    count(*) FILTER (WHERE status = 'dead')::int AS dead
  FROM third_message WHERE tenant_id = $1 AND plat_id = $2 AND park_id = $3 AND fact_time >= $4 AND fact_time < $5
    AND kind IN ('entry', 'exit', 'payment', 'correct', 'void') AND deleted_at IS NULL GROUP BY 1, 2`;
const BOOKS = `
  SELECT 'entry' AS kind, extract(hour FROM in_time AT TIME ZONE $5)::int AS hour, count(*)::int AS ours FROM stay
  WHERE tenant_id = $1 AND park_id = $2 AND begin_time >= $3::timestamptz - interval '90 days' AND in_time >= $3 AND in_time < $4
    AND status NOT IN ('merged', 'voided') GROUP BY 2
  UNION ALL
  SELECT 'exit', extract(hour FROM out_time AT TIME ZONE $5)::int, count(*)::int FROM stay
  WHERE tenant_id = $1 AND park_id = $2 AND begin_time >= $3::timestamptz - interval '90 days' AND out_time >= $3 AND out_time < $4
    AND status IN ('closed', 'closed-inferred', 'closed-batch') GROUP BY 2`;

type CountedRow = Pick<Counted, 'kind' | 'hour' | 'facts' | 'sent' | 'waiting' | 'dead'>;
type Own = { readonly kind: string; readonly hour: number; readonly ours: number };
type Theirs = ReadonlyMap<string, number>;

const keyOf = ({ kind, hour }: { kind: string; hour: number }): string => `${kind} ${hour}`;
const none: Omit<CountedRow, 'kind' | 'hour'> = { facts: 0, sent: 0, waiting: 0, dead: 0 };

/** Side by side, by kind and hour; only kinds this platform receives. */
async function ourCounts(
  db: Db,
  place: Place,
  span: Span,
  profile: Profile,
  theirs: Theirs | null,
): Promise<Counted[]> {
  const [messages, books] = await Promise.all([
    db.raw<CountedRow>(MESSAGES, [place.tenantId, place.platId, place.parkId, span.from, span.to, span.zone]),
    db.raw<Own>(BOOKS, [place.tenantId, place.parkId, span.from, span.to, span.zone]),
  ]);
  const counted = new Map(messages.map((row) => [keyOf(row), row]));
  const own = new Map(books.map((row) => [keyOf(row), row.ours]));
  const keys = [...new Set([...counted.keys(), ...own.keys(), ...(theirs?.keys() ?? [])])];
  return keys
    .flatMap((key): Counted[] => {
      const [kind = '', hour = ''] = key.split(' ');
      if (!Object.hasOwn(profile.messages, kind)) return [];
      const row = counted.get(key) ?? none;
      const hasBook = kind === 'entry' || kind === 'exit';
      const ours = hasBook ? (own.get(key) ?? 0) : null;
      const there = theirs === null ? null : (theirs.get(key) ?? 0);
      const { facts, sent, waiting, dead } = row;
      const difference = (ours ?? facts) - (there ?? sent);
      return [{ kind, hour: Number(hour), ours, facts, sent, waiting, dead, theirs: there, difference }];
    })
    .sort((a, b) => a.hour - b.hour || a.kind.localeCompare(b.kind));
}

/**
 * What the platform counts itself, by its own words; null where its profile has no way to ask, or it does not answer.
 */
async function theirCounts(
  database: Database,
  row: Stored,
  place: Place,
  span: Span,
  now: number,
): Promise<Theirs | null> {
  const profile = profileOf(row['scheme'], row['profile']);
  const form = profile?.counts;
  if (!profile || !form) return null;
  const lots = await database.read(tenantScope(place.tenantId), (db) =>
    lotsOf(db, place.tenantId, place.platId, [place.parkId]),
  );
  const lot = lots.get(place.parkId);
  if (!lot) return null;
  const secret = row['appSecret'] ? unseal(String(row['appSecret'])) : null;
  const payload: UploadContent = {
    platform: { key: (row['appKey'] as string | null) ?? null, secret },
    park: lot,
    message: { id: `${place.parkId}/${span.day}`, kind: 'count', seq: now },
    span: { day: span.day, from: Date.parse(span.from), to: Date.parse(span.to) },
    now,
  };
  const asking: Profile = { ...profile, messages: { count: { path: form.path, map: form.map, needs: [] } } };
  const { path, headers, body } = render(asking, 'count', payload, digest);
  try {
    const answer = await post({ url: `${String(row['url']).replace(/\/+$/, '')}${path}`, headers, body });
    return answer.status >= 200 && answer.status < 300 ? readCounts(form, answer.text) : null;
  } catch {
    return null; // it is away: our own diary is compared
  }
}

/** @returns null where the answer is not what the profile says */
export function readCounts(form: CountsForm, answer: string): Theirs | null {
  try {
    const list = at(JSON.parse(answer), form.list);
    if (!Array.isArray(list)) return null;
    const counts = new Map<string, number>();
    for (const each of list as unknown[]) {
      const kindText = String(at(each, form.kind));
      const kind = Object.hasOwn(form.kinds, kindText) ? form.kinds[kindText] : undefined;
      const [hour, n] = [Number(at(each, form.hour)), Number(at(each, form.n))];
      if (kind === undefined || !Number.isInteger(hour) || hour < 0 || hour > 23 || !Number.isInteger(n)) continue;
      counts.set(`${kind} ${hour}`, (counts.get(`${kind} ${hour}`) ?? 0) + n);
    }
    return counts;
  } catch {
    return null;
  }
}

async function registered(db: Db, place: Place): Promise<void> {
  const [link] = await db.raw(
    'SELECT 1 FROM thirdparty_app WHERE tenant_id = $1 AND plat_id = $2 AND park_id = $3 AND deleted_at IS NULL',
    [place.tenantId, place.platId, place.parkId],
  );
  if (!link) throw ruleRefused(text('该车场没有在平台登记', 'The car park is not registered at the platform'));
}

const placeOf = (plat: Stored, lot: Stored): Place => ({
  tenantId: Number(plat['tenantId']),
  platId: plat.id,
  parkId: lot.id,
});
const zoneOf = (lot: Stored): string => String(lot['zone'] ?? 'Asia/Shanghai');

async function countsOf(work: Work<typeof dayCounts.input>): Promise<unknown> {
  const { plat, lot, place } = await work.database.read(scopeOf(work.person), async (db) => {
    const platRow = await rowOf(thirdparty as Resource, work.input.platId!, db);
    const lotRow = await rowOf(park as Resource, work.input.parkId!, db);
    await registered(ofTenant(db, Number(platRow['tenantId'])), placeOf(platRow, lotRow));
    return { plat: platRow, lot: lotRow, place: placeOf(platRow, lotRow) };
  });
  const profile = profileOf(plat['scheme'], plat['profile']);
  if (!profile) throw ruleRefused(text('档案不可用', 'The profile cannot be used'));
  const span = spanOf(work.input.day!, zoneOf(lot));
  const theirs = await theirCounts(work.database, plat, place, span, Date.now());
  const rows = await work.database.read(tenantScope(place.tenantId), (db) =>
    ourCounts(db, place, span, profile, theirs),
  );
  return { isQueried: theirs !== null, rows };
}

const AGAIN = `
  UPDATE third_message SET status = 'pending', tries = 0, due_at = $6, updated_at = $6
  WHERE tenant_id = $1 AND plat_id = $2 AND park_id = $3 AND kind = $7 AND fact_time >= $4 AND fact_time < $5
    AND status IN ('sent', 'dead') AND deleted_at IS NULL RETURNING 1`;

async function resend(work: Work<typeof resendHour.input>): Promise<{ made: number; queued: number }> {
  const { platId, parkId, day, hour, kind } = work.input;
  const plat = await rowOf(thirdparty as Resource, platId!, work.db, { lock: true });
  const lot = await rowOf(park as Resource, parkId!, work.db);
  const place = placeOf(plat, lot);
  const db = ofTenant(work.db, place.tenantId);
  await registered(db, place);
  const from = startOfDay(day!, zoneOf(lot)) + hour! * 3_600_000;
  const [since, until] = [iso(from), iso(from + 3_600_000)];
  const queued = await db.raw(AGAIN, [
    place.tenantId,
    place.platId,
    place.parkId,
    since,
    until,
    work.now.toISOString(),
    kind,
  ]);
  const isVisit = kind === 'entry' || kind === 'exit';
  const { made } = isVisit ? await caughtUp(db, place, [since, until], work.now) : { made: 0 };
  await recount(db, place.tenantId, [place.platId]);
  work.record({
    resource: thirdparty.name,
    action: 'resendHour',
    rowId: place.platId,
    after: { parkId: place.parkId, day, hour, kind },
    tenantId: place.tenantId,
    parkId: place.parkId,
  });
  return { made, queued: queued.length };
}

const title = text('数据上传有差异：{name}', 'Uploads differ: {name}');
const content = text(
  '平台“{name}”、车场“{lot}”{day} 有 {hours} 个小时的条数不符，共差 {sum} 条。请在“第三方平台”的逐日核对中查看并重发。',
  'At the platform “{name}”, car park “{lot}”, {hours} hours of {day} differ by {sum} in all. See the counts of the day at Third-party platforms and send them again.',
);
type Link = { readonly tenantId: number; readonly platId: string; readonly parkId: string };

/** The day before at each open platform, by the zone of each car park; notifies its company of differences. */
export async function compareDay(database: Database, now: Date): Promise<void> {
  const links = await database.read(platformScope, (db) =>
    db.raw<Link>(
      `SELECT a.tenant_id AS "tenantId", a.plat_id AS "platId", a.park_id AS "parkId" FROM thirdparty_app a
       JOIN thirdparty p ON p.tenant_id = a.tenant_id AND p.id = a.plat_id AND p.open_flag AND p.deleted_at IS NULL
       WHERE a.deleted_at IS NULL ORDER BY 1, 2, 3`,
    ),
  );
  for (const place of links) await compareOne(database, place, now);
}

async function compareOne(database: Database, place: Link, now: Date): Promise<void> {
  const scope = tenantScope(place.tenantId);
  const [plat, lot] = await database.read(scope, async (db) => [
    await rowOf(thirdparty as Resource, place.platId, db),
    await rowOf(park as Resource, place.parkId, db),
  ]);
  const profile = profileOf(plat!['scheme'], plat!['profile']);
  if (!profile) return;
  const zone = zoneOf(lot!);
  const day = addDays(dayOf(now.getTime(), zone), -1);
  const span = spanOf(day, zone);
  const theirs = await theirCounts(database, plat!, place, span, now.getTime());
  await database.write(scope, async (db) => {
    const off = (await ourCounts(db, place, span, profile, theirs)).filter(({ difference }) => difference !== 0);
    if (off.length === 0) return;
    const words = fill(content, {
      name: String(plat!['name']),
      lot: String(lot!['parkName']),
      day,
      hours: new Set(off.map(({ hour }) => hour)).size,
      sum: off.reduce((sum, { difference }) => sum + Math.abs(difference), 0),
    });
    const heading = fill(title, { name: String(plat!['name']) });
    await publishNotice(db, {
      tenantId: place.tenantId,
      companyIds: [String(plat!['companyId'])],
      title: heading.zh.slice(0, 80),
      content: `${words.zh}\n${words.en}`,
      at: now,
    });
  });
}

export const countsServed: Served[] = [serve(dayCounts, countsOf, { mode: 'open' }), serve(resendHour, resend)];
