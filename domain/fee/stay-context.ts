/**
 * What may be known of a stay beside its times, as calls and worked cases carry it, and its bill. The console and the
 * calls price by the same.
 */
import { bill } from './bill.ts';
import type { Bill } from './bill.ts';
import { wholeSecond } from './price.ts';
import type { FeeContext, FeeRefusal, FeeRule, Stay } from './types.ts';

/** ISO 8601 with its offset. */
type Instant = string;
type Paid = { readonly at: Instant; readonly fen: number };
export type Known = {
  readonly zone?: string;
  readonly values?: FeeContext['values'];
  readonly changes?: readonly { readonly at: Instant; readonly value: string; readonly is: string | number }[];
  readonly holidays?: readonly string[];
  readonly workdays?: readonly string[];
  readonly eventDays?: readonly string[];
  readonly areas?: readonly { readonly at: Instant; readonly area: string }[];
  readonly events?: Readonly<Record<string, Instant>>;
  readonly earlier?: readonly Paid[];
  readonly payments?: readonly Paid[];
};

const ms = (at: Instant): number => Date.parse(at);

/** The engine's context; `leaveMinutes` is how long after the last payment nothing more is due. */
export function contextOf(
  { values, changes, areas, events, earlier, payments = [], holidays, workdays, eventDays }: Known,
  zone: string,
  leaveMinutes: number,
): FeeContext {
  return {
    zone,
    ...(values ? { values } : {}),
    ...(holidays || workdays || eventDays
      ? { calendar: { holidays: holidays ?? [], workdays: workdays ?? [], eventDays: eventDays ?? [] } }
      : {}),
    ...(changes
      ? { changes: changes.map((each) => ({ ...each, at: wholeSecond(ms(each.at)) })).sort((a, b) => a.at - b.at) }
      : {}),
    ...(areas ? { areas: areas.map(({ at, area }) => ({ at: ms(at), area })).sort((a, b) => a.at - b.at) } : {}),
    ...(events ? { events: Object.fromEntries(Object.entries(events).map(([event, at]) => [event, ms(at)])) } : {}),
    ...(earlier ? { earlier: earlier.map(({ at, fen }) => ({ at: ms(at), fen })) } : {}),
    ...(payments.length > 0
      ? { freeUntil: Math.max(...payments.map(({ at }) => ms(at))) + leaveMinutes * 60_000 }
      : {}),
  };
}

/** The bill of a stay of which this is known; what was paid before is taken off. */
export function billKnown(rule: FeeRule, stay: Stay, known: Known, zone: string): Bill | FeeRefusal {
  const paidFen = (known.payments ?? []).reduce((sum, { fen }) => sum + fen, 0);
  return bill(rule, stay, contextOf(known, zone, rule.form === 2 ? (rule.leaveMinutes ?? 0) : 0), { paidFen });
}
