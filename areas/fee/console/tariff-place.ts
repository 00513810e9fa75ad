import { createContext, use } from 'react';
import type { Holidays } from '#domain/fee/day-plan.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import type { Text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { ruleModes, ruleStates } from '#areas/fee/model/fee-rule.ts';

export type Mode = keyof typeof ruleModes;

export type VersionRow = AnyRow & {
  readonly version: number;
  readonly status: keyof typeof ruleStates;
  readonly mode: Mode;
  readonly effectiveFrom: string | null;
  readonly carModelId: string | null;
  readonly ruleName: string;
  readonly rule: FeeRule | null;
  readonly approvedBy: string | null;
  readonly approvedReason: string | null;
};

/**
 * What a page opens with: what is written in its own way, drafted or in force; where nothing is, the draft, else the
 * newest. `rows` newest first.
 */
export function firstOf(rows: readonly VersionRow[], mode: Mode): VersionRow | undefined {
  const own = rows.filter((row) => row.mode === mode);
  return (
    own.find(({ status }) => status === 'draft') ??
    own.find(({ status }) => status === 'published') ??
    rows.find(({ status }) => status === 'draft') ??
    rows[0]
  );
}

/**
 * The version that cars are charged by now and that `row` would take the place of: of the same car model, published
 * last. `rows` newest first.
 */
export const inForceBefore = (rows: readonly VersionRow[], row: VersionRow): VersionRow | undefined =>
  rows.find(({ id, status, carModelId }) => status === 'published' && carModelId === row.carModelId && id !== row.id);

/** What tariffs call the vehicles of one of the lot's models. */
export type CarKind = {
  readonly modelId: string;
  readonly kind: string;
  readonly name: string;
  readonly isDefault: boolean;
};

/** The tariffs in view: of a car type of a lot, on the lot's own zone and calendar. */
export type TariffPlace = {
  readonly parkId: string;
  readonly carTypeId: string;
  readonly zone: string;
  /** The same object while nothing of it changes: the engine keeps the days it worked out for it. */
  readonly calendar: Holidays;
  readonly versions: readonly VersionRow[];
  /** Areas of the lot by their ids, by which rules name them. */
  readonly areaNames: ReadonlyMap<string, string>;
  readonly kinds: readonly CarKind[];
  /** Set by the editor in view: whether it holds what is not saved. */
  readonly onEdited: (dirty: boolean) => void;
};

/** What stands in an editor: the rule it is, or what keeps it from being one. */
export type Written = { readonly rule?: FeeRule; readonly problems: readonly Text[] };

export const TariffContext = createContext<TariffPlace | null>(null);

export function useTariffPlace(): TariffPlace {
  const place = use(TariffContext);
  if (!place) throw new Error('there is no tariff in view');
  return place;
}

/**
 * The kind of car a stay is about that names none: of the model the rule is for, else the lot's usual one. The gate
 * prices by the same.
 */
export const usualKind = (kinds: readonly CarKind[], carModelId: string | null): string | null =>
  kinds.find(({ modelId, isDefault }) => (carModelId === null ? isDefault : modelId === carModelId))?.kind ?? null;
