/**
 * Stays that concern several berths of a section: moves, cars on two berths, cars over the line, a plate read
 * elsewhere.
 */
import { inMilliseconds } from './scene.ts';
import { heldTo } from './stays.ts';
import { isReading, sameCar } from './readings.ts';
import { ordered } from './order.ts';
import { settleBerth } from './settle.ts';
import type { BerthStay, BerthWarning, Evidence, SectionInput, Settlement, Spell } from './types.ts';

/** Neighbours whose sensors change within this time may feel one car. */
const LINE_MS = 5_000;

/** A stay that became part of another one. */
type Joined = { readonly stays: readonly BerthStay[]; readonly into: ReadonlyMap<string, string> };

const keyOf = ({ berthId, key }: Pick<BerthStay, 'berthId' | 'key'>): string => `${berthId} ${key}`;

/** Berths a person or camera linked for a plate: there it stands on both. */
function linked(evidence: readonly Evidence[], plate: string, a: string, b: string): boolean {
  return evidence.some(
    (each) =>
      each.plate === plate && ((each.berthId === a && each.alsoOf === b) || (each.berthId === b && each.alsoOf === a)),
  );
}

/** What a person or camera linked to another berth: rare among all the evidence of a section. */
const linksOf = (evidence: readonly Evidence[]): Evidence[] => evidence.filter(({ alsoOf }) => alsoOf !== null);

/**
 * Rule "a plate with an open stay is read elsewhere": the new reading says at the old berth that the car is not there.
 * An occupied sensor contradicts it, as it would contradict a driver; where a sensor saw the car leave it says nothing.
 */
function readElsewhere(evidence: readonly Evidence[]): Evidence[] {
  const links = linksOf(evidence);
  const byPlate = Map.groupBy(evidence.filter(isReading), ({ plate }) => plate!);
  return [...byPlate].flatMap(([plate, readings]) => {
    const berths = [...new Set(readings.map(({ berthId }) => berthId))];
    return readings.flatMap((reading) =>
      berths
        .filter((berthId) => berthId !== reading.berthId && !linked(links, plate, berthId, reading.berthId))
        .map((berthId): Evidence => ({
          ...reading,
          berthId,
          source: 'driver',
          claim: 'absent',
          picture: null,
          elsewhere: true,
        })),
    );
  });
}

/** Rule 6, two berths: the added berth's stay is part of the one it was added to, and both berths are billed on it. */
function joinTwoBerths(stays: readonly BerthStay[], evidence: readonly Evidence[], until: number): Joined {
  const into = new Map<string, string>();
  const added = new Map<string, BerthStay[]>();
  const links = linksOf(evidence);
  for (const stay of stays) {
    const link = links.find((each) => each.berthId === stay.berthId && stay.evidence.includes(each.id));
    const main =
      link &&
      stays.find(
        (each) =>
          each.berthId === link.alsoOf &&
          each.plate === stay.plate &&
          each.plate !== null &&
          each.beginTime <= link.at &&
          link.at <= heldTo(each, until),
      );
    if (!main) continue;
    into.set(keyOf(stay), keyOf(main));
    added.set(keyOf(main), [...(added.get(keyOf(main)) ?? []), stay]);
  }
  const joined = stays
    .filter((each) => !into.has(keyOf(each)))
    .map((each) => {
      const others = added.get(keyOf(each)) ?? [];
      const alsoBerths = [...new Set(others.map(({ berthId }) => berthId))].sort();
      return { ...each, alsoBerths, bays: 1 + alsoBerths.length };
    });
  return { stays: joined, into };
}

const near = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= LINE_MS;

/**
 * Rule "neighbours change within 5 s, one plate": the berth with the plate has the stay, the other is felt over the
 * line.
 */
function joinOverTheLine(stays: readonly BerthStay[], order: readonly string[]): Joined & { warnings: BerthWarning[] } {
  const into = new Map<string, string>();
  const warnings: BerthWarning[] = [];
  const places = new Map(order.map((berthId, place) => [berthId, place]));
  const read = Map.groupBy(
    stays.filter(({ plate }) => plate !== null),
    ({ berthId }) => berthId,
  );
  for (const stay of stays.filter(({ plate, state }) => plate === null && state !== 'voided')) {
    const place = places.get(stay.berthId)!;
    const beside = [order[place - 1], order[place + 1]].flatMap((berthId) => (berthId && read.get(berthId)) || []);
    const main = beside.find((each) => near(each.beginTime, stay.beginTime) && near(each.outTime, stay.outTime));
    if (!main) continue;
    into.set(keyOf(stay), keyOf(main));
    warnings.push({
      code: 'W-OVERLINE',
      berthId: stay.berthId,
      at: stay.beginTime,
      stay: main.key,
      evidence: [main.beginBy, stay.beginBy],
    });
  }
  return { stays: stays.filter((each) => !into.has(keyOf(each))), into, warnings };
}

/** Where the stay stands at its end: on the berth of its last move. */
const lastBerth = ({ berthId, moves }: BerthStay): string => moves.at(-1)?.berthId ?? berthId;

