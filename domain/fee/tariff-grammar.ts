/** What stored JSON must look like to be a tariff, declared once: for the check, for people, and as JSON Schema. */
import type { Tariff } from './form.ts';
import type { RuleProblem } from './check.ts';
import { byName, either, flag, isObject, list, named, oneOf, positive, shape, whole, word } from './grammar.ts';
import type { Grammar } from './grammar.ts';
import { meaningProblems } from './tariff-meaning.ts';

const MOST_FEN = 100_000_000;
const MOST_MINUTES = 527_040;
const minutes = whole(1, MOST_MINUTES);
/** A span of minutes would cut ten years into millions of lines, and one trial would hold up everybody. */
const LEAST_SPAN_MINUTES = 60;
const clock = word(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, '07:30');
const name = word(/^[\p{L}\p{N}_-]{1,40}$/u, 'vehicle');
const monthDay = word(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, '10-01');
const line = word(/^.{1,60}$/su, '日间');
const words = shape({ zh: line, en: line }, ['zh', 'en']);
const dayKind = oneOf(
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
  'workday',
  'restday',
  'holiday',
  'makeup',
  'event',
  'eve',
);

const has =
  (field: string) =>
  (value: unknown): boolean =>
    isObject(value) && Object.hasOwn(value, field);

/** Grammars that speak of themselves, by their names in the schema. */
const defined = new Map<string, Grammar>();

/** A value, or one of several by what is known of the stay. */
function chosen(id: string, of: Grammar): Grammar {
  const choice: Grammar = named(id, () => defined.get(id)!);
  defined.set(
    id,
    either(
      [of, shape({ by: name, of: byName(choice), else: choice }, ['by', 'of'])],
      (value) => (has('by')(value) ? 1 : 0),
      { zh: '', en: '' },
    ),
  );
  return choice;
}

const amount = chosen('amount', whole(0, MOST_FEN));
const freeMinutes = chosen('minutes', whole(0, MOST_MINUTES));
const factor = chosen(
  'factor',
  either(
    [positive, list(whole(1, 1000), { min: 2, max: 2 }), shape({ value: name, else: positive }, ['value', 'else'])],
    (value) => (typeof value === 'number' ? 0 : Array.isArray(value) ? 1 : 2),
    { zh: '', en: '' },
  ),
);

