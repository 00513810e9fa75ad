import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { resources } from '#apps/models.ts';
import { accessTables } from '#areas/access/server/store.ts';
import '#areas/billing/server/ledger-entries.ts';
import { billingPartitions, billingTables } from '#areas/billing/server/store.ts';
import { deviceTables } from '#areas/device/server/store.ts';
import { fundTables } from '#areas/fund/server/store.ts';
import { guidanceTables } from '#areas/guidance/server/store.ts';
import { lotTables } from '#areas/lot/server/store.ts';
import { passTables } from '#areas/pass/server/store.ts';
import '#areas/platform/server/task-rows.ts';
import { passagePartitions, passageTables } from '#areas/passage/server/store.ts';
import { shiftTables } from '#areas/shift/server/store.ts';
import '#areas/visitor/server/visitor-records.ts';
import { wallTables } from '#areas/wall/server/store.ts';
import { fileTables } from '#kit/files/store.ts';
import { kitTables } from '#kit/server/store.ts';
import { columnName, tableOf } from '#kit/server/table.ts';
import { sheetTables } from '#kit/sheets/server/store.ts';

/** Resources with a table of their own. */
const stored = resources.filter((of) => !of.rowsOf && is(tableOf(of), PgTable));

/**
 * Every table of the product: the kit's, the areas' own, and one per declared resource. The migration writer compares
 * it with the last snapshot.
 */
export const schema: Record<string, PgTable> = {
  ...kitTables,
  ...sheetTables,
  ...fileTables,
  ...accessTables,
  ...deviceTables,
  ...fundTables,
  ...guidanceTables,
  ...lotTables,
  ...passTables,
  ...passageTables,
  ...billingTables,
  ...shiftTables,
  ...wallTables,
  ...Object.fromEntries(stored.map((of) => [of.name, tableOf(of) as PgTable])),
};

/** Tables split by month, and the column they are split by. */
export const partitions: Readonly<Record<string, string>> = {
  ...passagePartitions,
  ...billingPartitions,
  ...Object.fromEntries(stored.filter((of) => of.facts).map((of) => [columnName(of.name), columnName(of.facts!.by)])),
};
