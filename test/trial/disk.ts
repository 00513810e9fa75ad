/** A disk of a trial's own, behind a loop device, whose power can be cut. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';

export type PowerDisk = {
  readonly place: string;
  /** What the file system had not yet brought to the device is gone, and nothing works on it any more. */
  readonly cut: () => void;
  /** Mounted again, as after a reboot; whoever used it must be gone. */
  readonly back: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const run = (program: string, ...args: string[]): void => {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
};
const UNMOUNT_MS = 30_000;

/**
 * @returns why there can be none, where there can be none: it takes root on Linux, a loop device and the tools of XFS
 */
export function powerDisk(): PowerDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-power-'));
  const [image, place] = [join(folder, 'image'), mkdtempSync(join(tmpdir(), 'gatehouse-disk-'))];
  const mount = (): void => {
    run('mount', '-o', 'loop', image, place);
    run('chmod', '0711', place);
  };
  const unmount = async (): Promise<void> => {
    for (const from = performance.now(); ; await later(100)) {
      try {
        return run('umount', place);
      } catch (error) {
        if (performance.now() - from > UNMOUNT_MS) throw error;
      }
    }
  };
  const gone = (): void => {
    for (const each of [folder, place]) rmSync(each, { recursive: true, force: true });
  };
  try {
    run('truncate', '-s', '2G', image);
    run('mkfs.xfs', '-q', image);
    run('xfs_io', '-V');
    mount();
  } catch (error) {
    gone();
    return (error as Error).message.split('\n')[0]!;
  }
  return {
    place,
    cut: () => run('xfs_io', '-x', '-c', 'shutdown', place),
    back: async () => {
      await unmount();
      mount();
    },
    close: async () => {
      await unmount();
      gone();
    },
  };
}
