/** What a batch speaks of, and so has to find loaded. */
import { ticketIn } from '#domain/plate/ticket.ts';
import type { AttendEvent, LaneState, LotEvent, Phase } from '#domain/lane/types.ts';

/**
 * What the batch speaks of. `passings`: vehicles that may have left their lane already. `present`: all cars inside,
 * because a text may mean any of them.
 */
export type Need = {
  readonly plates: readonly string[];
  readonly stayIds: readonly string[];
  readonly orderIds: readonly string[];
  readonly lanes: readonly string[];
  readonly devices: readonly string[];
  readonly passings: readonly { readonly lane: string; readonly passing: number; readonly at: number }[];
  readonly earliest: number;
  readonly present: boolean;
  /** Since when (epoch ms) visits of the plates are counted by a tariff; Infinity where none are. */
  readonly visits: number;
  /** Lanes of which a vehicle is spoken, not only the barrier. */
  readonly moving: readonly string[];
};

export const noNeed: Need = {
  plates: [],
  stayIds: [],
  orderIds: [],
  lanes: [],
  devices: [],
  passings: [],
  earliest: Number.POSITIVE_INFINITY,
  present: false,
  visits: Number.POSITIVE_INFINITY,
  moving: [],
};

/**
 * Thrown by a question that what was loaded cannot answer; nothing was written yet, so the batch is begun again with
 * more.
 */
export class NeedsMore extends Error {
  readonly need: Partial<Need>;
  constructor(need: Partial<Need>) {
    super('more of the lot has to be loaded');
    this.need = need;
  }
}

export const unique = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null && value !== undefined && value !== '')),
];

/** Texts, ids and lanes that events speak of. */
export function needOf(events: readonly LotEvent[]): Need {
  const attends = events.filter((event): event is AttendEvent => event.kind === 'attend');
  const picks = attends.flatMap((event) => (event.act.action === 'pick' ? [event.act] : []));
  return {
    plates: unique([
      ...events.map((event) => (event.kind === 'plate' || event.kind === 'happened' ? event.plate : null)),
      ...events.map((event) => (event.kind === 'scan' ? ticketIn(event.payCode) : null)),
      ...picks.map((pick) => pick.plate),
    ]),
    stayIds: unique(picks.map((pick) => pick.stay)),
    orderIds: unique(events.map((event) => ('order' in event ? event.order : null))),
    lanes: unique(events.map((event) => event.lane)),
    devices: unique(events.map((event) => event.device)),
    passings: attends.map(({ lane, passing, at }) => ({ lane, passing, at })),
    present: false,
    visits: Number.POSITIVE_INFINITY,
    moving: unique(events.filter(({ kind }) => kind !== 'gate' && kind !== 'remote').map((event) => event.lane)),
    earliest: events.reduce((least, event) => Math.min(least, event.at), Number.POSITIVE_INFINITY),
  };
}

export function together(...needs: readonly Partial<Need>[]): Need {
  const all = needs.map((need) => ({ ...noNeed, ...need }));
  return {
    plates: unique(all.flatMap((need) => need.plates)),
    stayIds: unique(all.flatMap((need) => need.stayIds)),
    orderIds: unique(all.flatMap((need) => need.orderIds)),
    lanes: unique(all.flatMap((need) => need.lanes)),
    devices: unique(all.flatMap((need) => need.devices)),
    passings: all.flatMap((need) => need.passings),
    earliest: Math.min(...all.map((need) => need.earliest)),
    visits: Math.min(...all.map((need) => need.visits)),
    present: all.some((need) => need.present),
    moving: unique(all.flatMap((need) => need.moving)),
  };
}

/** What the vehicles in the lanes are at, also those beside them that late events speak of. */
export const phasesOf = (lanes: Iterable<LaneState>): Exclude<Phase, { name: 'idle' }>[] =>
  [...lanes]
    .flatMap((lane) => [lane.phase, ...lane.ahead, ...(lane.late ? [lane.late.phase, ...lane.late.ahead] : [])])
    .filter((phase): phase is Exclude<Phase, { name: 'idle' }> => phase.name !== 'idle');

/**
 * What the vehicles in the lanes and the words that wait for one speak of: they were read in an earlier batch and move
 * on in this one.
 */
export function needOfLanes(lanes: readonly LaneState[]): Need {
  const phases = phasesOf(lanes);
  const settling = phases.flatMap((phase) => ('settling' in phase ? [phase.settling] : []));
  return together(needOf(lanes.flatMap((lane) => lane.early)), {
    plates: phases.flatMap((phase) => [phase.vehicle.plate, 'grant' in phase ? phase.grant.plate : '']),
    stayIds: unique(settling.flatMap(({ stay, claims, quote }) => [stay, claims, quote.stay])),
    orderIds: settling.map(({ order }) => order),
    earliest: Math.min(Number.POSITIVE_INFINITY, ...phases.map((phase) => phase.vehicle.at)),
  });
}

export const day = 86_400_000;

/** Since when (epoch ms) the stays of the plates spoken of are all there. */
export const wholeSince = ({ earliest, visits }: Need): number =>
  Number.isFinite(earliest) ? Math.min(earliest - 2 * day, visits) : 0;
