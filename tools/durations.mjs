/**
 * `npm run durations`: keeps what test files took here as what other machines begin with; `tools/prepare/sections.mjs`
 * reads it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './prepare/install.mjs';
import { COMMITTED_DURATIONS, DURATIONS } from './prepare/sections.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const all = { ...read(COMMITTED_DURATIONS), ...read(DURATIONS) };
const kept = Object.entries(all)
  .filter(([file]) => existsSync(join(PROJECT, file)))
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([file, took]) => [file, Math.round(took / 100) * 100]);
writeFileSync(COMMITTED_DURATIONS, `${JSON.stringify(Object.fromEntries(kept), null, 1)}\n`);
process.stdout.write(`${kept.length} files\n`);
