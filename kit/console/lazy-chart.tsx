import type { ReactNode } from 'react';
import type { ChartProps } from './chart.tsx';
import { Nothing, Trouble } from './empty.tsx';
import type { Instead } from './guarded.tsx';
import { part } from './part.tsx';

/** As large as the chart that comes there. */
const wait = ({ className = '' }: ChartProps): ReactNode => (
  <div className={`gh-chart ${className}`} aria-busy="true" />
);
const instead =
  ({ className = '' }: ChartProps): Instead =>
  (why, retry) => (
    <div className={`gh-chart ${className}`}>
      <Trouble error={why} onRetry={retry} />
    </div>
  );
const Axes = part(() => import('./chart.tsx'), { wait, instead });
const Slices = part<ChartProps>(() => import('./chart-pie.ts').then(() => import('./chart.tsx')), { wait, instead });

/**
 * A chart whose drawing library arrives with the first one shown. Of nothing but zeros there is nothing to draw: an
 * axis of hundredths or an empty ring says less than words.
 */
export function LazyChart(props: ChartProps): ReactNode {
  if (props.series.every(({ values }) => values.every((value) => value === 0)))
    return (
      <div className={`gh-chart ${props.className ?? ''}`}>
        <Nothing />
      </div>
    );
  const Chart = props.kind === 'pie' ? Slices : Axes;
  return <Chart {...props} />;
}
