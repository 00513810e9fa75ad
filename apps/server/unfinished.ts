import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '#db/engine/cluster.ts';

/** Says in the data folder which process is at its first start. */
const MARK = 'first-start.unfinished';

export type Beginning = {
  /** Nothing was ever begun in the folder. */
  readonly first: boolean;
  /**
   * A first start before this one ended halfway. Nobody ever worked in what it made, and its operator's password was
   * never printed: it is created again.
   */
  readonly again: boolean;
  /**
   * Everything is made and the accounts were printed. It is on disk before anybody works: what is acknowledged from now
   * on is never thrown away.
   */
  readonly finished: () => void;
};

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Checks whether the data folder is new, half made or in use, and marks it as being made where it is not in use. An
 * installation with its own database server is never recreated.
 */
export function beginningOf(dataDir: string): Beginning {
  const mark = join(dataDir, MARK);
  const maker = existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : null;
  const finished = (): void => {
    rmSync(mark, { force: true });
    syncFolder(dataDir);
  };
  // Who comes beside one that is still at it takes the mark away as well once he is worked with: from then on there is
  // something to lose.
  if (maker === null && existsSync(join(dataDir, 'secret.key')))
    return { first: false, again: false, finished: () => undefined };
  if (maker !== null && maker !== process.pid && alive(maker)) return { first: false, again: false, finished }; // in a container every life has the same number
  if (maker !== null) rmSync(join(dataDir, 'demo.json'), { force: true });
  writeFileSync(mark, String(process.pid), { flush: true });
  return { first: maker === null, again: maker !== null, finished };
}
