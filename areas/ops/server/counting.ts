/**
 * What counts, read with the first thing to count: the library of it reads a hundred and thirty files, which no start
 * waits for.
 */
import type * as Instruments from './instruments.ts';

let reading: Promise<typeof Instruments> | undefined;
export const instruments = (): Promise<typeof Instruments> => (reading ??= import('./instruments.ts'));

/** A call was answered. `seconds` from its arrival. */
export const countCall = (...call: Parameters<typeof Instruments.countCall>): void =>
  void instruments().then((all) => all.countCall(...call));

/** A message of a device was acknowledged (`stored`) or not. */
export const countMessage = (...message: Parameters<typeof Instruments.countMessage>): void =>
  void instruments().then((all) => all.countMessage(...message));

/** Everything in the text form of Prometheus. */
export async function exposition(): Promise<{ readonly type: string; readonly text: string }> {
  const { registry } = await instruments();
  return { type: registry.contentType, text: await registry.metrics() };
}
