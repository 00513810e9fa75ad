/** Rows of complex mode from the server and to it. */
import type { AreaRow, PeriodRow, RuleHead } from '#domain/fee/complex.ts';
import { ask, newKey } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Change, DraftRows, Table } from './complex-rows.ts';

type PeriodDetail = PeriodRow & { readonly subPeriods: DraftRows['subPeriods'] };
/** A version in complex mode as its detail call answers it. */
export type RuleDetail = AnyRow & { readonly areas: readonly (AreaRow & { readonly periods: readonly PeriodDetail[] })[] };

export function rowsOfDetail({ areas }: RuleDetail, head: RuleHead): DraftRows {
  const periods = areas.flatMap((area) => area.periods);
  return { head, areas, periods: periods.map((period) => ({ ...period, days: period.days ?? [] })), subPeriods: periods.flatMap(({ subPeriods }) => subPeriods) };
}

const parentKeys: Readonly<Record<Table, string>> = { area: 'feeRuleId', period: 'areaRuleId', subPeriod: 'periodId' };
type Held = { readonly rows: DraftRows; readonly kept: DraftRows; /** What stands in the form and what the server holds, as far as it went. */ readonly onStored: (stands: DraftRows, held: DraftRows) => void };

/** Gives rows their stored ids, and those below them. */
function renamed(rows: DraftRows, ids: ReadonlyMap<string, string>): DraftRows {
  const of = (id: string) => ids.get(id) ?? id;
  return {
    head: rows.head, areas: rows.areas.map((row) => ({ ...row, id: of(row.id) })),
    periods: rows.periods.map((row) => ({ ...row, id: of(row.id), areaRuleId: of(row.areaRuleId) })), subPeriods: rows.subPeriods.map((row) => ({ ...row, id: of(row.id), periodId: of(row.periodId) })),
  };
}

const keys = { area: 'areas', period: 'periods', subPeriod: 'subPeriods' } as const;

/** What the server holds after one change. */
function after(kept: DraftRows, rows: DraftRows, { verb, table, id }: Change): DraftRows {
  const key = keys[table];
  const others = (kept[key] as readonly { id: string }[]).filter((row) => row.id !== id);
  return { ...kept, [key]: verb === 'remove' ? others : [...others, ...(rows[key] as readonly { id: string }[]).filter((row) => row.id === id)] };
}

/** Sends the changes one after the other. Where one is refused, what went before it is kept, so that the next try sends only the rest. */
export async function sendRows(feeRuleId: string, changes: readonly Change[], { rows, kept, onStored }: Held): Promise<void> {
  const ids = new Map<string, string>();
  let held = kept;
  try {
    for (const change of changes) {
      const { verb, table, id, isNew, path, parent, values } = change;
      const owner = { [parentKeys[table]]: parent === null ? feeRuleId : (ids.get(parent) ?? parent) };
      if (verb === 'remove') await ask(path, {}, { method: 'POST', query: { ids: id }, key: newKey(), quiet: true });
      else {
        const stored = await ask<{ id: string }>(path, { ...values, ...owner, ...(isNew ? {} : { id }) }, { method: 'POST', key: newKey(), quiet: true });
        ids.set(id, stored.id);
      }
      held = after(held, rows, change);
    }
  } finally {
    onStored(renamed(rows, ids), renamed(held, ids));
  }
}
