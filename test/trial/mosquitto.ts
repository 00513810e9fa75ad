/** An outside broker: Mosquitto, where the machine has it (Debian: apt-get install mosquitto). */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { freePort } from './server.ts';

export type Mosquitto = {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const places = [
  '/usr/sbin/mosquitto',
  '/usr/bin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
];
const program = places.find((path) => existsSync(path));
export const hasMosquitto = program !== undefined;

const START_MS = 120_000;

const answers = (port: number): Promise<boolean> =>
  new Promise((then) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('connect', () => {
        socket.destroy();
        then(true);
      })
      .once('error', () => then(false));
  });

/** As `deploy/mosquitto/mosquitto.conf` has it, but open to anybody. */
const openToAll = (port: number, kept: string): string =>
  [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'persistence true',
    `persistence_location ${kept}/`,
    'max_queued_messages 0',
    'max_inflight_messages 1000',
  ].join('\n');

/** @param folder where it keeps its messages @param configOf its settings, with a listener at this port */
export async function mosquitto(folder: string, configOf = openToAll): Promise<Mosquitto> {
  if (!program) throw new Error('there is no Mosquitto on this machine');
  const port = await freePort();
  const kept = join(folder, 'broker');
  mkdirSync(kept, { recursive: true });
  const settings = join(folder, 'mosquitto.conf');
  writeFileSync(settings, `${process.getuid?.() === 0 ? 'user root\n' : ''}${configOf(port, kept)}\n`);
  let child: ChildProcess | null = null;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(program, ['-c', settings], { stdio: 'ignore' });
      for (const from = performance.now(); !(await answers(port)); await later(50))
        if (performance.now() - from > START_MS) throw new Error('Mosquitto did not start');
    },
    stop: async () => {
      if (!child || child.exitCode !== null) return;
      const over = new Promise<void>((then) => {
        child!.once('exit', () => then());
      });
      child.kill('SIGTERM');
      await over;
    },
  };
}
