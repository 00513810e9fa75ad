/** The invariants of the roadside (R9 to R22), read from the server's own calls after a world was played. */
import { MINUTE, SECOND } from './truth.ts';
import type { StayRow } from './billed.ts';
import type { Noted } from './handheld.ts';
import type { EvidenceRow, Figures } from './figures.ts';
import type { Played } from './world.ts';

export type Rule = {
  readonly rule: string;
  readonly what: string;
  readonly looked: number;
  readonly wrong: readonly string[];
};

const MAX_BACK = 30 * MINUTE;
/** Claims within it may be of one arrival (`pairMinutes`). */
const PAIR = 15 * MINUTE;
const sum = (list: readonly number[]): number => list.reduce((all, each) => all + each, 0);
const ms = (at: string): number => Date.parse(at);

/** Instants that evidence names: its own, and that since which a sensor was in the state it reports. */
const timesOf = ({ at, sinceSeconds }: EvidenceRow): number[] =>
  sinceSeconds === null ? [ms(at)] : [ms(at), ms(at) - sinceSeconds * SECOND];

/**
 * R9: between first and last evidence, and no longer before the first plate than it reaches back, unless a camera saw
 * the car come. A person may have read it before the sensor felt it: then the sensor's time is that of the arrival. A stay
 * that continues another of the same plate is proven by the plate of that one.
 */
export function withinEvidence({ stays, evidence }: Pick<Figures, 'stays' | 'evidence'>): Rule {
  const byBerth = Map.groupBy(evidence, ({ berthId }) => berthId);
  const billed = stays.filter(
    ({ kind, outTime, receivableFen }) => kind !== 'unidentified' && outTime && receivableFen > 0,
  );
  const byId = new Map(stays.map((stay) => [stay.recordId, stay]));
  /** Where the time of the same car begins: a stay may continue one whose bill was final already. */
  const beginOf = (stay: StayRow): number =>
    Math.min(
      ...chainOf(byId, stay.recordId)
        .filter(({ plateNumber }) => plateNumber === stay.plateNumber)
        .map(({ beginTime, inTime }) => Math.min(ms(beginTime), ms(inTime))),
    );
  const wrong = billed.filter((stay) => {
    const [from, to] = [ms(stay.inTime), ms(stay.outTime!)];
    const own = byBerth.get(stay.berthId) ?? [];
    const since = Math.min(ms(stay.beginTime), from);
    const near = own.flatMap(timesOf).filter((at) => at >= since - SECOND && at <= to + SECOND);
    const proven = Math.min(...near) <= from + SECOND && to - SECOND <= Math.max(...near);
    const plates = own.filter(
      ({ plateNumber, at }) =>
        plateNumber === stay.plateNumber && ms(at) >= beginOf(stay) - PAIR && ms(at) <= to + SECOND,
    );
    const first = Math.min(...plates.map(({ at }) => ms(at)));
    return !proven || (stay.beginBy !== 'camera' && first - from > MAX_BACK + SECOND);
  });
  return {
    rule: 'R9',
    what: 'billed between evidence, at most 30 min before the plate',
    looked: billed.length,
    wrong: wrong.map(({ plateNumber, inTime, outTime }) => `${plateNumber} ${inTime} ${outTime}`),
  };
}

/** R11: one state of a berth at an instant, one open stay at most. */
function oneState({ spells, stays }: Figures): Rule {
  const wrong = [...Map.groupBy(spells, ({ berthId }) => berthId).values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => ms(a.fromTime) - ms(b.fromTime));
    return sorted.slice(1).flatMap((next, nth) => {
      const { toTime } = sorted[nth]!;
      return toTime === null || ms(toTime) > ms(next.fromTime) ? [`${next.berthId} ${next.fromTime}`] : [];
    });
  });
  const open = Map.groupBy(
    stays.filter(({ outTime, status }) => outTime === null && status === 'open'),
    ({ berthId }) => berthId,
  );
  return {
    rule: 'R11',
    what: 'one state and one open stay of a berth',
    looked: spells.length,
    wrong: [
      ...wrong,
      ...[...open].flatMap(([berth, own]) => (own.length > 1 ? [`${berth}: ${own.length} open stays`] : [])),
    ],
  };
}

/** R12, R13: what orders are left owing is what the debts and the ledger hold. */
function debtsAgree({ escapes, stays, checks }: Figures): Rule[] {
  const owed = sum(stays.map(({ outstandingFen }) => outstandingFen));
  const debts = sum(escapes.map(({ outstandingFen }) => outstandingFen));
  const parts = escapes.filter(
    ({ owedFen, paidFen, cancelledFen, writtenOffFen, outstandingFen }) =>
      owedFen !== paidFen + cancelledFen + writtenOffFen + outstandingFen ||
      Math.min(owedFen, paidFen, cancelledFen, writtenOffFen, outstandingFen) < 0,
  );
  return [
    {
      rule: 'R12',
      what: 'orders left owing, arrears account and debts',
      looked: escapes.length,
      wrong: [
        ...(owed === debts ? [] : [`stays owe ${owed} fen, debts ${debts}`]),
        ...checks.flatMap((check) => (check.right ? [] : [JSON.stringify(check).slice(0, 300)])),
      ],
    },
    {
      rule: 'R13',
      what: 'owed = paid + cancelled + written off + outstanding',
      looked: escapes.length,
      wrong: parts.map(({ escapeNo }) => escapeNo),
    },
  ];
}

