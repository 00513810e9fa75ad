import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Phase } from '#domain/lane/types.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import type { BillLineShown } from '#kit/console/bill.tsx';
import { useLive } from '#kit/live/live.ts';
import { boxBoard } from '../model/box-calls.ts';

/** Times are instants, money is fen. */
export type Candidate = {
  stayId: string;
  plateNumber: string;
  inTime: string | null;
  inPicture: string | null;
  score?: number;
};
export type BoxLine = BillLineShown & { /** The discount or card it came of. */ ref?: string };
/** `withdrawable`: discounts of it that a box gave and may take back. */
export type Quote = {
  orderId: string;
  withdrawable: readonly string[];
  receivableFen: number;
  derateFen: number;
  paidFen: number;
  dueFen: number;
  lines: BoxLine[];
  pricedTime: string;
  validUntil: string;
  unpriced: Text | null;
};
export type Car = {
  passing: number;
  plateNumber: string;
  plateColour: string;
  confidence: number;
  picture: string | null;
  time: string;
  reasons: Text[];
  quote: Quote | null;
  stay: { stayId: string; plateNumber: string; kind: string; inTime: string; inPicture: string | null } | null;
  candidates: Candidate[];
};
/** The car as a person has put it right, or as the camera read it. */
export const plateOf = (car: Car): string => car.stay?.plateNumber ?? car.plateNumber;
export type LaneDevice = {
  deviceId: string;
  deviceType: string;
  deviceName: string;
  status: string;
  live: boolean;
  /** Its last sign of life. */
  seenTime: string | null;
};
export type BoxLane = {
  gateId: string;
  gateName: string;
  gateType: string;
  mode: string;
  direction: 'entry' | 'exit';
  barrier: 'up' | 'down' | 'fault';
  phase: Phase['name'];
  ahead: number;
  devices: LaneDevice[];
  /**
   * Milliseconds until a barrier with an open command counts as stuck, 0 once it does; null without a command or when
   * it is up.
   */
  stuckInMs: number | null;
  car: Car | null;
};
export type Passed = {
  id: string;
  gateId: string;
  direction: 'entry' | 'exit';
  status: string;
  plateNumber: string;
  plateColour: string;
  time: string;
  picture: string | null;
  /** The order of an exit that money came in for; null where there is none. */
  paidOrderId: string | null;
  /** The stay of an entry whose car is inside still; null where there is none. */
  insideStayId: string | null;
  /** The lane's printer did not print its entry ticket. */
  ticketMissing: boolean;
};
export type Board = {
  boxId: string;
  boxName: string;
  parkId: string;
  parkName: string;
  inside: number;
  total: number | null;
  free: number | null;
  cashAllowed: boolean;
  cashNeedsShift: boolean;
  lanes: BoxLane[];
  recent: Passed[];
};

export type BoothEvent = {
  gateId: string;
  lane: string;
  by: string;
  byId: string;
  action: string;
  amountFen: number | null;
};

/** Phases in which the car waits for a person. */
const pressing: ReadonlySet<Phase['name']> = new Set<Phase['name']>([
  'confirm',
  'no-entry',
  'unpriced',
  'awaiting',
  'no-plate',
  'refused',
  'stalled',
  'deducting',
]);
/** Its car was released, and the barrier has not moved. */
export const isStuck = ({ stuckInMs }: Pick<BoxLane, 'stuckInMs'>): boolean => stuckInMs === 0;
export const waits = (lane: Pick<BoxLane, 'phase' | 'stuckInMs'>): boolean => pressing.has(lane.phase) || isStuck(lane);

/** Lanes that wait for a person, the longest wait first. */
export const waitingOf = (lanes: readonly BoxLane[]): BoxLane[] =>
  lanes.filter(waits).sort((a, b) => (a.car!.time < b.car!.time ? -1 : 1));

/**
 * The lane that waits next after `from`, going round; of all of them where none is given, the one that waits longest.
 */
export function nextWaiting(lanes: readonly BoxLane[], from: string | null): string | null {
  if (from === null) return waitingOf(lanes)[0]?.gateId ?? null;
  const at = lanes.findIndex(({ gateId }) => gateId === from);
  return [...lanes.slice(at + 1), ...lanes.slice(0, at + 1)].find(waits)?.gateId ?? null;
}

/** The order paid by the car at the lane; null where none stands there or something is still due. */
export function paidAt({ car, direction }: Pick<BoxLane, 'car' | 'direction'>): string | null {
  const quote = car?.quote;
  return direction === 'exit' && quote && quote.paidFen > 0 && quote.dueFen <= 0 ? quote.orderId : null;
}

/** What can be printed for a car: the receipt of its order, or the ticket of its stay. */
export type Printable =
  | { readonly slip: 'receipt'; readonly orderId: string }
  | { readonly slip: 'entry'; readonly stayId: string };

export const printableOf = ({ paidOrderId, insideStayId }: Passed): Printable | null =>
  paidOrderId !== null
    ? { slip: 'receipt', orderId: paidOrderId }
    : insideStayId !== null
      ? { slip: 'entry', stayId: insideStayId }
      : null;

/** What is wanted at a lane: the receipt of the paid car there, else what the last car that passed can be given. */
export function printableAt(lane: BoxLane, recent: readonly Passed[]): Printable | null {
  const orderId = paidAt(lane);
  if (orderId !== null) return { slip: 'receipt', orderId };
  for (const row of recent) {
    const found = row.gateId === lane.gateId ? printableOf(row) : null;
    if (found) return found;
  }
  return null;
}

export const boardKey = (boxId: string) => [boxBoard.name, boxId];
const gatherMs = 150;

/** The current lanes of a booth: refetched as soon as the server reports a change, and every few seconds anyway. */
export function useBoard(boxId: string, onAction: (event: BoothEvent) => void): UseQueryResult<Board> {
  const client = useQueryClient();
  const found = useQuery<Board>({
    queryKey: boardKey(boxId),
    queryFn: ({ signal }) => ask<Board>(boxBoard, { boxId }, { signal, quiet: true }),
    refetchInterval: 20_000,
    staleTime: 0,
  });
  const parkId = found.data?.parkId ?? '';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = () => void client.invalidateQueries({ queryKey: boardKey(boxId) });
  useEffect(() => () => clearTimeout(timer.current), []);
  // No message reports that a barrier has not moved: refetch when it should have.
  const { data, dataUpdatedAt } = found;
  const soonest = Math.min(...(data?.lanes ?? []).map((lane) => lane.stuckInMs || Number.POSITIVE_INFINITY));
  const dueAt = dataUpdatedAt + soonest + gatherMs;
  useEffect(() => {
    if (!Number.isFinite(dueAt)) return;
    const due = setTimeout(
      () => void client.invalidateQueries({ queryKey: boardKey(boxId) }),
      Math.max(0, dueAt - Date.now()),
    );
    return () => clearTimeout(due);
  }, [dueAt, client, boxId]);
  useLive(
    ['board', 'action', 'space'].map((topic) => `gatehouse/v1/live/+/${parkId || '+'}/${topic}`),
    (topic, message) => {
      if (topic.endsWith('/action')) onAction(message as BoothEvent);
      clearTimeout(timer.current);
      timer.current = setTimeout(again, gatherMs);
    },
    { poll: again, pollMs: 3000 },
  );
  return found;
}
