/**
 * Short ways to write the evidence of a working day in Shenzhen (Wednesday 12 June 2024), and its price at the class-1
 * tariff.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tariff } from '../fee/form.ts';
import { price } from '../fee/price.ts';
import { isFeeRefusal } from '../fee/types.ts';
import { parseWallTime } from '../time/format.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { settleBerth } from './settle.ts';
import type { BerthInput, BerthStay, Evidence, EvidenceClaim, Instant, SensorBinding, Settlement } from './types.ts';

const ZONE = 'Asia/Shanghai';
const { tariff } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fee/tariffs/cn-shenzhen-roadside-c1.json'), 'utf8'),
) as { readonly tariff: Tariff };

/** An instant of that day: '09:06' or '09:00:20'. */
export const clock = (text: string): Instant =>
  parseWallTime(`2024-06-12 ${text.length === 5 ? `${text}:00` : text}`, ZONE)!;

export const feeFen = (from: Instant, to: Instant, bays = 1): number => {
  const priced = price(tariff, { inAt: from, outAt: to }, { zone: ZONE, values: { bays } });
  if (isFeeRefusal(priced)) throw new Error(priced.refused);
  return priced.totalFen;
};
/** What a closed stay costs. */
export const feeOf = ({ inTime, outTime }: Pick<BerthStay, 'inTime' | 'outTime'>): number => feeFen(inTime, outTime!);

let sequence = 0;
type More = Partial<Omit<Evidence, 'at'>>;

export function evidence(at: Instant, source: Evidence['source'], claim: EvidenceClaim, more: More = {}): Evidence {
  sequence += 1;
  return {
    id: `${source}-${sequence}`,
    berthId: 'B1',
    at,
    rawAt: at,
    heardAt: at,
    source,
    claim,
    deviceId: source === 'sensor' || source === 'lock' || source === 'camera' ? `${source}1` : null,
    userId: source === 'person' ? 'collector' : null,
    plate: null,
    colour: null,
    confidence: null,
    picture: null,
    offline: false,
    changes: null,
    sinceSeconds: null,
    restarted: false,
    alsoOf: null,
    ...more,
  };
}
export const sensor = (at: string, claim: EvidenceClaim, more?: More): Evidence =>
  evidence(clock(at), 'sensor', claim, more);
export const person = (at: string, claim: EvidenceClaim, plate: string | null, more?: More): Evidence =>
  evidence(clock(at), 'person', claim, { plate, ...more });
export const camera = (at: string, claim: EvidenceClaim, plate: string | null, more?: More): Evidence =>
  evidence(clock(at), 'camera', claim, { plate, confidence: 0.97, picture: `picture-${at}`, ...more });
/** A sensor that says the same at each of the times, 'from' to 'to' every `minutes`. */
export function heartbeats(
  from: string,
  to: string,
  claim: 'present' | 'absent',
  minutes = 30,
  more?: More,
): Evidence[] {
  const list: Evidence[] = [];
  for (let at = clock(from); at <= clock(to); at += minutes * 60_000) list.push(evidence(at, 'sensor', claim, more));
  return list;
}

export const BOUND: SensorBinding = {
  deviceId: 'sensor1',
  berthId: 'B1',
  from: clock('00:00'),
  to: null,
  silentAfterMinutes: 90,
  provenFrom: clock('00:00'),
  faults: 0,
};

export const inputOf = (list: readonly Evidence[], more: Partial<BerthInput> = {}): BerthInput => ({
  berthId: 'B1',
  evidence: list,
  bindings: [BOUND],
  closures: [],
  parameters: DEFAULT_PARAMETERS,
  settled: [],
  from: clock('06:00'),
  until: clock('20:00'),
  ...more,
});
export const settle = (list: readonly Evidence[], more?: Partial<BerthInput>): Settlement =>
  settleBerth(inputOf(list, more));

/** A time of that day as a table shows it. */
export const hhmmss = (at: Instant): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(11, 19).replace(/:00$/, '');
/** [plate, in, out, state] of each stay. */
export const shown = ({ stays }: Pick<Settlement, 'stays'>): unknown[] =>
  stays.map((each) => [
    each.plate,
    hhmmss(each.inTime),
    each.outTime === null ? null : hhmmss(each.outTime),
    each.state,
  ]);
export const strip = ({ spells }: Pick<Settlement, 'spells'>): string[] =>
  spells.map(({ from, to, state }) => `${hhmmss(from)} ${state} ${hhmmss(to)}`);
