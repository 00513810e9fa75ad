import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { ChartProps } from './chart.tsx';

const Chart = lazy(() => import('./chart.tsx'));

/** A chart whose drawing library arrives with the first one shown. */
export const LazyChart = (props: ChartProps): ReactNode => <Suspense fallback={<div className={`gh-chart ${props.className ?? ''}`} aria-busy="true" />}><Chart {...props} /></Suspense>;
