import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { metricsCall } from '#areas/ops/model/metrics.ts';
import { metricsAnswer } from './measure.ts';

export const metricsServed: readonly Served[] = [
  serve(metricsCall, (work) => metricsAnswer(work.database, work.lang), { mode: 'open' }),
];
