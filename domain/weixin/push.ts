/**
 * Messages a public account sends by itself: when each may go out, what its template is filled with, and what the
 * platform's answers mean.
 */
import { HOUR, MINUTE } from '../time/zone.ts';
import { dayOf, hourOf, nextDayStart, startOfDay } from '../time/day.ts';
import { placesIn } from './reply.ts';

export const pushEvents = [
  'entry',
  'exit',
  'due',
  'paid',
  'refunded',
  'passEnding',
  'passDecided',
  'coupon',
  'couponEnding',
  'invoice',
  'invoiceFailed',
  'dayDiffers',
] as const;
export type PushEvent = (typeof pushEvents)[number];
export type PushWay = 'template' | 'subscribe' | 'sms' | 'notice';

/** What each event can say. Every one is always there, so that no template is sent with a gap. */
export const pushFields = {
  entry: ['plate', 'parkName', 'time'],
  exit: ['plate', 'parkName', 'inTime', 'time', 'stayed'],
  due: ['plate', 'parkName', 'inTime', 'time', 'amount'],
  paid: ['plate', 'parkName', 'time', 'amount'],
  refunded: ['plate', 'parkName', 'time', 'amount'],
  passEnding: ['plate', 'parkName', 'endDay', 'days'],
  passDecided: ['plate', 'parkName', 'result', 'said', 'time'],
  coupon: ['plate', 'couponName', 'num', 'endTime'],
  couponEnding: ['plate', 'couponName', 'num', 'endTime'],
  invoice: ['plate', 'invoiceNo', 'amount', 'time'],
  invoiceFailed: ['applyNo', 'title', 'amount', 'why', 'time'],
  dayDiffers: ['day', 'channel', 'merchantNo', 'count'],
} as const satisfies Readonly<Record<PushEvent, readonly string[]>>;

/** Sent to the office and not to drivers. */
export const staffEvents: ReadonlySet<PushEvent> = new Set<PushEvent>(['invoiceFailed', 'dayDiffers']);
/**
 * What happened itself names somebody's phone: a pass, a coupon and an invoice have a holder, a car at a lane has none.
 */
const NAMES_PHONE: ReadonlySet<PushEvent> = new Set<PushEvent>([
  'passEnding',
  'passDecided',
  'coupon',
  'couponEnding',
  'invoice',
]);

/** Channels for the recipients of an event. */
export function waysOf(event: PushEvent): readonly PushWay[] {
  if (staffEvents.has(event)) return ['sms', 'notice'];
  return NAMES_PHONE.has(event) ? ['template', 'subscribe', 'sms'] : ['template', 'subscribe'];
}

/** How long a message is worth sending; after that it is dropped and says so. */
const WORTH: Readonly<Record<PushEvent, number>> = {
  entry: 2 * HOUR,
  exit: 2 * HOUR,
  due: 72 * HOUR,
  paid: 24 * HOUR,
  refunded: 72 * HOUR,
  passEnding: 48 * HOUR,
  passDecided: 72 * HOUR,
  coupon: 48 * HOUR,
  couponEnding: 24 * HOUR,
  invoice: 72 * HOUR,
  invoiceFailed: 72 * HOUR,
  dayDiffers: 72 * HOUR,
};

/** Messages about money and gates go out at any hour; the rest does not wake anybody. */
const AT_NIGHT: ReadonlySet<PushEvent> = new Set(['entry', 'exit', 'due', 'paid', 'refunded']);
/** Hours of the day, from the first to before the second. Both the same: none are quiet. */
export type Quiet = { readonly from: number; readonly until: number };
const NIGHT: Quiet = { from: 22, until: 7 };

export const untilOf = (event: PushEvent, at: number): number => at + WORTH[event];

const isQuiet = (hour: number, { from, until }: Quiet): boolean =>
  from < until ? hour >= from && hour < until : from > until && (hour >= from || hour < until);

/** When it may be sent: immediately, or when the quiet hours of the lot are over. `quiet` null: as the event has it. */
export function firstDue(event: PushEvent, at: number, zone: string, quiet: Quiet | null = null): number {
  const hours = quiet ?? (AT_NIGHT.has(event) ? { from: 0, until: 0 } : NIGHT);
  const hour = hourOf(at, zone);
  if (!isQuiet(hour, hours)) return at;
  const midnight = hour >= hours.until ? nextDayStart(at, zone) : startOfDay(dayOf(at, zone), zone);
  return midnight + hours.until * HOUR;
}

const MOST_PAUSE = 5 * MINUTE;
export const MOST_TRIES = 10;
/** 2, 4, 8 … 300 s after the first, second, third … try. */
export const pauseAfter = (tries: number): number => Math.min(MOST_PAUSE, 1_000 * 2 ** Math.min(tries, 12));

