import { readFileSync } from 'node:fs';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

export type Division = { code: string; name: string; above: string | null };

const file = new URL('../../../db/seed/regions.txt', import.meta.url);

/** One id per division in every installation: the code is its last six digits. */
export const regionId = (code: string): string => `00000000-0000-7000-8000-000000${code}`;

/**
 * Reads the data file: `11 北京市` begins a province, `01 石家庄市` two blanks in a city of it, and after a colon
 * its districts as `02长安区 04桥西区`. Codes are completed from the line above.
 */
export function readRegions(text: string): { provinces: Division[]; cities: Division[]; districts: Division[] } {
  const found = { provinces: [] as Division[], cities: [] as Division[], districts: [] as Division[] };
  let province = '';
  for (const [nth, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const parts = /^( {2})?(\d{2}) ([^\s:]+)(?:: (.+))?$/.exec(line);
    if (!parts) throw new Error(`db/seed/regions.txt line ${nth + 1}: ${line}`);
    const [, indent, digits, name, below] = parts;
    if (indent === undefined) {
      province = digits!;
      found.provinces.push({ code: `${province}0000`, name: name!, above: null });
      continue;
    }
    const code = `${province}${digits}`;
    found.cities.push({ code: `${code}00`, name: name!, above: `${province}0000` });
    for (const each of below?.split(' ') ?? []) {
      if (!/^\d{2}\D+$/.test(each)) throw new Error(`db/seed/regions.txt line ${nth + 1}: ${each}`);
      found.districts.push({ code: `${code}${each.slice(0, 2)}`, name: each.slice(2), above: `${code}00` });
    }
  }
  return found;
}

async function put(
  database: Database,
  table: 'province' | 'city' | 'district',
  above: string | null,
  rows: readonly Division[],
): Promise<void> {
  const columns = above === null ? '' : `, ${above}`;
  await database.write(platformScope, (db) =>
    db.raw(
      `INSERT INTO ${table} (id, code, name, sort${columns})
     SELECT id, code, name, sort${above === null ? '' : ', above'}
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::uuid[]) AS given(id, code, name, sort, above)
     WHERE NOT EXISTS (SELECT 1 FROM ${table} known WHERE known.id = given.id AND known.name = given.name)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at`,
      [
        rows.map(({ code }) => regionId(code)),
        rows.map(({ code }) => code),
        rows.map(({ name }) => name),
        rows.map((_, nth) => nth),
        rows.map((row) => (row.above ? regionId(row.above) : null)),
      ],
    ),
  );
}

/** The data file as it stands. */
export const regionsText = (): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n');

/** Puts the administrative divisions of the data file into the database; names that changed are brought up to date. */
export async function ensureRegions(database: Database, text: string): Promise<void> {
  const { provinces, cities, districts } = readRegions(text);
  await put(database, 'province', null, provinces);
  await put(database, 'city', 'province_id', cities);
  await put(database, 'district', 'city_id', districts);
}
