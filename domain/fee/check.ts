/** Whether stored JSON is a fee rule, and if not, what is wrong with which field. */
import { checkTariff } from './tariff-grammar.ts';
import type { FeeRule } from './types.ts';
import type { Words } from './words.ts';

/** A fault of one field, worded for the person who writes the rule. `field` is '' for the rule as a whole. */
export type RuleProblem = { readonly field: string; readonly words: Words };

type NumberField = {
  readonly zh: string;
  readonly en: string;
  readonly min: number;
  readonly max: number;
  readonly needed: boolean;
};

const DAY_MINUTES = 1440;
/** A million yuan. */
const MOST_FEN = 100_000_000;

const NUMBERS = {
  freeMinutes: { zh: '免费分钟', en: 'Free minutes', min: 0, max: 7 * DAY_MINUTES, needed: true },
  firstMinutes: { zh: '首段分钟', en: 'First period (minutes)', min: 1, max: 7 * DAY_MINUTES, needed: false },
  firstFen: { zh: '首段金额', en: 'Price of the first period', min: 0, max: MOST_FEN, needed: false },
  unitMinutes: { zh: '计费单元分钟', en: 'Unit (minutes)', min: 1, max: 7 * DAY_MINUTES, needed: true },
  unitFen: { zh: '单元金额', en: 'Price of a unit', min: 0, max: MOST_FEN, needed: true },
  dayCapFen: { zh: '每日封顶金额', en: 'Daily cap', min: 1, max: MOST_FEN, needed: false },
  perVisitFen: { zh: '每次金额', en: 'Price per visit', min: 0, max: MOST_FEN, needed: false },
} as const satisfies Record<string, NumberField>;

const SWITCHES = {
  freeMinutesCounted: { zh: '超出后免费分钟是否计费', en: 'Whether free minutes are charged once exceeded' },
  roundUp: { zh: '不足一个单元是否按一个单元计', en: 'Whether a unit begun is charged whole' },
} as const;

const KNOWN = new Set(['form', 'kind', 'dayCapBasis', ...Object.keys(NUMBERS), ...Object.keys(SWITCHES)]);

type Json = Readonly<Record<string, unknown>>;

function checkNumber(json: Json, field: string, { zh, en, min, max, needed }: NumberField): RuleProblem[] {
  const value = json[field];
  if (value === undefined) {
    return needed ? [{ field, words: { zh: `请填写${zh}`, en: `${en} is missing` } }] : [];
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return [];
  const unit = field.endsWith('Fen') ? { zh: '（分）', en: ' (in fen)' } : { zh: '', en: '' };
  return [
    {
      field,
      words: {
        zh: `${zh}${unit.zh}须为${min}至${max}的整数`,
        en: `${en}${unit.en} must be a whole number from ${min} to ${max}`,
      },
    },
  ];
}

function checkTogether(json: Json): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const given = (field: string) => json[field] !== undefined;
  if (given('firstMinutes') !== given('firstFen')) {
    problems.push({
      field: given('firstMinutes') ? 'firstFen' : 'firstMinutes',
      words: {
        zh: '首段分钟与首段金额须同时填写',
        en: 'The first period needs both its minutes and its price',
      },
    });
  }
  for (const field of ['firstMinutes', 'firstFen', 'dayCapFen'] as const) {
    if (!given('perVisitFen') || !given(field)) continue;
    problems.push({
      field,
      words: {
        zh: `按次收费时不能再设${NUMBERS[field].zh}`,
        en: `${NUMBERS[field].en} has no meaning beside a price per visit`,
      },
    });
  }
  return problems;
}

/** All problems of `json` as a fee rule; none means that it is a `FeeRule`. */
export function checkRule(json: unknown): RuleProblem[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return [{ field: '', words: { zh: '收费规则须为对象', en: 'A fee rule must be an object' } }];
  }
  const rule = json as Json;
  if (rule['form'] === 2) return checkTariff(rule);
  const problems: RuleProblem[] = [];
  if (rule['form'] !== 1)
    problems.push({ field: 'form', words: { zh: '收费规则版本须为1或2', en: 'The form of the rule must be 1 or 2' } });
  if (rule['kind'] !== 'simple')
    problems.push({ field: 'kind', words: { zh: '未知的收费方式', en: 'Unknown kind of fee rule' } });
  for (const [field, limits] of Object.entries(NUMBERS)) problems.push(...checkNumber(rule, field, limits));
  for (const [field, { zh, en }] of Object.entries(SWITCHES)) {
    if (typeof rule[field] !== 'boolean')
      problems.push({ field, words: { zh: `请选择${zh}`, en: `${en} is required` } });
  }
  if (rule['dayCapBasis'] !== 'natural-day' && rule['dayCapBasis'] !== 'rolling-24h') {
    problems.push({
      field: 'dayCapBasis',
      words: { zh: '封顶方式须为自然日或连续24小时', en: 'The cap must be per natural day or per 24 hours' },
    });
  }
  problems.push(...checkTogether(rule));
  for (const field of Object.keys(rule).filter((name) => !KNOWN.has(name))) {
    problems.push({ field, words: { zh: `未知的字段：${field}`, en: `Unknown field: ${field}` } });
  }
  return problems;
}

/** Reads a rule from stored JSON or a form, whose empty fields may be null. */
export function readRule(json: unknown): { readonly rule: FeeRule } | { readonly problems: readonly RuleProblem[] } {
  const full =
    typeof json === 'object' && json !== null && !Array.isArray(json)
      ? Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null && value !== undefined))
      : json;
  const problems = checkRule(full);
  return problems.length > 0 ? { problems } : { rule: full as FeeRule };
}
