/**
 * A server of its own that can be killed: the product as it is started, on a throw-away folder, at ports that stay the
 * same.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { startEngine } from '#db/engine/start.ts';
import { readPostmaster } from '#db/engine/postmaster.ts';
import { nodeOptions } from '#test/node-options.ts';

const project = join(import.meta.dirname, '..', '..');
const START_MS = 120_000;
export const password = 'Trial-2026-first';

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((then) => {
    probe.listen(0, '127.0.0.1', then);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((then) => {
    probe.close(then);
  });
  return port;
}

export type TrialServer = {
  readonly url: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
  /** Starts the server and answers how long it took until a call was answered, in ms. */
  readonly start: () => Promise<number>;
  /** kill -9, in the middle of whatever it is doing. */
  readonly kill: () => Promise<void>;
  /** kill -9 of PostgreSQL itself. */
  readonly killEngine: () => void;
  /** The same later on, with every process of it, when nothing can be read of its folder any more. Linux alone. */
  readonly engineEnd: () => () => void;
  /** Processes of the server and of its own engine, while they run. */
  readonly pids: () => { readonly server: number; readonly engine: number };
  /** Waits until a call is answered again, in ms. */
  readonly answers: () => Promise<number>;
  /** Ends it with its engine; the folder stays until `stop`. */
  readonly halt: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * What several servers stand on together, instead of an engine and a broker of their own; or a folder that was there
 * before.
 */
export type Around = { readonly dataDir: string } & (
  | { readonly databaseUrl: string; readonly mqttUrl: string }
  | { readonly databaseUrl?: undefined; readonly mqttUrl?: undefined }
);

/** kill -9; who is gone already is gone. */
function gone(pids: readonly (number | undefined)[]): void {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error;
    }
  }
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return []; // it has ended by itself, and they with it
  }
}

/** @param parent where its folder is made */
export async function trialServer(
  parent: string = tmpdir(),
  around?: Around,
  settings: Readonly<Record<string, string>> = {},
  /** How many descriptors it may have; as many as this process where absent. */
  descriptors?: number,
): Promise<TrialServer> {
  const folder = mkdtempSync(join(parent, 'gatehouse-trial-'));
  chmodSync(folder, 0o711);
  const dataDir = around?.dataDir ?? join(folder, 'data');
  const shared = around?.databaseUrl
    ? { DATABASE_URL: around.databaseUrl, MQTT_URL: around.mqttUrl, GATEHOUSE_SANDBOX: '1' }
    : {};
  const [port, mqttPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const answers = async (): Promise<number> => {
    const from = performance.now();
    for (;;) {
      if (child?.exitCode != null) throw new Error(`the server ended with ${child.exitCode}`);
      const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) return performance.now() - from;
      if (performance.now() - from > START_MS) throw new Error(`no answer within ${START_MS} ms`);
      await later(20);
    }
  };
  const postmaster = (): number | undefined => readPostmaster(join(dataDir, 'postgres'))?.pid;
  const halt = async (): Promise<void> => {
    child?.kill('SIGTERM');
    await over();
    // A server that was killed leaves its engine running: taken over, to be stopped.
    if (readPostmaster(join(dataDir, 'postgres'))) await (await startEngine({ dataDir, log: () => undefined })).stop();
  };
  const over = (): Promise<void> =>
    !child || child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((then) => {
          child!.once('exit', () => then());
        });
  return {
    url,
    mqttUrl: around?.mqttUrl ?? `mqtt://127.0.0.1:${mqttPort}`,
    dataDir,
    answers,
    start: () => {
      const { DATABASE_URL: _, MQTT_URL: __, ...inherited } = process.env;
      const command = [process.execPath, ...nodeOptions, join(project, 'apps', 'server', 'main.ts')];
      const [file, ...args] = descriptors
        ? ['/bin/sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...command]
        : command;
      child = spawn(file!, args, {
        cwd: project,
        stdio: ['ignore', 'ignore', process.env['GATEHOUSE_TEST_LOG'] ? 'inherit' : 'ignore'],
        env: {
          ...inherited,
          PORT: String(port),
          MQTT_PORT: String(mqttPort),
          HOST: '127.0.0.1',
          GATEHOUSE_DATA: dataDir,
          GATEHOUSE_DEMO: '0',
          GATEHOUSE_ADMIN_PASSWORD: password,
          LOG_LEVEL: 'error',
          ...shared,
          ...settings,
        },
      });
      return answers();
    },
    kill: async () => {
      child?.kill('SIGKILL');
      await over();
    },
    pids: () => ({ server: child!.pid!, engine: postmaster()! }),
    killEngine: () => {
      gone([postmaster()]);
    },
    engineEnd: () => {
      const pid = postmaster();
      // A process of it that waits for another's lock would outlive both; the power takes them all.
      return () => {
        gone([pid, ...childrenOf(pid)]);
      };
    },
    halt,
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
