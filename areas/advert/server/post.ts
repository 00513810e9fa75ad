/** The contract's one call for adverts: what `url` names is answered here, by the permission of what it does. */
import { eq, sql } from 'drizzle-orm';
import { park } from '#areas/lot/model/park.ts';
import { isDay } from '#domain/time/day.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { move } from '#kit/server/lifecycle.ts';
import { pageOf } from '#kit/server/list.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { namesOf, present } from '#kit/server/rows.ts';
import { add, edit } from '#kit/server/save.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { adPlat } from '../model/ad-plat.ts';
import { adver } from '../model/adver.ts';
import { postAdver } from '../model/calls.ts';
import { adverEffects } from './rules.ts';

const bad = (field: string, zh: string, en: string) => new Refused('bad_input', {}, [{ field, msg: text(zh, en) }]);

async function platRow(work: Work) {
  const t = tableOf(adPlat);
  const plat = work.input['plat'];
  if (!plat) throw bad('plat', '请选择平台', 'Choose a platform');
  const [row] = (await work.db
    .select()
    .from(t)
    .where(scoped(adPlat, work.db.scope, [eq(t.plat!, plat)]))
    .limit(1)) as Record<string, unknown>[];
  return row as (Record<string, unknown> & { id: string }) | undefined;
}

async function getPlat(work: Work): Promise<unknown> {
  const row = await platRow(work);
  if (!row) throw new Refused('no_such_record', { what: adPlat.title });
  return (await present(adPlat, [row], work.db, work.person, work.lang))[0];
}

/** Saves the platform of the id, or that of the code where there is one already. */
async function submitPlat(work: Work): Promise<unknown> {
  const given = work.input['id'] ? idsIn(adPlat, { id: work.input['id'] })[0] : (await platRow(work))?.id;
  const verb = given ? 'edit' : 'add';
  needs(work, `adPlat:${verb}`);
  const values = { ...work.raw, id: given };
  const row = given ? await edit(adPlat, given, values, work) : await add(adPlat, values, work);
  return { id: row.id, platId: row.id };
}

const adverNamed = (work: Work): string => {
  if (!work.input['adverId']) throw bad('adverId', '请选择广告', 'Choose an advert');
  return String(work.input['adverId']);
};

async function details(work: Work): Promise<unknown> {
  const row = await rowOf(adver, adverNamed(work), work.db);
  const [shown] = await present(adver, [row], work.db, work.person, work.lang);
  return { ...shown, parks: await statistics(work, '3') };
}

async function act(work: Work, action: 'start' | 'stopAdver'): Promise<null> {
  await move(adver, adverNamed(work), action, {}, work, adverEffects[action]!);
  return null;
}

const by = { 1: `to_char(d.day, 'YYYY-MM-DD')`, 2: 'd.adver_id', 3: 'd.park_id', 4: 'd.slot' } as const;
const named = { 1: 'day', 2: 'adverId', 3: 'parkId', 4: 'slot' } as const;

