/**
 * Holds a throw-away database server for a test run: prints its URL and ends it when standard input closes, so that it
 * goes away with the runner, however that ends.
 * Usage: `node tools/prepare/test-engine.ts FOLDER [MAJOR]`
 */
import { rmSync } from 'node:fs';
import { startEngine } from '#db/engine/start.ts';
import { THROWN_AWAY } from '#test/postgres.ts';

const [dataDir, major] = process.argv.slice(2);
if (!dataDir) throw new Error('Usage: node tools/prepare/test-engine.ts FOLDER [MAJOR]');

process.on('SIGINT', () => undefined);
const engine = await startEngine({
  dataDir,
  log: () => undefined,
  settings: THROWN_AWAY,
  ...(major ? { major: Number(major) } : {}),
});
const { host, port, user } = engine.config;
process.stdout.write(`postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}\n`);
process.stdin.resume();
process.stdin.on('end', async () => {
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
