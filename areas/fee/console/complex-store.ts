/** Rows of complex mode as the server answers them. */
import type { AreaRow, PeriodRow, RuleHead } from '#domain/fee/complex.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { DraftRows } from './complex-rows.ts';

type PeriodDetail = PeriodRow & { readonly subPeriods: DraftRows['subPeriods'] };
/** A version in complex mode as its detail call answers it. */
export type RuleDetail = AnyRow & {
  readonly areas: readonly (AreaRow & { readonly periods: readonly PeriodDetail[] })[];
};

export function rowsOfDetail({ areas }: RuleDetail, head: RuleHead): DraftRows {
  const periods = areas.flatMap((area) => area.periods);
  return {
    head,
    areas,
    periods: periods.map((period) => ({ ...period, days: period.days ?? [] })),
    subPeriods: periods.flatMap(({ subPeriods }) => subPeriods),
  };
}
