/** Starts one of the servers of `serve.ts`. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nodeOptions } from '#test/node-options.ts';
import type { ServeOptions } from './serve.ts';

/** To the engine, for each of those who are held against each other. */
export const CONNECTIONS = 12;

export async function serving(
  mode: 'product' | 'raw',
  options: Omit<ServeOptions, 'connections'>,
): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, 'serve.ts'), mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin!.end(JSON.stringify({ ...options, connections: CONNECTIONS } satisfies ServeOptions));
  const port = await new Promise<number>((then, fail) => {
    child.stdout!.once('data', (message) => then(Number(message)));
    child.once('exit', (code) => fail(new Error(`${mode} ended with ${code}`)));
  });
  return { port, child };
}
