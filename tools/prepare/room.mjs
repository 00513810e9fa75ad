/**
 * Where the throw-away files of a run lie: in memory where the machine has the room. A copy of the product's database
 * is three thousand files, made and deleted for each test file, and ext4 gives no inode away again in the first minutes
 * after it was freed: it looks through all of those for each new file. A copy took one to two seconds of a core there,
 * and takes a tenth of a second in memory.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GB = 1024 ** 3;
/** A run takes less than two: as many as may be free besides, for the processes themselves. */
const NEEDED = { folder: 4 * GB, memory: 6 * GB };
const PREFIX = 'gatehouse-run-';

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/**
 * @param mounts what the system mounts, as `/proc/mounts` lists it
 * @param meminfo as `/proc/meminfo` has it
 * @param freeBytes of a folder
 * @returns the folder in memory that is large enough and runs programs, else undefined
 */
export function inMemory(
  mounts = read('/proc/mounts'),
  meminfo = read('/proc/meminfo'),
  freeBytes = (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
) {
  const [, , kind, options] = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === '/dev/shm') ?? ['', '', '', ''];
  if (kind !== 'tmpfs' || options.split(',').some((each) => each === 'noexec' || each === 'ro')) return undefined;
  const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(meminfo)?.[1] ?? 0) * 1024;
  return available >= NEEDED.memory && freeBytes('/dev/shm') >= NEEDED.folder ? '/dev/shm' : undefined;
}

const isGone = (pid) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
};

/** Folders of runs that were killed would keep the memory. */
function dropLeftOvers(parent) {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid && isGone(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * A folder that is the system's temporary one (`TMPDIR`) for this process and all it starts, until it ends.
 * @returns its path
 */
export function openRoom(parent = inMemory() ?? tmpdir()) {
  dropLeftOvers(parent);
  const room = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(room, 0o1777); // as the system's own: an engine in it has another owner
  process.env.TMPDIR = room;
  process.on('exit', () => rmSync(room, { recursive: true, force: true, maxRetries: 3 }));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.on(signal, () => process.exit(code));
  return room;
}
