import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { inputsOf } from '#domain/fee/inputs.ts';
import { compareRules, dayBands, priceSteps } from '#domain/fee/picture.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { startOfDay } from '#domain/time/day.ts';
import { HOUR } from '#domain/time/zone.ts';
import { dateTime, select } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import { duration, today } from '#kit/declare/format.ts';
import { useLater } from '#kit/console/later.ts';
import { useWords } from '#kit/console/words.ts';
import { BandBars } from './band-bars.tsx';
import { begunAs, stayFromForm, stayFields } from './stay-form.ts';
import { StepChart } from './step-chart.tsx';
import type { Curve } from './step-chart.tsx';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const words = {
  curve: text('费用与停车时长', 'Price against length of stay'),
  bands: text('一天中的价格', 'Prices of a day'),
  entry: text('入场时间', 'Entry time'),
  length: text('停车至', 'Stays up to'),
  beside: text('对比版本', 'Compare with'),
  none: text('不对比', 'Nothing'),
  this: text('本规则', 'This rule'),
  version: text('V{n} {name}', 'V{n} {name}'),
  table: text('价格变化的时长', 'Where the price changes'),
  over: text('超过', 'Longer than'),
  price: text('费用（元）', 'Price (CNY)'),
  differ: text('时长 {from} 至 {to}：{by}', '{from} to {to}: {by}'),
  same: text('到此时长为止两个版本费用相同', 'Both cost the same up to this length'),
  first: text('只列出前{n}处', 'The first {n}'),
  noPrice: text('无价格', 'no price'),
  days: text('{n}天', '{n} days'),
  hours: text('{n}小时', '{n} hours'),
  changed: text('相差', 'differ by'),
};
const LENGTHS = [6, 12, 24, 48, 168] as const;
/** More rows nobody reads. */
const ROWS = 40;
const settleMs = 200;

const lengthOptions = Object.fromEntries(
  LENGTHS.map((hours) => [
    String(hours),
    hours > 24 ? fill(words.days, { n: hours / 24 }) : fill(words.hours, { n: hours }),
  ]),
);

function Differences({
  rule,
  other,
  stay,
  longestMs,
  context,
}: {
  rule: FeeRule;
  other: FeeRule;
  stay: Parameters<typeof compareRules>[2];
  longestMs: number;
  context: Parameters<typeof compareRules>[4];
}): ReactNode {
  const { t, lang } = useWords();
  const { differences } = useMemo(
    () => compareRules(other, rule, stay, longestMs, context),
    [other, rule, stay, longestMs, context],
  );
  if (differences.length === 0) return <p role="status">{t(words.same)}</p>;
  const signed = (fen: number) => `${fen > 0 ? '+' : ''}${formatFen(fen, lang)}`;
  const by = (least: number | null, most: number | null) =>
    least === null || most === null
      ? t(words.noPrice)
      : least === most
        ? signed(least)
        : `${signed(least)} … ${signed(most)}`;
  const length = (ms: number) => duration(ms / 1000, lang);
  return (
    <ul className="fr-differences" data-differences>
      {differences.slice(0, ROWS).map(({ fromMs, toMs, leastFen, mostFen }) => (
        <li key={fromMs}>
          {t(words.differ)
            .replace('{from}', length(fromMs))
            .replace('{to}', length(toMs))
            .replace('{by}', by(leastFen, mostFen))}
        </li>
      ))}
    </ul>
  );
}

/** The drawing's inputs: an entry, the longest stay, a version to compare with, and the inputs of the rule. */
function useFields(rule: FeeRule, others: readonly VersionRow[]): Fields {
  const { areaNames, kinds } = useTariffPlace();
  return useMemo((): Fields => {
    const { inTime: _, outTime: __, ...ruleFields } = stayFields(inputsOf(rule), { areaNames, kinds });
    return {
      inTime: dateTime(words.entry, { required: true }),
      hours: select(words.length, lengthOptions, { required: true, default: '24' }),
      ...(others.length > 0
        ? {
            beside: select(
              words.beside,
              {
                '': words.none,
                ...Object.fromEntries(
                  others.map((each) => [each.id, fill(words.version, { n: each.version, name: each.ruleName })]),
                ),
              },
              { default: '' },
            ),
          }
        : {}),
      ...ruleFields,
    };
  }, [rule, others, areaNames, kinds]);
}

