/**
 * The price of a stay at a berth without the server: a handheld prices by the same engine, from what it was given
 * (R18).
 */
import { versionAt } from '../fee/in-force.ts';
import type { InForce } from '../fee/in-force.ts';
import type { Holidays } from '../fee/day-plan.ts';
import { inputsOf } from '../fee/inputs.ts';
import { knownAtGate } from '../fee/known.ts';
import { price } from '../fee/price.ts';
import { isFeeRefusal } from '../fee/types.ts';
import type { BillLine, FeeRefusal, FeeRule } from '../fee/types.ts';
import { MINUTE } from '../time/zone.ts';
import type { Instant } from './types.ts';

export type KerbRule = InForce & {
  readonly id: string;
  readonly rule: FeeRule;
  /** SHA-256 of the rule, so that both sides know that they price by the same. */
  readonly hash: string;
};

/** What a lot prices temporary cars by. */
export type KerbTariffs = {
  readonly zone: string;
  readonly calendar: Holidays;
  readonly freezeAt: 'entry' | 'exit';
  readonly models: readonly {
    readonly id: string;
    readonly carKind: string;
    readonly plateColours: readonly string[];
    readonly isDefault: boolean;
  }[];
  readonly rules: readonly KerbRule[];
};

export type KerbCar = {
  readonly colour: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly zoneClass: string | null;
  readonly bays: number;
};

export type KerbPrice = {
  /** Null where the lot has no tariff and charges nothing. */
  readonly tariff: string | null;
  readonly hash: string | null;
  readonly totalFen: number;
  readonly lines: readonly BillLine[];
};

/** Null where the tariff needs more than a handheld knows: earlier visits, events. The server prices those. */
export function kerbPrice(tariffs: KerbTariffs, car: KerbCar): KerbPrice | FeeRefusal | null {
  const { zone, calendar, freezeAt, models, rules } = tariffs;
  const { colour, from, to, zoneClass, bays } = car;
  const model = models.find((each) => each.plateColours.includes(colour)) ?? models.find((each) => each.isDefault);
  const found = versionAt(rules, model?.id ?? null, freezeAt === 'entry' ? from : to);
  if (!found) return { tariff: null, hash: null, totalFen: 0, lines: [] };
  const inputs = inputsOf(found.rule);
  if (inputs.earlier || inputs.events.length > 0) return null;
  const known = knownAtGate({ colour, area: null, from, to });
  const priced = price(
    found.rule,
    { inAt: from, outAt: Math.max(from, to), ...(model ? { carKind: model.carKind } : {}) },
    { zone, calendar, ...known, values: { ...known.values, bays, ...(zoneClass ? { zone: zoneClass } : {}) } },
  );
  return isFeeRefusal(priced)
    ? priced
    : { tariff: found.id, hash: found.hash, totalFen: priced.totalFen, lines: priced.lines };
}

/**
 * When a car is charged from that is read at `readAt`, as far as a handheld knows: from when its berth was taken, where
 * that was seen, but no further back than a plate reaches.
 */
export const chargedFrom = (readAt: Instant, occupiedSince: Instant | null, maxBackMinutes: number): Instant =>
  occupiedSince === null ? readAt : Math.max(Math.min(occupiedSince, readAt), readAt - maxBackMinutes * MINUTE);
