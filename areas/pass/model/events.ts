import type { Place } from '#areas/billing/model/events.ts';
import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** Whose pass it is. `key` identifies the notice: the same however often it is emitted. */
export type HeldPass = { readonly key: string; readonly plates: readonly string[]; readonly phone: string | null };
/** `endDay`: its last day, by the lot's days; `days`: how many are left after today. */
export type EndingPass = HeldPass & { readonly endDay: string; readonly days: number };

const place = text('车场及其时区', 'The car park and its time zone');
const at = text('时间', 'When');

/** Passes of one car park that end soon; may be emitted more than once. */
export const passesEnding = transactionEvent<{
  place: Place;
  passes: readonly EndingPass[];
  at: number;
}>({
  name: 'passesEnding',
  area: 'pass',
  title: text('月租将到期', 'Passes about to end'),
  payload: {
    place,
    passes: text('月租：车牌、手机、到期日、剩余天数', 'Each: plates, phone, last day, days left'),
    at,
  },
});

/** In the transaction of the decision. */
export const passDecided = transactionEvent<{
  place: Place;
  pass: HeldPass;
  isGranted: boolean;
  comment: string;
  at: number;
}>({
  name: 'passDecided',
  area: 'pass',
  title: text('月租申请有结果', 'An application for a pass was decided'),
  payload: {
    place,
    pass: text('申请：车牌、手机', 'The application: plates, phone'),
    isGranted: text('是否通过', 'Whether it was granted'),
    comment: text('审核意见', 'The comment'),
    at,
  },
});

/** What became of a pass. */
export type PassChange =
  | 'applied'
  | 'changed'
  | 'approved'
  | 'refused'
  | 'renewed'
  | 'suspended'
  | 'resumed'
  | 'stopped'
  | 'grace'
  | 'expired';
/** `endDay`: its last day, null while it was never paid for. */
export type MovedPass = {
  readonly id: string;
  readonly plates: readonly string[];
  readonly change: PassChange;
  readonly endDay: string | null;
};

/** In the transaction of the change, passes of one car park. */
export const passesMoved = transactionEvent<{ place: Place; passes: readonly MovedPass[]; at: number }>({
  name: 'passesMoved',
  area: 'pass',
  title: text('月租变动', 'Passes changed'),
  payload: {
    place,
    passes: text('每条月租：车牌、变动、到期日', 'Each pass: plates, what became of it, last day'),
    at,
  },
});

export const events = [passesEnding, passDecided, passesMoved];
