/** Laws that follow from how a tariff is written, without pricing anything. */
import { inputsOf } from './inputs.ts';
import type { Chosen, Condition, Factor, Rung, Scheme, Span, Step, Tariff } from './form.ts';

/** All values a choice may come to. */
export function optionsOf<T>(chosen: Chosen<T>): T[] {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return [chosen as T];
  return [...Object.values(chosen.of), ...(chosen.else === undefined ? [] : [chosen.else])].flatMap((each) =>
    optionsOf(each),
  );
}

/** Whether the choice depends on the moment, so that it may differ within a stay. */
function dependsOnTime<T>(chosen: Chosen<T>): boolean {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return false;
  return (
    chosen.by === 'season' ||
    chosen.by === 'day' ||
    chosen.by === 'nth' ||
    [...Object.values(chosen.of), ...(chosen.else === undefined ? [] : [chosen.else])].some((each) =>
      dependsOnTime(each),
    )
  );
}

const endsWithTheStay = ({ exit, stayAtMostMinutes }: Condition): boolean =>
  exit !== undefined || stayAtMostMinutes !== undefined;
const changes = ({ entry }: Condition): boolean => entry !== undefined;

/** Whether a scheme that fits an entry fits it however long the stay becomes. */
const lasting = ({ when = [] }: Scheme): boolean => !when.some(endsWithTheStay);

const isCap = (step: Step): boolean => 'cap' in step;

/**
 * Adjustments count into the caps behind them as what began last, where a reduction could lower the sum below the cap
 * and raise it again.
 */
const adjustedLast = (after: readonly Step[]): boolean => {
  const adjusted = after.findIndex((step) => !('cap' in step || 'times' in step));
  return adjusted === -1 || adjusted > after.findLastIndex(isCap);
};

/**
 * Whether time that goes on may charge what lay before: a completed unit, or free time of a meter that is lost later
 * on.
 */
const chargesBack = ({ meters }: Scheme): boolean =>
  meters.some(({ free, ladder }) => free?.lost === true || ladder.some(({ round }) => round === 'down'));

/**
 * Whether minutes that something takes on the way, such as charging, matter: they grow with the stay while it is under
 * way. Where the clock starts is known.
 */
export function usesRunningMinutes({ schemes }: Tariff): boolean {
  const unstarted = schemes.map((scheme) => {
    const { startsAt: _, ...rest } = scheme;
    return rest;
  });
  return inputsOf({ form: 2, schemes: unstarted }).events.length > 0;
}

/**
 * Whether a sum may be a part of a fen: a percentage of it, rounded to whole fen, may then grow by more than the sum
 * does.
 */
const inParts = ({ meters, after = [] }: Scheme): boolean =>
  meters.some(({ ladder }) => ladder.some(({ perMinutes }) => perMinutes !== undefined)) ||
  after.some((step) => 'times' in step && !optionsOf(step.times).every(wholeFactor));

const lessPercent = (step: Step): boolean => 'less' in step && 'percent' in step.less;

/**
 * Whether a longer stay cannot be cheaper, by the form alone: what is charged stays charged when the stay goes on, a
 * cap takes from a sum no more than the sum has grown, and nothing depends on the exit. The cheapest of schemes that
 * each grow grows.
 */
export function growsByForm(tariff: Tariff): boolean {
  return (
    !usesRunningMinutes(tariff) &&
    tariff.schemes.every((scheme) => {
      const { meters, after = [] } = scheme;
      const caps = after.filter(isCap);
      const back = chargesBack(scheme);
      return (
        lasting(scheme) &&
        adjustedLast(after) &&
        // What replaces a complete span may be less than what it cost before it was complete.
        !after.some((step) => 'complete' in step) &&
        after.every((step) =>
          'plus' in step || 'less' in step
            ? !(step.when ?? []).some(endsWithTheStay)
            : !('cap' in step && back && dependsOnTime(step.cap)),
        ) &&
        // Room under one cap that passes from later time to earlier may be taken away by the next.
        (!back || caps.length < 2) &&
        !(after.some(lessPercent) && inParts(scheme)) &&
        // Lost later on, the time would run on over what others have charged for.
        !meters.some(({ free, edge }) => free?.lost === true && edge === 'runs-on')
      );
    })
  );
}

