/** Applies a journal entry of a handheld, once its time is known. */
import { kerbPrice } from '#domain/berth/price.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { kerbTariffs } from '#areas/passage/server/door.ts';
import { berthThen, drawerFor, sayAtBerth, sayAtBerths } from '#areas/road/server/door.ts';
import type { Berth, Word } from '#areas/road/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import type { EntryKind } from '../model/handheld-entry.ts';
import { clocked, noticeRead, taskDone } from './apply-person.ts';
import { bookCash, stayFor } from './cash.ts';
import type { Place, StayRow } from './cash.ts';
import type { Body, TakenEntry } from './journal.ts';
import { mustMay } from './may.ts';

/** The outcome of an entry. `dueFen` is the amount due for the stay that the entry ended. */
export type Outcome = {
  readonly outcome: 'done' | 'refused' | 'unbooked';
  readonly reason?: string;
  readonly parkId?: string | null;
  readonly berthNo?: string | null;
  readonly plate?: string | null;
  readonly amountFen?: number;
  readonly surplusFen?: number;
  readonly waivedFen?: number;
  readonly stayId?: string | null;
  readonly dueFen?: number | null;
  readonly owedFen?: number | null;
  readonly state?: string;
  /** Of a clock: whether it was made at the workplace. */
  readonly place?: string;
  readonly workNo?: string;
};

type Claimed = 'plate' | 'present' | 'absent' | 'leave';
const claims: Readonly<Record<Exclude<EntryKind, 'cash' | 'patrol' | 'clock' | 'task' | 'read'>, Claimed>> = {
  plate: 'plate',
  begin: 'plate',
  present: 'present',
  absent: 'absent',
  end: 'leave',
};

const bad = (zh: string, en: string): Refused => new Refused('bad_input', {}, [{ field: 'deeds', msg: text(zh, en) }]);
const str = (body: Body, name: string, most = 200): string | null => {
  const value = body[name];
  return typeof value === 'string' && value !== '' && value.length <= most ? value : null;
};
const fen = (body: Body, name: string): number | null => {
  const value = body[name];
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
};
function idIn(body: Body, name: string): string {
  const id = str(body, name, 36)?.toLowerCase();
  if (!isId(id)) throw bad('未指明泊位', 'No berth is named');
  return id;
}

type Report = { readonly berthId: string; readonly claim: Claimed; readonly plate: string | null };

/** What an entry reports about a berth. `part` distinguishes the reports of one patrol. */
function wordOf({ entry, body, at, offline }: TakenEntry, { berthId, claim, plate }: Report, part = ''): Word {
  return {
    berthId,
    claim,
    plate,
    colour: plate === null ? null : str(body, 'colour', 20),
    picture: str(body, 'picture'),
    at,
    rawAt: entry.wallAt,
    offline,
    sourceId: entry.installation,
    seq: `${entry.seq}${part}`,
  };
}

/** @throws Refused where the person may not report this */
const mustReport = (work: Work, claim: Claimed): void =>
  mustMay(work, claim === 'leave' ? 'rdBerth:endStay' : 'rdBerth:evidence');

function record(work: Work, at: number, berth: Berth, { claim, plate }: Report): void {
  work.record({
    resource: 'rdBerth',
    action: claim === 'leave' ? 'endStay' : 'evidence',
    rowId: berth.id,
    after: { claim, plateNumber: plate, at: new Date(at).toISOString() },
    tenantId: berth.tenantId,
    companyId: berth.companyId,
    parkId: berth.parkId,
  });
}

/** One report about one berth. */
async function say(work: Work, taken: TakenEntry, berthId: string, claim: Claimed): Promise<Outcome> {
  mustReport(work, claim);
  const plate = claim === 'plate' ? str(taken.body, 'plate', 16) : null;
  if (claim === 'plate' && plate === null) throw bad('请填写车牌', 'Enter the plate');
  const report = { berthId, claim, plate };
  const { berth, bills, after } = await sayAtBerth(work, wordOf(taken, report));
  work.afterCommit(after);
  record(work, taken.at, berth, report);
  const bill = bills.find(({ stay }) => stay === taken.body['stayId']) ?? bills.at(-1) ?? null;
  return {
    outcome: 'done',
    parkId: berth.parkId,
    berthNo: berth.berthNo,
    plate: plate === null ? null : plateIdentity(plate),
    stayId: bill?.stay ?? berth.stayId,
    state: berth.state,
    ...(claim === 'leave' ? { dueFen: bill?.dueFen ?? null, owedFen: bill?.owedFen ?? null } : {}),
  };
}

