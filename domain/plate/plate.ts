/**
 * Number plates: one canonical text per plate, the kind its shape shows, and the codes that stand for
 * cars without one. The text never gives the colour: a civil plate may be blue, yellow or black.
 */
import type { Words } from './words.ts';

/** The 31 province signs. */
export const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
/** Letters a plate may carry: no I and no O, which read like 1 and 0. */
export const PLATE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const P = `[${PROVINCES}]`;
const L = '[A-HJ-NP-Z]';
const A = '[A-HJ-NP-Z0-9]';

/** Kinds of mainland plates, their words, and their shape; the first shape that fits wins. */
const KINDS = {
  nev_small: [`${P}${L}[ABCDEFGHJK]${A}[0-9]{4}`, '小型新能源', 'Small new energy'],
  nev_large: [`${P}${L}[0-9]{5}[ABCDEFGHJK]`, '大型新能源', 'Large new energy'],
  police: [`${P}[A-HJ-NP-ZO]${A}{4}警`, '警车', 'Police'],
  learner: [`${P}${L}${A}{4}学`, '教练车', 'Learner'],
  trailer: [`${P}${L}${A}{4}挂`, '挂车', 'Trailer'],
  hk_macau: [`粤Z${A}{4}[港澳]`, '港澳入出境', 'Hong Kong and Macau'],
  emergency: [`${P}[XS][0-9]{4}应急`, '应急救援', 'Emergency rescue'],
  consulate: [`(?:${P}${L}[0-9]{4}领|[0-9]{6}领)`, '领馆', 'Consulate'],
  embassy: ['(?:使[0-9]{6}|[0-9]{6}使)', '使馆', 'Embassy'],
  armed_police: [`WJ${P}?[0-9]{4}[0-9A-Z]`, '武警', 'Armed police'],
  military: ['[VZKHEBSLJNGCFXTYAD][A-Z][0-9]{5}', '军车', 'Military'],
  aviation: [`民航${A}{5}`, '民航', 'Civil aviation'],
  civil: [`${P}${L}${A}{5}`, '普通', 'Civil'],
} as const satisfies Record<string, readonly [string, string, string]>;

/** Kind of a mainland plate. */
export type MainlandKind = keyof typeof KINDS;
/**
 * `foreign`: the shape of a plate from elsewhere; `none`: a code for a car without a plate; `unknown`: anything else.
 */
export type PlateKind = MainlandKind | 'foreign' | 'none' | 'unknown';

const mainland = (Object.keys(KINDS) as MainlandKind[]).map((kind) => ({
  kind,
  shape: new RegExp(`^${KINDS[kind][0]}$`),
}));

/** Every kind with its words. */
export const PLATE_KINDS: Readonly<Record<PlateKind, Words>> = {
  ...(Object.fromEntries(mainland.map(({ kind }) => [kind, { zh: KINDS[kind][1], en: KINDS[kind][2] }])) as Record<
    MainlandKind,
    Words
  >),
  foreign: { zh: '境外', en: 'Foreign' },
  none: { zh: '无牌', en: 'No plate' },
  unknown: { zh: '未知', en: 'Unknown' },
};

/**
 * Shapes from elsewhere: Hong Kong, Macau, Taiwan, Singapore, Korea, UK, France. Personalised, German and American
 * plates have no shape that would distinguish them from a misread, so they stay unknown: a shape is a hint, never a
 * gate.
 */
const FOREIGN = [
  /^[A-HJ-NPR-Z]{2}[0-9]{1,4}$/,
  /^(?:M|A[A-Z]|M[A-Z])[0-9]{4}$/,
  /^[A-Z]{3}[0-9]{4}$/,
  /^[0-9]{4}[A-Z]{2}$/,
  /^S[A-Z]{2}[0-9]{1,4}[A-Z]$/,
  /^[0-9]{2,3}[가-힣][0-9]{4}$/,
  /^[A-HJ-PR-Y]{2}[0-9]{2}[A-HJ-PR-Z]{3}$/,
  /^[A-HJ-NP-TV-Z]{2}[0-9]{3}[A-HJ-NP-TV-Z]{2}$/,
];

const NO_PLATE = '无牌车';
const NO_PLATE_CODE = /^无牌车([0-9A-Z]{4,})$/;
/** What cameras and people write for "could not read". */
const PLACEHOLDERS = new Set(['', '无', '无牌', '无牌车', '无车牌', '未识别', '未知']);

/**
 * Greek and Cyrillic capitals that look like Latin ones, and what they look like: on screen and on paper they are
 * indistinguishable.
 */
const LOOK_ALIKE = new Map(
  [
    'ΑАA',
    'ΒВB',
    'ΕЕE',
    'ΖZ',
    'ΗНҺH',
    'ΙІӀI',
    'ΚКK',
    'ΜМM',
    'ΝN',
    'ΟОO',
    'ΡРP',
    'ΤТT',
    'ΥУҮY',
    'ΧХX',
    'СC',
    'ЅS',
    'ЈJ',
    'ԚQ',
    'ԜW',
    'ԌG',
  ].flatMap((alike) => Array.from(alike.slice(0, -1), (letter) => [letter, alike.at(-1)!] as const)),
);
const FROM_ELSEWHERE = new RegExp(`[${[...LOOK_ALIKE.keys()].join('')}]`, 'g');
/** Signs that are not drawn (zero-width, marks of direction), and accents. */
const UNDRAWN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0300-\u036f]+/gu;

