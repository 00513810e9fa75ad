/** The doors of a community as the live plan asks for them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import type { PlanFloor } from '#kit/console/plan-frame.tsx';
import type { doorResults, readerSides } from '#areas/device/model/door-fields.ts';
import { doorGate } from '../model/door-gate.ts';
import { doorPlan } from '../model/door-plan.ts';
import type { doorStates } from '../model/door-plan.ts';
import type { gateModes, gateTypes } from '../model/words.ts';

export type LiveDoor = {
  readonly id: string;
  readonly gateName: string;
  readonly gateType: keyof typeof gateTypes;
  readonly buildingId: string | null;
  /** In metres on its floor. */
  readonly x: number | null;
  readonly y: number | null;
  readonly mode: keyof typeof gateModes;
  readonly modeUntil: string | null;
  readonly fireSince: string | null;
  readonly state: keyof typeof doorStates;
  readonly contact: keyof typeof doorResults | null;
  readonly contactAt: string | null;
  readonly devices: number;
  readonly reached: number;
  readonly last: {
    readonly time: string;
    readonly empName: string | null;
    readonly result: keyof typeof doorResults;
    readonly reader: keyof typeof readerSides | null;
    readonly reason: string | null;
  } | null;
};
export type LiveDoors = {
  readonly at: string;
  readonly floors: readonly { readonly value: string; readonly label: string; readonly parkName: string }[];
  readonly floor: (PlanFloor & { readonly id: string; readonly buildingName: string }) | null;
  readonly doors: readonly LiveDoor[];
};

const EVERY_MS = 2_000;

/** Fetched anew every two seconds while the page is in view. */
export const useDoors = (villageId: string, buildingId: string | null) =>
  useQuery({
    queryKey: [doorGate.name, 'plan', villageId, buildingId],
    queryFn: ({ signal }) =>
      ask<LiveDoors>(doorPlan, { villageId, ...(buildingId ? { buildingId } : {}) }, { signal, quiet: true }),
    enabled: villageId !== '',
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
