/**
 * `npm run licences`: every package that is installed for running the product, with its licence; ends with 1 where one
 * is not among those we take.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** What may be shipped with a product under Apache-2.0 without asking anybody. */
const taken =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|PostgreSQL|Zlib|PSF-2\.0|MIT,Apache2|CC-BY-3\.0|CC-BY-4\.0)(?: (?:AND|OR) [\w.()-]+)*\)?$/;

type Locked = { version?: string; dev?: boolean; license?: string; link?: boolean };
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** The lock says most licences itself; what it leaves out stands in the package where it is installed. */
function licenceOf(path: string, { license }: Locked): string {
  if (license) return license;
  try {
    const read = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
      license?: string | { type?: string };
    };
    return (typeof read.license === 'object' ? read.license.type : read.license) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

const rows = Object.entries(packages)
  .filter(([path, each]) => path !== '' && !each.dev && !each.link)
  .map(([path, each]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    version: each.version ?? '',
    licence: licenceOf(path, each),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name));
for (const { name, version, licence } of rows) console.log(`${name}\t${version}\t${licence}`);
const odd = rows.filter(({ licence }) => !taken.test(licence));
const counts = Map.groupBy(rows, ({ licence }) => licence);
console.log(
  `\n${rows.length} packages: ${[...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([licence, all]) => `${licence} ${all.length}`)
    .join(', ')}`,
);
if (odd.length > 0) {
  console.error(`\nto be looked at: ${odd.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  process.exitCode = 1;
}