/** R14: the parts of a payment of several debts are its sum. */
const partsSum = ({ collections }: Figures): Rule => ({
  rule: 'R14',
  what: 'parts of a collection sum to its trade',
  looked: collections.length,
  wrong: collections
    .filter(
      ({ items, amountFen, parts }) =>
        parts && (parts.length !== items || sum(parts.map((part) => part.amountFen)) !== amountFen),
    )
    .map(({ collectionNo }) => collectionNo),
});

/**
 * R15: nobody receives a notice within the term, nor for what is settled, in doubt or under appeal; a refused appeal
 * moved the term by its length.
 */
export function noticesDue(
  { notices, escapes }: Pick<Figures, 'notices' | 'escapes'>,
  { holds }: Pick<Played, 'holds'>,
): Rule {
  const debts = new Map(escapes.map((escape) => [escape.recordId, escape]));
  const held = Map.groupBy(holds, ({ escapeId }) => escapeId);
  const isWrong = (id: string, at: number): boolean => {
    const debt = debts.get(id);
    if (!debt) return false;
    const own = held.get(id) ?? [];
    const moved = sum(own.filter(({ from }) => from > at).map(({ from, to }) => to - from));
    return (
      ms(debt.dueTime) - moved > at + SECOND ||
      (debt.endTime !== null && ms(debt.endTime) < at) ||
      debt.blocked ||
      own.some(({ from, to }) => from <= at && at < to)
    );
  };
  const wrong = notices.flatMap(({ at, plateNumber, escapeIds }) =>
    (escapeIds ?? '')
      .split(',')
      .filter((id) => isWrong(id, ms(at)))
      .map((id) => `${plateNumber} ${at} ${id}`),
  );
  return {
    rule: 'R15',
    what: `no notice in term, of settled, doubtful or appealed debts (${holds.length} appeals)`,
    looked: notices.length,
    wrong,
  };
}

const voided = ({ stays, escapes }: Figures): Rule => {
  const gone = new Set(stays.filter(({ status }) => status === 'voided').map(({ recordId }) => recordId));
  return {
    rule: 'R16',
    what: 'a voided stay owes nothing',
    looked: gone.size,
    wrong: escapes
      .filter(({ stayId, outstandingFen }) => gone.has(stayId) && outstandingFen > 0)
      .map(({ escapeNo }) => escapeNo),
  };
};

/** What a collector reports of a berth; cash reports nothing of it. */
const isWord = ({ kind }: Noted): boolean => kind === 'plate' || kind === 'absent' || kind === 'end';

/** R17: each entry once, at the true time it was done, whatever its clock showed and whenever it came. */
function journals({ evidence, entries }: Figures, { collectors }: Played): Rule {
  const words = Map.groupBy(
    evidence.filter(({ userId }) => userId),
    ({ userId }) => userId!,
  );
  const wrong = collectors.flatMap(({ handheld: { worker, noted, faults } }) => {
    const own = words.get(worker.id) ?? [];
    const claims = noted.filter(isWord);
    const times = new Set(own.map(({ at }) => Math.round(ms(at) / SECOND)));
    const missing = claims.filter(({ at }) => ![-1, 0, 1].some((off) => times.has(Math.round(at / SECOND) + off)));
    const kept = entries.get(worker.deviceId) ?? 0;
    return [
      ...(faults.length > 0 ? [`${worker.name}: ${faults.length} faults of the journal`] : []),
      ...(kept === noted.length ? [] : [`${worker.name}: ${kept} entries kept of ${noted.length}`]),
      ...(own.length === claims.length ? [] : [`${worker.name}: ${own.length} words of ${claims.length}`]),
      ...missing.map(({ kind, at }) => `${worker.name}: ${kind} of ${new Date(at).toISOString()} at another time`),
    ];
  });
  return {
    rule: 'R17',
    what: 'each entry of a handheld once, at its true time',
    looked: sum(collectors.map(({ handheld }) => handheld.noted.length)),
    wrong,
  };
}

/** A stay and those it continues: one time of one car, on several bills. */
function chainOf(byId: ReadonlyMap<string, StayRow>, stayId: string | null | undefined): StayRow[] {
  const stay = stayId ? byId.get(stayId) : undefined;
  return stay ? [stay, ...chainOf(byId, stay.continues)] : [];
}

/** R18: who paid offline what the tariff required owes no more. */
function decidedOffline({ stays }: Figures, { collectors }: Played): Rule {
  const byId = new Map(stays.map((stay) => [stay.recordId, stay]));
  const taken = collectors.flatMap(({ handheld: { noted, results } }) => {
    const offline = new Set(noted.filter((entry) => entry.offline && entry.kind === 'cash').map(({ seq }) => seq));
    return results.filter(({ seq, outcome }) => offline.has(seq) && outcome === 'done');
  });
  return {
    rule: 'R18',
    what: 'who paid by the tariff offline owes nothing',
    looked: taken.length,
    wrong: taken.flatMap(({ stayId }) =>
      chainOf(byId, stayId).flatMap(({ plateNumber, outstandingFen }) =>
        outstandingFen > 0 ? [`${plateNumber} owes ${outstandingFen}`] : [],
      ),
    ),
  };
}

