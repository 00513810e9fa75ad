/** Running other programs: to completion with their output, or in our place until stopped. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program quietly to its end.
 * @returns its exit code and output
 */
export function quietly(file, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => done({ code: 127, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program as if it were this one: same terminal, signals handed on, its exit code becomes ours. It gets a
 * process group of its own, so that Ctrl-C reaches it through us and once, not also through npm and the terminal.
 */
export function inOurPlace(file, args, options = {}) {
  const child = spawn(file, args, { stdio: 'inherit', ...options, detached: true });
  let last = 0;
  const handOn = (signal) => {
    const now = Date.now();
    if (now - last < 500) return;
    last = now;
    child.kill(signal);
  };
  process.on('SIGINT', () => handOn('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => handOn('SIGTERM'));
  watchNpm(() => handOn('SIGTERM'));
  return new Promise((done) => {
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      done(127);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** npm passes a signal to its shell and no further; when that shell is gone, we were meant. */
function watchNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, 300);
  timer.unref();
}
