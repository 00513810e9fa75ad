import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { ChartProps } from './chart.tsx';
import { Nothing } from './empty.tsx';

const Axes = lazy(() => import('./chart.tsx'));
const Slices = lazy(() => import('./chart-pie.ts').then(() => import('./chart.tsx')));

/** A chart whose drawing library arrives with the first one shown. Of nothing but zeros there is nothing to draw: an axis of hundredths or an empty ring says less than words. */
export function LazyChart(props: ChartProps): ReactNode {
  if (props.series.every(({ values }) => values.every((value) => value === 0)))
    return (
      <div className={`gh-chart ${props.className ?? ''}`}>
        <Nothing />
      </div>
    );
  const Chart = props.kind === 'pie' ? Slices : Axes;
  return (
    <Suspense fallback={<div className={`gh-chart ${props.className ?? ''}`} aria-busy="true" />}>
      <Chart {...props} />
    </Suspense>
  );
}
