import { readRule } from '#domain/fee/check.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { isEmpty } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { ruleFields } from './fee-rule.ts';

/** The engine's rule from a version's fields, or what is wrong with it by the names of the fields. */
export function engineRule(
  values: Readonly<Record<string, unknown>>,
): { rule: FeeRule; problems?: undefined } | { problems: Problem[]; rule?: undefined } {
  const given = Object.entries(ruleFields)
    .map(([wire, name]) => [name, values[wire]] as const)
    .filter(([, value]) => !isEmpty(value));
  const read = readRule({
    form: 1,
    kind: 'simple',
    dayCapBasis: 'natural-day',
    freeMinutesCounted: false,
    roundUp: true,
    ...Object.fromEntries(given),
  });
  if ('rule' in read) return { rule: read.rule };
  const wireOf = (name: string) => Object.entries(ruleFields).find(([, engine]) => engine === name)?.[0] ?? name;
  return { problems: read.problems.map(({ field, words }) => ({ field: wireOf(field), msg: words })) };
}
