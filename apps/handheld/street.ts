/** The street as the handheld sees it: the server's last snapshot, and what was done since. */
import type { ChainedEntry } from '#domain/berth/journal.ts';
import type { HandheldSettings } from '#areas/handheld/model/parameter.ts';
import { roundOrder } from '#domain/berth/next-round.ts';
import { chargedFrom, kerbPrice } from '#domain/berth/price.ts';
import type { KerbPrice, KerbTariffs } from '#domain/berth/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { MINUTE } from '#domain/time/zone.ts';
import { instantOf } from './clock.ts';
import { sha256 } from './sha256.ts';

export type SnapshotBerth = {
  readonly id: string;
  readonly berthNo: string;
  readonly sectionId: string;
  readonly orderNo: number;
  readonly state: string;
  readonly since: number | null;
  /**
   * Since when what stands there can be charged; null while its sensor may be another berth's, absent in what was kept
   * from before.
   */
  readonly provenSince?: number | null;
  readonly stayId: string | null;
};
export type SnapshotStay = {
  readonly id: string;
  readonly berthId: string;
  readonly plate: string | null;
  readonly colour: string | null;
  readonly kind: string;
  readonly inAt: number;
  readonly bays: number;
  readonly zoneClass: string | null;
};
export type SnapshotLot = KerbTariffs & {
  readonly parkId: string;
  readonly parkName: string;
  readonly servicePhone: string | null;
  /**
   * What parking costs, in the car park's own words. Absent in what a handheld kept from before there were any, as the
   * settings are.
   */
  readonly feeNotice?: string | null;
  readonly maxBackMinutes: number;
  /** Absent in what a handheld kept from before there were any. */
  readonly settings?: HandheldSettings;
};
export type SnapshotSection = {
  readonly id: string;
  readonly name: string;
  readonly parkId: string;
  readonly zoneClass: string | null;
};
export type SnapshotTask = {
  readonly workId: string;
  readonly workNo: string;
  readonly workType: string;
  readonly priority: string;
  readonly status: string;
  readonly berthNo: string | null;
  readonly text: string;
  readonly solveDue: string;
  readonly parkName: string;
};
export type SnapshotNotice = {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly content: string;
  readonly releaseTime: string;
  readonly read: boolean;
};
export type Snapshot = {
  readonly serverTime: number;
  readonly person: { readonly userId: string; readonly name: string };
  readonly device: { readonly deviceId: string; readonly deviceName: string };
  readonly acked: number;
  readonly salt: string;
  readonly lots: readonly SnapshotLot[];
  readonly sections: readonly SnapshotSection[];
  readonly berths: readonly SnapshotBerth[];
  readonly stays: readonly SnapshotStay[];
  readonly known: readonly string[];
  readonly debts: Readonly<Record<string, readonly [number, number]>>;
  readonly may: Readonly<Record<string, boolean>>;
  /** Absent in what a handheld kept from before there were any. */
  readonly tasks?: readonly SnapshotTask[];
  readonly notices?: readonly SnapshotNotice[];
  /** The shift whose drawer the person's cash goes into. */
  readonly shift?: {
    readonly shiftId: string;
    readonly boxName: string;
    readonly status: 'open' | 'counting' | 'counted';
  } | null;
  readonly boxes?: readonly { readonly boxId: string; readonly boxName: string }[];
  readonly upgrade?: { readonly version: string; readonly least: string; readonly note: string | null } | null;
};

export type Car = {
  readonly plate: string | null;
  readonly colour: string;
  readonly from: number;
  readonly bays: number;
};

/** A stay that was ended here and is not collected yet. */
export type Ended = { readonly car: Car & { readonly plate: string }; readonly to: number; readonly seq: number };

export type Berth = {
  readonly id: string;
  readonly berthNo: string;
  readonly sectionId: string;
  readonly orderNo: number;
  readonly state: string;
  readonly since: number | null;
  readonly provenSince?: number | null;
  readonly car: Car | null;
  readonly ended: Ended | null;
};

export type JournalEvent = { readonly kind: string; readonly at: number; readonly seq: number; readonly body: Body };
type Body = Readonly<Record<string, unknown>>;

/** A journal entry with the time the server will give it. */
export function journalEventOf({ kind, seq, wallAt, monotonicMs, body }: ChainedEntry): JournalEvent {
  const content = JSON.parse(body) as Body & { sync: { at: number; offsetMs: number } };
  return { kind, seq, body: content, at: instantOf({ wallAt, monotonicMs, sync: content.sync }) };
}

const free = (berth: Berth, at: number, ended: Ended | null): Berth => ({
  ...berth,
  state: 'free',
  since: at,
  provenSince: at,
  car: null,
  ended,
});

