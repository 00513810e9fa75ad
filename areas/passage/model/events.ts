import type { Place } from '#areas/billing/model/events.ts';
import type { Fact } from '#domain/lane/facts.ts';
import type { StayKind } from '#domain/lane/types.ts';
import type { Stands, StoodBefore } from '#domain/upload/facts.ts';
import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** A person let a vehicle go. `plate` null where nobody knows it. */
export type Release = Extract<Fact, { fact: 'release' }> & { readonly plate: string | null };

/** In the transaction that writes them, and again whenever they are written again: their ids stay. */
export const released = transactionEvent<{ place: Place; releases: readonly Release[] }>({
  name: 'released',
  area: 'passage',
  title: text('人工放行', 'Manual releases'),
  payload: {
    place: text('车场及其时区', 'The car park and its time zone'),
    releases: text(
      '每次放行：车道、车牌、原因、操作员、免收金额',
      'Each release: lane, plate, reason, operator, amount waived',
    ),
  },
  required: true,
});

/** A car that came in. `at`: epoch ms. */
export type Came = { readonly stayId: string; readonly plate: string; readonly at: number };

/** In the transaction that opens their stays, after these are written. */
export const carsCame = transactionEvent<{ place: Place; cars: readonly Came[] }>({
  name: 'carsCame',
  area: 'passage',
  title: text('车辆入场', 'Cars came in'),
  payload: {
    place: text('车场及其时区', 'The car park and its time zone'),
    cars: text('每辆车：停车记录、车牌、时间', 'Each car: stay, plate, time'),
  },
});
/** A car that came in by a booking, or one that did and goes. `at`: epoch ms; `lane`: its name. */
export type BookedCar = {
  readonly booking: string;
  readonly stay: string;
  readonly at: number;
  readonly lane: string | null;
};
export type BookedCars = {
  readonly place: Place;
  readonly came: readonly BookedCar[];
  readonly left: readonly BookedCar[];
};

/** In the transaction that writes the stays. May be emitted more than once for the same change. */
export const bookedCars = transactionEvent<BookedCars>({
  name: 'bookedCars',
  area: 'passage',
  title: text('预约车辆进出', 'Cars with a booking came or went'),
  payload: {
    place: text('车场及其时区', 'The car park and its time zone'),
    came: text('入场：预约、停车记录、时间、通道', 'Who came: booking, stay, time, lane'),
    left: text('出场：预约、停车记录、时间、通道', 'Who left: booking, stay, time, lane'),
  },
});

/** A visit of a batch: how it stood before it, null where it is new, and how it stands. Times epoch ms. */
export type StayMoved = { readonly before: StoodBefore | null; readonly after: Stands };

/** In the transaction that writes them, whatever changed of them. `inside`: cars in the lot after the batch. */
export const staysMoved = transactionEvent<{
  place: Place;
  moved: readonly StayMoved[];
  inside: number;
}>({
  name: 'staysMoved',
  area: 'passage',
  title: text('停车记录变动', 'Visits moved'),
  payload: {
    place: text('车场及其时区', 'The car park and its time zone'),
    moved: text('每条停车记录变动前后', 'Each visit before and after'),
    inside: text('变动后在场车辆数', 'Cars inside after it'),
  },
});

/** A barrier that went up. `cause` null where nobody knows why; `at`: epoch ms. */
export type Opened = {
  readonly id: string;
  readonly lane: string;
  readonly cause: string | null;
  readonly causeId: string | null;
  readonly plate: string | null;
  readonly at: number;
};

/** In the transaction that writes them, and again whenever they are written again: their ids stay. */
export const barriersOpened = transactionEvent<{ place: Place; opened: readonly Opened[] }>({
  name: 'barriersOpened',
  area: 'passage',
  title: text('道闸打开', 'Barriers opened'),
  payload: {
    place: text('车场及其时区', 'The car park and its time zone'),
    opened: text('每次开闸：车道、原因、车牌', 'Each opening: lane, cause, plate'),
  },
});

/**
 * An entry ticket that a printer prints by itself for a car that is let in. Its stay begins once the car has passed;
 * `commandId` follows from the entry, `plate` is its code where none was read; `at`: epoch ms.
 */
export type DueTicket = {
  readonly commandId: string;
  readonly deviceId: string;
  readonly gateId: string;
  readonly lane: string;
  readonly stay: string;
  readonly plate: string;
  readonly kind: StayKind;
  readonly at: number;
};

/** In the transaction that lets the cars in. */
export const ticketsDue = transactionEvent<{ place: Place; tickets: readonly DueTicket[] }>({
  name: 'ticketsDue',
  area: 'passage',
  title: text('应打印入场凭条', 'Entry tickets due'),
  payload: {
    place: text('车场及其时区', 'The car park and its time zone'),
    tickets: text('每张：打印机、车道、停车记录、车牌或凭证号、时间', 'Each: printer, lane, stay, plate or code, time'),
  },
  required: true,
});

export const events = [released, carsCame, bookedCars, staysMoved, barriersOpened, ticketsDue];
