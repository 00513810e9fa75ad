/** What is known of a running PostgreSQL from its data folder: its process and where its socket is. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = {
  pid: number;
  port: number;
  socketDir: string;
  /** True once it takes connections. */
  ready: boolean;
};

/** Reads `postmaster.pid`; undefined when there is none or it is still being written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, , , port, socketDir, , , status] = lines;
  if (!pid || !port || !socketDir) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir, ready: status?.trim() === 'ready' };
}

/**
 * `running`: a PostgreSQL has this pid. `dying`: killed, not yet collected by its parent, its lock still counts.
 * `other`: the number belongs to another program by now. `gone`: no such process.
 */
export function processState(pid: number): 'running' | 'dying' | 'other' | 'gone' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  const { name, zombie } = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  if (zombie) return 'dying';
  return name === undefined || name.includes('postgres') ? 'running' : 'other';
}

function fromProc(pid: number): { name: string | undefined; zombie: boolean } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), zombie: stat[end + 2] === 'Z' };
  } catch {
    return { name: undefined, zombie: false };
  }
}

function fromPs(pid: number): { name: string | undefined; zombie: boolean } {
  const line = spawnSync('ps', ['-o', 'state=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  return { name: line === '' ? undefined : line.slice(line.indexOf(' ') + 1), zombie: line.startsWith('Z') };
}