type ExampleStay = ReturnType<typeof begunAs>;

/** The stay whose lengths are drawn; null while the form does not hold one. */
function useExampleStay(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  carModelId: string | null,
): ExampleStay | null {
  const { zone, calendar, kinds } = useTariffPlace();
  return useMemo(() => {
    const { inTime } = values;
    const stay = stayFromForm({
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])),
      outTime: inTime,
    });
    return stay ? begunAs(stay, { zone, calendar, kinds }, carModelId) : null;
  }, [values, fields, zone, calendar, kinds, carModelId]);
}

function useCurves(
  rule: FeeRule,
  beside: VersionRow | undefined,
  example: ExampleStay | null,
  longestMs: number,
): Curve[] {
  const { t } = useWords();
  const other = beside?.rule ?? null;
  return useMemo(
    (): Curve[] =>
      example
        ? [
            { name: t(words.this), steps: priceSteps(rule, example.stay, longestMs, example.context) },
            ...(other && beside
              ? [
                  {
                    name: `V${beside.version} ${beside.ruleName}`,
                    steps: priceSteps(other, example.stay, longestMs, example.context),
                  },
                ]
              : []),
          ]
        : [],
    [example, rule, other, beside, longestMs, t],
  );
}

function useBands(rule: FeeRule, example: ExampleStay | null): ReturnType<typeof dayBands> {
  const { zone, calendar } = useTariffPlace();
  return useMemo(
    () =>
      dayBands(rule, {
        zone,
        ...((calendar.holidays?.length ?? 0) > 0 ? { calendar } : {}),
        ...example?.context,
        ...(example?.stay.carKind ? { carKind: example.stay.carKind } : {}),
      }),
    [rule, zone, calendar, example],
  );
}

function PriceTable({ steps }: { steps: Curve['steps'] }): ReactNode {
  const { t, lang } = useWords();
  return (
    <details>
      <summary>{t(words.table)}</summary>
      <table className="fr-bill">
        <thead>
          <tr>
            <th scope="col">{t(words.over)}</th>
            <th scope="col" className="num">
              {t(words.price)}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.slice(0, ROWS).map(({ ms, fen }) => (
            <tr key={ms}>
              <td>{duration(Math.max(0, ms - 1000) / 1000, lang)}</td>
              <td className="num">{fen === null ? t(words.noPrice) : formatFen(fen, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {steps.length > ROWS ? <p className="gh-dim">{t(words.first).replace('{n}', String(ROWS))}</p> : null}
    </details>
  );
}

/**
 * A rule drawn: its price for every length of stay from an entry, beside another version's, and the bands of each kind
 * of day.
 */
export default function Picture({ row, rule: written }: { row: VersionRow | undefined; rule: FeeRule }): ReactNode {
  const { t } = useWords();
  const { zone, versions } = useTariffPlace();
  const rule = useLater(written, settleMs);
  const others = useMemo(() => versions.filter((each) => each.rule !== null && each.id !== row?.id), [versions, row]);
  const fields = useFields(rule, others);
  const [first] = useState(() => ({
    ...firstValues(fields),
    inTime: new Date(startOfDay(today(zone), zone) + 9 * HOUR).toISOString(),
  }));
  const draft = useDraft(fields, first, true);
  const longestMs = Number(draft.values['hours'] ?? 24) * HOUR;
  const beside = others.find(({ id }) => id === draft.values['beside']);
  const other = beside?.rule ?? null;
  const example = useExampleStay(fields, draft.values, row?.carModelId ?? null);
  const curves = useCurves(rule, beside, example, longestMs);
  const bands = useBands(rule, example);
  const steps = curves[0]?.steps ?? [];
  return (
    <div data-picture>
      <FieldForm fields={fields} draft={draft} />
      {example && curves.length > 0 ? (
        <>
          <h2>{t(words.curve)}</h2>
          <StepChart curves={curves} longestMs={longestMs} title={t(words.curve)} />
          {other ? (
            <Differences
              rule={rule}
              other={other}
              stay={example.stay}
              longestMs={longestMs}
              context={example.context}
            />
          ) : null}
          <PriceTable steps={steps} />
        </>
      ) : null}
      <h2>{t(words.bands)}</h2>
      <BandBars schemes={bands} />
    </div>
  );
}