const wholeFactor = (factor: Factor): boolean => typeof factor === 'number' && Number.isInteger(factor);

/** The ladder of one price for each unit begun. */
const flatUnit = ({ minutes, unitMinutes, fen, perMinutes = unitMinutes, round }: Rung): boolean =>
  minutes === undefined &&
  unitMinutes !== undefined &&
  perMinutes === unitMinutes &&
  round !== 'down' &&
  !dependsOnTime(fen);

function splitProof(step: Step, { alone, unit, rolls }: { alone: boolean; unit: number; rolls: boolean }): boolean {
  if ('cap' in step) {
    // Pieces restart with a ladder that counts from the entry, so that a second entry cuts them elsewhere.
    if (dependsOnTime(step.cap) || (step.per === 'piece' && rolls)) return false;
    return isMinutes(step.per) ? alone && step.per.minutes % unit === 0 : true;
  }
  if ('times' in step) return optionsOf(step.times).every(wholeFactor);
  if ('roundTo' in step) return step.how === 'up';
  return 'atLeast' in step || ('plus' in step && !step.when);
}

const isMinutes = (span: Span): span is { readonly minutes: number } => typeof span === 'object' && 'minutes' in span;
/**
 * Whether leaving and coming back at a whole minute cannot save anything, by the form alone: no free time, one price
 * for each unit begun, and no unit that a new stay would begin where it is cheaper than the old one had it. That is so
 * with one meter for all time, with units of a minute, and with units that end where the time of their meter does.
 */
export function splitsByForm({ schemes }: Tariff): boolean {
  const [scheme, ...more] = schemes;
  if (
    !scheme ||
    more.length > 0 ||
    scheme.startsAt !== undefined ||
    scheme.free ||
    (scheme.when ?? []).some((each) => endsWithTheStay(each) || changes(each))
  )
    return false;
  const { meters, after = [] } = scheme;
  const units = meters.map(({ ladder }) => (ladder.length === 1 && flatUnit(ladder[0]!) ? ladder[0]!.unitMinutes! : 0));
  if (units.some((each) => each === 0) || meters.some(({ free }) => free)) return false;
  const [unit, small] = [units[0]!, units.every((each) => each === 1)];
  const alone =
    meters.length === 1 &&
    meters[0]!.windows === undefined &&
    (meters[0]!.again === 'stay' || (isMinutes(meters[0]!.again) && meters[0]!.again.minutes % unit === 0));
  const ending = meters.every(({ edge, again }) => edge === 'ends' && !isMinutes(again));
  return (
    (alone || small || ending) &&
    after.filter(isCap).length < (small ? 3 : 2) &&
    adjustedLast(after) &&
    after.every((step) => splitProof(step, { alone, unit, rolls: meters.some(({ again }) => isMinutes(again)) }))
  );
}

/**
 * Whether the meters price each continuous piece of their time on its own, so that leaving and coming back saves only
 * where it saves within one piece of one meter.
 */
export function pricesByPiece({ schemes }: Tariff): boolean {
  const [scheme, ...more] = schemes;
  return (
    scheme !== undefined &&
    more.length === 0 &&
    scheme.startsAt === undefined &&
    !scheme.free &&
    !(scheme.when ?? []).some((each) => endsWithTheStay(each) || changes(each)) &&
    scheme.meters.every(
      ({ edge, again, free, ladder }) =>
        edge === 'ends' &&
        again === 'piece' &&
        !free &&
        ladder.every(({ fen, perMinutes }) => perMinutes === undefined && !dependsOnTime(fen)),
    ) &&
    (scheme.after ?? []).every((step) => 'times' in step && optionsOf(step.times).every(wholeFactor))
  );
}
