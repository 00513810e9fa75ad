/** Free space on the disk of the data folder. */
import { statfsSync } from 'node:fs';

const GB = 1024 ** 3;
/**
 * What a first start writes, and some to work with: the engine with its log, and the demo's ninety days besides (2.6
 * GB).
 */
const NEEDED = { bare: GB / 2, demo: 3 * GB } as const;
/** With less nothing is written any more: the engine's log grows by 16 MB at a time. */
const FULL_BYTES = 64 * 1024 * 1024;

/** Bytes that may still be written there; a folder whose disk cannot be queried counts as having enough. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const gb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** The message where there is too little space for a first start, in both languages; null where there is enough. */
export function lacksDiskSpace(folder: string, demo: boolean, free = freeBytes(folder)): string | null {
  const needed = demo ? NEEDED.demo : NEEDED.bare;
  if (free >= needed) return null;
  const [without, withoutEn] = demo
    ? ['，或设 GATEHOUSE_DEMO=0（不装演示数据，需 0.5 GB）', ', or set GATEHOUSE_DEMO=0 (no demo data, 0.5 GB)']
    : ['', ''];
  return (
    `${folder} 所在磁盘剩余 ${gb(free)}，首次启动需要 ${gb(needed)}。请腾出空间，或以 GATEHOUSE_DATA 另选位置${without}。\n` +
    `The disk of ${folder} has ${gb(free)} left; a first start needs ${gb(needed)}. Make room, choose another place by GATEHOUSE_DATA${withoutEn}.\n`
  );
}

/** The words for a disk that is full, as after a start that failed for it; null where it is not. */
export const saysFull = (folder: string, free = freeBytes(folder)): string | null =>
  free >= FULL_BYTES
    ? null
    : `${folder} 所在磁盘已满，请腾出空间后再启动。\nThe disk of ${folder} is full. Make room and start again.\n`;