/** Figures of days by one of four; `staticDay` is a day or `from,to`. */
async function statistics(work: Work, spoken: unknown): Promise<Record<string, unknown>[]> {
  const type = (spoken ?? '1') as keyof typeof by & string as '1' | '2' | '3' | '4';
  const { adverId, parkId, plat, staticDay } = work.input as Record<string, string | null | undefined>;
  const values: unknown[] = [];
  const where = ['d.deleted_at IS NULL', scopedSql(work.db.scope, 'd', values)];
  const put = (part: string, value: unknown) => void where.push(part.replace('?', `$${values.push(value)}`));
  if (adverId) put('d.adver_id = ?', adverId);
  if (parkId) put('d.park_id = ?', parkId);
  if (plat) put('d.plat = ?', plat);
  if (staticDay) {
    const [from = '', to = from] = staticDay.split(',').map((each) => each.trim());
    if (!isDay(from) || !isDay(to) || from > to)
      throw bad('staticDay', '应为日期，或“从,到”', 'It must be a day, or `from,to`');
    put('d.day >= ?', from);
    put('d.day <= ?', to);
  }
  const rows = await work.db.raw<Record<string, unknown>>(
    `SELECT ${by[type]} AS key, sum(d.served)::bigint AS served, sum(d.viewable)::bigint AS viewable,
     sum(d.clicks)::bigint AS clicks, sum(d.closes)::bigint AS closes, sum(d.invalid)::bigint AS invalid,
     sum(d.charge_fen)::bigint AS "chargeFen", sum(d.lot_fen)::bigint AS "lotFen"
     FROM ad_day d WHERE ${where.join(' AND ')} GROUP BY 1 ORDER BY 1`,
    values,
  );
  const target = type === '2' ? adver : type === '3' ? park : null;
  const ids = rows.map(({ key }) => String(key));
  const names = target ? await namesOf(target, ids, work.db) : new Map<string, string>();
  return rows.map(({ key, ...figures }) => ({
    [named[type]]: key,
    ...(target ? { [`${named[type]}Name`]: names.get(String(key)) ?? null } : {}),
    ...figures,
  }));
}

async function report(work: Work): Promise<unknown> {
  const rows = await statistics(work, work.input['staticType']);
  const [current, size] = [Number(work.input['current'] ?? 1), Number(work.input['size'] ?? 20)];
  const totals = Object.fromEntries(
    ['served', 'viewable', 'clicks', 'closes', 'invalid', 'chargeFen', 'lotFen'].map((name) => [
      name,
      rows.reduce((sum, row) => sum + Number(row[name]), 0),
    ]),
  );
  const records = rows.slice((current - 1) * size, current * size);
  return { records, total: rows.length, current, size, pages: Math.ceil(rows.length / size), totals };
}

async function platReport(work: Work): Promise<unknown> {
  if (!work.input['plat']) throw bad('plat', '请选择平台', 'Choose a platform');
  return report(work);
}

function needs(work: Work, code: string): void {
  if (!work.permits(code)) throw new Refused('not_permitted', { what: adver.title });
}

const list = (of: Resource, name: string) => (work: Work) => {
  const { name: action, url: _, parkId: __, ...raw } = work.raw;
  const parkId = work.input['parkId'];
  const t = tableOf(of);
  const atPark =
    parkId && t.parkIds
      ? sql`(${String(parkId)}::uuid = ANY(${t.parkIds}) OR coalesce(cardinality(${t.parkIds}), 0) = 0)`
      : undefined;
  return pageOf(of, { ...work, raw: { ...raw, ...(action ? { [name]: action } : {}) } }, atPark);
};

const handlers: Readonly<Record<string, readonly [permission: string, answer: (work: Work) => Promise<unknown>]>> = {
  getAllAdver: ['adver:read', list(adver, 'name')],
  getPlatList: ['adPlat:read', list(adPlat, 'name')],
  getAdPlat: ['adPlat:read', getPlat],
  submitAdPlat: ['adPlat:read', submitPlat],
  searchPark: ['adver:read', list(park, 'parkName')],
  getDetails: ['adver:read', details],
  staticDay: ['adverDays:read', report],
  staticDayPlat: ['adverDays:read', platReport],
  start: ['adver:start', (work) => act(work, 'start')],
  stopAdver: ['adver:stopAdver', (work) => act(work, 'stopAdver')],
};

async function post(work: Work): Promise<unknown> {
  const [permission, answer] = handlers[String(work.input['url']).replace(/^park\//, '')]!;
  needs(work, permission);
  // Whatever the operation, an advert or a car park that is named must be one of the caller's.
  if (work.input['adverId']) await rowOf(adver, String(work.input['adverId']), work.db);
  if (work.input['parkId']) await rowOf(park, String(work.input['parkId']), work.db);
  return answer(work);
}

export const postServed: Served[] = [serve(postAdver, (work) => post(work as Work))];
