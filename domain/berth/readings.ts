/** Which cars were read at a berth, in what order, and which text of theirs wins. */
import { plateDistance } from '../plate/distance.ts';
import type { Evidence, Instant } from './types.ts';

/** A camera at least so sure is believed over a person without a picture. */
const SURE_CAMERA = 0.95;

/**
 * A source that shows the car itself by its plate. A leave that names a plate shows it too: it stood there until then.
 */
export const isReading = ({ plate, source, claim }: Evidence): boolean =>
  plate !== null && claim !== 'absent' && source !== 'sensor' && source !== 'lock' && source !== 'system';

/** One letter apart that is known to be mistaken for another. */
const oneLetterApart = (a: string, b: string): boolean => {
  const { edits, weight } = plateDistance(a, b);
  return edits === 1 && weight < 0.5;
};

export const sameCar = (a: string, b: string): boolean => a === b || oneLetterApart(a, b);

type Reading = { readonly text: string; readonly camera: number; readonly person: 'picture' | 'word' | null };

function readingsOf(evidence: readonly Evidence[]): Reading[] {
  const texts = [...new Set(evidence.map(({ plate }) => plate!))];
  return texts.map((text) => {
    const these = evidence.filter(({ plate }) => plate === text);
    const people = these.filter(({ source }) => source === 'person' || source === 'driver');
    const pictured = people.some(({ picture, source }) => picture !== null && source === 'person');
    return {
      text,
      camera: Math.max(
        0,
        ...these.filter(({ source }) => source === 'camera').map(({ confidence }) => confidence ?? 0),
      ),
      person: pictured ? 'picture' : people.length > 0 ? 'word' : null,
    };
  });
}

/** Rule "camera and person one letter apart": does the first text win over the second? */
function beats(a: Reading, b: Reading): boolean {
  if (a.camera >= SURE_CAMERA) return b.person !== 'picture' && b.camera < SURE_CAMERA;
  return a.person === 'picture' && b.person !== 'picture' && b.camera < SURE_CAMERA;
}

/**
 * The plate of a car read several times; `doubtful` where no text wins: then the first stands, and nobody is chased.
 */
export function plateOf(evidence: readonly Evidence[]): { plate: string; plates: string[]; doubtful: boolean } {
  const readings = readingsOf(evidence);
  const plates = readings.map(({ text }) => text);
  const best = readings.find((each) => readings.every((other) => other === each || beats(each, other)));
  return { plate: (best ?? readings[0]!).text, plates, doubtful: best === undefined };
}

/** Consecutive readings of one car. `first` and `last` are instants of readings. */
export type Core = {
  readonly readings: readonly Evidence[];
  readonly first: Instant;
  readonly last: Instant;
};

const coreOf = (readings: readonly Evidence[]): Core => ({
  readings,
  first: readings[0]!.at,
  last: readings.at(-1)!.at,
});

/** Whether two cores are of one car. */
export const sameCore = (a: Core, b: Core): boolean => sameCar(a.readings[0]!.plate!, b.readings[0]!.plate!);

/**
 * Readings grouped by car: another plate begins another group, and so does a departure between two readings of one
 * plate.
 */
export function coresOf(
  readings: readonly Evidence[],
  departed: (before: Evidence, after: Evidence) => boolean,
): Core[] {
  const groups: Evidence[][] = [];
  for (const each of readings) {
    const group = groups.at(-1);
    const fits = group !== undefined && sameCar(group[0]!.plate!, each.plate!) && !departed(group.at(-1)!, each);
    if (fits) group.push(each);
    else groups.push([each]);
  }
  return groups.map(coreOf);
}