function moved(before: BerthStay, after: BerthStay): BerthStay {
  return {
    ...before,
    outTime: after.outTime,
    provenTo: after.provenTo,
    endBy: after.endBy,
    state: after.state,
    plates: [...new Set([...before.plates, ...after.plates])],
    alsoBerths: [...new Set([...before.alsoBerths, ...after.alsoBerths])].sort(),
    bays: Math.max(before.bays, after.bays),
    blocked: before.blocked ?? after.blocked,
    moves: [...before.moves, { left: before.outTime!, at: after.inTime, berthId: after.berthId }, ...after.moves],
    evidence: [...before.evidence, ...after.evidence],
  };
}

/**
 * Rule 6, moves: the same plate on another berth of the section soon after is one stay; a settled one is continued. The
 * parts of one bill are one stay again.
 */
function joinMoves(stays: readonly BerthStay[], settled: ReadonlySet<string>, limit: number): Joined {
  const into = new Map<string, string>();
  const kept: BerthStay[] = [];
  for (const stay of [...stays].sort((a, b) => a.inTime - b.inTime || (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const bill = settled.has(stay.key) ? kept.findIndex(({ key }) => key === stay.key) : -1;
    if (bill >= 0) {
      kept[bill] = moved(kept[bill]!, stay);
      continue;
    }
    const nth = kept.findLastIndex(
      (each) =>
        each.plate !== null &&
        stay.plate !== null &&
        each.outTime !== null &&
        each.outTime <= stay.inTime &&
        stay.inTime - each.outTime <= limit &&
        lastBerth(each) !== stay.berthId &&
        each.state !== 'closed-batch' &&
        sameCar(each.plate, stay.plate),
    );
    const before = kept[nth];
    if (!before || settled.has(stay.key)) kept.push(stay);
    else if (settled.has(before.key)) kept.push({ ...stay, continues: before.key });
    else {
      kept[nth] = moved(before, stay);
      into.set(keyOf(stay), keyOf(before));
    }
  }
  return { stays: kept, into };
}

/** A car in two places: the older stay is suspect, a person decides. */
function markSuspects(stays: readonly BerthStay[], until: number): { stays: BerthStay[]; warnings: BerthWarning[] } {
  const warnings: BerthWarning[] = [];
  const byPlate = Map.groupBy(stays, ({ plate }) => plate);
  const marked = stays.map((stay) => {
    const alike = stay.plate === null ? [] : byPlate.get(stay.plate)!;
    const other = alike.find(
      (each) =>
        each !== stay &&
        each.berthId !== stay.berthId &&
        stay.beginTime <= each.beginTime &&
        each.firstPlate !== null &&
        each.firstPlate.at < heldTo(stay, until),
    );
    if (!other) return stay;
    warnings.push({
      code: 'W-SUSPECT',
      berthId: stay.berthId,
      at: other.firstPlate!.at,
      stay: stay.key,
      evidence: [stay.beginBy, other.firstPlate!.id],
    });
    return { ...stay, state: 'suspect' as const };
  });
  return { stays: marked, warnings };
}

/** Spells name the stay that theirs became part of. */
function renamed(spells: readonly Spell[], into: ReadonlyMap<string, string>): Spell[] {
  return spells.map((spell) => {
    if (spell.stay === null) return spell;
    let key = `${spell.berthId} ${spell.stay}`;
    for (let next = into.get(key); next !== undefined; next = into.get(key)) key = next;
    return { ...spell, stay: key.slice(key.indexOf(' ') + 1) };
  });
}

/** Settles a whole section. `berths` in street order: neighbours are those beside each other. */
export function settleSection(input: SectionInput): Settlement {
  const { berths, until, parameters } = input;
  const evidence = ordered(input.evidence);
  const byBerth = Map.groupBy([...evidence, ...readElsewhere(evidence)], ({ berthId }) => berthId);
  const bindings = Map.groupBy(input.bindings, ({ berthId }) => berthId);
  const bills = Map.groupBy(input.settled, ({ berthId }) => berthId);
  const results = berths.map(({ berthId, closures, from }) =>
    settleBerth({
      ...input,
      berthId,
      closures,
      from: from ?? input.from,
      evidence: byBerth.get(berthId) ?? [],
      bindings: bindings.get(berthId) ?? [],
      settled: bills.get(berthId) ?? [],
    }),
  );
  const settled = new Set(input.settled.map(({ id }) => id));
  const order = input.order ?? berths.map(({ berthId }) => berthId);
  const both = joinTwoBerths(
    results.flatMap(({ stays }) => stays),
    evidence,
    until,
  );
  const line = joinOverTheLine(both.stays, order);
  const moves = joinMoves(line.stays, settled, inMilliseconds(parameters).move);
  const suspects = markSuspects(moves.stays, until);
  const into = new Map([...both.into, ...line.into, ...moves.into]);
  return {
    spells: results.flatMap(({ spells }) => renamed(spells, into)),
    stays: suspects.stays,
    exceptions: results.flatMap(({ exceptions }) => exceptions),
    warnings: [...results.flatMap(({ warnings }) => warnings), ...line.warnings, ...suspects.warnings].sort(
      (a, b) => a.at - b.at || (a.berthId < b.berthId ? -1 : 1),
    ),
    faults: results.flatMap(({ faults }) => faults),
  };
}