/** An arm goes up this long after something moved at the earliest, and not so long after it was ordered. */
const QUIET = 30 * SECOND;

/**
 * R19: no arm goes up near a movement, nor later than its order holds, and none is ordered up for a person who asks for
 * it then.
 */
export function armsQuiet(
  { commands, evidence }: Pick<Figures, 'commands' | 'evidence'>,
  { arms, site }: Pick<Played, 'arms' | 'site'>,
): Rule {
  const berths = new Map(
    site.sections.flatMap(({ locks, berths: own }) => locks.map(({ id }, nth) => [id, own[nth]!.id] as const)),
  );
  const moves = Map.groupBy(
    evidence.filter(({ source, claim }) => source === 'lock' && (claim === 'arrive' || claim === 'leave')),
    ({ berthId }) => berthId,
  );
  const moved = (lockId: string, from: number, to: number): boolean =>
    (moves.get(berths.get(lockId) ?? '') ?? []).some(({ at }) => from < ms(at) && ms(at) <= to);
  const raises = commands.filter(({ payload }) => payload?.do === 'raise');
  const wrong = [
    ...raises
      .filter(
        ({ deviceId, time, validUntil }) =>
          ms(validUntil) - ms(time) > QUIET || moved(deviceId, ms(time) - QUIET, ms(time)),
      )
      .map(({ deviceId, time }) => `${deviceId} ordered up at ${time}`),
    ...arms.turns
      .filter(({ lockId, to, at, until }) => to === 'raise' && (at > until || moved(lockId, at - QUIET, at)))
      .map(({ lockId, at }) => `${lockId} went up at ${new Date(at).toISOString()}`),
    ...arms.requests
      .filter(({ near, accepted }) => near && accepted)
      .map(({ lockId, at }) => `${lockId} accepted a raise at ${new Date(at).toISOString()}`),
  ];
  return {
    rule: 'R19',
    what: 'no arm goes up late, or within 30 s of a movement',
    looked: raises.length + arms.requests.filter(({ near }) => near).length,
    wrong,
  };
}

/** R21: the four times fill the window of every section and day. */
function timesFill({ rates }: Figures, { site, truth }: Played): Rule {
  const counts = new Map(site.sections.map(({ id, berths }) => [id, berths.length]));
  const whole = rates.filter(({ day }) => Date.parse(`${day}T00:00:00+08:00`) >= truth.start);
  const wrong = whole.filter((row) => {
    const { sectionId, occupiedSeconds, freeSeconds, unknownSeconds, closedSeconds } = row;
    const window = counts.get(sectionId)! * 86_400;
    return Math.abs(occupiedSeconds + freeSeconds + unknownSeconds + closedSeconds - window) > counts.get(sectionId)!;
  });
  return {
    rule: 'R21',
    what: 'occupied + free + unknown + closed = window',
    looked: whole.length,
    wrong: wrong.map(({ day, sectionId }) => `${day} ${sectionId}`),
  };
}

/** R22: every message that was acknowledged is a row of evidence, and none is gone. */
function nothingGone({ evidence }: Figures, played: Played): Rule {
  const { tally, collectors } = played;
  const words = sum(collectors.map(({ handheld }) => handheld.noted.filter(isWord).length));
  const expected = tally.acknowledged + words;
  return {
    rule: 'R22',
    what: 'each message and word is one row of evidence',
    looked: expected,
    wrong: evidence.length === expected ? [] : [`${evidence.length} rows of evidence, ${expected} sent`],
  };
}

/** Sums that a repeated message must not change (R10). */
export const sumsOf = (stays: readonly StayRow[]): string =>
  JSON.stringify([
    stays.length,
    sum(stays.map(({ receivableFen }) => receivableFen)),
    sum(stays.map(({ inTime, outTime }) => (outTime ? ms(outTime) - ms(inTime) : 0))),
  ]);

export const rulesOf = (figures: Figures, played: Played, again: string): Rule[] => [
  withinEvidence(figures),
  {
    rule: 'R10',
    what: 'the same messages again, in another order: same stays and money',
    looked: played.kept.length,
    wrong: again === sumsOf(figures.stays) ? [] : [`${sumsOf(figures.stays)} before, ${again} after`],
  },
  oneState(figures),
  ...debtsAgree(figures),
  partsSum(figures),
  noticesDue(figures, played),
  voided(figures),
  journals(figures, played),
  decidedOffline(figures, played),
  ...(played.site.sections.some(({ locks }) => locks.length > 0) ? [armsQuiet(figures, played)] : []),
  ...(played.screens.looked > 0
    ? [{ rule: 'R20', what: 'free on a screen is free on its street', ...played.screens }]
    : []),
  timesFill(figures, played),
  nothingGone(figures, played),
];
