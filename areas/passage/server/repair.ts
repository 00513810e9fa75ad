/** What people put right: each repair runs the pure rule under the lot's lock and leaves before and after. */
import { randomInt } from 'node:crypto';
import { factId } from '#domain/lane/identity.ts';
import { batchOut, correctPlate, mergeStays, resolveSuspect } from '#domain/lane/repair.ts';
import type { Repair, RepairRefusal, Repairer } from '#domain/lane/repair.ts';
import { placeEntry, unclosed, uncount } from '#domain/lane/pairing.ts';
import type { Stay, StayKind } from '#domain/lane/types.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { remaining } from '#domain/ledger/due.ts';
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
import type { Need } from './need.ts';
import { writeSession } from './write.ts';

const why: { readonly [id in RepairRefusal]: Text } = {
  'not-inside': text('该车辆不在场', 'This vehicle is not inside'),
  'not-suspect': text('该记录没有疑问', 'This stay is not suspected'),
  'not-stale': text('该记录不是滞留车', 'This stay is not overdue'),
  'same-plate': text('车牌没有变化', 'The plate is unchanged'),
  'not-seen-long': text('未达到滞留天数', 'Not yet overdue'),
  'other-plates': text('两条记录车牌不同', 'The two stays have different plates'),
  'before-entry': text('时间早于入场', 'Earlier than the entry'),
  'event-known': text('该事件已登记', 'This event is already recorded'),
  'event-unknown': text('没有登记过该事件', 'No such event recorded'),
};

export type InsideRow = { id: string; companyId: string; parkId: string; tenantId: number; plateNumber: string };
export const ownerOf = ({ tenantId, companyId, parkId }: { tenantId: number; companyId: string; parkId: string }) => ({
  tenantId,
  companyId,
  parkId,
});

/** Rows of the caller's scope, so that another lot's stay is not there for him. */
export async function insideRows(work: Work, ids: readonly string[]): Promise<InsideRow[]> {
  const t = tableOf(carInside);
  if (!ids.every(isId)) throw new Refused('no_such_record', { what: carInside.title });
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(carInside, work.db.scope, [inArray(t.id!, [...ids])]));
  if (rows.length !== new Set(ids).size) throw new Refused('no_such_record', { what: carInside.title });
  return rows as InsideRow[];
}

export const repairer = (work: Work, at = work.now.getTime()): Repairer => ({
  device: work.person.sessionId || work.person.userId,
  seq: randomInt(1, 2 ** 47),
  rawAt: work.now.getTime(),
  by: work.person.name,
  at,
});

/** Changes a lot inside the call's own transaction, under the tenant of the lot. */
export async function changing(
  work: Work,
  row: { tenantId: number; parkId: string },
  need: Partial<Need>,
  act: (session: Session) => void,
): Promise<Session> {
  const db = ofTenant(work.db, row.tenantId);
  const session = await openSession(db, row.tenantId, row.parkId, need, (lot) => {
    lot.remark = (work.input as { remark?: string }).remark ?? null;
    act(lot);
  });
  const wake = await writeSession(db, session);
  work.afterCommit(() => {
    wake();
    publishLive(session);
  });
  return session;
}

export function done(session: Session, repair: Repair): void {
  if (repair.result === 'refused') throw ruleRefused(why[repair.why]);
  if (repair.result === 'merge')
    throw new Refused('already_exists', {
      what: text(`在场车辆“${repair.keep.plate}”`, `A car inside with plate ${repair.keep.plate}`),
    });
  for (const fact of repair.facts) keep(session, fact);
}

const kept = (stay: Stay) => ({
  plateNumber: stay.plate,
  status: stay.state,
  inTime: stay.entry ? new Date(stay.entry.at).toISOString() : null,
});

async function correctOne(work: Work): Promise<unknown> {
  const { recordId, plateNumber, merge, remark } = work.input as {
    recordId: string;
    plateNumber: string;
    merge: boolean;
    remark?: string;
  };
  const [row] = await insideRows(work, [recordId.toLowerCase()]);
  let before: Stay | undefined;
  const session = await changing(work, row!, { plates: [row!.plateNumber, plateNumber], stayIds: [row!.id] }, (lot) => {
    const stay = (before = stayNamed(lot, row!.id));
    const repair = correctPlate(lot.book, stay, plateNumber, repairer(work));
    done(
      lot,
      repair.result === 'merge' && merge
        ? mergeStays(lot.book, repair.keep, repair.drop, plateNumber, repairer(work))
        : repair,
    );
  });
  work.record({
    resource: 'carInside',
    action: 'correct',
    rowId: row!.id,
    before: kept(before!),
    after: { ...kept(stayNamed(session, row!.id)), note: remark ?? null },
    ...ownerOf(row!),
  });
  return { recordId: stayNamed(session, row!.id).mergedInto ?? row!.id, plateNumber };
}

