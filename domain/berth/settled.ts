/**
 * Rule 7: a final bill is not changed by evidence. What contradicts it becomes an exception, or a stay that
 * continues it.
 */
import { sameCar } from './readings.ts';
import { heldTo } from './stays.ts';
import type {
  BerthMove,
  BerthParameters,
  BerthStay,
  Instant,
  SettledStay,
  SettlementException,
  StayTimes,
} from './types.ts';

/**
 * What is held against the evidence of each berth a car stood on: of one that did not move, its stay. Where the row was
 * begun for a car that came later than the one it was billed for, all that was billed is taken.
 */
export function settledStays(
  stay: Pick<SettledStay, 'id' | 'berthId' | 'plate' | 'beginTime' | 'inTime' | 'outTime'> & {
    readonly moves: readonly BerthMove[];
  },
): SettledStay[] {
  const { id, berthId, plate, beginTime, inTime, outTime, moves } = stay;
  const bill = moves.length > 0 ? { bill: { inTime, outTime } } : {};
  const begins = [{ berthId, beginTime: Math.min(beginTime, inTime), inTime }];
  for (const { berthId: to, at } of moves) begins.push({ berthId: to, beginTime: at, inTime: at });
  return begins.map((each, nth) => ({ id, plate, ...each, outTime: moves[nth]?.left ?? outTime, ...bill }));
}

const times = ({ plate, inTime, outTime }: BerthStay | SettledStay) => ({ plate, inTime, outTime });

/** Whether a bill begins and ends at this berth. */
const endsHere = ({ inTime, outTime, bill }: SettledStay): { readonly begin: boolean; readonly end: boolean } => ({
  begin: !bill || bill.inTime === inTime,
  end: !bill || bill.outTime === outTime,
});

const sharedTime = (stay: BerthStay, settled: SettledStay, until: Instant): number =>
  Math.min(heldTo(stay, until), settled.outTime) - Math.max(stay.beginTime, settled.beginTime);

const samePlate = (stay: BerthStay, settled: SettledStay): boolean =>
  settled.plate !== null && stay.plates.some((each) => sameCar(each, settled.plate!));

/** The derived stay a settled one came from: of the same car, else the one it shares most time with. */
export function matchStay(settled: SettledStay, stays: readonly BerthStay[], until: Instant): BerthStay | undefined {
  return stays
    .filter(
      (each) => each.berthId === settled.berthId && each.state !== 'voided' && sharedTime(each, settled, until) >= 0,
    )
    .sort(
      (a, b) =>
        Number(samePlate(b, settled)) - Number(samePlate(a, settled)) ||
        sharedTime(b, settled, until) - sharedTime(a, settled, until) ||
        a.beginTime - b.beginTime,
    )[0];
}

/**
 * What speaks against a bill. When a car went from one of its berths to the next changes no bill, as long as it is one
 * move.
 */
function codeOf(
  settled: SettledStay,
  stay: BerthStay | undefined,
  { moveMinutes }: BerthParameters,
): SettlementException['code'] | null {
  if (!stay) return 'no-stay';
  if (settled.plate !== null && !samePlate(stay, settled)) return 'other-plate';
  const { begin, end } = endsHere(settled);
  const differs = (a: Instant, b: Instant, exact: boolean): boolean =>
    exact ? a !== b : Math.abs(a - b) > moveMinutes * 60_000;
  if (differs(stay.inTime, settled.inTime, begin))
    return stay.inTime < settled.inTime ? 'earlier-begin' : 'later-begin';
  if (stay.outTime !== null && differs(stay.outTime, settled.outTime, end))
    return stay.outTime < settled.outTime ? 'earlier-end' : 'later-end';
  return null;
}

/** A bill's times, and what they are by the stay of this berth; of a car that moved, those of the whole bill. */
function judged(settled: SettledStay, stay: BerthStay | undefined): { before: StayTimes; after: StayTimes | null } {
  const { plate, bill } = settled;
  if (!bill) return { before: times(settled), after: stay ? times(stay) : null };
  const { begin, end } = endsHere(settled);
  const after = stay && {
    plate: stay.plate,
    inTime: begin ? stay.inTime : bill.inTime,
    outTime: end ? stay.outTime : bill.outTime,
  };
  return { before: { plate, ...bill }, after: after ?? null };
}

/**
 * What of a derived stay lies after the settled one: a stay of its own which continues it, where the car surely stood
 * on.
 */
function rest(settled: SettledStay, stay: BerthStay, parameters: BerthParameters, until: Instant): BerthStay | null {
  const over = heldTo(stay, until) - settled.outTime;
  if (!endsHere(settled).end) return null;
  if (over <= 0 || over <= parameters.stillThereMinutes * 60_000) return null;
  if (stay.provenTo <= settled.outTime) return null;
  const key = `${settled.id}+`;
  return {
    ...stay,
    key,
    beginTime: settled.outTime,
    // Where the bill before was of a car whose evidence is out of reach, this one is another, read later.
    inTime: Math.max(stay.inTime, settled.outTime),
    beginBy: stay.beginBy,
    continues: samePlate(stay, settled) ? settled.id : null,
  };
}

