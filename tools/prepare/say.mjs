/** Messages of the commands to the terminal, in its language. Runs on the oldest Node we support. */

const chinese = /^zh/i.test(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '');

/** The sentence in the terminal's language. */
export const words = (zh, en) => (chinese ? zh : en);

/** Says why and ends with 1. */
export function giveUp(zh, en) {
  process.stderr.write(`${words(zh, en)}\n`);
  process.exit(1);
}

/**
 * Shows that something goes on and for how long, once it has taken two seconds: on one line of a terminal, else a line
 * every ten seconds.
 * @param what e.g. `Installing packages`
 * @returns call it when done; it says how long it took
 */
export function progress(what) {
  const start = Date.now();
  const terminal = Boolean(process.stdout.isTTY);
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const show = () => process.stdout.write(terminal ? `\r\x1b[K${what} … ${seconds()} s` : `${what} … ${seconds()} s\n`);
  let timer;
  const first = setTimeout(() => {
    show();
    timer = setInterval(show, terminal ? 500 : 10_000);
  }, 2000);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    if (timer) process.stdout.write(`${terminal ? '\r\x1b[K' : ''}${what}: ${seconds()} s\n`);
  };
}
