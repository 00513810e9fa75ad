import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { text } from '#kit/declare/text.ts';
import { seriesOf, timeStep } from './chart-series.ts';
import { number } from '#kit/declare/format.ts';
import { token, useLook } from './look.ts';
import { language } from './language.ts';
import { gathered } from './slices.ts';
import { useWords } from './words.ts';

register([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** Lines differ by dash and mark besides their colour: in the chart library's names, and as the legend draws them. */
const dashes = [
  ['solid', undefined],
  ['dashed', '6 3'],
  ['dotted', '2 2'],
] as const;
const marks = [
  ['circle', 'M11 2a3 3 0 1 0 0 6a3 3 0 1 0 0-6'],
  ['rect', 'M8 2h6v6H8z'],
  ['triangle', 'M11 1l4 7H7z'],
  ['diamond', 'M11 1l4 4-4 4-4-4z'],
] as const;
const shades = 7;
const others = text('其他', 'Others');
const soFar = text('{label} 至今', '{label} so far');
const shade = (nth: number): string => `series-${(nth % shades) + 1}`;

export type Series = { name: string; values: readonly number[] };
export type ChartProps = {
  kind: 'line' | 'bar' | 'pie';
  labels: readonly string[];
  series: readonly Series[];
  /** What the picture says, for those who do not see it. */
  title: string;
  format?: (value: number) => string;
  /** The values are seconds: the axis counts in minutes, hours or days, written as `format` writes them. */
  seconds?: boolean;
  /** The last label is of a day or month that is not over yet. */
  unfinished?: boolean;
  className?: string;
};

/** The axis needs short numbers, in the steps its reader counts in; the tooltip shows the whole one. */
const short = (value: number): string => {
  const [step, sign] = steps[language()].find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${number(value / step)}${sign}`;
};
const steps = {
  zh: [
    [100_000_000, '亿'],
    [10_000, '万'],
  ],
  en: [
    [1_000_000, 'M'],
    [1000, 'k'],
  ],
} as const;

/**
 * In a narrow window names beside the slices are cut off: their share stands on them, the legend has the names. Slivers
 * have none, for theirs would lie on each other.
 */
const isRoomy = (): boolean => innerWidth > 640;
const share = ({ percent = 0 }: { percent?: number }): string => `${Math.round(percent)}%`;
const slices = (colour: string) =>
  isRoomy()
    ? { radius: ['50%', '78%'], label: { formatter: '{b} {d}%', color: colour }, minShowLabelAngle: 6 }
    : {
        radius: ['36%', '84%'],
        label: { position: 'inside', formatter: share, color: token('surface'), fontWeight: 600 },
        minShowLabelAngle: 24,
      };

/**
 * Names under an axis, `band` pixels for each value: below bars as many as fit, in several lines, so that none is cut;
 * below lines the last is drawn inwards.
 */
function namesBelow(kind: ChartProps['kind'], labels: readonly string[], band: number) {
  const step = Math.ceil(Math.min(78, Math.max(0, ...labels.map((label) => nameWidth(label)))) / band);
  return kind === 'bar'
    ? { interval: step - 1, width: step * band - 4, overflow: 'break', lineHeight: 15 }
    : { alignMaxLabel: 'right' };
}
const nameWidth = (name: string): number => [...name].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 7), 8);

const frame = { left: 8, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const;

/** Of seconds it goes in the steps of a clock. */
const valueAxis = (shown: readonly Series[], axis: (value: number) => string, seconds: boolean) => ({
  type: 'value' as const,
  axisLabel: { formatter: axis, color: token('text-2') },
  splitLine: { lineStyle: { color: token('line') } },
  ...(seconds ? { interval: timeStep(Math.max(0, ...shown.flatMap(({ values }) => values))) } : {}),
});

function optionOf(
  { kind, labels, series, unfinished = false, format = number, seconds = false }: ChartProps,
  hidden: ReadonlySet<string>,
  axis: (value: number) => string,
  width: number,
): EChartsCoreOption {
  const [words, line] = [token('text-2'), token('line')];
  const common = {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 300,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: words },
  };
  const tooltip = {
    valueFormatter: (value: unknown) => format(Number(value)),
    confine: true,
    backgroundColor: token('surface'),
    borderColor: line,
    textStyle: { color: token('text') },
  };
  if (kind === 'pie') {
    const data = labels
      .map((name, at) => ({ name, value: series[0]?.values[at] ?? 0, itemStyle: { color: token(shade(at)) } }))
      .filter(({ name }) => !hidden.has(name));
    return {
      ...common,
      tooltip: { ...tooltip, trigger: 'item' },
      series: [{ type: 'pie', data, ...slices(words), itemStyle: { borderColor: token('surface'), borderWidth: 1 } }],
    };
  }
  return {
    ...common,
    tooltip: { ...tooltip, trigger: 'axis' },
    grid: { ...frame, right: kind === 'bar' ? 32 : 16 },
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: kind === 'bar',
      axisTick: { show: false },
      axisLabel: {
        color: words,
        ...(unfinished ? { showMaxLabel: true } : {}),
        ...namesBelow(kind, labels, (width - 96) / Math.max(1, labels.length)),
      },
      axisLine: { lineStyle: { color: token('line-strong') } },
    },
    yAxis: valueAxis(
      series.filter(({ name }) => !hidden.has(name)),
      axis,
      seconds,
    ),
    series: series.flatMap(({ name, values }, nth) =>
      hidden.has(name)
        ? []
        : seriesOf(
            kind,
            name,
            values,
            {
              colour: token(shade(nth)),
              dash: dashes[nth % dashes.length]![0],
              symbol: marks[nth % marks.length]![0],
            },
            unfinished,
          ),
    ),
  };
}

type LegendProps = {
  kind: ChartProps['kind'];
  title: string;
  names: readonly string[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
};

/** The legend; a press hides a series and shows it again. */
function Legend({ kind, title, names, hidden, onToggle }: LegendProps): ReactNode {
  return (
    <div className="gh-legend" role="group" aria-label={title}>
      {names.map((name, nth) => (
        <button key={`${nth} ${name}`} type="button" aria-pressed={!hidden.has(name)} onClick={() => onToggle(name)}>
          <svg width="22" height="10" aria-hidden="true" style={{ color: `var(--gh-${shade(nth)})` }}>
            {kind === 'line' ? (
              <>
                <path
                  d="M1 5h20"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeDasharray={dashes[nth % dashes.length]![1]}
                />
                <path d={marks[nth % marks.length]![1]} fill="currentColor" />
              </>
            ) : (
              <rect x="5" width="12" height="10" rx="2" fill="currentColor" />
            )}
          </svg>
          {name}
        </button>
      ))}
    </div>
  );
}

/** A chart that fits its box. Comes with its own bundle: use it through `LazyChart`. */
export default function Chart(given: ChartProps): ReactNode {
  const { t } = useWords();
  const gatheredProps = gathered(given, shades, t(others));
  const props = gatheredProps.unfinished
    ? {
        ...gatheredProps,
        labels: [...gatheredProps.labels.slice(0, -1), t(soFar).replace('{label}', gatheredProps.labels.at(-1) ?? '')],
      }
    : gatheredProps;
  useLook();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  const drawn = useRef('');
  // Known once it is in the page; a window that becomes narrower or wider redraws its names.
  const [width, setWidth] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { kind, title, labels, series, className = '' } = props;
  const names = kind === 'pie' ? labels : series.map(({ name }) => name);
  useEffect(() => {
    const plot = box.current!;
    const made = (chart.current ??= init(plot));
    const watch = new ResizeObserver(() => {
      if (plot.clientWidth !== made.getWidth() || plot.clientHeight !== made.getHeight()) made.resize();
      setWidth(plot.clientWidth);
    });
    watch.observe(plot);
    // A page in another tab keeps its drawing, which is there immediately when one comes back.
    return () => {
      watch.disconnect();
      setTimeout(() => {
        if (!plot.isConnected) made.dispose();
      });
    };
  }, []);
  useEffect(() => {
    const inFen = props.format && /\.\d\d$/.test(props.format(0));
    const axis = props.seconds && props.format ? props.format : inFen ? (value: number) => short(value / 100) : short;
    const option = optionOf(props, hidden, axis, width);
    const fingerprint = language() + JSON.stringify(option);
    if (width === 0 || fingerprint === drawn.current) return;
    chart.current!.setOption(option, true);
    drawn.current = fingerprint;
  });
  const toggle = (name: string) =>
    setHidden(hidden.has(name) ? new Set([...hidden].filter((other) => other !== name)) : new Set([...hidden, name]));
  return (
    <div className={`gh-chart ${className}`}>
      {names.length > 1 ? <Legend kind={kind} title={title} names={names} hidden={hidden} onToggle={toggle} /> : null}
      <div ref={box} className="plot" role="img" aria-label={title} />
    </div>
  );
}
