/** The entry. The embedded engine starts on the other cores while the rest of the house is read. */
import { mkdirSync } from 'node:fs';
import { keepEngine } from '#db/engine/keep.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';

const say = (line: string): void => { process.stdout.write(`${line}\n`); };

function settingsOrExit(): Settings {
  const read = readSettings(process.env);
  if (read.ok) return read.settings;
  for (const { message } of read.problems) process.stderr.write(`${message.zh}\n${message.en}\n`);
  process.exit(2);
}

const settings = settingsOrExit();
mkdirSync(settings.dataDir, { recursive: true });
const starting = settings.databaseUrl ? null : keepEngine({ dataDir: settings.dataDir, log: say });
starting?.catch(() => undefined); // whoever waits for it is told
const { run } = await import('./run.ts');
await run(settings, starting, say);
