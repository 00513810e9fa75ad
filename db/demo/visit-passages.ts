import { factId } from '#domain/lane/identity.ts';
import type { Stay } from '#domain/lane/types.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { iso } from '#areas/passage/server/rows.ts';
import { pictureOf } from '#device/picture.ts';
import { notesOf } from './lane-notes.ts';
import type { Verdict } from './lane-notes.ts';
import type { Wide, Batch, Scene } from './load-base.ts';

type Seen = {
  stay: Stay;
  confidence: number;
  outPicture: string | null;
  order: Order | null;
  /** When money or a guard opened the exit, epoch ms. */ settledAt: number;
  release: { reason: string; by: string } | null;
};

/** A lane is notified of a payment a moment after it came. */
const DELAY_MS = 400;

/** How a lane decided of a car, as it decides of those who come today. */
function verdictsOf({ stay, order, settledAt, release }: Seen, direction: 'entry' | 'exit', at: number): Verdict[] {
  if (direction === 'entry')
    return [{ at, verdict: 'open', reasons: [stay.kind === 'pass' ? 'pass-valid' : 'temporary'] }];
  if (settledAt === at) return [{ at, verdict: 'open', reasons: ['stay-found', 'nothing-due'] }];
  const firstVerdict: Verdict = { at, verdict: 'charge', reasons: ['stay-found', 'payment-due'] };
  return order?.owedFen
    ? [firstVerdict]
    : [firstVerdict, { at: settledAt + DELAY_MS, verdict: 'open', reasons: [release ? 'released-by-person' : 'paid'] }];
}

const lastReasons = (verdicts: readonly Verdict[]): string => verdicts.at(-1)!.reasons.join(',');

/** The barrier rises, the car drives off, and it comes down behind it. */
function upAt(at: number): Wide {
  const seconds = 4 + ((Math.floor(at / 1000) * 7_919) % 9);
  return {
    event: 'up',
    evidence: 'reported',
    time: iso(at),
    raw_time: iso(at),
    closed_time: iso(at + seconds * 1000),
    open_seconds: seconds,
  };
}

export function passages(scene: Scene, batch: Batch, head: Wide, seen: Seen): void {
  const { stay, order, release } = seen;
  for (const [direction, end] of [
    ['entry', stay.entry],
    ['exit', stay.exit],
  ] as const) {
    if (!end || end.lane === null) continue;
    const manual = direction === 'exit' && release !== null;
    const cause = manual ? 'manual' : stay.kind === 'pass' ? 'pass' : 'stay';
    const picture = direction === 'entry' ? stay.picture! : seen.outPicture!;
    const [passing, verdicts] = [scene.passing(end.lane, end.at), verdictsOf(seen, direction, end.at)];
    const openedAt = verdicts.at(-1)!.at;
    batch.passages.push({
      ...head,
      id: end.passage,
      gate_id: end.lane,
      direction,
      passing,
      status: direction === 'entry' ? 'entered' : 'left',
      time: iso(end.at),
      raw_time: iso(end.rawAt),
      plate_number: stay.plate,
      plate_colour: stay.colour,
      picture,
      stay_id: stay.id,
      order_id: direction === 'exit' ? (order?.id ?? null) : null,
      cause,
      reasons: lastReasons(verdicts),
      offline: false,
      evidence: 'seen',
    });
    batch.notes.push(
      ...notesOf(
        { ...head, gate_id: end.lane },
        { passing, at: end.at, plate: stay.plate, confidence: seen.confidence, picture },
        verdicts,
      ),
    );
    batch.openings.push({
      ...head,
      id: factId({ device: `gate:${end.lane}`, seq: 0, rawAt: end.at }, stay.id),
      gate_id: end.lane,
      ...upAt(openedAt + 1_500),
      cause,
      cause_id: stay.id,
      plate_number: stay.plate,
      command_id: null,
    });
    if (manual)
      batch.releases.push({
        ...head,
        id: factId({ device: `gate:${end.lane}`, seq: 1, rawAt: end.at }, stay.id),
        gate_id: end.lane,
        plate_number: stay.plate,
        time: iso(openedAt),
        reason: release.reason,
        waived_fen: order?.waivedFen ?? 0,
        operator: release.by,
        picture,
        stay_id: stay.id,
        order_id: order?.id ?? null,
      });
  }
}

/** Through the lane to the inner area, and back. */
export function passagesWithin(
  scene: Scene,
  batch: Batch,
  head: Wide,
  { stay, lane, confidence }: { stay: Stay; lane: string; confidence: number },
): void {
  const cause = stay.kind === 'pass' ? 'pass' : 'stay';
  for (const [nth, { at }] of (stay.moves ?? []).entries()) {
    const ref = { device: `gate:${lane}`, seq: nth, rawAt: at };
    const picture = pictureOf({ plate: stay.plate, colour: stay.colour, direction: nth === 0 ? 'in' : 'out', at });
    const [passing, verdicts]: [number, Verdict[]] = [
      scene.passing(lane, at),
      [{ at, verdict: 'open', reasons: ['inside-moves'] }],
    ];
    batch.passages.push({
      ...head,
      id: factId(ref, `passage:${stay.id}`),
      gate_id: lane,
      direction: nth === 0 ? 'entry' : 'exit',
      passing,
      status: 'moved',
      time: iso(at),
      raw_time: iso(at),
      plate_number: stay.plate,
      plate_colour: stay.colour,
      picture,
      stay_id: stay.id,
      order_id: null,
      cause,
      reasons: lastReasons(verdicts),
      offline: false,
      evidence: 'seen',
    });
    batch.notes.push(
      ...notesOf({ ...head, gate_id: lane }, { passing, at, plate: stay.plate, confidence, picture }, verdicts),
    );
    batch.openings.push({
      ...head,
      id: factId(ref, `opening:${stay.id}`),
      gate_id: lane,
      ...upAt(at + 1_500),
      cause,
      cause_id: stay.id,
      plate_number: stay.plate,
      command_id: null,
    });
  }
}