function read(berth: Berth, { at, body }: JournalEvent, maxBackMinutes: number): Berth {
  const [plate, colour] = [String(body['plate']), String(body['colour'])];
  if (berth.car?.plate === plate) return berth;
  const unread = berth.car?.plate === null || (berth.car === null && berth.state === 'occupied');
  const since = unread ? berth.since : null;
  return {
    ...berth,
    state: 'occupied',
    since: since ?? at,
    car: {
      plate,
      colour,
      from: chargedFrom(at, since === null ? null : (berth.provenSince ?? null), maxBackMinutes),
      bays: berth.car?.bays ?? 1,
    },
    ended: null,
  };
}

/** A berth after one journal entry. */
export function after(berth: Berth, event: JournalEvent, maxBackMinutes: number): Berth {
  const { kind, at, seq, body } = event;
  const claim = kind === 'patrol' ? seenIn(body, berth.id) : kind;
  if (kind !== 'patrol' && body['berthId'] !== berth.id) return berth;
  switch (claim) {
    case 'plate':
    case 'begin':
      return read(berth, event, maxBackMinutes);
    case 'present':
      return berth.state === 'occupied' ? berth : { ...berth, state: 'occupied', since: at, provenSince: at };
    case 'absent':
      return free(berth, at, berth.ended);
    case 'end': {
      const plate = berth.car?.plate ?? null;
      return free(berth, at, plate === null ? null : { car: { ...berth.car!, plate }, to: at, seq });
    }
    case 'cash':
      return { ...berth, ended: null };
    default:
      return berth;
  }
}

const seenIn = (body: Body, berthId: string): string | undefined =>
  (body['seen'] as { berthId: string; claim: string }[]).find((each) => each.berthId === berthId)?.claim;

export const lotOf = (snapshot: Snapshot, sectionId: string): SnapshotLot | undefined => {
  const parkId = snapshot.sections.find(({ id }) => id === sectionId)?.parkId;
  return snapshot.lots.find((lot) => lot.parkId === parkId);
};

/** Berths in the order of the street. `ended` are those of before, which no snapshot knows. */
export function streetOf(
  snapshot: Snapshot,
  since: readonly JournalEvent[],
  ended: Readonly<Record<string, Ended>>,
): readonly Berth[] {
  const stays = new Map(snapshot.stays.map((stay) => [stay.berthId, stay]));
  const later = since.filter(({ seq }) => seq > snapshot.acked).toSorted((a, b) => a.seq - b.seq);
  return snapshot.berths.map((berth) => {
    const stay = stays.get(berth.id);
    const begun: Berth = {
      ...berth,
      car: stay ? { plate: stay.plate, colour: stay.colour ?? 'unknown', from: stay.inAt, bays: stay.bays } : null,
      ended: stay?.plate ? null : (ended[berth.id] ?? null),
    };
    const back = lotOf(snapshot, berth.sectionId)?.maxBackMinutes ?? 30;
    return later.reduce((now, event) => after(now, event, back), begun);
  });
}

const keyOf = (snapshot: Snapshot, plate: string): string => sha256(`${snapshot.salt}${plate}`).slice(0, 24);

/** What a plate owed at the last snapshot: how many, and how much in fen. */
export const debtsOf = (snapshot: Snapshot, plate: string): readonly [number, number] =>
  snapshot.debts[keyOf(snapshot, plate)] ?? [0, 0];

/** The price by the engine; null where only the server knows it. */
export function priceOf(snapshot: Snapshot, sectionId: string, car: Car, to: number): KerbPrice | null {
  const lot = lotOf(snapshot, sectionId);
  if (!lot || (car.plate !== null && snapshot.known.includes(keyOf(snapshot, car.plate)))) return null;
  const zoneClass = snapshot.sections.find(({ id }) => id === sectionId)?.zoneClass ?? null;
  const price = kerbPrice(lot, { colour: car.colour, from: car.from, to, zoneClass, bays: car.bays });
  return price === null || isFeeRefusal(price) ? null : price;
}

/** Between two berths of a street, where nobody measured it. */
const BERTH_METRES = 6;

/** Cars without a plate in the order to walk to them from a berth. */
export function roundOf(snapshot: Snapshot, berths: readonly Berth[], fromBerth: string | null, at: number): Berth[] {
  const place = new Map(berths.map(({ id }, nth) => [id, nth * BERTH_METRES]));
  const unread = berths.filter(({ state, car }) => state === 'occupied' && (car === null || car.plate === null));
  const hour = (berth: Berth): number =>
    priceOf(snapshot, berth.sectionId, { plate: null, colour: 'blue', from: at, bays: 1 }, at + 60 * MINUTE)
      ?.totalFen ?? 0;
  const order = roundOrder(
    unread.map((berth) => ({
      berthId: berth.id,
      metres: place.get(berth.id)!,
      occupiedSince: berth.since ?? at,
      fenPerMinute: hour(berth) / 60,
    })),
    place.get(fromBerth ?? '') ?? 0,
    at,
  );
  const byId = new Map(unread.map((berth) => [berth.id, berth]));
  return order.map(({ berthId }) => byId.get(berthId)!);
}
