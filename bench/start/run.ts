/**
 * `npm run bench:start`: until the first call is answered, on an empty folder and again after a stop and after a kill
 * -9; beside Node's own start. `--rounds 5`. The console must be built already.
 */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { trialServer } from '#test/trial/server.ts';
import type { TrialServer } from '#test/trial/server.ts';
import { middle } from '../pace.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const kinds = {
  'Node alone': [] as number[],
  'first start': [] as number[],
  'restart after a kill': [] as number[],
  'engine killed, until answered again': [] as number[],
};
const servers: TrialServer[] = [];

for (let round = 0; round < rounds; round += 1) {
  const from = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  kinds['Node alone'].push(performance.now() - from);
  const server = await trialServer();
  servers.push(server);
  try {
    kinds['first start'].push(await server.start());
    await server.kill();
    kinds['restart after a kill'].push(await server.start());
    server.killEngine();
    await new Promise((then) => {
      setTimeout(then, 20);
    });
    kinds['engine killed, until answered again'].push(await server.answers());
  } finally {
    await server.halt();
  }
}
// Not between the rounds: for seconds after a folder of a thousand files is gone, some file systems search long for
// free space
// for the files of the next.
for (const server of servers) await server.stop();
console.table(
  Object.fromEntries(
    Object.entries(kinds).map(([name, took]) => {
      const { min, median, max } = middle(took, (each) => each);
      return [name, { 'min ms': Math.round(min), 'median ms': Math.round(median), 'max ms': Math.round(max) }];
    }),
  ),
);
console.log(`load ${loadavg()[0]!.toFixed(1)} at the end`);
