import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { ChartProps } from './chart.tsx';

const Axes = lazy(() => import('./chart.tsx'));
const Slices = lazy(() => import('./chart-pie.ts').then(() => import('./chart.tsx')));

/** A chart whose drawing library arrives with the first one shown. */
export function LazyChart(props: ChartProps): ReactNode {
  const Chart = props.kind === 'pie' ? Slices : Axes;
  return <Suspense fallback={<div className={`gh-chart ${props.className ?? ''}`} aria-busy="true" />}><Chart {...props} /></Suspense>;
}