/**
 * `again`: the platform could not. `quota`: no more today. `blocked`: this follower wants none. `template`: the
 * configuration is wrong, and everybody's message with it. `dead`: this one alone will never go.
 */
export type Verdict = 'again' | 'quota' | 'blocked' | 'template' | 'dead';
const VERDICTS: ReadonlyMap<number, Verdict> = new Map<number, Verdict>([
  [-1, 'again'],
  [40001, 'again'],
  [40014, 'again'],
  [42001, 'again'],
  [45011, 'again'],
  [45009, 'quota'],
  [43004, 'blocked'],
  [43019, 'blocked'],
  [43101, 'blocked'],
  [40037, 'template'],
  [41030, 'template'],
  [43112, 'template'],
  [47003, 'template'],
]);
export const verdictOf = (code: number): Verdict => VERDICTS.get(code) ?? 'dead';

export type ContentLine = { readonly field: string; readonly words: string };
export type ContentFault = {
  readonly line: number;
  readonly why: 'form' | 'twice' | 'unknown' | 'kind' | 'many';
  readonly name: string;
};

/** The platform names fields by their kind and a number: `thing1`, `time2`, `car_number3`. */
const KINDS: Readonly<Record<string, number>> = {
  thing: 20,
  character_string: 32,
  time: 40,
  date: 40,
  amount: 20,
  phone_number: 17,
  car_number: 8,
  name: 20,
  phrase: 5,
  number: 32,
  letter: 32,
  symbol: 5,
  const: 20,
};
const LINE = /^\s*([a-z_]+?)(\d{1,2})\s*[=:：＝]\s*(\S.*?)\s*$/;
const MOST_LINES = 10;

const linesOf = (content: string | null): string[] =>
  (content ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');

export function readContent(content: string | null): ContentLine[] {
  return linesOf(content).flatMap((line) => {
    const [, kind, number, words] = LINE.exec(line) ?? [];
    return kind && words ? [{ field: `${kind}${number}`, words }] : [];
  });
}

/** What is wrong with the lines of a configuration, by line from 1. */
export function contentFaults(event: PushEvent, content: string | null): ContentFault[] {
  const lines = linesOf(content);
  const known: readonly string[] = pushFields[event];
  const seen = new Set<string>();
  const faults: ContentFault[] = lines.flatMap((text, at): ContentFault[] => {
    const line = at + 1;
    const [, kind, number, words] = LINE.exec(text) ?? [];
    if (!kind || !words) return [{ line, why: 'form', name: text.trim().slice(0, 20) }];
    const field = `${kind}${number}`;
    if (!(kind in KINDS)) return [{ line, why: 'kind', name: field }];
    if (seen.has(field)) return [{ line, why: 'twice', name: field }];
    seen.add(field);
    return placesIn(words)
      .filter((name) => !known.includes(name))
      .map((name) => ({ line, why: 'unknown' as const, name }));
  });
  return lines.length > MOST_LINES ? [...faults, { line: MOST_LINES + 1, why: 'many', name: '' }] : faults;
}

const MOST_WORDS: Readonly<Record<'sms' | 'notice', number>> = { sms: 300, notice: 1000 };

/** What is wrong with a text that is sent as it stands, without a template's fields. */
export function textFaults(event: PushEvent, way: 'sms' | 'notice', content: string | null): ContentFault[] {
  const words = (content ?? '').trim();
  const known: readonly string[] = pushFields[event];
  const unknown = [...new Set(placesIn(words))].filter((name) => !known.includes(name));
  return [
    ...(words === '' ? [{ line: 1, why: 'form' as const, name: '' }] : []),
    ...([...words].length > MOST_WORDS[way] ? [{ line: 1, why: 'many' as const, name: '' }] : []),
    ...unknown.map((name) => ({ line: 1, why: 'unknown' as const, name })),
  ];
}

const PLACE = /\{(\w+)\}/g;

/** A text with its places filled. */
export const filledWords = (content: string | null, values: Readonly<Record<string, string>>): string =>
  (content ?? '').trim().replace(PLACE, (_, name: string) => values[name] ?? '');

/** Whole characters: one beyond the first 65,536 is two of a string's units. */
const cut = (words: string, most: number): string => [...words].slice(0, most).join('');

/** The template's data: places filled, each value no longer than its kind may be. */
export function filledContent(
  lines: readonly ContentLine[],
  values: Readonly<Record<string, string>>,
): Record<string, { readonly value: string }> {
  return Object.fromEntries(
    lines.map(({ field, words }) => {
      const most = KINDS[field.replace(/\d+$/, '')] ?? 20;
      const value = words.replace(PLACE, (_, name: string) => values[name] ?? '');
      return [field, { value: cut(value, most) }];
    }),
  );
}
