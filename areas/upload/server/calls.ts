/** What people do with platforms besides entering them. */
import { asc, eq } from 'drizzle-orm';
import { sampleOf, unsaid } from '#domain/upload/check.ts';
import type { MessageKind, Profile } from '#domain/upload/profile.ts';
import { render } from '#domain/upload/render.ts';
import { tariffUnsaid } from '#domain/upload/tariff.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { park } from '#areas/lot/model/park.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { paging } from '#kit/server/filter.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { registShangHai, registWisdomCommunity, searchShangHai, yongCount, yongDetails } from '../model/calls.ts';
import { gateDetail, startUpload, thirdpartyGate } from '../model/links.ts';
import { requeue, thirdMessage } from '../model/messages.ts';
import { openPlatform, thirdparty, tryProfile } from '../model/thirdparty.ts';
import { catchUp } from './catch-up.ts';
import { digest, profileOf } from './profile-of.ts';
import { recount } from './recount.ts';
import { linksOf, takes, writeFacts } from './rows.ts';

const platforms = thirdparty as Resource;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const messages = thirdMessage as Resource;

const inWords = (profile: Profile, lang: Lang): string[] => unsaid(profile).map((each) => each[lang]);

function usable(row: Stored): Profile {
  const profile = profileOf(row['scheme'], row['profile']);
  if (!profile) throw ruleRefused(text('档案不可用', 'The profile cannot be used'));
  return profile;
}

async function open(work: Work<typeof openPlatform.input>): Promise<unknown> {
  const row = await rowOf(platforms, work.input.id!, work.db, { lock: true });
  const profile = usable(row);
  const openFlag = work.input.openFlag ?? true;
  const isSecret = profile.sign !== null || JSON.stringify(profile.headers ?? {}).includes('platform.secret');
  if (openFlag && isSecret && !row['appSecret'])
    throw ruleRefused(
      text('该平台要求密钥，请先填写应用密钥', 'This platform wants a secret: enter the app secret first'),
    );
  const tenantId = Number(row['tenantId']);
  const db = ofTenant(work.db, tenantId);
  await db.raw(
    `UPDATE thirdparty SET open_flag = $3, away_since = NULL, probe_at = NULL, updated_at = $4 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, row.id, openFlag, work.now.toISOString()],
  );
  await recount(db, tenantId, [row.id]);
  work.record({
    resource: thirdparty.name,
    action: 'open',
    rowId: row.id,
    before: { openFlag: row['openFlag'] },
    after: { openFlag },
    tenantId,
    companyId: row['companyId'] as string | null,
  });
  const [now] = await db.raw<{ pending: number }>('SELECT pending FROM thirdparty WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    row.id,
  ]);
  return { openFlag, pending: now!.pending, unsaid: inWords(profile, work.lang) };
}

async function tryOut(work: Work<typeof tryProfile.input>): Promise<unknown> {
  const row = await rowOf(platforms, work.input.id!, work.db);
  const profile = usable(row);
  const kind = (work.input.kind ?? 'entry') as MessageKind;
  if (!profile.messages[kind]) throw ruleRefused(text('该平台没有这种消息', 'This platform takes no such message'));
  const sample = sampleOf(kind);
  const { path, headers, body } = render(profile, kind, sample, digest);
  return {
    path: `${String(row['url'])}${path}`,
    headers,
    body,
    unsaid: inWords(profile, work.lang),
    tariff: tariffUnsaid(String(row['scheme'])).map((each) => each[work.lang]),
  };
}

type Registration = { id: string; status: string; answer: string | null; registered: string | null };

/** The lot and the platform it registers at: the one that was named, else the only one that takes registrations. */
async function atPlatform(work: Work<typeof registShangHai.input>) {
  const row = await rowOf(park as Resource, work.input.parkId!, work.db);
  const lot = { tenantId: Number(row['tenantId']), companyId: String(row['companyId']), parkId: row.id };
  const db = ofTenant(work.db, lot.tenantId);
  const links = (await linksOf(db, lot)).filter(
    (link) => takes(link, 'park') && (!work.input.platId || link.platId === work.input.platId),
  );
  if (links.length === 0)
    throw ruleRefused(
      text('该车场没有登记在接受备案的平台上', 'The car park is at no platform that takes registrations'),
    );
  if (links.length > 1)
    throw new Refused('bad_input', {}, [{ field: 'platId', msg: text('请选择平台', 'Choose a platform') }]);
  return { db, lot, link: links[0]! };
}

async function registration(
  db: Work['db'],
  tenantId: number,
  platId: string,
  parkId: string,
): Promise<Registration | null> {
  const [row] = await db.raw<Registration>(
    `SELECT m.id, m.status, m.answer, a.registered FROM third_message m
     LEFT JOIN thirdparty_app a ON a.tenant_id = m.tenant_id AND a.plat_id = m.plat_id AND a.park_id = m.park_id
     AND a.deleted_at IS NULL
     WHERE m.tenant_id = $1 AND m.plat_id = $2 AND m.fact = $3 AND m.deleted_at IS NULL`,
    [tenantId, platId, `park/${parkId}`],
  );
  return row ?? null;
}

async function register(work: Work<typeof registShangHai.input>): Promise<unknown> {
  const { db, lot, link } = await atPlatform(work);
  const key = `park/${lot.parkId}`;
  await writeFacts(
    db,
    lot,
    [link],
    [{ kind: 'park', key, at: work.now.getTime(), orderKey: key, plate: null, payload: {} }],
    work.now.getTime(),
  );
  const row = await registration(db, lot.tenantId, link.platId, lot.parkId);
  work.record({
    resource: thirdparty.name,
    action: work.call.name.slice('thirdparty.'.length),
    rowId: link.platId,
    after: { parkId: lot.parkId },
    ...lot,
  });
  return { messageId: row?.id ?? null, status: row?.status ?? null };
}

async function search(work: Work<typeof searchShangHai.input>): Promise<unknown> {
  const { db, lot, link } = await atPlatform(work);
  const row = await registration(db, lot.tenantId, link.platId, lot.parkId);
  return {
    messageId: row?.id ?? null,
    status: row?.status ?? null,
    registered: row?.registered ?? null,
    answer: row?.answer ?? null,
  };
}

async function again(work: Work<typeof requeue.input>): Promise<unknown> {
  const row = await rowOf(messages, work.input.id!, work.db, { lock: true });
  if (row['status'] !== 'dead')
    throw new Refused('state_closed', {
      state: text(String(row['status']), String(row['status'])),
      action: requeue.title,
    });
  const tenantId = Number(row['tenantId']);
  await ofTenant(work.db, tenantId).raw(
    `UPDATE third_message SET status = 'pending', tries = 0, due_at = $3, updated_at = $3 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, row.id, work.now.toISOString()],
  );
  work.record({
    resource: thirdMessage.name,
    action: 'requeue',
    rowId: row.id,
    before: { status: 'dead' },
    after: { status: 'pending' },
    tenantId,
    parkId: row['parkId'] as string,
  });
  return { id: row.id, status: 'pending' };
}

