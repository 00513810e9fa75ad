import { isDay } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import type { Words } from './words.ts';

/** What may be wrong with a resident identity number; each id has its message. */
export const IDENTITY_PROBLEMS = {
  identity_empty: { zh: '身份证号码不能为空', en: 'Enter an identity number' },
  identity_length: { zh: '身份证号码长度不为18位', en: 'An identity number has 18 characters' },
  identity_shape: { zh: '身份证号码格式不正确', en: 'This is not an identity number' },
  identity_region: { zh: '身份证号码的地区不存在', en: 'The region of the identity number does not exist' },
  identity_birth: { zh: '身份证号码的出生日期不正确', en: 'The birth date of the identity number is not right' },
  identity_check: { zh: '身份证号码校验位不正确', en: 'The check character of the identity number is not right' },
} as const satisfies Record<string, Words>;

export type IdentityProblem = keyof typeof IDENTITY_PROBLEMS;

const REGIONS = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

/** Identity number as stored: no blanks, the check letter X in upper case. */
export function canonicalIdentity(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

/** null for a sound identity number (GB 11643); else the first rule it breaks. `today` bounds the birth date. */
export function checkIdentity(text: string, today: Day): IdentityProblem | null {
  const number = canonicalIdentity(text);
  if (number === '') return 'identity_empty';
  if (number.length !== 18) return 'identity_length';
  if (!/^[1-9][0-9]{16}[0-9X]$/.test(number) || number.slice(14, 17) === '000') return 'identity_shape';
  if (!REGIONS.has(number.slice(0, 2))) return 'identity_region';
  const birth = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  if (!isDay(birth) || birth > today || birth < '1900-01-01') return 'identity_birth';
  const total = WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0);
  return CHECKS[total % 11] === number[17] ? null : 'identity_check';
}

/** All but the last four characters hidden. */
export function maskIdentity(text: string): string {
  const number = canonicalIdentity(text);
  return number.length <= 4 ? '*'.repeat(number.length) : '*'.repeat(number.length - 4) + number.slice(-4);
}
