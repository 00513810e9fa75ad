/** A floor as the live plan asks for it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { buildingsOfPark } from '../model/calls.ts';
import { live } from '../model/live-call.ts';
import type { nodeStates, spaceKinds, spaceStates } from '../model/words.ts';

export type LiveSpace = {
  readonly id: string;
  readonly spaceNo: string;
  readonly kind: keyof typeof spaceKinds;
  readonly state: keyof typeof spaceStates;
  readonly since: string | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly w: number | null;
  readonly h: number | null;
  readonly angle: number | null;
  readonly closedReason: string | null;
};
export type BoardLine = {
  readonly line: number;
  readonly label: string;
  readonly n: number;
  readonly full: boolean;
  readonly arrow: string;
};
export type LiveBoard = {
  readonly id: string;
  readonly deviceName: string;
  readonly status: keyof typeof nodeStates;
  readonly lines: readonly BoardLine[] | null;
  readonly sentAt: string | null;
  readonly outcome: string | null;
};
type Counts = Readonly<Record<LiveSpace['state'], number>>;
export type LiveFloor = {
  readonly at: string;
  readonly floor: {
    readonly id: string;
    readonly buildingName: string;
    readonly width: number;
    readonly height: number;
    readonly mapUrl: string | null;
    readonly points: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  };
  readonly spaces: readonly LiveSpace[];
  readonly boards: readonly LiveBoard[];
  readonly gateways: readonly {
    readonly id: string;
    readonly deviceName: string;
    readonly status: string;
    readonly lost: number | null;
    readonly lastSeenAt: string | null;
  }[];
  readonly groups: readonly ({ readonly id: string; readonly groupName: string } & Counts)[];
  readonly counts: Counts;
};

const EVERY_MS = 2_000;

/** The current state, refetched every two seconds while the page is in view. */
export const useFloor = (buildingId: string) =>
  useQuery({
    queryKey: ['guidance', 'live', buildingId],
    queryFn: ({ signal }) => ask<LiveFloor>(live, { buildingId }, { signal, quiet: true }),
    enabled: buildingId !== '',
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });

export type FloorChoice = {
  readonly value: string;
  readonly label: string;
  readonly masterBuildingId: string | null;
  readonly floorNo: number | null;
  readonly spaces: number;
};

/** Floors of a car park, the highest first; buildings that have floors stand for these. */
export const useFloors = (parkId: string) =>
  useQuery({
    queryKey: ['guidance', 'floors', parkId],
    queryFn: async ({ signal }) => {
      const all = await ask<FloorChoice[]>(buildingsOfPark, { parkId }, { signal, quiet: true });
      const masters = new Set(all.map(({ masterBuildingId }) => masterBuildingId));
      return all.filter(({ value }) => !masters.has(value)).toSorted((a, b) => (b.floorNo ?? 0) - (a.floorNo ?? 0));
    },
    enabled: parkId !== '',
    staleTime: 60_000,
  });