/** All that was seen on a round, worked out at once. */
async function patrol(work: Work, taken: TakenEntry): Promise<Outcome> {
  const seen = taken.body['seen'];
  if (!Array.isArray(seen) || seen.length === 0 || seen.length > 100) throw bad('巡查内容为空', 'Nothing was seen');
  const reports = seen.map((each): Report => {
    const { berthId, claim } = (each ?? {}) as { berthId?: unknown; claim?: unknown };
    if (!isId(berthId) || (claim !== 'present' && claim !== 'absent')) throw bad('巡查内容有误', 'Nothing was seen');
    mustReport(work, claim);
    return { berthId, claim, plate: null };
  });
  const words = reports.map((report, nth) => wordOf(taken, report, `.${nth}`));
  const { berths, after } = await sayAtBerths(work, words);
  work.afterCommit(after);
  for (const [nth, berth] of berths.entries()) record(work, taken.at, berth, reports[nth]!);
  return { outcome: 'done', parkId: berths.at(-1)?.parkId ?? null };
}

/** When this installation first read the plate there, which no bill of its own may begin after. */
async function firstReadBy(
  db: Db,
  tenantId: number,
  { entry, at }: TakenEntry,
  berthId: string,
  plate: string,
  since: string,
): Promise<number | null> {
  const [row] = await db.raw<{ at: string | null }>(
    `SELECT min(at) AS at FROM berth_evidence WHERE tenant_id = $1 AND berth_id = $2 AND source_id = $3
     AND plate_number = $4 AND at >= $5::timestamptz - interval '1 hour' AND at <= $6
       AND raw_at >= $5::timestamptz - interval '25 hours'`,
    [tenantId, berthId, entry.installation, plate, since, new Date(at).toISOString()],
  );
  return row?.at ? Date.parse(row.at) : null;
}

/**
 * Whether the sum is the price of the tariff in force for the time the handheld knew: then nothing more is due (R18).
 */
async function wasDecided(db: Db, taken: TakenEntry, place: Place, stay: StayRow): Promise<boolean> {
  const decided = taken.body['price'] as { from?: unknown; to?: unknown; hash?: unknown; colour?: unknown } | undefined;
  const { from, to, hash, colour } = decided ?? {};
  if (!taken.offline || !Number.isSafeInteger(from) || !Number.isSafeInteger(to) || Number(to) > taken.at + 60_000)
    return false;
  const latest =
    (await firstReadBy(db, place.tenantId, taken, place.berthId, place.plate, stay.inTime)) ?? Date.parse(stay.inTime);
  if (Number(from) > latest + 60_000) return false;
  const price = kerbPrice(await kerbTariffs(db, place), {
    colour: typeof colour === 'string' ? colour : 'unknown',
    from: Number(from),
    to: Number(to),
    zoneClass: stay.zoneClass,
    bays: stay.bays ?? 1,
  });
  return price !== null && !isFeeRefusal(price) && price.hash === hash && price.totalFen === taken.body['amountFen'];
}

const nameOf = (work: Work): string => work.person.name || work.person.account;
/** Cash is booked as taken. If there is nothing to book it to, the entry is marked and waits for a person. */
async function cash(work: Work, taken: TakenEntry): Promise<Outcome> {
  const { body, at } = taken;
  mustMay(work, 'rdBerth:endStay');
  const berth = await berthThen(work, idIn(body, 'berthId'), at);
  const amountFen = fen(body, 'amountFen');
  const plate = plateIdentity(str(body, 'plate', 16) ?? '');
  if (amountFen === null || amountFen === 0) throw bad('金额有误', 'The sum is not right');
  const place = { tenantId: berth.tenantId, parkId: berth.parkId, berthId: berth.id, plate };
  const known = { parkId: berth.parkId, berthNo: berth.berthNo, plate, amountFen };
  const db = ofTenant(work.db, berth.tenantId);
  const stay = await stayFor(db, place, at);
  const unbooked: Outcome = { ...known, outcome: 'unbooked', reason: '没有对应的停车记录 / no stay to book it to' };
  if (!stay) return unbooked;
  const { booked, after } = await bookCash(db, place, stay, {
    installation: taken.entry.installation,
    seq: taken.entry.seq,
    amountFen,
    tenderedFen: fen(body, 'tenderedFen') ?? amountFen,
    drawer: await drawerFor(work, berth.tenantId, [berth.parkId]),
    by: nameOf(work),
    at,
    decided: await wasDecided(db, taken, place, stay),
  });
  work.afterCommit(after);
  if (!booked) return unbooked;
  const { surplusFen, waivedFen, restFen } = booked;
  return { ...known, outcome: 'done', stayId: stay.id, surplusFen, waivedFen, owedFen: restFen };
}

/** Does it in the caller's transaction. @throws Refused where it may not be done or names nothing */
export function applied(work: Work, taken: TakenEntry): Promise<Outcome> {
  const { kind } = taken.entry;
  if (kind === 'patrol') return patrol(work, taken);
  if (kind === 'cash') return cash(work, taken);
  if (kind === 'clock') return clocked(work, taken);
  if (kind === 'task') return taskDone(work, taken);
  if (kind === 'read') return noticeRead(work, taken);
  return say(work, taken, idIn(taken.body, 'berthId'), claims[kind]);
}
