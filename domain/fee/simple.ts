/** The simple rule in the language of tariffs. */
import type { Rung, Tariff } from './form.ts';
import type { SimpleRule } from './types.ts';

/** Converted once for each rule; bulk pricing would spend most of its time on it. */
const cache = new WeakMap<SimpleRule, Tariff>();

const ladderOf = ({ perVisitFen, firstMinutes, firstFen, unitMinutes, unitFen, roundUp }: SimpleRule): Rung[] =>
  perVisitFen !== undefined
    ? [{ fen: perVisitFen }]
    : [
        ...(firstMinutes !== undefined && firstFen !== undefined ? [{ minutes: firstMinutes, fen: firstFen }] : []),
        { unitMinutes, fen: unitFen, ...(roundUp ? {} : { round: 'down' as const }) },
      ];

/** The tariff that charges what the rule says. */
export function asTariff(rule: SimpleRule): Tariff {
  let tariff = cache.get(rule);
  if (!tariff) {
    const { freeMinutes: minutes, freeMinutesCounted: lost, dayCapFen, dayCapBasis } = rule;
    tariff = {
      form: 2,
      schemes: [
        {
          ...(minutes > 0 ? { free: { minutes, lost } } : {}),
          meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: ladderOf(rule) }],
          ...(dayCapFen === undefined
            ? {}
            : { after: [{ cap: dayCapFen, per: dayCapBasis === 'natural-day' ? 'day' : { minutes: 1440 } }] }),
        },
      ],
    };
    cache.set(rule, tariff);
  }
  return tariff;
}