/**
 * Canonical text: NFKC, upper case, blanks, separators and signs that are not drawn removed, letters that only look
 * Latin made so; O and I are left as they were read. A no-plate code keeps its one hyphen (无牌车-A1B2). Doing it twice
 * changes nothing.
 */
/** No plate is longer, nor what is read of one: the protocol, the calls and the columns go by this. */
export const MAX_PLATE = 16;

export function canonicalPlate(text: string): string {
  const bare = bareText(text);
  const code = NO_PLATE_CODE.exec(bare);
  return code ? `${NO_PLATE}-${code[1]}` : bare;
}

/** Plates as cameras and rows have them: nothing in them has another form. */
const BARE = /^[\u4e00-\u9fff]?[0-9A-Z]*$/;

function bareText(text: string): string {
  if (BARE.test(text)) return text;
  const bare = text
    .normalize('NFKD')
    .replace(UNDRAWN, '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(FROM_ELSEWHERE, (letter) => LOOK_ALIKE.get(letter)!)
    .replace(/[\s·•・.\-_—]+/g, '');
  // Upper case, or two marks that a separator kept apart, may leave text that NFKC would change once more.
  return bare === text ? bare : bareText(bare);
}

function serialFits(kind: MainlandKind, plate: string): boolean {
  if (kind === 'nev_small') return plate.slice(4) !== '0000';
  if (kind !== 'civil') return true;
  const serial = plate.slice(2);
  return serial !== '00000' && serial.replace(/[0-9]/g, '').length <= 3;
}

/** Kind of a plate in any spelling. */
export function plateKind(text: string): PlateKind {
  const plate = canonicalPlate(text);
  for (const { kind, shape } of mainland) {
    if (shape.test(plate)) return serialFits(kind, plate) ? kind : 'unknown';
  }
  if (plate.startsWith(`${NO_PLATE}-`)) return 'none';
  return FOREIGN.some((shape) => shape.test(plate)) ? 'foreign' : 'unknown';
}

/**
 * The text a car is stored and compared by, for every way in: the canonical text, and where that is no plate but would
 * be one with 0 for O and 1 for I, that plate: no mainland serial has these letters, so whoever wrote them meant the
 * digits.
 */
export function plateIdentity(text: string): string {
  const plate = canonicalPlate(text);
  if (!/[OI]/.test(plate) || isMainlandPlate(plate)) return plate;
  const digits = plate.replaceAll('O', '0').replaceAll('I', '1');
  return isMainlandPlate(digits) ? digits : plate;
}

/** Whether the text is a well-formed mainland plate. A lane never refuses a car for failing this. */
export function isMainlandPlate(text: string): boolean {
  const kind = plateKind(text);
  return kind !== 'foreign' && kind !== 'none' && kind !== 'unknown';
}

/** Whether the plate belongs to a new-energy car. */
export function isNewEnergy(text: string): boolean {
  return plateKind(text).startsWith('nev_');
}

/** Whether the reading says "no plate could be read": empty, 无牌车, 未识别 and their like. */
export function isUnread(text: string): boolean {
  return PLACEHOLDERS.has(canonicalPlate(text));
}

/** Whether the text is the code of a car without a plate, 无牌车-XXXX. */
export function isNoPlateCode(text: string): boolean {
  return canonicalPlate(text).startsWith(`${NO_PLATE}-`);
}

const CODE_DIGITS = `0123456789${PLATE_LETTERS}`;

/** Code for a car without a plate from a whole number >= 0 that the caller makes unique: 0 -> 无牌车-0000. */
export function noPlateCode(serial: number): string {
  if (!Number.isSafeInteger(serial) || serial < 0) throw new RangeError(`not a serial: ${serial}`);
  let rest = serial;
  let digits = '';
  while (rest > 0) {
    digits = CODE_DIGITS[rest % CODE_DIGITS.length] + digits;
    rest = Math.floor(rest / CODE_DIGITS.length);
  }
  return noPlateCodeOf(digits.padStart(4, '0'));
}

/** The code with this number, as it stands on a ticket: 1A2B -> 无牌车-1A2B. */
export const noPlateCodeOf = (number: string): string => `${NO_PLATE}-${number}`;
/** The number of a code; empty where it is none. */
export const numberOfCode = (code: string): string =>
  isNoPlateCode(code) ? canonicalPlate(code).slice(NO_PLATE.length + 1) : '';

/** Plate as people read it: 京A12345 -> 京A·12345. */
export function showPlate(text: string): string {
  const plate = canonicalPlate(text);
  return isMainlandPlate(plate) && PROVINCES.includes(plate[0]!) ? `${plate.slice(0, 2)}·${plate.slice(2)}` : plate;
}

/** Plate for people without the right to see it whole: 京A12345 -> 京A·**345. No-plate codes name nobody and stay. */
export function maskPlate(text: string): string {
  const plate = canonicalPlate(text);
  if (isNoPlateCode(plate) || isUnread(plate)) return plate;
  if (plate.length >= 6) return `${plate.slice(0, 2)}·${'*'.repeat(plate.length - 5)}${plate.slice(-3)}`;
  return plate.length <= 2 ? '*'.repeat(plate.length) : `${plate[0]}${'*'.repeat(plate.length - 2)}${plate.at(-1)}`;
}
