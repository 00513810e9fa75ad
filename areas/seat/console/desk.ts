/** A seat as its page asks for it, and the lane of its call. */
import { useEffect, useRef } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Phase } from '#domain/lane/types.ts';
import type { SeatState } from '#domain/queue/queue.ts';
import { ask } from '#kit/console/ask.ts';
import { useLive } from '#kit/live/live.ts';
import { callLane, seatState } from '../model/calls.ts';

export type ShownCall = {
  readonly callId: string;
  readonly callNo: string;
  readonly parkId: string;
  readonly parkName: string;
  readonly gateId: string;
  readonly gateName: string;
  readonly exit: boolean;
  readonly state: 'queued' | 'talking' | 'wrapup';
  readonly plate: string;
  readonly picture: string | null;
  readonly queuedAt: string;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  readonly seat: string | null;
  /** The seat group of its car park, whether it went on to another, and whether it has come to this seat. */
  readonly group: string | null;
  readonly overflowed: boolean;
  readonly takable: boolean;
};
export type OtherSeat = { readonly seatId: string; readonly name: string; readonly state: SeatState };
export type SeatDesk = {
  readonly at: string;
  readonly seat: {
    readonly seatId: string;
    readonly name: string;
    readonly state: SeatState;
    readonly since: string;
    readonly sipNo: string | null;
    /** How many car parks it answers; null is all of the group. */
    readonly lots: number | null;
    readonly groups: readonly string[];
  };
  readonly queue: readonly ShownCall[];
  readonly own: ShownCall | null;
  readonly notes: readonly ShownCall[];
  readonly others: readonly OtherSeat[];
};

export type CallLane = {
  readonly parkId: string;
  readonly lane: {
    readonly gateId: string;
    readonly gateName: string;
    readonly direction: 'entry' | 'exit';
    readonly barrier: 'up' | 'down' | 'fault';
    readonly phase: Phase['name'];
    readonly devices: readonly {
      readonly deviceId: string;
      readonly deviceType: string;
      readonly deviceName: string;
      readonly status: string;
      readonly live: boolean;
    }[];
    readonly car: {
      readonly passing: number;
      readonly plateNumber: string;
      readonly plateColour: string;
      readonly picture: string | null;
      readonly time: string;
      readonly quote: { readonly dueFen: number; readonly paidFen: number } | null;
      readonly stay: {
        readonly plateNumber: string;
        readonly inTime: string;
        readonly inPicture: string | null;
      } | null;
    } | null;
  };
};

const EVERY_MS = 2_000;
/** Without a seat account or the right, the desk is not requested again and again. */
const REFUSED_MS = 30_000;
const deskKey = ['seat', 'state'];

/**
 * Requested every two seconds, which also shows that the page is open; sooner where a call has moved. Also while the
 * page is in the background: who is ready is rung.
 */
export function useDesk() {
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: deskKey });
  const found = useQuery({
    queryKey: deskKey,
    queryFn: async ({ signal }) => {
      const desk = await ask<SeatDesk | { readonly seat: null }>(seatState, {}, { signal, quiet: true });
      return desk.seat === null ? null : desk;
    },
    refetchInterval: ({ state }) => (state.data ? EVERY_MS : REFUSED_MS),
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });
  useLive(['gatehouse/v1/live/+/+/call'], again, { poll: again, pollMs: EVERY_MS });
  return { ...found, keep: (desk: SeatDesk) => client.setQueryData(deskKey, desk) };
}

export const laneKey = (gateId: string) => ['seat', 'lane', gateId];

/** The lane of a call, as long as it is looked at. */
export const useLane = (gateId: string) =>
  useQuery({
    queryKey: laneKey(gateId),
    queryFn: ({ signal }) => ask<CallLane>(callLane, { gateId }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The title of the window says that it rings, for whoever works in another. */
export function useRingingTitle(words: string | null): void {
  const kept = useRef<string | null>(null);
  useEffect(() => {
    if (words === null) return;
    kept.current = document.title;
    document.title = words;
    return () => {
      document.title = kept.current ?? document.title;
    };
  }, [words]);
}

/**
 * A tone every two seconds as long as it rings. A page nobody has touched yet may make none; the title rings all the
 * same.
 */
export function useRingingTone(rings: boolean): void {
  useEffect(() => {
    if (!rings) return;
    const sound = new AudioContext();
    const beep = () => {
      const [tone, volume] = [sound.createOscillator(), sound.createGain()];
      tone.frequency.value = 660;
      volume.gain.value = 0.15;
      tone.connect(volume).connect(sound.destination);
      tone.start();
      tone.stop(sound.currentTime + 0.4);
    };
    beep();
    const again = setInterval(beep, EVERY_MS);
    return () => {
      clearInterval(again);
      void sound.close();
    };
  }, [rings]);
}
