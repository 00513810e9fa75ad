/** The object stores of the table, for whatever reads files: the server, back-ups, the command that moves them. */
import pg from 'pg';
import { unseal } from '#kit/server/seal.ts';
import type { ObjectStoreSettings } from './object-store.ts';

/** `inUse`: new files go there. The others held files once and are read. */
export type StoreRow = ObjectStoreSettings & { readonly inUse: boolean };
export type StoreRows = () => Promise<readonly StoreRow[]>;

type Row = Omit<StoreRow, 'secretKey'> & { readonly sealed: string };

const ROWS = `SELECT address AS url, region, access_key AS "accessKey", secret_key AS sealed, status = 'used' AS "inUse"
  FROM ali_ossconfig WHERE deleted_at IS NULL AND status <> 'spare' ORDER BY status = 'used' DESC, used_since DESC`;
/** The table of an installation that has not been started with this version yet. */
const NO_TABLE = '42P01';

/**
 * Reads the table over a connection of its own: files are requested while other calls hold every pooled connection. The
 * installation's key must be set, for keys lie sealed.
 */
export function storeRows(config: pg.ClientConfig): StoreRows {
  const pool = new pg.Pool({
    ...config,
    max: 1,
    idleTimeoutMillis: 1_000,
    allowExitOnIdle: true,
    connectionTimeoutMillis: 15_000,
    application_name: 'gatehouse files',
  });
  pool.on('error', () => undefined); // an idle connection that dies is replaced by the next question
  return async () => {
    const { rows } = await pool.query<Row>(ROWS).catch((error: { code?: string }) => {
      if (error.code === NO_TABLE) return { rows: [] };
      throw error;
    });
    return rows.map(({ sealed, ...row }) => ({ ...row, secretKey: unseal(sealed) }));
  };
}

/** No store holds files but the one in use: what the others had was moved. */
export async function forgetFormer(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, application_name: 'gatehouse files' });
  await client.connect();
  try {
    await client.query(`UPDATE ali_ossconfig SET status = 'spare', used_since = NULL WHERE status = 'former'`);
  } finally {
    await client.end();
  }
}

/** All files that rows of the installation name. */
export async function namedFiles(config: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...config, application_name: 'gatehouse files' });
  await client.connect();
  try {
    // Row security shows the owner nothing; this role sees all tenants.
    await client.query('BEGIN READ ONLY; SET LOCAL ROLE gatehouse_platform');
    const { rows } = await client.query<{ hash: string }>(
      'SELECT hash FROM stored_file UNION SELECT hash FROM sealed_file ORDER BY hash',
    );
    await client.query('COMMIT');
    return rows.map(({ hash }) => hash);
  } finally {
    await client.end();
  }
}
