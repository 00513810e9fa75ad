/** What a back-up says of itself. A folder without its manifest is no back-up: it is written last. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wayTo } from '#db/files/folder.ts';

export const MANIFEST = 'backup.json';
const FORMAT = 1;

export type TableEntry = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sha256: string;
};
export type Manifest = {
  readonly format: typeof FORMAT;
  /** The moment all of it is of, ISO 8601. */
  readonly at: string;
  readonly migrations: Readonly<Record<string, string>>;
  readonly tables: readonly TableEntry[];
  readonly partitions: readonly { readonly name: string; readonly of: string; readonly bound: string }[];
  /** Stored files by their content's hash, which is also their name. */
  readonly files: readonly string[];
};

export const manifestOf = (fields: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...fields });
export const tableFile = (folder: string, table: string): string => join(folder, 'tables', `${table}.copy.gz`);
export const storedPlace = (root: string, hash: string): string => join(root, 'files', wayTo(hash));

/** @throws Error in words where the folder is no back-up this version reads, or names what it should not */
export function readManifest(folder: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch (error) {
    throw new Error(`${folder} is not a whole back-up: ${(error as Error).message}`, { cause: error });
  }
  if (manifest.format !== FORMAT)
    throw new Error(`${folder} is a back-up of another form (${String(manifest.format)}).`);
  const names = [
    ...manifest.tables.flatMap(({ name, columns }) => [name, ...columns]),
    ...manifest.partitions.flatMap(({ name, of }) => [name, of]),
  ];
  const odd =
    names.find((name) => !/^[a-z_][a-z0-9_]*$/.test(name)) ??
    manifest.partitions.find(({ bound }) => !/^FOR VALUES FROM \('[-\d :+]+'\) TO \('[-\d :+]+'\)$/.test(bound))
      ?.bound ??
    manifest.files.find((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (odd !== undefined) throw new Error(`${folder} names what no back-up of ours does: ${odd.slice(0, 80)}`);
  return manifest;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
