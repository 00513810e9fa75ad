import type { Words } from './words.ts';

/** What may be wrong with a unified social credit code; each id has its message. */
export const CREDIT_CODE_PROBLEMS = {
  credit_empty: { zh: '统一社会信用代码不能为空', en: 'Enter a unified social credit code' },
  credit_length: { zh: '统一社会信用代码长度不为18位', en: 'A unified social credit code has 18 characters' },
  credit_shape: { zh: '统一社会信用代码格式不正确', en: 'This is not a unified social credit code' },
  credit_check: { zh: '统一社会信用代码校验位不正确', en: 'The check character of the credit code is not right' },
} as const satisfies Record<string, Words>;

export type CreditCodeProblem = keyof typeof CREDIT_CODE_PROBLEMS;

/** Without I, O, S, V and Z; a character's place is its value. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const SHAPE = new RegExp(`^[${ALPHABET}]{2}[0-9]{6}[${ALPHABET}]{10}$`);
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Credit code as stored: no blanks, upper case. */
export function canonicalCreditCode(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

/** null for a sound credit code (GB 32100-2015); else the first rule it breaks. */
export function checkCreditCode(text: string): CreditCodeProblem | null {
  const code = canonicalCreditCode(text);
  if (code === '') return 'credit_empty';
  if (code.length !== 18) return 'credit_length';
  if (!SHAPE.test(code)) return 'credit_shape';
  const total = WEIGHTS.reduce((sum, weight, i) => sum + weight * ALPHABET.indexOf(code[i]!), 0);
  return ALPHABET[(31 - (total % 31)) % 31] === code[17] ? null : 'credit_check';
}

const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Whether character 17 agrees as the organisation code's own check: a second hint for a sound code.
 * Old codes exist that fail it, so it warns and never refuses.
 */
export function organisationCheckAgrees(text: string): boolean {
  const code = canonicalCreditCode(text);
  const value = (character: string) => Number.parseInt(character, 36);
  const total = ORGANISATION_WEIGHTS.reduce((sum, weight, i) => sum + weight * value(code[8 + i]!), 0);
  return code[16] === '0123456789X'[(11 - (total % 11)) % 11];
}
