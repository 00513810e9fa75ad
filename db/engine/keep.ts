import { setTimeout as sleep } from 'node:timers/promises';
import { startEngine } from './start.ts';
import type { Engine, EngineOptions } from './start.ts';

const PAUSE_MS = 1_000;

/**
 * The embedded engine for as long as a server runs: when it dies it is started again on the same folder and socket, so
 * whoever queries it meanwhile is answered "try again", and the retry succeeds.
 */
export async function keepEngine(options: EngineOptions): Promise<Engine> {
  let stopping = false;
  let reviving: Promise<void> = Promise.resolve();
  const revive = async (): Promise<void> => {
    if (stopping) return;
    try {
      current = await startEngine({ ...options, anew: false, onLost });
      options.log('The database runs again.');
    } catch (error) {
      options.log(`The database could not be started again: ${(error as Error).message}`);
      await sleep(PAUSE_MS);
      await revive();
    }
  };
  const onLost = (): void => {
    if (!stopping) reviving = reviving.then(revive);
  };
  let current = await startEngine({ ...options, onLost });
  return {
    config: current.config,
    adopted: current.adopted,
    stop: async () => {
      stopping = true;
      await reviving;
      await current.stop();
    },
  };
}
