/** What processes have used of a processor so far. Linux alone. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second, as the kernel counts for programs. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK']).toString());

type Used = { readonly pid: number; readonly parent: number; readonly seconds: number };

/** Own time and that of children that have ended; null for one that has gone meanwhile. */
function usedBy(pid: number): Used | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { pid, parent: parent!, seconds: (rest[9]! + rest[10]! + rest[11]! + rest[12]!) / TICKS };
  } catch {
    return null;
  }
}

/** Seconds of one core used by a process since it began. */
export const cpuSeconds = (pid: number): number => usedBy(pid)?.seconds ?? 0;

/** The same with the children it has now. */
export function familySeconds(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => usedBy(Number(name)) ?? []);
  return all.filter((each) => each.pid === pid || each.parent === pid).reduce((sum, { seconds }) => sum + seconds, 0);
}