async function resolveOne(work: Work): Promise<unknown> {
  const { recordId, verdict, plateNumber, remark } = work.input as {
    recordId: string;
    verdict: 'missed-exit' | 'clone' | 'misread';
    plateNumber?: string;
    remark: string;
  };
  const [row] = await insideRows(work, [recordId.toLowerCase()]);
  if (verdict === 'misread' && !plateNumber)
    throw new Refused('bad_input', {}, [
      { field: 'plateNumber', msg: text('请填写正确车牌', 'Enter the correct plate') },
    ]);
  const raised = await raisedBy(work, row!);
  let before: Stay | undefined;
  const session = await changing(
    work,
    row!,
    { plates: [row!.plateNumber, ...(plateNumber ? [plateNumber] : [])], stayIds: [row!.id, ...raised] },
    (lot) => {
      const stay = (before = stayNamed(lot, row!.id));
      const newer =
        raised.map((id) => lot.book.stay(id)).find((each) => each?.entry && each.state !== 'merged') ??
        lot.book
          .stays(stay.plate)
          .filter((each) => each.id !== stay.id && (each.entry?.at ?? 0) >= (stay.entry?.at ?? 0))
          .sort((a, b) => (a.entry?.at ?? 0) - (b.entry?.at ?? 0))[0];
      if (!newer) throw ruleRefused(text('找不到重复入场的记录', 'The entry that raised the doubt was not found'));
      done(
        lot,
        resolveSuspect(
          lot.book,
          stay,
          newer,
          verdict === 'misread' ? { verdict, plate: plateNumber! } : { verdict },
          repairer(work),
        ),
      );
    },
  );
  work.record({
    resource: 'carInside',
    action: 'resolve',
    rowId: row!.id,
    before: kept(before!),
    after: { ...kept(stayNamed(session, row!.id)), verdict, note: remark },
    ...ownerOf(row!),
  });
  return { recordId: row!.id };
}

/** The stay whose entry raised the doubt, also when its plate was corrected since. */
async function raisedBy(work: Work, row: InsideRow): Promise<string[]> {
  const found = await work.db.raw<{ other_id: string }>(
    `SELECT other_id FROM lane_exception WHERE tenant_id = $1 AND park_id = $2 AND code = 'E-DUP' AND stay_id = $3
     AND cleared_time IS NULL AND other_id IS NOT NULL ORDER BY time DESC LIMIT 1`,
    [row.tenantId, row.parkId, row.id],
  );
  return found.map((each) => each.other_id).filter(isId);
}

/** Stays closed together by a person: no fee, listed. Cars that still count leave the count. */
async function closeAll(work: Work): Promise<unknown> {
  const { ids, remark, outTime } = work.input as { ids: string; remark: string; outTime?: string };
  const rows = await insideRows(work, [
    ...new Set(
      ids
        .split(',')
        .map((id) => id.trim().toLowerCase())
        .filter(Boolean),
    ),
  ]);
  const at = outTime ? Date.parse(outTime) : work.now.getTime();
  if (at > work.now.getTime() + 60_000)
    throw new Refused('bad_input', {}, [
      { field: 'outTime', msg: text('离场时间不能晚于现在', 'The exit must not be in the future') },
    ]);
  const count = await closeRows(work, rows, at, remark);
  if (count === 0) throw new Refused('changed_meanwhile');
  return { count };
}

