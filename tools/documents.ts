/**
 * Writes `docs/generated/` (the calls as OpenAPI, the permission codes, the lifecycles, the schema of tariffs, what of
 * the contract stands) and the messages of devices, `docs/protocol.md`. `--check` writes nothing and fails where a file
 * is not current.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaEvents, reports, resources, served } from '#apps/server/areas.ts';
import { generatedDocuments } from '#apps/server/docs/generated.ts';
import { protocolPage } from '#device/messages/page.ts';
import { tariffSchema } from '#domain/fee/tariff-grammar.ts';
import { standingPage } from './standing.ts';

const folder = join(import.meta.dirname, '..', 'docs');

const current = (name: string): string | null => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return null;
  }
};

const generated = {
  ...generatedDocuments({ served, resources, reports, events: areaEvents }),
  'tariff.schema.json': `${JSON.stringify(tariffSchema(), null, 1)}\n`,
  'standing.md': standingPage(),
};
const documents = Object.fromEntries([
  ...Object.entries(generated).map(([name, content]) => [`generated/${name}`, content] as const),
  ['protocol.md', protocolPage()] as const,
]);
const stale = Object.entries(documents).filter(([name, content]) => current(name) !== content);
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`docs/${name} 不是最新的 / is not current: npm run documents`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(join(folder, 'generated'), { recursive: true });
  for (const [name, content] of stale) {
    writeFileSync(join(folder, name), content);
    console.log(`docs/${name}`);
  }
}
