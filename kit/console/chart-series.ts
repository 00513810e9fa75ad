/** How the series of a chart over axes are drawn: its library's options, without the library. */
export type Drawing = { colour: string; dash: string; symbol: string };

const dots = [2, 4];
const faint = 0.45;

/**
 * One series; `unfinished`: its last value is of a day or month that is not over, and must not look like a fall. A bar
 * of it is faint with a dashed edge, a line leads to it in dots: the whole series answers to the mouse and is not
 * drawn, what was before and the last stretch are drawn and do not answer.
 */
export function seriesOf(
  kind: 'line' | 'bar',
  name: string,
  values: readonly number[],
  { colour, dash, symbol }: Drawing,
  unfinished: boolean,
): Record<string, unknown>[] {
  const itemStyle = { color: colour };
  const last = values.length - 1;
  if (kind === 'bar') {
    const edge = { color: colour, opacity: faint, borderColor: colour, borderType: 'dashed', borderWidth: 1 };
    const data = values.map((value, at) => (unfinished && at === last ? { value, itemStyle: edge } : value));
    return [{ name, type: kind, data, itemStyle, barMaxWidth: 28 }];
  }
  const line = { name, type: kind, itemStyle, symbol, symbolSize: 6, showSymbol: values.length < 40 };
  if (!unfinished || last === 0) return [{ ...line, data: values, lineStyle: { type: dash } }];
  const mute = { name, type: kind, itemStyle, showSymbol: false, silent: true, tooltip: { show: false } };
  return [
    { ...line, data: values, lineStyle: { opacity: 0 } },
    { ...mute, data: [...values.slice(0, -1), null], lineStyle: { type: dash } },
    {
      ...mute,
      data: values.map((value, at) => (at >= last - 1 ? value : null)),
      lineStyle: { type: dots, opacity: faint },
    },
  ];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Steps that clocks and calendars have, seconds. */
const clockSteps = [
  10,
  30,
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
];

/** The step of an axis of seconds up to `most`: about five of them, each whole minutes, hours or days. */
export function timeStep(most: number): number {
  const least = most / 6;
  const known = clockSteps.find((step) => step >= least);
  if (known !== undefined) return known;
  const days = Math.ceil(least / DAY);
  const size = 10 ** Math.floor(Math.log10(days));
  return [1, 2, 5, 10].map((times) => times * size).find((step) => step >= days)! * DAY;
}

/**
 * Two people of one name, or one at two car parks, get the row's other dimension in their label; rows whose label is
 * still the same are added up.
 */
export const distinctLabels = (labels: readonly string[], others: readonly string[]): string[] =>
  labels.map((label, nth) =>
    labels.some((each, at) => each === label && others[at] !== others[nth]) ? `${label} · ${others[nth]}` : label,
  );
