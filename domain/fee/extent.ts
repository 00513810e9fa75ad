/** How long a bill can get, known before it is made. */
import type { Meter, Scheme, Span, Step, Tariff } from './form.ts';
import { asTariff } from './simple.ts';
import type { FeeRule } from './types.ts';

const DAY_MINUTES = 1440;

const restarts = (span: Span): number =>
  typeof span === 'object' && 'minutes' in span ? Math.ceil(DAY_MINUTES / span.minutes) : 1;

/** A day's stretches of a meter begin at a window's edge; in each its ladder may be climbed from the start. */
function meterLines({ windows = [], again, ladder }: Meter, edges: number): number {
  const stretches = windows.length === 0 ? edges + 1 : windows.length * 2;
  return ladder.length * (stretches + restarts(again));
}

const stepLines = (step: Step): number => ('cap' in step || 'complete' in step ? restarts(step.per) : 0);

function schemeLines({ meters, after = [] }: Scheme): number {
  const edges = meters.reduce((sum, { windows = [] }) => sum + windows.length * 2, 0);
  return (
    edges +
    1 +
    meters.reduce((sum, meter) => sum + meterLines(meter, edges), 0) +
    after.reduce((sum, step) => sum + stepLines(step), 0)
  );
}

/** At most so many lines for each day of a stay, over all schemes that may have to be priced. */
export function linesPerDay(rule: FeeRule): number {
  const { schemes }: Tariff = rule.form === 1 ? asTariff(rule) : rule;
  return schemes.reduce((sum, scheme) => sum + schemeLines(scheme), 0);
}
