/** The entry. The embedded engine starts on the other cores while the rest of the installation is read. */
import { mkdirSync } from 'node:fs';
import { keepEngine } from '#db/engine/keep.ts';
import { portsFree } from './ports.ts';
import { lacksDiskSpace, saysFull } from './disk-space.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { beginningOf } from './unfinished.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function settingsOrExit(): Settings {
  const read = readSettings(process.env);
  if (read.ok) return read.settings;
  for (const { message } of read.problems) process.stderr.write(`${message.zh}\n${message.en}\n`);
  process.exit(2);
}

const settings = settingsOrExit();
if (!(await portsFree(settings))) process.exit(2);
mkdirSync(settings.dataDir, { recursive: true });
const beginning = settings.databaseUrl ? null : beginningOf(settings.dataDir);
if (beginning?.first) {
  const lacks = lacksDiskSpace(settings.dataDir, settings.demo !== false);
  if (lacks !== null) {
    beginning.finished();
    process.stderr.write(lacks);
    process.exit(2);
  }
}
if (beginning?.again) say('上次首次启动中断，重新准备 … the first start before was cut off, so it begins again …');
const starting = settings.databaseUrl
  ? null
  : keepEngine({ dataDir: settings.dataDir, anew: beginning?.again ?? false, log: say });
starting?.catch(() => undefined); // whoever awaits it gets the error

/** What there is to stop: the engine alone until the installation stands. */
let stop = async (): Promise<void> => {
  await (await starting)?.stop();
};
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });

const { run } = await import('./run.ts');
try {
  stop = await run(settings, starting, say, () => beginning?.finished());
} catch (error) {
  const full = saysFull(settings.dataDir);
  if (full !== null) process.stderr.write(full);
  if (!stopping) throw error;
}
