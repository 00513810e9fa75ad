/** What puts right a finding of the check by itself: a change of the tariff that takes nothing else with it. */
import { meterFindings } from './lint-cover.ts';
import { lintSpace } from './lint-space.ts';
import type { Finding, LintContext } from './lint-types.ts';
import type { Meter, Scheme, Step, Tariff } from './form.ts';
import type { FeeRule } from './types.ts';
import type { Words } from './words.ts';

/** A finding's remedy: what it does, and the tariff with it done. */
export type Mend = { readonly words: Words; readonly rule: Tariff };

const withScheme = (tariff: Tariff, at: number, change: Partial<Scheme>): Tariff => ({
  ...tariff,
  schemes: tariff.schemes.map((scheme, nth) => (nth === at ? { ...scheme, ...change } : scheme)),
});

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, nth) => nth !== at);

/** The list with one of its entries at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = without(list, from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

function withoutMeter(tariff: Tariff, at: number, meterAt: number): Mend | null {
  const { meters, after = [] } = tariff.schemes[at]!;
  const { id } = meters[meterAt]!;
  // A step for this meter alone would be left for all.
  const named = (step: Step): boolean => ('cap' in step || 'complete' in step) && (step.of?.includes(id) ?? false);
  if (meters.length === 1 || after.some(named)) return null;
  return {
    words: { zh: '删除这个计时器', en: 'Remove this meter' },
    rule: withScheme(tariff, at, { meters: without(meters, meterAt) }),
  };
}

/** A meter wholly behind others comes as little before them as lets it count; one whose windows never hold goes. */
function meterMend(tariff: Tariff, at: number, meterAt: number, context: LintContext): Mend | null {
  const { meters } = tariff.schemes[at]!;
  for (let to = meterAt - 1; to >= 0; to -= 1) {
    const order: Meter[] = moved(meters, meterAt, to);
    const rule = withScheme(tariff, at, { meters: order });
    const found = meterFindings(lintSpace(rule, context, {}), rule.schemes[at]!, `schemes[${at}]`);
    if (found.every(({ ok, severity }) => ok === true || severity === 'note'))
      return { words: { zh: '移到遮住它的计时器之前', en: 'Put it before those that hide it' }, rule };
  }
  return withoutMeter(tariff, at, meterAt);
}

function schemeMend(tariff: Tariff, at: number): Mend | null {
  const open = tariff.schemes.findIndex(({ when }) => when === undefined);
  if (tariff.choose === 'cheapest' || open === -1 || open >= at || tariff.schemes[at]!.when === undefined) return null;
  return {
    words: { zh: '移到没有条件的方案之前', en: 'Put it before the scheme that fits every stay' },
    rule: { ...tariff, schemes: moved(tariff.schemes, at, open) },
  };
}

/** The remedy of a finding that is certain; null where a person has to decide. */
export function mendOf(rule: FeeRule, { law, ok, severity, where }: Finding, context: LintContext): Mend | null {
  const [, scheme, part, nth, rung] =
    /^schemes\[(\d+)\](?:\.(after|meters)\[(\d+)\](?:\.ladder\[(\d+)\])?)?$/u.exec(where) ?? [];
  if (rule.form === 1 || ok !== false || severity !== 'warning' || scheme === undefined) return null;
  const [at, partAt, rungAt] = [Number(scheme), Number(nth), Number(rung)];
  const { after = [], meters } = rule.schemes[at]!;
  if (law === 'cap-reached' && part === 'after')
    return {
      words: { zh: '删除这个封顶', en: 'Remove this cap' },
      rule: withScheme(rule, at, { after: without(after, partAt) }),
    };
  if (law === 'rung-reached' && part === 'meters' && rungAt > 0) {
    const ladder = meters[partAt]!.ladder.slice(0, rungAt);
    const order = meters.map((meter, each) => (each === partAt ? { ...meter, ladder } : meter));
    return {
      words: { zh: '删除用不到的各级', en: 'Remove the steps that are never reached' },
      rule: withScheme(rule, at, { meters: order }),
    };
  }
  if (law === 'meter-seen' && part === 'meters') return meterMend(rule, at, partAt, context);
  return law === 'scheme-reached' ? schemeMend(rule, at) : null;
}
