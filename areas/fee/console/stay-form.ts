/** A stay as a person enters it: its times and the inputs of the rule. */
import type { FeeInputs } from '#domain/fee/inputs.ts';
import { eventWords } from '#domain/fee/events.ts';
import type { Bill } from '#domain/fee/bill.ts';
import type { FeeContext, FeeRefusal, FeeRule, Stay } from '#domain/fee/types.ts';
import { dateTime, integer, money, select } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { billKnown, contextOf } from '#domain/fee/stay-context.ts';
import type { Known } from '#domain/fee/stay-context.ts';
import { usualKind } from './tariff-place.ts';
import type { TariffPlace } from './tariff-place.ts';

type Values = Readonly<Record<string, unknown>>;
type Lot = Pick<TariffPlace, 'zone' | 'calendar' | 'kinds'>;
type Instant = string;
export type DescribedStay = {
  readonly inTime: Instant;
  readonly outTime: Instant;
  readonly carKind: string | null;
  readonly known: Known;
};

const labels = {
  in: text('入场时间', 'Entry time'),
  out: text('出场时间', 'Exit time'),
  kind: text('车辆种类', 'Kind of vehicle'),
  area: text('进入区域 {name} 的时间', 'Enters area {name} at'),
  event: text('{name} 的时间', '{name} at'),
  earlierAt: text('之前一次停车的入场时间', 'An earlier visit began at'),
  earlierFen: text('之前一次停车的费用', 'What it cost'),
  unnamed: text('未提供', 'Not given'),
  usual: text('默认车型', 'The usual one'),
};
const named = (word: string, names?: ReadonlyMap<string, string>) => {
  const name = names?.get(word);
  return name === undefined || name === word ? text(word, word) : text(`${name}（${word}）`, `${name} (${word})`);
};
const namesOf = (words: readonly string[], names?: ReadonlyMap<string, string>) =>
  Object.fromEntries(words.map((word) => [word, named(word, names)]));

/** The fields a rule needs to price a stay. */
export function stayFields(
  { vehicles, values, events, areas, earlier }: FeeInputs,
  { areaNames, kinds }: Pick<TariffPlace, 'areaNames' | 'kinds'>,
): Fields {
  const kindNames = new Map(kinds.map(({ kind, name }) => [kind, name]));
  const offered = vehicles.length > 0 ? [...new Set([...kinds.map(({ kind }) => kind), ...vehicles])] : [];
  return {
    inTime: dateTime(labels.in, { required: true }),
    outTime: dateTime(labels.out, { required: true }),
    ...(offered.length > 0
      ? { carKind: select(labels.kind, { '': labels.usual, ...namesOf(offered, kindNames) }, { default: '' }) }
      : {}),
    ...Object.fromEntries(
      values.map(({ name, choices, number }) => [
        `value:${name}`,
        number || choices.length === 0
          ? integer(text(name, name), { min: 0 })
          : select(text(name, name), { '': labels.unnamed, ...namesOf(choices) }, { default: '' }),
      ]),
    ),
    ...Object.fromEntries(
      areas.map((name) => [`area:${name}`, dateTime(fill(labels.area, { name: areaNames.get(name) ?? name }))]),
    ),
    ...Object.fromEntries(
      events.map((name) => [`event:${name}`, dateTime(fill(labels.event, { name: eventWords(name) }))]),
    ),
    ...(earlier ? { earlierAt: dateTime(labels.earlierAt), earlierFen: money(labels.earlierFen, { min: 0 }) } : {}),
  };
}

const given = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The stay of a form, or null while it has no times. */
export function stayFromForm(form: Values): DescribedStay | null {
  const { inTime, outTime, carKind, earlierAt, earlierFen } = form as Record<string, string | null>;
  if (!given(inTime) || !given(outTime)) return null;
  const of = (kind: string): [string, unknown][] =>
    Object.entries(form).flatMap(([name, value]): [string, unknown][] =>
      name.startsWith(`${kind}:`) && given(value) ? [[name.slice(kind.length + 1), value]] : [],
    );
  const [values, areas, events] = [of('value'), of('area'), of('event')];
  const known: Known = {
    ...(values.length > 0 ? { values: Object.fromEntries(values) as Record<string, string | number> } : {}),
    ...(areas.length > 0
      ? {
          areas: areas
            .map(([area, at]) => ({ at: String(at), area }))
            .sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
        }
      : {}),
    ...(events.length > 0 ? { events: Object.fromEntries(events) as Record<string, Instant> } : {}),
    ...(given(earlierAt) && given(earlierFen) ? { earlier: [{ at: earlierAt!, fen: Number(earlierFen) }] } : {}),
  };
  return { inTime: inTime!, outTime: outTime!, carKind: given(carKind) ? carKind! : null, known };
}

/** The form's values of a stay that was entered before. */
export function formOf({ inTime, outTime, carKind, known }: DescribedStay): Record<string, unknown> {
  const under = (kind: string, entries: Iterable<[string, unknown]>) =>
    Object.fromEntries([...entries].map(([name, value]) => [`${kind}:${name}`, value]));
  return {
    inTime,
    outTime,
    carKind: carKind ?? '',
    ...under('value', Object.entries(known.values ?? {})),
    ...under(
      'area',
      (known.areas ?? []).map(({ at, area }): [string, unknown] => [area, at]),
    ),
    ...under('event', Object.entries(known.events ?? {})),
    earlierAt: known.earlier?.[0]?.at ?? null,
    earlierFen: known.earlier?.[0]?.fen ?? null,
  };
}

/** What a stay says and what its lot knows. `carModelId`: the model the rule is for. */
function whole(
  { inTime, outTime, carKind, known }: DescribedStay,
  { zone, calendar, kinds }: Lot,
  carModelId: string | null,
): { stay: Stay; known: Known; zone: string } {
  const kind = carKind ?? usualKind(kinds, carModelId);
  return {
    stay: { inAt: Date.parse(inTime), outAt: Date.parse(outTime), ...(kind ? { carKind: kind } : {}) },
    known: {
      holidays: calendar.holidays ?? [],
      workdays: calendar.workdays ?? [],
      eventDays: calendar.eventDays ?? [],
      ...known,
    },
    zone: known.zone ?? zone,
  };
}

/** The bill of a stay in a lot. */
export function billForStay(
  rule: FeeRule,
  described: DescribedStay,
  lot: Lot,
  carModelId: string | null,
): Bill | FeeRefusal {
  const { stay, known, zone } = whole(described, lot, carModelId);
  return billKnown(rule, stay, known, zone);
}

/** What the engine needs for stays of every length that begin as this one does. */
export function begunAs(
  described: DescribedStay,
  lot: Lot,
  carModelId: string | null,
): { stay: Stay; context: FeeContext } {
  const { stay, known, zone } = whole(described, lot, carModelId);
  return { stay, context: contextOf(known, zone, 0) };
}
