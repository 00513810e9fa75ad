import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { number } from './format.ts';
import { token, useLook } from './look.ts';
import { language } from './words.ts';

register([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

/** Lines are told apart by dash and mark besides their colour. */
const [dashes, marks] = [['solid', 'dashed', 'dotted'], ['circle', 'rect', 'triangle', 'diamond']] as const;

export type Series = { name: string; values: readonly number[] };
export type ChartProps = {
  kind: 'line' | 'bar' | 'pie';
  labels: readonly string[];
  series: readonly Series[];
  /** What the picture says, for those who do not see it. */
  title: string;
  format?: (value: number) => string;
  className?: string;
};

/** The axis needs short numbers, in the steps its reader counts in; the tooltip shows the whole one. */
const short = (value: number): string => {
  const [step, sign] = steps[language()].find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${number(value / step)}${sign}`;
};
const steps = { zh: [[100_000_000, '亿'], [10_000, '万']], en: [[1_000_000, 'M'], [1000, 'k']] } as const;

/** On a narrow screen names beside the slices are cut off: their share stands on them, the legend has the names. */
const sliceWords = (colour: string) => (innerWidth > 640 ? { label: { formatter: '{b} {d}%', color: colour } } : { label: { position: 'inside', formatter: '{d}%', color: token('surface'), fontWeight: 600 }, minShowLabelAngle: 24 });

function optionOf({ kind, labels, series, format = number }: ChartProps, axis: (value: number) => string): EChartsCoreOption {
  const [words, line] = [token('text-2'), token('line')];
  const common = { color: [1, 2, 3, 4, 5, 6, 7].map((nth) => token(`series-${nth}`)), animation: !matchMedia('(prefers-reduced-motion: reduce)').matches, animationDuration: 300, textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: words } };
  const tooltip = { valueFormatter: (value: unknown) => format(Number(value)), confine: true, backgroundColor: token('surface'), borderColor: line, textStyle: { color: token('text') } };
  const legend = { type: 'scroll', textStyle: { color: words }, pageTextStyle: { color: words }, pageIconColor: words, inactiveColor: token('text-3') };
  if (kind === 'pie') {
    const data = labels.map((name, at) => ({ name, value: series[0]?.values[at] ?? 0 }));
    return { ...common, tooltip: { ...tooltip, trigger: 'item' }, legend: { ...legend, bottom: 0 }, series: [{ type: 'pie', radius: ['45%', '70%'], center: ['50%', '45%'], data, ...sliceWords(words), itemStyle: { borderColor: token('surface'), borderWidth: 1 } }] };
  }
  return {
    ...common, tooltip: { ...tooltip, trigger: 'axis' }, ...(series.length > 1 ? { legend: { ...legend, top: 0 } } : {}),
    grid: { left: 8, right: 16, top: series.length > 1 ? 36 : 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'category', data: labels, boundaryGap: kind === 'bar', axisTick: { show: false }, axisLabel: { color: words }, axisLine: { lineStyle: { color: token('line-strong') } } },
    yAxis: { type: 'value', axisLabel: { formatter: axis, color: words }, splitLine: { lineStyle: { color: line } } },
    series: series.map(({ name, values }, nth) => ({ name, type: kind, data: values, ...(kind === 'line' ? { smooth: 0.2, smoothMonotone: 'x', symbolSize: 6, symbol: marks[nth % marks.length], lineStyle: { type: dashes[nth % dashes.length] }, showSymbol: values.length < 40 } : { barMaxWidth: 28 }) })),
  };
}

/** A chart that fits its box. Comes with its own bundle: use it through `LazyChart`. */
export default function Chart(props: ChartProps): ReactNode {
  useLook();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  useEffect(() => {
    const made = init(box.current!);
    chart.current = made;
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(box.current!);
    return () => { watch.disconnect(); made.dispose(); };
  }, []);
  useEffect(() => {
    const axis = props.format && /\.\d\d$/.test(props.format(0)) ? (value: number) => short(value / 100) : short;
    chart.current?.setOption(optionOf(props, axis), true);
  });
  return <div ref={box} className={`gh-chart ${props.className ?? ''}`} role="img" aria-label={props.title} />;
}
