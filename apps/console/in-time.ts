import { say } from '#kit/console/language.ts';
import type { Text } from '#kit/declare/text.ts';

/** The work's outcome, or a failure with these words when there is none after so long. */
export function inTime<T>(work: Promise<T>, ms: number, words: Text): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const end = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(say(words))), ms);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