/** By its id, or by the number a platform knows it by. */
async function lotNamed(work: Work<typeof yongCount.input>): Promise<Stored> {
  const named = work.input.parkpotId!;
  const values: unknown[] = [named];
  const [found] = await work.db.raw<{ id: string }>(
    `SELECT a.park_id AS id FROM thirdparty_app a WHERE a.third_park_id = $1 AND a.deleted_at IS NULL
     AND ${scopedSql(work.db.scope, 'a', values)} ORDER BY a.id LIMIT 1`,
    values,
  );
  const id = found?.id ?? (isId(named) ? named.toLowerCase() : null);
  if (id === null) throw new Refused('no_such_record', { what: park.title });
  return rowOf(park as Resource, id, work.db);
}

const HELD = `FROM space_booking b WHERE b.tenant_id = $1 AND b.park_id = $2 AND b.deleted_at IS NULL
  AND b.status IN ('passed', 'arrived') AND b.start_time <= $3 AND b.end_time > $3`;

async function spaces(work: Work<typeof yongCount.input>): Promise<unknown> {
  const lot = await lotNamed(work);
  const now = work.now.toISOString();
  const zone = String(lot['zone'] ?? 'Asia/Shanghai');
  const today = new Date(startOfDay(dayOf(work.now.getTime(), zone), zone)).toISOString();
  const [row] = await work.db.raw<{ shared: number; orders: number }>(
    `SELECT (SELECT count(*) ${HELD}) AS shared, (SELECT count(*) FROM parking_order o
     WHERE o.tenant_id = $1 AND o.park_id = $2 AND o.created_time >= $4::timestamptz) AS orders`,
    [lot['tenantId'], lot.id, now, today],
  );
  return { berths: Number(lot['totalStall'] ?? 0), shared: row!.shared, orders: row!.orders };
}

async function spaceRows(work: Work<typeof yongDetails.input>): Promise<unknown> {
  const lot = await lotNamed(work);
  const { current, size } = paging(work.raw);
  const values = [lot['tenantId'], lot.id, work.now.toISOString()];
  const [[{ total = 0 } = {}], records] = await Promise.all([
    work.db.raw<{ total: number }>(`SELECT count(*) AS total ${HELD}`, values),
    work.db.raw(
      `SELECT b.id, b.status, b.start_time AS "startTime", b.end_time AS "endTime", b.purpose ${HELD} ORDER BY b.start_time, b.id LIMIT $4 OFFSET $5`,
      [...values, size, (current - 1) * size],
    ),
  ]);
  return { records, total, size, current, pages: Math.ceil(total / size) };
}

/** By its own id, or by our lane's. */
async function gateOf(work: Work<typeof gateDetail.input>): Promise<unknown> {
  const of = thirdpartyGate as Resource;
  const { id, gateId } = work.input;
  const t = tableOf(of);
  const [row] = (await work.db
    .select()
    .from(t)
    .where(scoped(of, work.db.scope, [id ? eq(t.id!, id) : eq(t.gateId!, gateId ?? NOBODY)]))
    .orderBy(asc(t.createdAt!), asc(t.id!))
    .limit(1)) as Stored[];
  if (!row) throw new Refused('no_such_record', { what: of.title });
  return (await present(of, [row], work.db, work.person, work.lang))[0];
}

export const uploadServed: Served[] = [
  serve(openPlatform, open),
  serve(tryProfile, tryOut),
  serve(registShangHai, register),
  serve(registWisdomCommunity, register),
  serve(searchShangHai, search),
  serve(startUpload, catchUp),
  serve(gateDetail, gateOf),
  serve(requeue, again),
  serve(yongCount, spaces),
  serve(yongDetails, spaceRows),
];
