import { canonicalCreditCode, checkCreditCode, CREDIT_CODE_PROBLEMS, organisationCheckAgrees } from './credit-code.ts';
import type { CreditCodeProblem } from './credit-code.ts';
import type { Words } from './words.ts';

/** What may be wrong with a tax number: as of a credit code, and of the older one of 15 characters. */
export const TAX_NUMBER_PROBLEMS = {
  ...CREDIT_CODE_PROBLEMS,
  tax_length: { zh: '纳税人识别号应为18位，旧号为15位', en: 'A tax number has 18 characters, an older one 15' },
  tax_shape: { zh: '纳税人识别号格式不正确', en: 'This is not a tax number' },
  tax_check: { zh: '纳税人识别号校验位不正确', en: 'The check character of the tax number is not right' },
} as const satisfies Record<string, Words>;

export type TaxNumberProblem = CreditCodeProblem | 'tax_length' | 'tax_shape' | 'tax_check';

/** Six digits of the region, then an organisation code (GB 11714) with its check character. */
const OLD = /^[1-8][0-9]{5}[0-9A-Z]{8}[0-9X]$/;

/**
 * null for a sound tax number: the unified social credit code (GB 32100), or the number of 15 characters that
 * organisations had before it, whose last one is the check of the organisation code within.
 */
export function checkTaxNumber(text: string): TaxNumberProblem | null {
  const number = canonicalCreditCode(text);
  if (number.length === 18 || number === '') return checkCreditCode(number);
  if (number.length !== 15) return 'tax_length';
  if (!OLD.test(number)) return 'tax_shape';
  // Its organisation code stands at the end, as the credit code has it before its own check.
  return organisationCheckAgrees(`00${number}0`) ? null : 'tax_check';
}
