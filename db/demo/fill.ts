/** Rows into tables that never held them, by COPY: half the work of an INSERT, and the whole of a first start. */
import type pg from 'pg';
import { copyIn } from '#db/backup/copy.ts';
import type { Database, Db, Scope } from '#kit/server/db.ts';

/** The tables that a past fills by the hundred thousand; nothing of a new lot is in them yet. */
const FRESH: ReadonlySet<string> = new Set(['stay', 'passage', 'gate_opening', 'parking_order', 'payment', 'ledger_line']);

const SIGNS: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => (/[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => SIGNS[sign]!) : text);

/** A value as COPY's text form has it; objects and lists are JSON. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escaped(value);
  return typeof value === 'object' ? escaped(JSON.stringify(value)) : String(value);
}

/** Lines of COPY's text form, one a row, with the columns in this order. */
export function copyText(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  let text = '';
  for (const row of rows) {
    for (let nth = 0; nth < columns.length; nth += 1) text += (nth === 0 ? '' : '\t') + field(row[columns[nth]!]);
    text += '\n';
  }
  return text;
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** COPY goes into no table under row security: the owner of the tables does it, where he may pass it, in the same transaction. */
async function copied(client: pg.PoolClient, role: string, table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const columns = Object.keys(rows[0]!);
  await client.query('RESET ROLE');
  await copyIn(client as unknown as pg.Client, `COPY "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) FROM STDIN`, once(copyText(columns, rows)));
  await client.query(`SET LOCAL ROLE ${role}`);
}

/** One transaction under the scope whose rows of the large tables are copied where the engine lets us, and inserted where it does not. */
export const filling = (database: Database, scope: Scope, work: (db: Db) => Promise<void>): Promise<void> =>
  database.load(scope, async (db, client) => {
    const { rows: [us] } = await client.query<{ may: boolean; role: string }>('SELECT rolsuper OR rolbypassrls AS may, current_role AS role FROM pg_roles WHERE rolname = session_user');
    await work(us?.may ? Object.assign(Object.create(db) as Db, {
      fill: async (table: string, rows: readonly Readonly<Record<string, unknown>>[]) => {
        if (!FRESH.has(table)) return false;
        if (rows.some((row) => row['tenant_id'] !== scope.tenantId)) throw new Error(`${table}: a row of another tenant`); // row security does not look here
        await copied(client, us.role, table, rows);
        return true;
      },
    }) : db);
  });
