/** What a trial of a fee may say of the stay beside its times. */
import { byName, either, list, shape, whole, word } from '#domain/fee/grammar.ts';
import type { Grammar } from '#domain/fee/grammar.ts';
import { isDay } from '#domain/time/day.ts';
import { isZone } from '#domain/time/zone.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Known } from '#domain/fee/stay-context.ts';

const checked = (of: Grammar, holds: (value: string) => boolean): Grammar => ({
  ...of,
  check: (value, path) => (typeof value === 'string' && holds(value) ? [] : of.check(null, path)),
});
const day = checked(word(/^\d{4}-\d{2}-\d{2}$/, '2026-10-01'), isDay);
const instant = checked(
  word(/^\S{16,40}$/, '2026-10-01T08:00:00+08:00'),
  (value) => /(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value)),
);
const name = word(/^[\p{L}\p{N}_-]{1,40}$/u, 'bays');
const value = either(
  [word(/^.{1,40}$/su, 'remote'), whole(0, 100_000_000)],
  (each) => (typeof each === 'string' ? 0 : 1),
  { zh: '', en: '' },
);
const paid = shape({ at: instant, fen: whole(0, 100_000_000) }, ['at', 'fen']);
const grammar = shape({
  zone: checked(word(/^\S{1,40}$/, 'Asia/Shanghai'), isZone),
  values: byName(value),
  changes: list(shape({ at: instant, value: name, is: value }, ['at', 'value', 'is'])),
  holidays: list(day, { max: 1000 }),
  workdays: list(day, { max: 1000 }),
  eventDays: list(day, { max: 1000 }),
  areas: list(shape({ at: instant, area: name }, ['at', 'area'])),
  events: byName(instant),
  earlier: list(paid),
  payments: list(paid),
});

/** @throws Refused `bad_input`, with the place of each fault */
export function givenContext(raw: unknown): Known {
  const problems = grammar.check(raw ?? {}, 'context');
  if (problems.length > 0)
    throw new Refused(
      'bad_input',
      {},
      problems.map(({ field, words }) => ({ field, msg: text(words.zh, words.en) })),
    );
  return (raw ?? {}) as Known;
}
