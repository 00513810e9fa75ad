import type { Fields, Values } from './field.ts';
import type { Text } from './text.ts';

/**
 * `up`: from a device to the server. `down`: a command to a device, which it answers by `answer` with the command's id.
 */
export type Direction = 'up' | 'down';

export type Message<F extends Fields = Fields> = {
  readonly kind: 'message';
  /** Last part of the topic: `gatehouse/v1/<sn>/up/<name>`, `gatehouse/v1/<sn>/down/<name>`. */
  readonly name: string;
  readonly direction: Direction;
  readonly title: Text;
  readonly note: Text;
  /** Kinds of device that send or understand it. */
  readonly devices: readonly string[];
  readonly fields: F;
  /** A payload to copy, for the protocol page and its test. */
  readonly example: Readonly<Record<string, unknown>>;
};

export type Payload<M> = M extends Message<infer F> ? Partial<Values<F>> : never;

export const message = <const F extends Fields>(options: Omit<Message<F>, 'kind'>): Message<F> => ({
  kind: 'message',
  ...options,
});