/** The settled stay in the words of a derived one: its times stand, its evidence is what is known today. */
function standing(settled: SettledStay, stay: BerthStay | undefined): BerthStay {
  const common = {
    key: settled.id,
    berthId: settled.berthId,
    plate: settled.plate,
    beginTime: settled.beginTime,
    inTime: settled.inTime,
    outTime: settled.outTime,
    provenTo: settled.outTime,
  };
  const state = stay && (stay.state === 'closed-inferred' || stay.state === 'closed-batch') ? stay.state : 'closed';
  if (stay) return { ...stay, ...common, state, continues: stay.continues };
  return {
    ...common,
    alsoBerths: [],
    bays: 1,
    colour: null,
    plates: settled.plate === null ? [] : [settled.plate],
    beginBy: settled.id,
    endBy: null,
    firstPlate: null,
    state,
    cameraArrival: false,
    continues: null,
    moves: [],
    blocked: null,
    evidence: [],
  };
}

/**
 * Time that a settled stay holds belongs to no other: what remains of a stay that reaches into it, or null. `settled` in
 * the order of time: what remains after one may reach into the next.
 */
function clear(stay: BerthStay, settled: readonly SettledStay[], until: Instant): BerthStay | null {
  let { beginTime, inTime, outTime } = stay;
  for (const each of settled) {
    if (beginTime < each.outTime && each.beginTime < heldTo({ outTime }, until)) {
      if (beginTime < each.beginTime) outTime = each.beginTime;
      else beginTime = each.outTime;
    }
  }
  if (outTime !== null && outTime <= beginTime && stay.outTime !== stay.beginTime) return null;
  inTime = Math.max(inTime, beginTime);
  const state = outTime !== stay.outTime && stay.state === 'open' ? 'closed-inferred' : stay.state;
  return { ...stay, beginTime, inTime, outTime, state, provenTo: Math.min(stay.provenTo, outTime ?? stay.provenTo) };
}

/** Each settled stay with the derived one it came from; one of the same car takes it before any other. */
function matched(settled: readonly SettledStay[], derived: readonly BerthStay[], until: Instant) {
  const matches = new Map<SettledStay, BerthStay>();
  const used = new Set<BerthStay>();
  for (const fits of [samePlate, () => true])
    for (const each of settled) {
      const match = matches.has(each)
        ? undefined
        : matchStay(
            each,
            derived.filter((stay) => !used.has(stay) && fits(stay, each)),
            until,
          );
      if (!match) continue;
      matches.set(each, match);
      used.add(match);
    }
  return { matches, used };
}

/**
 * The derived stay of which a bill took the rest: it begins where the bill before ends. Nothing speaks against it while
 * the stay holds the berth to its end.
 */
function restOf(settled: SettledStay, of: ReadonlyMap<SettledStay, BerthStay>, until: Instant): BerthStay | undefined {
  const [, stay] = [...of].find(([bill]) => bill !== settled && bill.outTime === settled.beginTime) ?? [];
  return stay && settled.outTime <= heldTo(stay, until) ? stay : undefined;
}

export type Kept = { readonly stays: readonly BerthStay[]; readonly exceptions: readonly SettlementException[] };

/** Holds the settled stays against what follows from the evidence today. */
export function keepSettled(
  derived: readonly BerthStay[],
  settled: readonly SettledStay[],
  parameters: BerthParameters,
  until: Instant,
): Kept {
  if (settled.length === 0) return { stays: derived, exceptions: [] };
  const kept: BerthStay[] = [];
  const exceptions: SettlementException[] = [];
  const rests: BerthStay[] = [];
  const bills = [...settled].sort(
    (a, b) => a.beginTime - b.beginTime || a.outTime - b.outTime || (a.id < b.id ? -1 : 1),
  );
  const { matches, used } = matched(bills, derived, until);
  const origins = new Map(matches);
  for (const each of bills) {
    const match = matches.get(each);
    const origin = match ?? restOf(each, origins, until);
    if (origin) origins.set(each, origin);
    const after = match ? rest(each, match, parameters, until) : null;
    if (after) rests.push(after);
    const code = match || !origin ? codeOf(each, match, parameters) : null;
    if (code && !(code === 'later-end' && after))
      exceptions.push({ code, settledId: each.id, berthId: each.berthId, ...judged(each, match) });
    kept.push(standing(each, match));
  }
  const others = [...derived.filter((stay) => !used.has(stay)), ...rests].flatMap(
    (stay) => clear(stay, bills, until) ?? [],
  );
  const byKey = new Map(derived.filter((stay) => used.has(stay)).map((stay) => [stay.key, stay]));
  const renamed = others.map((stay) => {
    const settledId =
      stay.continues !== null && byKey.has(stay.continues)
        ? kept.find(({ evidence }) => evidence === byKey.get(stay.continues!)!.evidence)?.key
        : undefined;
    return settledId ? { ...stay, continues: settledId } : stay;
  });
  return { stays: [...kept, ...renamed].sort((a, b) => a.beginTime - b.beginTime), exceptions };
}
