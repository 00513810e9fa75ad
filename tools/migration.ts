/**
 * Writes the next migration: what the declared tables are now, against the last snapshot. `npm run migration -- name`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { declared, nextMigration, nothing } from './next-migration.ts';
import type { Snapshot } from './next-migration.ts';

const folder = new URL('../db/migrations/', import.meta.url);
const snapshotFile = new URL('snapshot.json', folder);

const name = process.argv[2] ?? 'declared';
if (!/^[a-z0-9_]+$/.test(name)) {
  console.error(`A migration is named in small letters, digits and _, like what_it_does; not ${name}.`);
  process.exit(1);
}
const previous = existsSync(snapshotFile) ? (JSON.parse(readFileSync(snapshotFile, 'utf8')) as Snapshot) : nothing();
const current = declared(previous);
const statements = await nextMigration(previous, current);
if (statements.length === 0) {
  console.log('Nothing to migrate: the tables are as declared.');
} else {
  const number = String(readdirSync(folder).filter((file) => file.endsWith('.sql')).length).padStart(4, '0');
  const file = `${number}_${name}.sql`;
  writeFileSync(new URL(file, folder), `${statements.join('\n')}\n`);
  writeFileSync(snapshotFile, `${JSON.stringify(current, null, 1)}\n`);
  console.log(`db/migrations/${file}: ${statements.length} statements. Read it before committing.`);
}
