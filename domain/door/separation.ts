/**
 * Separation of rights: what nobody may hold at once. The answer to a broken rule is a counter-example: two doors, and
 * the first instant at which both let the person in. Only what his grants give is looked at: that a door stands open for
 * everybody is no right of his.
 */
import { reachOf } from './reach.ts';
import type { Entrance, Period, Stretch } from './reach.ts';
import type { Grant } from './decide.ts';
import type { Plan } from './plan.ts';

/** `apart`: no door of the one side while one of the other; `hours`: none of these doors while the plan is open. */
export type Separation =
  | { readonly kind: 'apart'; readonly doors: readonly string[]; readonly others: readonly string[] }
  | { readonly kind: 'hours'; readonly doors: readonly string[]; readonly hours: Plan };

/** `from <= t < until`, epoch ms; `other` is null where the rule is about hours. */
export type Conflict = Stretch & { readonly door: string; readonly other: string | null };

const plainDoor: Entrance = { into: null, fromArea: null, openPlan: null, firstCard: false };

/** What is in both, each sorted and apart. */
export function common(a: readonly Stretch[], b: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (let one = 0, other = 0; one < a.length && other < b.length;) {
    const from = Math.max(a[one]!.from, b[other]!.from);
    const until = Math.min(a[one]!.until, b[other]!.until);
    if (from < until) found.push({ from, until });
    if (a[one]!.until <= b[other]!.until) one += 1;
    else other += 1;
  }
  return found;
}

/** When both of two plans are open, sorted and apart. */
export type Meeting = (a: Plan, b: Plan) => readonly Stretch[];

/** Plans are many people's: when one is open, and when two are, is worked out once for the whole time. */
export function meetingOf(period: Period): Meeting {
  const contents = new Map<Plan, string>();
  const contentOf = (plan: Plan): string => {
    const content = contents.get(plan) ?? JSON.stringify(plan);
    contents.set(plan, content);
    return content;
  };
  const open = new Map<string, readonly Stretch[]>();
  const openAt = (plan: Plan): readonly Stretch[] => {
    const known = open.get(contentOf(plan));
    if (known) return known;
    const reach = reachOf([{ id: '', from: period.from, until: null, plan }], plainDoor, period);
    open.set(contentOf(plan), reach);
    return reach;
  };
  const both = new Map<string, readonly Stretch[]>();
  return (a, b) => {
    const key = `${contentOf(a)} ${contentOf(b)}`;
    const known = both.get(key);
    if (known) return known;
    const found = common(openAt(a), openAt(b));
    both.set(key, found);
    return found;
  };
}

/** The first of these stretches within a time, cut to it; they are sorted and apart. */
export function firstWithin(stretches: readonly Stretch[], from: number, until: number): Stretch | null {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.until <= from) low = middle + 1;
    else high = middle;
  }
  const first = stretches[low];
  if (!first || Math.max(first.from, from) >= until) return null;
  return { from: Math.max(first.from, from), until: Math.min(first.until, until) };
}

type Held = { readonly door: string; readonly grant: Grant };
const endOf = ({ until }: Grant): number => until ?? Number.POSITIVE_INFINITY;

/** The grants held at these doors, each once, with the first door it is for. */
function heldAt(doors: readonly string[], rightsAt: (door: string) => readonly Grant[]): Held[] {
  const found = new Map<Grant, Held>();
  for (const door of doors)
    for (const grant of rightsAt(door)) if (!found.has(grant)) found.set(grant, { door, grant });
  return [...found.values()];
}

/** Two plans that he holds together, `from <= t < until`; what is about hours has no other door. */
type Pair = Stretch & { readonly door: string; readonly other: string | null; readonly plans: readonly [Plan, Plan] };

function pairsOf(separation: Separation, rightsAt: (door: string) => readonly Grant[], since: number): Pair[] {
  const here = heldAt(separation.doors, rightsAt);
  if (separation.kind === 'hours')
    return here.map(({ door, grant }) => ({
      door,
      other: null,
      plans: [grant.plan, separation.hours],
      from: Math.max(grant.from, since),
      until: endOf(grant),
    }));
  const there = here.length === 0 ? [] : heldAt(separation.others, rightsAt);
  return here.flatMap(({ door, grant }) =>
    there.map((other) => ({
      door,
      other: other.door,
      plans: [grant.plan, other.grant.plan] as const,
      from: Math.max(grant.from, other.grant.from, since),
      until: Math.min(endOf(grant), endOf(other.grant)),
    })),
  );
}

/** The first conflict of one person with a rule, from an instant on; `rightsAt` are the grants he holds at a door. */
export function firstConflict(
  separation: Separation,
  rightsAt: (door: string) => readonly Grant[],
  meeting: Meeting,
  since = Number.NEGATIVE_INFINITY,
): Conflict | null {
  let first: Conflict | null = null;
  for (const { door, other, plans, from, until } of pairsOf(separation, rightsAt, since)) {
    const met = firstWithin(meeting(...plans), from, until);
    if (met && (first === null || met.from < first.from)) first = { ...met, door, other };
  }
  return first;
}

/** Every time at which he breaks it, sorted and apart. */
export function conflictTimes(
  separation: Separation,
  rightsAt: (door: string) => readonly Grant[],
  meeting: Meeting,
  since = Number.NEGATIVE_INFINITY,
): Stretch[] {
  const found = pairsOf(separation, rightsAt, since).flatMap(({ plans, from, until }) =>
    common(meeting(...plans), [{ from, until }]),
  );
  const apart: { from: number; until: number }[] = [];
  for (const { from, until } of found.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else apart.push({ from, until });
  }
  return apart;
}
