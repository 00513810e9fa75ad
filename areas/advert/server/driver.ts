/**
 * Adverts on the driver's page: fetched with the ticket of a bill once it is shown; nothing of the page waits for them.
 */
import { createHmac, randomBytes, createHash } from 'node:crypto';
import { isShownAt } from '#domain/advert/schedule.ts';
import { chosen } from '#domain/advert/choose.ts';
import { hourNo, isKnownBot } from '#domain/advert/visit.ts';
import type { VisitKind } from '#domain/advert/visit.ts';
import { networkOf } from '#domain/network/network.ts';
import { dayOf } from '#domain/time/day.ts';
import { knock } from '#areas/access/server/door.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { lotOf, openTicket } from '#areas/passage/server/door.ts';
import type { LotRow } from '#areas/passage/server/door.ts';
import { storedPicture } from '#kit/files/files.ts';
import { Refused } from '#kit/declare/refused.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { derivedKey } from '#kit/server/seal.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served as ServedCall } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { adver } from '../model/adver.ts';
import { scheduleOf } from '../model/schedule.ts';
import type { Scheduled } from '../model/schedule.ts';
import { advertPicture, clickAdvert, showAdvert, reportAdvert } from '../model/calls.ts';
import { keepVisit } from './visits.ts';
import type { Served } from './visits.ts';

export type Candidate = Scheduled & {
  readonly id: string;
  readonly plat: string;
  readonly kind: string;
  readonly picture: string | null;
  readonly text: string | null;
  readonly linkUrl: string | null;
  readonly weight: number;
};

/** What may be shown at a lot now to somebody who has not seen it too often today. */
async function candidates(db: Db, lot: LotRow, slot: string, viewer: string, at: number): Promise<Candidate[]> {
  const line = (await companyLine(db, lot.tenantId, lot.companyId)).map(({ id }) => id);
  const rows = await db.raw<Candidate>(
    `SELECT a.id, a.plat, a.kind, a.picture, a.text, a.link_url AS "linkUrl", coalesce(a.weight, 1) AS weight, a.start_time AS "startTime", a.end_time AS "endTime", a.weekdays, a.hours_from AS "hoursFrom", a.hours_until AS "hoursUntil"
     FROM adver a LEFT JOIN ad_plat p ON p.tenant_id = a.tenant_id AND p.plat = a.plat AND p.deleted_at IS NULL
     WHERE a.tenant_id = $1 AND a.status = 'running' AND a.deleted_at IS NULL AND coalesce(p.enabled, true) AND $2 = ANY(a.slots) AND (a.budget_fen IS NULL OR a.spent_fen < a.budget_fen)
       AND CASE WHEN cardinality(a.park_ids) > 0 THEN $3::uuid = ANY(a.park_ids) ELSE a.company_id = ANY($4::uuid[]) END
       AND (SELECT count(*) FROM ad_visit v WHERE v.tenant_id = $1 AND v.adver_id = a.id AND v.viewer = $5 AND v.kind = 'viewable') < coalesce(a.per_device_day, 100)
       AND NOT EXISTS (SELECT 1 FROM adver_order o WHERE o.tenant_id = $1 AND o.park_id = $3 AND o.plat = a.plat AND o.status = 'paid' AND o.deleted_at IS NULL AND $6::date BETWEEN o.valid_from AND o.valid_until)
     ORDER BY a.id`,
    [lot.tenantId, slot, lot.parkId, line, viewer, dayOf(at, lot.zone)],
  );
  return rows.filter((each) => isShownAt(scheduleOf(each), at, lot.zone));
}

/** A car on one day; the key of the day is derived and never written down, and no plate can be got back. */
const viewerOf = (day: string, about: string): string =>
  createHmac('sha256', derivedKey(`advert-viewer:${day}`))
    .update(about)
    .digest('hex');

/** The car of a bill: by its plate, so that two visits of it are one viewer. */
async function carOf(db: Db, tenantId: number, stayId: string): Promise<string> {
  const [car] = await db.raw<{ plate: string | null }>(
    'SELECT plate_number AS plate FROM car_inside WHERE tenant_id = $1 AND id = $2',
    [tenantId, stayId],
  );
  return car?.plate ?? stayId;
}

const drawOf = (token: string): number => createHash('sha256').update(token).digest().readUInt32BE(0) / 2 ** 32;
const newToken = (tenantId: number): string => `${tenantId.toString(36)}.${randomBytes(16).toString('hex')}`;

