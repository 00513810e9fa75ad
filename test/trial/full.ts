/**
 * A disk that is full: a clear refusal, no fault, nothing acknowledged is gone, and the service goes on by itself when
 * there is room.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import { clerk, listed } from './clerk.ts';
import { password, trialServer } from './server.ts';

export type FullReport = {
  readonly changes: number;
  readonly refused: number;
  readonly resumedMs: number;
  readonly wrong: readonly string[];
};

/** More than a first start asks for, little enough to be filled quickly. */
const SIZE = '700m';
const FULL_MS = 15_000;
const PATIENCE_MS = 180_000;

/** Writes until there is no room for another byte. */
function fillUp(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 1_048_576; size >= 1;) {
      try {
        writeSync(handle, Buffer.alloc(size, 1));
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 16);
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** A small disk of its own; null where the system does not let us have one. */
function smallDisk(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0711`, 'tmpfs', place], { stdio: 'ignore' });
    return place;
  } catch {
    rmSync(place, { recursive: true, force: true });
    return null;
  }
}

/** @returns null where no small disk can be had (it takes root on Linux) */
export async function full(log: (line: string) => void): Promise<FullReport | null> {
  const disk = smallDisk();
  if (!disk) return null;
  const [server, enough] = [await trialServer(disk), new AbortController()];
  try {
    await server.start();
    const api = await openApi(server.url, 'admin', password);
    const { id: companyId } = await api.post<{ id: string }>('/api/updown/basecompany/submit', {
      companyName: '满盘停车',
    });
    const { id: parkId } = await api.post<{ id: string }>('/api/updown/basePark/submit', {
      companyId,
      parkName: '满盘车场',
      totalStall: 10,
    });
    const writer = await clerk(server.url, parkId, enough.signal);
    await later(3_000);
    const filler = join(disk, 'filler');
    fillUp(filler);
    for (let waited = 0; waited < FULL_MS; waited += 500) {
      fillUp(filler);
      await later(500);
    }
    const before = writer.acknowledged.size;
    rmSync(filler);
    const from = performance.now();
    while (writer.acknowledged.size <= before + 5 && performance.now() - from < PATIENCE_MS) await later(50);
    const resumedMs = Math.round(performance.now() - from);
    log(
      `full for ${FULL_MS / 1_000} s, on again after ${resumedMs} ms; answers ${JSON.stringify(Object.fromEntries(writer.statuses))}`,
    );
    const wrong = resumedMs >= PATIENCE_MS ? ['the service did not go on by itself'] : [];
    await writer.stop();
    const there = await listed(server.url, parkId);
    for (const plate of writer.acknowledged)
      if (there.get(plate) !== 1) wrong.push(`${plate} is there ${there.get(plate) ?? 0} times`);
    if ((writer.statuses.get(500) ?? 0) > 0) wrong.push(`${writer.statuses.get(500)} answers were faults of ours`);
    return {
      changes: writer.acknowledged.size,
      refused: [...writer.statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0),
      resumedMs,
      wrong,
    };
  } finally {
    enough.abort();
    await server.stop();
    execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
    rmSync(disk, { recursive: true, force: true });
  }
}
