import { Failed, ask, newKey } from '#kit/console/ask.ts';
import { drop, keep, kept } from '#kit/console/storage.ts';

/** One fault of the console in this browser. `info`: where in the page's tree it arose, or what was being done. */
export type Entry = { type: string; url: string; message: string; stack: string; info: string; time: string };

const entry = 'error-log';
const most = 100;
const longest = { message: 500, stack: 4000, info: 2000 } as const;

/** The faults noted in this browser, newest first. */
export const logged = (): Entry[] => kept<Entry[]>(entry) ?? [];

export const clearLog = (): void => drop(entry);

/**
 * Notes a fault. One that comes again at once takes the place of the former, so that a fault in a loop does not push
 * out the others.
 */
export function logError(type: string, error: unknown, info = ''): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const noted: Entry = {
    type,
    url: location.href,
    message: message.slice(0, longest.message),
    stack: (stack ?? '').slice(0, longest.stack),
    info: info.slice(0, longest.info),
    time: new Date().toISOString(),
  };
  const [last, ...earlier] = logged();
  const again =
    last?.type === noted.type && last.message === noted.message && last.url === noted.url && last.info === noted.info;
  keep(entry, [noted, ...(last && !again ? [last] : []), ...earlier].slice(0, most));
}

/** Sends the log to the server and returns how many entries were accepted. The log stays until it is cleared. */
export async function uploadLog(): Promise<number> {
  const entries = logged();
  if (entries.length > 0)
    await ask('/api/blade-log/error/submit', { entries }, { method: 'POST', key: newKey(), quiet: true });
  return entries.length;
}

/** An answer of the server and a call that was broken off are no faults of the console. */
const isFault = (error: unknown): boolean =>
  !(error instanceof Failed) && (error as { name?: string } | null)?.name !== 'AbortError';

/** Notes what nothing else caught, from now on. */
export function watchErrors(): void {
  addEventListener('error', ({ error, message }) => {
    if (error !== null || message) logError('error', error ?? message);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isFault(reason)) logError('rejection', reason);
  });
}
