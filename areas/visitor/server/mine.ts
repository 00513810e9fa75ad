/**
 * The visitor's own calls: whoever has the invitation sees the visit, says who comes, shows its code and withdraws.
 * Nobody is logged in.
 */
import { and, eq } from 'drizzle-orm';
import { knock } from '#areas/access/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { masked } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { PRIVACY_VERSION, consentTo, liveCode, mine, privacy, withdrawVisit } from '../model/calls.ts';
import { visit } from '../model/visit.ts';
import { carFollows, endCars } from './cars.ts';
import { codeAt } from './codes.ts';
import { erase } from './erase.ts';
import { linkKeyOf } from './link.ts';
import { asVisit, lockVisits } from './store.ts';
import type { VisitRow } from './store.ts';
import { needConsent } from './web.ts';

const MINUTE = 60;
const t = tableOf(visit);
const withdrawn = mover(visit, 'withdraw', 'device');

const own = ({ tenantId, id }: Found) => and(eq(t.tenantId!, tenantId), eq(t.id!, id));

type Found = { readonly tenantId: number; readonly id: string };

const gone = (): Refused =>
  ruleRefused(text('邀请已失效，请联系被访人', 'This invitation is no longer valid; please ask your host'));

/** A page asks every half minute; wrong invitations are counted by themselves. */
async function foundBy(work: Work): Promise<Found> {
  const from = networkOf(work.request.ip);
  await knock(work.database, [{ key: `visit-mine:${from}`, most: 120, seconds: MINUTE }]);
  const key = linkKeyOf(String(work.input['invitation']));
  const [row] = await work.database.read(platformScope, (db) =>
    db.raw<Found>('SELECT tenant_id AS "tenantId", id FROM visit WHERE link_key = $1 AND deleted_at IS NULL', [key]),
  );
  if (row) return row;
  await knock(work.database, [{ key: `visit-miss:${from}`, most: 10, seconds: 15 * MINUTE }]);
  throw gone();
}

/** The visit of an invitation, held, in a transaction of its tenant. */
async function holding<T>(work: Work, action: (db: Db, row: VisitRow) => Promise<T>): Promise<T> {
  const { tenantId, id } = await foundBy(work);
  return work.database.write(tenantScope(tenantId), async (db) => {
    const [row] = await lockVisits(db, tenantId, [id]);
    if (!row) throw gone();
    return action(db, row);
  });
}

const { visitorName, plateNumber } = visit.fields;
const hidden = (field: typeof visitorName | typeof plateNumber, value: string | null): string | null =>
  value === null ? null : masked(field, value);

/** What the page shows. Names and plates show only their first characters: an invitation may have been passed on. */
async function shown(db: Db, row: VisitRow, work: Work): Promise<object> {
  const [about] = await db.raw<{ parkName: string; zone: string; hostName: string | null }>(
    `SELECT p.park_name AS "parkName", coalesce(p.zone, 'Asia/Shanghai') AS zone,
       coalesce($3::text, (SELECT u.real_name FROM "user" u WHERE u.tenant_id = $1 AND u.id = $4::uuid)) AS "hostName"
     FROM park p WHERE p.tenant_id = $1 AND p.id = $2`,
    [row.tenantId, row.parkId, row.hostName, row.hostId],
  );
  return {
    visitNo: row.visitNo,
    status: row.status,
    parkName: about?.parkName ?? null,
    zone: about?.zone ?? null,
    hostName: hidden(visitorName, about?.hostName ?? null),
    visitTime: row.visitTime,
    leaveTime: row.leaveTime,
    people: row.people ?? 1,
    plateNumber: hidden(plateNumber, row.plateNumber),
    visitorName: hidden(visitorName, row.visitorName),
    consented: row.consentTime !== null,
    remark: row.decideRemark,
    privacy: privacy[work.lang],
  };
}

async function look(work: Work): Promise<object> {
  const found = await foundBy(work);
  return work.database.read(tenantScope(found.tenantId), async (db) => {
    const [stored] = await db.select().from(t).where(own(found));
    const row = stored && asVisit(stored);
    if (!row) throw gone();
    return shown(db, row, work);
  });
}

type Party = {
  visitorName: string;
  phone: string;
  plateNumber?: string | null;
  people?: number | null;
  consent: boolean;
};

const isToCome = ({ status }: VisitRow): boolean => status === 'waiting' || status === 'approved';

async function consent(work: Work): Promise<object> {
  const party = work.input as Party;
  if (party.consent !== true) throw needConsent();
  return holding(work, async (db, row) => {
    if (!isToCome(row)) throw ruleRefused(text('来访已开始或已结束', 'The visit has begun or is over'));
    if (row.consentTime !== null)
      throw ruleRefused(text('信息已确认，更改请联系被访人', 'It is confirmed; for a change please ask your host'));
    const people = party.people ?? row.people ?? 1;
    if (row.status === 'approved' && people > (row.people ?? 1))
      throw new Refused('bad_input', {}, [
        { field: 'people', msg: text('人数超过已通过的人数', 'More people than were approved') },
      ]);
    const set = {
      visitorName: party.visitorName,
      phone: party.phone,
      plateNumber: party.plateNumber ?? null,
      people,
      consentTime: work.now.toISOString(),
      consentVersion: PRIVACY_VERSION,
      updatedAt: work.now.toISOString(),
    };
    await db.update(t).set(set).where(own(row));
    const [after] = await lockVisits(db, row.tenantId, [row.id]);
    await carFollows(db, after!, row, row.visitNo, work.now);
    return shown(db, after!, work);
  });
}

async function code(work: Work): Promise<{ code: string; image: string; nextMs: number }> {
  const found = await foundBy(work);
  const [stored] = await work.database.read(tenantScope(found.tenantId), (db) => db.select().from(t).where(own(found)));
  const row = stored && asVisit(stored);
  if (row?.status !== 'approved' && row?.status !== 'inside')
    throw ruleRefused(text('来访未通过或已结束，没有访客码', 'No code: the visit is not approved or is over'));
  if (row.consentTime === null) throw needConsent();
  const made = codeAt(row, work.now.getTime());
  const { toString } = await import('qrcode');
  const svg = await toString(made.code, { type: 'svg', errorCorrectionLevel: 'L', margin: 2 });
  return { ...made, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

const withdraw = (work: Work): Promise<null> =>
  holding(work, async (db, row) => {
    if (row.status === 'inside' || row.status === 'overstay')
      throw ruleRefused(
        text('在访期间不能删除，请离开后再操作', 'Not while you are inside; please do so once you have left'),
      );
    if (isToCome(row)) {
      await endCars(db, row, work.now);
      await withdrawn(db, { now: work.now, tenantId: row.tenantId, where: eq(t.id!, row.id) });
    }
    await erase(db, row.tenantId, [row.id], work.now);
    return null;
  });

export const mineServed: Served[] = [
  serve(mine, look, { mode: 'open' }),
  serve(consentTo, consent, { mode: 'open' }),
  serve(liveCode, code, { mode: 'open' }),
  serve(withdrawVisit, withdraw, { mode: 'open' }),
];
