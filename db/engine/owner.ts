/**
 * Who PostgreSQL runs as. It refuses to run as root, so root starts it as another user, and that user has to be
 * able to enter both the data folder and the folder of the programs.
 */
import { spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Binaries } from './binaries.ts';

export type Owner = {
  /** Host user that owns the data folder and the socket folder. */
  uid: number;
  gid: number;
  /** Turns a program and its arguments into what has to be spawned so that it runs as this owner. */
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
};

/** The user PostgreSQL runs as for this data folder, or undefined when the folder is closed to every such user. */
export function chooseOwner(home: string, cluster: string): Owner | undefined {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return asSelf(uid, process.getgid?.() ?? -1);
  const maker = existsSync(cluster) ? statSync(cluster) : undefined;
  const user = maker && maker.uid !== 0 ? { uid: maker.uid, gid: maker.gid } : unprivilegedUser();
  if (maker?.uid !== 0 && mayEnter(home, user)) return asOther(user.uid, user.gid);
  if (maker && maker.uid !== 0) return undefined;
  return canUnshare(user) ? asMapped(user) : undefined;
}

/** True when `user` can enter `folder`; tested by the system itself, because access lists and mounts decide too. */
export function mayEnter(folder: string, user: { uid: number; gid: number }): boolean {
  if (process.getuid?.() !== 0) return true;
  const seen = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', resolve(folder)], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return seen.status === 0;
}

/**
 * The same programs where `owner` can run them: copied beside the data when they lie in a closed folder.
 * @param home an existing folder the owner can enter
 */
export function reachableBinaries(binaries: Binaries, owner: Owner, home: string): Binaries {
  if (owner.uid === (process.getuid?.() ?? -1) || mayEnter(binaries.bin, owner)) return binaries;
  const root = join(home, `postgres-${binaries.major}-programs`);
  if (!existsSync(root)) {
    const half = `${root}.${process.pid}`;
    cpSync(binaries.root, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, root);
    } catch {
      rmSync(half, { recursive: true, force: true });
    }
  }
  return { ...binaries, root, bin: join(root, 'bin') };
}

/** Makes a folder of mode 0700 that belongs to `owner`. */
export function makeOwned(folder: string, owner: Owner): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, owner.uid, owner.gid);
}

function asSelf(uid: number, gid: number): Owner {
  return { uid, gid, command: (file, args) => ({ file, args, options: {} }) };
}

function asOther(uid: number, gid: number): Owner {
  return { uid, gid, command: (file, args) => ({ file, args, options: { uid, gid, cwd: '/' } }) };
}

/** Inside its own user namespace root appears as `user` and still enters root's folders. */
function asMapped(user: { uid: number; gid: number }): Owner {
  const map = unshareArgs(user);
  return { uid: 0, gid: 0, command: (file, args) => ({ file: 'unshare', args: [...map, file, ...args], options: {} }) };
}

function unshareArgs(user: { uid: number; gid: number }): string[] {
  return ['--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
}

function canUnshare(user: { uid: number; gid: number }): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('unshare', [...unshareArgs(user), 'true'], { stdio: 'ignore' }).status === 0
  );
}

/** initdb wants a user that has a name, so these two are looked up and no bare number is made up. */
function unprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const line = lines.find((fields) => fields[0] === name);
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start Gatehouse as an ordinary user.',
  );
}
