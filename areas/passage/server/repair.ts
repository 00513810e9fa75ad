/** What people put right: each repair runs the pure rule under the lot's lock and leaves before and after. */
import { randomInt } from 'node:crypto';
import { factId } from '#domain/lane/identity.ts';
import { batchOut, correctPlate, mergeStays, resolveSuspect } from '#domain/lane/repair.ts';
import type { Repair, RepairRefusal, Repairer } from '#domain/lane/repair.ts';
import { placeEntry, uncount } from '#domain/lane/pairing.ts';
import type { Stay } from '#domain/lane/types.ts';
import { colourOfKind } from '#domain/plate/colour.ts';
import { plateKind } from '#domain/plate/plate.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { eq, inArray } from 'drizzle-orm';
import { ofTenant } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { addEntry, closeMany, correct, resolve } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { park } from '#areas/lot/model/park.ts';
import { publishLive } from './live.ts';
import { keep, openSession, stayNamed } from './session.ts';
import type { Session } from './session.ts';
import type { Need } from './load.ts';
import { writeSession } from './write.ts';

const why: { readonly [id in RepairRefusal]: Text } = {
  'not-inside': text('该车辆不在场', 'This car is not inside'),
  'not-suspect': text('该记录没有疑问', 'There is no doubt about this stay'),
  'not-stale': text('该记录不是滞留车', 'This stay is not stale'),
  'same-plate': text('车牌没有变化', 'The plate is the same'),
  'not-seen-long': text('未达到滞留天数', 'Not unseen for long enough'),
  'other-plates': text('两条记录车牌不同', 'The two stays have different plates'),
  'before-entry': text('时间早于入场', 'That is before the entry'),
};

type InsideRow = { id: string; parkId: string; tenantId: number; plateNumber: string };

/** Rows of the caller's scope, so that another lot's stay is not there for him. */
async function insideRows(work: Work, ids: readonly string[]): Promise<InsideRow[]> {
  const t = tableOf(carInside);
  if (!ids.every(isId)) throw new Refused('no_such_record', { what: carInside.title });
  const rows = await work.db.select().from(t).where(scoped(carInside, work.db.scope, [inArray(t.id!, [...ids])]));
  if (rows.length !== new Set(ids).size) throw new Refused('no_such_record', { what: carInside.title });
  return rows as unknown as InsideRow[];
}

const repairer = (work: Work, at = work.now.getTime()): Repairer => ({ device: work.person.sessionId || work.person.userId, seq: randomInt(1, 2 ** 47), rawAt: work.now.getTime(), by: work.person.name, at });

/** Changes a lot inside the call's own transaction, under the tenant of the lot. */
async function changing(work: Work, row: { tenantId: number; parkId: string }, need: Partial<Need>, act: (session: Session) => void): Promise<Session> {
  const db = ofTenant(work.db, row.tenantId);
  const session = await openSession(db, row.tenantId, row.parkId, need, (lot) => {
    lot.remark = (work.input as { remark?: string }).remark ?? null;
    act(lot);
  });
  const wake = await writeSession(db, session);
  work.afterCommit(() => { wake(); publishLive(session); });
  return session;
}

function done(session: Session, repair: Repair): void {
  if (repair.result === 'refused') throw ruleRefused(why[repair.why]);
  if (repair.result === 'merge') throw new Refused('already_exists', { what: text(`在场车辆“${repair.keep.plate}”`, `A car inside with plate ${repair.keep.plate}`) });
  for (const fact of repair.facts) keep(session, fact);
}

const kept = (stay: Stay) => ({ plateNumber: stay.plate, status: stay.state, inTime: stay.entry ? new Date(stay.entry.at).toISOString() : null });

async function correctOne(work: Work): Promise<unknown> {
  const { recordId, plateNumber, merge, remark } = work.input as { recordId: string; plateNumber: string; merge: boolean; remark?: string };
  const [row] = await insideRows(work, [recordId.toLowerCase()]);
  let before: Stay | undefined;
  const session = await changing(work, row!, { plates: [row!.plateNumber, plateNumber], stayIds: [row!.id] }, (lot) => {
    const stay = before = stayNamed(lot, row!.id);
    const repair = correctPlate(lot.book, stay, plateNumber, repairer(work));
    done(lot, repair.result === 'merge' && merge ? mergeStays(lot.book, repair.keep, repair.drop, plateNumber, repairer(work)) : repair);
  });
  work.record({ resource: 'carInside', action: 'correct', rowId: row!.id, before: kept(before!), after: { ...kept(stayNamed(session, row!.id)), remark: remark ?? null }, tenantId: row!.tenantId, parkId: row!.parkId });
  return { recordId: row!.id, plateNumber };
}

