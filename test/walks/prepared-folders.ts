/**
 * Data folders that walks start from, so that a run pays once for making tables, the first start and the small city:
 * `empty` is a product after its first start, `city` one with the small city in it. `tools/prepare/walk-folders.ts`
 * makes them where `GATEHOUSE_WALK_FOLDERS` says; without it a walk makes its own.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { City } from './city.ts';

export type PreparedKind = 'empty' | 'city';

const { WALK_FOLDERS } = createRequire(import.meta.url)('../../tools/prepare/sections.mjs') as { WALK_FOLDERS: string };
const folder = (): string | undefined => process.env[WALK_FOLDERS];
const CITY = 'city.json';

export const hasPrepared = (): boolean => folder() !== undefined;

/** Keeps a stopped server's data folder; with its owners, for the database's are not ours. */
export const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

/** Does nothing where no products were made. */
export function copyPrepared(kind: PreparedKind, dataDir: string): void {
  const all = folder();
  if (all && existsSync(join(all, kind))) copyFolder(join(all, kind), dataDir);
}

export const keepCity = (all: string, city: City): void => writeFileSync(join(all, CITY), JSON.stringify(city));

/** The city that stands in the product `city`. */
export function keptCity(): City | undefined {
  const all = folder();
  return all === undefined ? undefined : (JSON.parse(readFileSync(join(all, CITY), 'utf8')) as City);
}
