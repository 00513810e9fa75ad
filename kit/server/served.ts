import type { FastifyReply } from 'fastify';
import type { Call } from '#kit/declare/call.ts';
import type { Fields } from '#kit/declare/field.ts';
import type { Work } from './work.ts';

/**
 * How a call runs. `read` and `write`: inside one transaction under the caller's scope. `open`: the work opens its own
 * (login, streams); it must name the scope it uses.
 */
export type Mode = 'read' | 'write' | 'open';

export type Served = {
  readonly call: Call;
  readonly mode: Mode;
  readonly work: Handler<Fields>;
  /** What writing work needs of others first, harmless when repeated: no transaction is open while it waits. */
  readonly before?: (work: Work) => Promise<void>;
  /** The largest body taken, in bytes. */
  readonly bodyLimit?: number;
  /** The body's own bytes go to the work too, because somebody signed them. */
  readonly signed?: boolean;
  /** Writing work that finds rows by key, again and again (`WriteOptions`). */
  readonly byKey?: boolean;
};

/** Answers a call. A method, so that one handler may serve calls that take more than it reads. */
type Handler<F extends Fields> = { answer(work: Work<F>): Promise<unknown> }['answer'];

/** An answer that is not the envelope: a file, a stream. */
export class Raw {
  readonly send: (reply: FastifyReply) => Promise<unknown> | unknown;
  constructor(send: (reply: FastifyReply) => Promise<unknown> | unknown) {
    this.send = send;
  }
}

/** Words for the envelope's `msg` besides the data. */
export class WithMessage {
  readonly data: unknown;
  readonly msg: { zh: string; en: string };
  constructor(data: unknown, msg: { zh: string; en: string }) {
    this.data = data;
    this.msg = msg;
  }
}

/** An answer whose secret is shown once: a repeat of the same call gets `kept` instead, and only that is stored. */
export class Once {
  readonly data: unknown;
  readonly kept: unknown;
  constructor(data: unknown, kept: unknown) {
    this.data = data;
    this.kept = kept;
  }
}

/** Binds a declared call to its work. Changing calls write, the others read, unless `mode` is given. */
export const serve = <F extends Fields>(
  call: Call<F>,
  work: Handler<F>,
  more: { mode?: Mode; before?: Served['before']; bodyLimit?: number; signed?: boolean; byKey?: boolean } = {},
): Served => ({
  call,
  work,
  mode: more.mode ?? (call.changes ? 'write' : 'read'),
  ...(more.before ? { before: more.before } : {}),
  ...(more.bodyLimit === undefined ? {} : { bodyLimit: more.bodyLimit }),
  ...(more.signed ? { signed: true } : {}),
  ...(more.byKey ? { byKey: true } : {}),
});