/** Ends the stays still going on of these rows at an instant; answers how many those were. */
export async function closeRows(work: Work, rows: readonly InsideRow[], at: number, remark: string): Promise<number> {
  let count = 0;
  for (const [, ofPark] of [...Map.groupBy(rows, (row) => row.parkId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const before = new Map<string, Stay>();
    await changing(
      work,
      ofPark[0]!,
      { plates: ofPark.map((row) => row.plateNumber), stayIds: ofPark.map((row) => row.id) },
      (session) => {
        for (const stay of ofPark.map((row) => stayNamed(session, row.id))) {
          if (!unclosed(stay)) continue; // it left, or a colleague closed it, since it was listed
          before.set(stay.id, stay);
          closeOne(work, session, stay, at);
        }
      },
    );
    count += before.size;
    for (const row of ofPark.filter(({ id }) => before.has(id))) {
      work.record({
        resource: 'carInside',
        action: 'batchOut',
        rowId: row.id,
        before: kept(before.get(row.id)!),
        after: { status: 'closed-batch', outTime: new Date(at).toISOString(), note: remark },
        ...ownerOf(row),
      });
    }
  }
  return count;
}

/**
 * Whatever the stay's state inside was, it ends as stale ones do: without a fee, and listed with what was not taken.
 */
function closeOne(work: Work, session: Session, stay: Stay, at: number): void {
  const who = repairer(work, at);
  if (stay.entry && stay.entry.at > at) throw ruleRefused(why['before-entry']);
  const price = session.book.price(stay, at);
  const dueFen = isFeeRefusal(price) ? null : remaining(price, session.book.settled(stay.id, ''), at).dueFen;
  const repair = batchOut({ ...stay, state: 'stale' }, who);
  if (repair.result !== 'done') throw new Error(`batch exit of ${stay.id}: ${repair.result}`);
  for (const fact of [...uncount(session.book, who, stay, at), ...repair.facts])
    keep(session, fact.fact === 'stayChanged' ? { ...fact, before: stay } : fact);
  if (stay.state === 'suspect') keep(session, { fact: 'exceptionCleared', code: 'E-DUP', subject: stay.id, at });
  keep(session, {
    fact: 'exception',
    id: factId(who, 'batch'),
    code: 'E-BATCH',
    lane: stay.entry?.lane ?? null,
    at,
    plate: stay.plate,
    stay: stay.id,
    other: null,
    amountFen: dueFen,
  });
}

const elsewhere = (field: string, what: Text): Refused =>
  new Refused('bad_input', {}, [
    { field, msg: { zh: `${what.zh}不属于该车场`, en: `This ${what.en.toLowerCase()} is not of this car park` } },
  ]);

/** What a car of this kind of car type stays as. */
const stayOfKind: { readonly [kind: string]: StayKind } = {
  monthly: 'pass',
  vip: 'free',
  free: 'free',
  visitor: 'visitor',
};

function enteredBy(
  session: Session,
  input: { plateNumber: string; gateId?: string; carTypeId?: string },
  id: string,
  at: number,
): Stay {
  const { plateNumber, gateId, carTypeId } = input;
  const { lot, book } = session;
  const lane = gateId ? lot.lanes.get(gateId) : undefined;
  if (gateId && !lane) throw elsewhere('gateId', text('通道', 'Lane'));
  if (lane && lane.direction !== 'entry')
    throw new Refused('bad_input', {}, [
      { field: 'gateId', msg: text('请选择入口通道', 'Please choose an entry lane') },
    ]);
  const type = carTypeId ? lot.kinds.types.find((each) => each.id === carTypeId) : undefined;
  if (carTypeId && !type) throw elsewhere('carTypeId', text('车类', 'Car type'));
  const known = colourOfKind(plateKind(plateNumber));
  const colour = known === 'unknown' ? 'blue' : known;
  const listed = book.listClass(plateNumber, colour, at);
  const kind = type ? (stayOfKind[type.kind] ?? 'temp') : listed === 'white' || listed === 'law-free' ? 'free' : 'temp';
  return {
    id,
    plate: plateNumber,
    colour,
    kind,
    state: 'open',
    clone: false,
    entry: { at, rawAt: at, lane: gateId ?? null, passage: null },
    exit: null,
    exitPlate: null,
    exitStay: null,
    tariff: book.tariff(plateNumber, colour, at),
    pass: null,
    booking: null,
    picture: null,
    mergedInto: null,
    claims: null,
    offline: false,
  };
}

/** No lot keeps a stay longer before it is stale. */
const OLDEST_MS = 3_650 * 86_400_000;

const overlaps = text('该时间与此车的其他停车记录重叠', 'Overlaps another stay of this vehicle');

async function addOne(work: Work): Promise<unknown> {
  const input = work.input as {
    parkId: string;
    plateNumber: string;
    inTime?: string;
    gateId?: string;
    carTypeId?: string;
    remark?: string;
  };
  const { parkId, plateNumber, inTime, remark } = input;
  const t = tableOf(park);
  const [row] = (await work.db
    .select()
    .from(t)
    .where(scoped(park, work.db.scope, [eq(t.id!, parkId)]))) as { tenantId: number; companyId: string }[];
  if (!row) throw new Refused('no_such_record', { what: park.title });
  const at = inTime ? Date.parse(inTime) : work.now.getTime();
  if (at < work.now.getTime() - OLDEST_MS)
    throw new Refused('bad_input', {}, [
      { field: 'inTime', msg: text('入场时间不能早于10年前', 'The entry must not be more than ten years ago') },
    ]);
  if (at > work.now.getTime() + 60_000)
    throw new Refused('bad_input', {}, [
      { field: 'inTime', msg: text('入场时间不能晚于现在', 'The entry must not be in the future') },
    ]);
  const who = repairer(work, at);
  const id = factId({ ...who, rawAt: at }, 'stay');
  await changing(work, { tenantId: row.tenantId, parkId }, { plates: [plateNumber], earliest: at }, (session) => {
    if (session.book.stays(plateNumber).some((stay) => stay.state === 'open'))
      throw new Refused('already_exists', {
        what: text(`在场车辆“${plateNumber}”`, `A car inside with plate ${plateNumber}`),
      });
    const { facts } = placeEntry(session.book, who, enteredBy(session, input, id, at), work.now.getTime());
    // By hand only what nothing contradicts: an entry that would throw another stay into doubt is for the lanes to
    // report.
    if (facts.some((fact) => fact.fact === 'exception' && fact.code === 'E-DUP')) throw ruleRefused(overlaps);
    for (const fact of facts) keep(session, fact);
  });
  work.record({
    resource: 'carInside',
    action: 'add',
    rowId: id,
    after: {
      plateNumber,
      inTime: new Date(at).toISOString(),
      gateId: input.gateId ?? null,
      carTypeId: input.carTypeId ?? null,
      note: remark ?? null,
    },
    ...ownerOf({ ...row, parkId }),
  });
  return { recordId: id, id };
}

export const repairs: Served[] = [
  serve(correct, correctOne),
  serve(resolve, resolveOne),
  serve(closeMany, closeAll),
  serve(addEntry, addOne),
];