const WHEN = {
  from: clock,
  to: clock,
  days: list(dayKind, { min: 1, max: 12 }),
  not: list(dayKind, { min: 1, max: 12 }),
  months: list(whole(1, 12), { min: 1, max: 12 }),
};
const times = shape(WHEN);
const window = shape({ ...WHEN, area: name });
/** What an entry or exit is held against: by the second, either bound inside or outside. */
const toSecond = word(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$|^24:00(:00)?$/, '09:30:00');
const bound = shape({ ...WHEN, from: toSecond, to: toSecond, area: name, fromExclusive: flag, toInclusive: flag });
const span = either(
  [
    oneOf('stay', 'piece', 'day', 'week', 'month'),
    shape({ minutes: whole(LEAST_SPAN_MINUTES, MOST_MINUTES), from: oneOf('free') }, ['minutes']),
    shape({ at: clock, days: list(dayKind, { min: 1, max: 12 }) }, ['at']),
  ],
  (value) => (typeof value === 'string' ? 0 : has('minutes')(value) ? 1 : has('at')(value) ? 2 : -1),
  {
    zh: '须为 stay、piece、day、week、month、{minutes} 或 {at}',
    en: 'must be stay, piece, day, week, month, {minutes} or {at}',
  },
);
const before = shape(
  {
    per: span,
    paidAtLeast: whole(0, MOST_FEN),
    paidAtMost: whole(0, MOST_FEN),
    visitsAtLeast: whole(0, 1000),
    visitsAtMost: whole(0, 1000),
  },
  ['per'],
);
const condition = shape({
  vehicle: list(name, { min: 1 }),
  value: name,
  is: list(
    either([word(/^.{1,40}$/su, 'remote'), whole(0, MOST_FEN)], (value) => (typeof value === 'string' ? 0 : 1), {
      zh: '',
      en: '',
    }),
    { min: 1 },
  ),
  atLeast: whole(0, MOST_FEN),
  entry: bound,
  exit: bound,
  stayAtMostMinutes: minutes,
  earlier: before,
});
const gift = shape({ value: name, atLeast: whole(1, MOST_FEN), each: whole(1, MOST_FEN), minutes, group: name }, [
  'value',
  'minutes',
]);
const free = shape(
  { minutes: freeMinutes, inclusive: flag, lost: flag, gifts: list(gift), withinMinutes: minutes, once: span },
  ['minutes', 'lost'],
);
const rung = shape({ minutes, unitMinutes: minutes, fen: amount, perMinutes: minutes, round: oneOf('up', 'down') }, [
  'fen',
]);
const meter = shape(
  {
    id: name,
    label: words,
    windows: list(window, { min: 1 }),
    free,
    again: span,
    edge: oneOf('ends', 'pauses', 'runs-on'),
    ladder: list(rung, { min: 1, max: 50 }),
  },
  ['id', 'again', 'edge', 'ladder'],
);
const when = list(condition, { min: 1 });
const less = either(
  [
    shape({ percent: whole(1, 100), atMost: whole(1, MOST_FEN) }, ['percent']),
    shape({ fen: whole(1, MOST_FEN) }, ['fen']),
    shape({ paid: span }, ['paid']),
  ],
  (value) => (has('percent')(value) ? 0 : has('paid')(value) ? 2 : 1),
  { zh: '', en: '' },
);
const STEPS = {
  cap: shape({ cap: amount, per: span, of: list(name, { min: 1 }), visits: flag }, ['cap', 'per']),
  complete: shape({ complete: amount, per: span, of: list(name, { min: 1 }) }, ['complete', 'per']),
  times: shape({ times: factor, label: words }, ['times']),
  atLeast: shape({ atLeast: amount }, ['atLeast']),
  roundTo: shape({ roundTo: whole(1, 100_000), how: oneOf('up', 'down', 'half-up') }, ['roundTo', 'how']),
  plus: shape({ plus: amount, label: words, when, each: times }, ['plus', 'label']),
  less: shape({ less, label: words, when }, ['less', 'label']),
};
const step = either(Object.values(STEPS), (value) => Object.keys(STEPS).findIndex((field) => has(field)(value)), {
  zh: `须为其中之一：${Object.keys(STEPS).join('、')}`,
  en: `must be one of ${Object.keys(STEPS).join(', ')}`,
});
const scheme = shape(
  {
    label: words,
    when,
    startsAt: name,
    maxStayMinutes: minutes,
    maxPaid: shape({ minutes, per: span }, ['minutes']),
    free,
    meters: list(meter, { min: 1, max: 30 }),
    otherwise: oneOf('free', 'refuse'),
    after: list(step, { max: 30 }),
  },
  ['meters'],
);
const season = shape(
  {
    id: name,
    months: list(whole(1, 12), { min: 1, max: 12 }),
    from: monthDay,
    to: monthDay,
    windows: list(times, { min: 1, max: 20 }),
  },
  ['id'],
);
const tariff = shape(
  {
    form: oneOf(2),
    label: words,
    currency: word(/^[A-Z]{3}$/, 'CNY'),
    seasons: list(season),
    entryArea: name,
    leaveMinutes: whole(0, 1440),
    choose: oneOf('first', 'cheapest'),
    schemes: list(scheme, { min: 1, max: 30 }),
  },
  ['form', 'schemes'],
);

/** JSON Schema 2020-12 of a tariff. */
export const tariffSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Gatehouse tariff, form 2',
  ...tariff.schema(),
  $defs: Object.fromEntries([...defined].map(([id, of]) => [id, of.schema()])),
});

/**
 * All problems of JSON as a tariff; none means that it is one, and that every stay it fits has a price or a refusal.
 */
export function checkTariff(json: unknown): RuleProblem[] {
  const problems = tariff.check(json, '');
  return problems.length > 0 ? problems : meaningProblems(json as Tariff);
}
