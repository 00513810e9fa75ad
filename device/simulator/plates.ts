import type { PlateColour } from '#domain/plate/colour.ts';
import { confusable } from '#domain/plate/distance.ts';
import { PLATE_LETTERS, PROVINCES } from '#domain/plate/plate.ts';
import type { Random } from './random.ts';

export type Plate = { readonly plate: string; readonly colour: PlateColour };

const DIGITS = '0123456789';
/** The first letters of a province are its larger cities. */
const CITY_LETTERS = [...PLATE_LETTERS].slice(0, 12);
const NEV_FIRST = 'DF';

const some = (random: Random, letters: string, count: number): string =>
  Array.from({ length: count }, () => random.pick([...letters])).join('');

/** Where a lot's cars come from: mostly its own city, some from around, a few from anywhere. */
export function homeOf(random: Random): string {
  return random.pick([...PROVINCES]) + random.pick(CITY_LETTERS);
}

/** A plausible plate: one in eight new energy, one in forty a large vehicle. */
export function drawPlate(random: Random, home: string): Plate {
  const where = random.chance(0.8)
    ? home
    : random.chance(0.7)
      ? home[0]! + random.pick([...PLATE_LETTERS])
      : homeOf(random);
  if (random.chance(0.125))
    return {
      plate: where + random.pick([...NEV_FIRST]) + some(random, DIGITS, 4) + random.whole(1, 9),
      colour: 'green',
    };
  const serial = random.chance(0.55) ? some(random, DIGITS, 5) : lettered(random);
  return { plate: where + (serial === '00000' ? '00001' : serial), colour: random.chance(0.025) ? 'yellow' : 'blue' };
}

/** Five marks with one or two letters among them. */
function lettered(random: Random): string {
  const marks = [...some(random, DIGITS, 5)];
  for (let n = random.whole(1, 2); n > 0; n -= 1) marks[random.whole(0, 4)] = random.pick([...PLATE_LETTERS]);
  return marks.join('');
}

const MARKS = [...DIGITS, ...PLATE_LETTERS];

/** What a camera makes of a plate when it errs: one mark taken for one that looks like it, else for any other. */
export function misread(random: Random, plate: string): string {
  const at = random.whole(2, plate.length - 1);
  const alike = MARKS.filter((mark) => mark !== plate[at] && confusable(mark, plate[at]!));
  const wrong = random.pick(alike.length > 0 ? alike : [...DIGITS].filter((mark) => mark !== plate[at]));
  return plate.slice(0, at) + wrong + plate.slice(at + 1);
}