async function show(work: Work): Promise<unknown> {
  const { ticket, slot } = work.input as { ticket: string; slot: string };
  await knock(work.database, [{ key: `advert:${networkOf(work.request.ip)}`, most: 60, seconds: 60 }]);
  const bill = openTicket(ticket, work.now);
  if (isKnownBot(work.request.agent)) return null;
  const lot = await lotOf(work.database, bill.parkId);
  const at = work.now.getTime();
  return work.database.write(tenantScope(lot.tenantId), async (db) => {
    const viewer = viewerOf(dayOf(at, lot.zone), await carOf(db, lot.tenantId, bill.stayId));
    const token = newToken(lot.tenantId);
    const found = chosen(await candidates(db, lot, slot, viewer, at), drawOf(token));
    if (!found) return null;
    const of: Served = { ...lot, adverId: found.id, plat: found.plat, slot, token, viewer, hour: hourNo(at) };
    await keepVisit(db, of, { kind: 'served', at, isBot: false, isFlood: false });
    return {
      token,
      text: found.text,
      picture: found.kind === 'picture' && found.picture ? `/m/ad-picture?token=${token}` : null,
      link: found.linkUrl ? `/m/ad?token=${token}` : null,
    };
  });
}

type Known = Served & { readonly linkUrl: string | null; readonly picture: string | null };
const none = (): Refused => new Refused('no_such_record', { what: adver.title });

/** What a token was made for; older than a day it is nobody's any more. */
async function known(work: Work): Promise<Known> {
  const token = String(work.input['token']);
  const [, tenant] = /^([0-9a-z]{1,6})\.[0-9a-f]{32}$/.exec(token) ?? [];
  if (!tenant) throw none();
  const tenantId = Number.parseInt(tenant, 36);
  const [row] = await work.database.read(tenantScope(tenantId), (db) =>
    db.raw<Known>(
      `SELECT v.tenant_id AS "tenantId", v.company_id AS "companyId", v.park_id AS "parkId", coalesce(p.zone, 'Asia/Shanghai') AS zone, v.adver_id AS "adverId", v.plat, v.slot, v.token, v.viewer, v.hour, a.link_url AS "linkUrl", a.picture
       FROM ad_visit v JOIN adver a ON a.tenant_id = v.tenant_id AND a.id = v.adver_id JOIN park p ON p.tenant_id = v.tenant_id AND p.id = v.park_id
       WHERE v.tenant_id = $1 AND v.token = $2 AND v.kind = 'served' AND v.at > $3`,
      [tenantId, token, new Date(work.now.getTime() - 86_400_000).toISOString()],
    ),
  );
  if (!row) throw none();
  return row;
}

async function isFlood(work: Work): Promise<boolean> {
  try {
    await knock(work.database, [{ key: `advert-facts:${networkOf(work.request.ip)}`, most: 30, seconds: 60 }]);
    return false;
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
}

async function keep(work: Work, of: Known, kind: VisitKind): Promise<void> {
  const flood = await isFlood(work);
  const message = { kind, at: work.now.getTime(), isBot: isKnownBot(work.request.agent), isFlood: flood };
  await work.database.write(tenantScope(of.tenantId), (db) => keepVisit(db, of, message));
}

/** Wrong tokens are guesses: a few of an address a quarter of an hour. */
async function named(work: Work): Promise<Known> {
  try {
    return await known(work);
  } catch (error) {
    await knock(work.database, [{ key: `advert-miss:${networkOf(work.request.ip)}`, most: 20, seconds: 900 }]);
    throw error;
  }
}

async function report(work: Work): Promise<null> {
  const kind = String(work.input['kind']) as VisitKind;
  await keep(work, await named(work), kind);
  return null;
}

/** The link is the one that was reviewed, never one of the request. */
async function click(work: Work): Promise<Raw> {
  const of = await named(work);
  const { linkUrl } = of;
  if (!linkUrl) throw none();
  await keep(work, of, 'click');
  return new Raw((reply) =>
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer').redirect(linkUrl, 302),
  );
}

async function picture(work: Work): Promise<Raw> {
  const of = await named(work);
  const hash = /\/file\/([0-9a-f]{64})$/.exec(of.picture ?? '')?.[1] ?? null;
  return work.database.read(tenantScope(of.tenantId), (db) => storedPicture(db, hash));
}

export const driverServed: ServedCall[] = [
  serve(showAdvert, show, { mode: 'open' }),
  serve(reportAdvert, report, { mode: 'open' }),
  serve(clickAdvert, click, { mode: 'open' }),
  serve(advertPicture, picture, { mode: 'open' }),
];
