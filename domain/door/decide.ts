/**
 * Who may pass a door, and why. The first rule that says something decides. The server, a device that is cut off and a
 * later look at what happened run this same function. Leaving is never refused: whoever is known may go, and what is
 * odd about it is only written down.
 */
import { planAt } from './plan.ts';
import type { Calendar, Plan } from './plan.ts';

export const reasons = [
  'fire',
  'mode-open',
  'mode-locked',
  'unknown-credential',
  'lost-credential',
  'revoked-credential',
  'suspended',
  'left',
  'barred',
  'not-granted',
  'not-yet',
  'ended',
  'out-of-hours',
  'holiday',
  'second-factor',
  'second-person',
  'interlock',
  'area-full',
  'passed-back',
  'temperature',
  'lease-over',
] as const;
export type Reason = (typeof reasons)[number];

export type Grant = {
  readonly id: string;
  /** `from <= t < until`, epoch ms; null without an end. */
  readonly from: number;
  readonly until: number | null;
  readonly plan: Plan;
};

export type Credential = {
  readonly state: 'active' | 'lost' | 'revoked';
  readonly duress: boolean;
};

export type Passer = {
  readonly id: string;
  readonly status: 'active' | 'suspended' | 'left';
  readonly barred: boolean;
  /** May open a locked door, and starts a first-card day. */
  readonly opener: boolean;
  /** The rights he holds at this door. */
  readonly grants: readonly Grant[];
  /** The area he is in as far as anybody knows; `null` is outside, `undefined` unknown. */
  readonly area: string | null | undefined;
  /** When he last came into the area behind this door, epoch ms; null where he did not. */
  readonly cameIn: number | null;
};

export type Area = {
  readonly id: string;
  readonly antiPassback: 'off' | 'soft' | 'hard' | 'timed';
  readonly passMinutes: number;
  readonly capacity: number | null;
  readonly inside: number;
  readonly twoPerson: boolean;
};

export type Door = {
  readonly mode: 'normal' | 'open' | 'locked';
  readonly fire: boolean;
  /** The area it leads into, and the one it leads out of (null: outside). */
  readonly into: Area | null;
  readonly fromArea: string | null;
  readonly verify: 'any' | 'cardAndPin' | 'cardAndFace';
  readonly otherOpen: boolean;
  readonly tempGate: boolean;
  readonly firstCard: boolean;
  readonly openPlan: Plan | null;
  /** An opener came today already. */
  readonly firstCame: boolean;
};

export type PassageRequest = {
  readonly at: number;
  readonly zone: string;
  readonly calendar: Calendar;
  readonly reader: 'in' | 'out';
  readonly door: Door;
  /** Null: nobody knows the credential. */
  readonly credential: Credential | null;
  readonly person: Passer | null;
  /** The second factor was shown within 10 s. */
  readonly second: boolean;
  /** Another person with a right came within 20 s. */
  readonly companion: boolean;
  readonly hot: boolean;
  /** Until when a device that is cut off may use what it holds of this person; null where the server itself decides. */
  readonly lease: number | null;
};

export type Decision = {
  readonly result: 'granted' | 'refused' | 'pending';
  readonly reason: Reason | null;
  readonly cause: 'grant' | 'mode' | null;
  readonly causeId: string | null;
  /** What was let pass and is odd all the same. */
  readonly odd: readonly Reason[];
  readonly alert: 'lost' | 'barred' | 'duress' | null;
  /** The line of the table that decided, 1 to 11. */
  readonly line: number;
};

type Made = Partial<Decision> & Pick<Decision, 'line'>;
const refuse = (line: number, reason: Reason, more: Partial<Decision> = {}): Decision =>
  made({ result: 'refused', reason, line, ...more });
const ask = (line: number, reason: Reason): Decision => made({ result: 'pending', reason, line });
const grant = (line: number, more: Partial<Decision> = {}): Decision => made({ result: 'granted', line, ...more });
const made = (given: Made): Decision => ({
  result: 'granted',
  reason: null,
  cause: null,
  causeId: null,
  odd: [],
  alert: null,
  ...given,
});

