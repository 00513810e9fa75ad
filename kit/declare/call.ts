import type { Fields, Values } from './field.ts';
import type { Text } from './text.ts';

export type Method = 'GET' | 'POST' | 'DELETE';
/** `public`: no login needed. `session`: any logged-in person. Else a code `<resource>:<verb>`. */
export type Permission = 'public' | 'session' | `${string}:${string}`;
export type Answer = 'page' | 'list' | 'tree' | 'object' | 'ack' | 'file' | 'url' | 'token';

export type Call<F extends Fields = Fields> = {
  readonly kind: 'call';
  /** `<resource>.<verb>`, unique: the name in the audit, the documents and the code. */
  readonly name: string;
  readonly title: Text;
  readonly area: string;
  readonly method: Method;
  readonly path: string;
  readonly permission: Permission;
  readonly input: F;
  readonly answer: Answer;
  /** Writes something: answers GET and POST, runs in a writing transaction, is audited, takes an idempotency key. */
  readonly changes: boolean;
  /** Changes nothing and answers POST besides GET: what it takes may be longer than an address. */
  readonly byBody?: boolean;
  /** JSON Schema of `data`, where the kind of answer does not say it. */
  readonly data?: JsonSchema;
  /** What it may be refused for besides its input: `reason` of a 422. */
  readonly reasons?: readonly string[];
  /**
   * The zone its input names for times without an offset, or true: that of the lot it is about, as for whatever changes
   * something.
   */
  readonly zone?: true | ((raw: Readonly<Record<string, unknown>>) => unknown);
  /** Answered while the session's screen is locked. */
  readonly whileLocked?: true;
  /** One line for the documents. */
  readonly note?: Text;
};

export type JsonSchema = { readonly [name: string]: unknown };

export type Input<C> = C extends Call<infer F> ? Partial<Values<F>> : never;

type CallOptions<F extends Fields> = Omit<Call<F>, 'kind' | 'input' | 'changes' | 'answer'> & {
  input?: F;
  changes?: boolean;
  answer?: Answer;
};

/** A hand-written call. Its handler is in the area's `server/`, bound by `serve(call, work)`. */
export const call = <const F extends Fields = Record<never, never>>(options: CallOptions<F>): Call<F> => ({
  kind: 'call',
  answer: options.method === 'GET' ? 'object' : 'ack',
  changes: options.method !== 'GET',
  ...options,
  input: options.input ?? ({} as F),
});