async function resolveOne(work: Work): Promise<unknown> {
  const { recordId, verdict, plateNumber, remark } = work.input as { recordId: string; verdict: 'missed-exit' | 'clone' | 'misread'; plateNumber?: string; remark: string };
  const [row] = await insideRows(work, [recordId.toLowerCase()]);
  if (verdict === 'misread' && !plateNumber) throw new Refused('bad_input', {}, [{ field: 'plateNumber', msg: text('请填写正确车牌', 'Please enter the right plate') }]);
  let before: Stay | undefined;
  const session = await changing(work, row!, { plates: [row!.plateNumber, ...(plateNumber ? [plateNumber] : [])], stayIds: [row!.id] }, (lot) => {
    const stay = before = stayNamed(lot, row!.id);
    const newer = lot.book.stays(stay.plate).filter((each) => each.id !== stay.id && (each.entry?.at ?? 0) >= (stay.entry?.at ?? 0)).sort((a, b) => (a.entry?.at ?? 0) - (b.entry?.at ?? 0))[0];
    if (!newer) throw ruleRefused(text('找不到重复入场的记录', 'The entry that raised the doubt is not there'));
    done(lot, resolveSuspect(lot.book, stay, newer, verdict === 'misread' ? { verdict, plate: plateNumber! } : { verdict }, repairer(work)));
  });
  work.record({ resource: 'carInside', action: 'resolve', rowId: row!.id, before: kept(before!), after: { ...kept(stayNamed(session, row!.id)), verdict, remark }, tenantId: row!.tenantId, parkId: row!.parkId });
  return { recordId: row!.id };
}

/** Stays closed together by a person: no fee, listed. Cars that still count leave the count. */
async function closeAll(work: Work): Promise<unknown> {
  const { ids, remark, outTime } = work.input as { ids: string; remark: string; outTime?: string };
  const rows = await insideRows(work, [...new Set(ids.split(',').map((id) => id.trim().toLowerCase()).filter(Boolean))]);
  const at = outTime ? Date.parse(outTime) : work.now.getTime();
  if (at > work.now.getTime() + 60_000) throw new Refused('bad_input', {}, [{ field: 'outTime', msg: text('离场时间不能晚于现在', 'The exit must not lie in the future') }]);
  for (const [, ofPark] of [...Map.groupBy(rows, (row) => row.parkId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await changing(work, ofPark[0]!, { plates: ofPark.map((row) => row.plateNumber), stayIds: ofPark.map((row) => row.id) }, (session) => {
      for (const row of ofPark) closeOne(work, session, stayNamed(session, row.id), at, remark, row);
    });
  }
  return { count: rows.length };
}

function closeOne(work: Work, session: Session, stay: Stay, at: number, remark: string, row: InsideRow): void {
  const who = repairer(work, at);
  if (stay.entry && stay.entry.at > at) throw ruleRefused(why['before-entry']);
  for (const fact of uncount(session.book, who, stay, at)) keep(session, fact);
  done(session, batchOut({ ...stay, state: 'stale' }, who));
  keep(session, { fact: 'exception', id: factId(who, 'batch'), code: 'E-BATCH', lane: stay.entry?.lane ?? null, at, plate: stay.plate, stay: stay.id, other: null, amountFen: session.book.price(stay, at).receivableFen });
  work.record({ resource: 'carInside', action: 'batchOut', rowId: stay.id, before: kept(stay), after: { status: 'closed-batch', outTime: new Date(at).toISOString(), remark }, tenantId: row.tenantId, parkId: row.parkId });
}

async function addOne(work: Work): Promise<unknown> {
  const { parkId, plateNumber, inTime, gateId, remark } = work.input as { parkId: string; plateNumber: string; inTime?: string; gateId?: string; remark?: string };
  const t = tableOf(park);
  const [lot] = await work.db.select().from(t).where(scoped(park, work.db.scope, [eq(t.id!, parkId)])) as unknown as { tenantId: number }[];
  if (!lot) throw new Refused('no_such_record', { what: park.title });
  const at = inTime ? Date.parse(inTime) : work.now.getTime();
  if (at > work.now.getTime() + 60_000) throw new Refused('bad_input', {}, [{ field: 'inTime', msg: text('入场时间不能晚于现在', 'The entry must not lie in the future') }]);
  const who = repairer(work, at);
  const id = factId({ ...who, rawAt: at }, 'stay');
  await changing(work, { tenantId: lot.tenantId, parkId }, { plates: [plateNumber], earliest: at }, (session) => {
    const colour = colourOfKind(plateKind(plateNumber));
    if (session.book.stays(plateNumber).some((stay) => stay.state === 'open')) throw new Refused('already_exists', { what: text(`在场车辆“${plateNumber}”`, `A car inside with plate ${plateNumber}`) });
    const fresh: Stay = {
      id, plate: plateNumber, colour: colour === 'unknown' ? 'blue' : colour, kind: session.book.listClass(plateNumber, colour, at) === 'white' ? 'free' : 'temp', state: 'open', clone: false,
      entry: { at, rawAt: at, lane: gateId ?? null, passage: null }, exit: null, exitPlate: null, exitStay: null, tariff: session.book.tariff(plateNumber, colour, at),
      pass: null, booking: null, picture: null, mergedInto: null, claims: null, offline: false,
    };
    for (const fact of placeEntry(session.book, who, fresh, work.now.getTime()).facts) keep(session, fact);
  });
  work.record({ resource: 'carInside', action: 'add', rowId: id, after: { plateNumber, inTime: new Date(at).toISOString(), remark: remark ?? null }, tenantId: lot.tenantId, parkId });
  return { recordId: id, id };
}

export const repairs: Served[] = [serve(correct, correctOne as never), serve(resolve, resolveOne as never), serve(closeMany, closeAll as never), serve(addEntry, addOne as never)];