/** Why this person may not hold a right at all; null where nothing is against him. */
function unfit({ credential, person }: PassageRequest): { reason: Reason; alert: Decision['alert'] } | null {
  if (credential === null || person === null) return { reason: 'unknown-credential', alert: null };
  if (credential.state === 'lost') return { reason: 'lost-credential', alert: 'lost' };
  if (credential.state === 'revoked') return { reason: 'revoked-credential', alert: null };
  if (person.status === 'left') return { reason: 'left', alert: null };
  if (person.status === 'suspended') return { reason: 'suspended', alert: null };
  return person.barred ? { reason: 'barred', alert: 'barred' } : null;
}

/** The right he passes by, or why none of his lets him: the one nearest to letting him is reported. */
function rightOf({ at, zone, calendar }: PassageRequest, grants: readonly Grant[]): Grant | Reason {
  const live = grants.filter(({ from, until }) => from <= at && (until === null || at < until));
  if (live.length === 0) {
    if (grants.some(({ from }) => at < from)) return 'not-yet';
    return grants.length > 0 ? 'ended' : 'not-granted';
  }
  const answers = live.map((each) => [each, planAt(each.plan, at, zone, calendar)] as const);
  const open = answers.find(([, answer]) => answer === 'open');
  if (open) return open[0];
  return answers.some(([, answer]) => answer === 'holiday') ? 'holiday' : 'out-of-hours';
}

/** Whether somebody in this area comes a second time without having left. */
export function passedBack(
  {
    at,
    door,
  }: {
    readonly at: number;
    readonly door: {
      readonly into: Pick<Area, 'antiPassback' | 'passMinutes'> | null;
      readonly fromArea: string | null;
    };
  },
  person: Pick<Passer, 'area' | 'cameIn'>,
): boolean {
  const area = door.into;
  if (area === null || area.antiPassback === 'off') return false;
  if (area.antiPassback === 'timed') return person.cameIn !== null && at - person.cameIn < area.passMinutes * 60_000;
  return person.area !== undefined && person.area !== door.fromArea;
}

/** Everything that is odd about who leaves; none of it keeps him. */
function oddLeaving(request: PassageRequest, person: Passer): Reason[] {
  const bad = unfit(request);
  const right = rightOf(request, person.grants);
  const here = request.door.into?.id ?? null;
  return [
    ...(bad ? [bad.reason] : []),
    ...(typeof right === 'string' ? [right] : []),
    ...(person.area !== undefined && person.area !== here ? (['passed-back'] as const) : []),
  ];
}

const standsOpen = ({ at, zone, calendar, door }: PassageRequest): boolean =>
  door.mode === 'open' ||
  (door.openPlan !== null &&
    (!door.firstCard || door.firstCame) &&
    planAt(door.openPlan, at, zone, calendar) === 'open');

/** Further conditions for a person with a right: lines 7 to 11. */
function withRight(request: PassageRequest, person: Passer, right: Grant): Decision {
  const { door, credential } = request;
  const area = door.into;
  if (door.verify !== 'any' && !request.second) return ask(7, 'second-factor');
  if (area?.twoPerson && !request.companion) return ask(7, 'second-person');
  if (door.otherOpen) return refuse(8, 'interlock');
  if (area && area.capacity !== null && person.area !== area.id && area.inside >= area.capacity)
    return refuse(8, 'area-full');
  const again = passedBack(request, person);
  if (again && area!.antiPassback !== 'soft') return refuse(9, 'passed-back');
  if (door.tempGate && request.hot) return ask(10, 'temperature');
  return grant(11, {
    cause: 'grant',
    causeId: right.id,
    odd: again ? ['passed-back'] : [],
    alert: credential?.duress ? 'duress' : null,
  });
}

/** Decides. `request` is everything that bears on it, so that the same request gets the same decision everywhere. */
export function decide(request: PassageRequest): Decision {
  const { door, person, reader, at, lease } = request;
  if (door.fire) return grant(1, { cause: 'mode', reason: 'fire' });
  if (reader === 'out' && person !== null)
    return grant(2, { cause: 'grant', odd: oddLeaving(request, person), alert: unfit(request)?.alert ?? null });
  if (door.mode === 'locked' && !person?.opener) return refuse(3, 'mode-locked');
  if (standsOpen(request)) return grant(3, { cause: 'mode', reason: 'mode-open' });
  const bad = unfit(request);
  if (bad) return refuse(4, bad.reason, { alert: bad.alert });
  if (lease !== null && at >= lease) return refuse(6, 'lease-over');
  const right = rightOf(request, person!.grants);
  if (typeof right === 'string') return refuse(6, right);
  return withRight(request, person!, right);
}
