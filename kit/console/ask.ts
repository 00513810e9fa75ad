import type { Call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { putEarly, takeEarly } from './early.ts';
import { notify } from './notices.ts';
import { session } from './session.ts';
import { language, say } from './language.ts';

/** A call that did not succeed. `status` 0: no answer came. `msg` is in the person's language. */
export class Failed extends Error {
  readonly status: number;
  readonly error: string;
  readonly errorId: string | undefined;
  readonly problems: readonly { field: string; msg: string }[];
  constructor(status: number, answer: Partial<Envelope>) {
    super(answer.msg ?? say(status === 0 ? noAnswer : unknown));
    this.status = status;
    this.error = answer.error ?? 'no_answer';
    this.errorId = answer.errorId;
    this.problems = answer.errors ?? [];
  }
}

type Envelope = {
  code: number;
  success: boolean;
  msg: string;
  data: unknown;
  error?: string;
  errorId?: string;
  errors?: { field: string; msg: string }[];
};

const noAnswer = text('网络异常，请检查网络后重试', 'Network error. Check the connection and try again.');
const unknown = text('操作失败', 'The operation failed');
const expired = text('登录已过期，请重新登录', 'Your session has expired. Please log in again.');

const timeoutMs = 100_000;

/** Names this program, and is no secret: what calls without a token carry. */
const client = `Basic ${btoa('gatehouse:console')}`;

export type Asking = {
  method?: 'GET' | 'POST';
  /** Parameters of the query besides the input; for calls that take both. */
  query?: Input;
  signal?: AbortSignal;
  /** Idempotency key; the same for every try of one click. Made when absent. */
  key?: string;
  /** No message of its own: the caller shows what went wrong where it belongs. */
  quiet?: boolean;
  /** Bytes sent as they are instead of a JSON body. */
  bytes?: Blob;
};

export type Input = Readonly<Record<string, unknown>>;

/** Random version 4 id; `crypto.randomUUID` exists on secure origins only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** `a=1&b=x,y`; empty values are left out. */
export function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    query.set(
      name,
      Array.isArray(value)
        ? value.join(',')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : `${value as string | number | boolean}`,
    );
  }
  return query.toString();
}

const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

function headersFor(method: string, asking: Asking): Record<string, string> {
  const token = session.tokens()?.accessToken;
  return {
    'Accept-Language': language(),
    Authorization: token ? `Bearer ${token}` : client,
    ...(method === 'POST'
      ? {
          'Idempotency-Key': asking.key!,
          'Content-Type': asking.bytes ? 'application/octet-stream' : 'application/json',
        }
      : {}),
  };
}

/** Sends once; a POST whose answer was lost is sent a second time with the same key, which the server answers once. */
async function send(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs);
  const once = () =>
    fetch(url, { ...init, credentials: 'include', signal: signal ? AbortSignal.any([signal, limit]) : limit });
  try {
    return await once();
  } catch (error) {
    if (signal?.aborted) throw error;
    if (init.method !== 'POST' || limit.aborted) throw new Failed(0, {});
  }
  await new Promise((resolve) => setTimeout(resolve, 800));
  return once().catch(() => Promise.reject(new Failed(0, {})));
}

/** The server's answer while the login's screen is locked. */
const LOCKED = 423;

const ownBase = 'http://own.invalid';

/**
 * Whether an address is a path of this server, however it is spelt: browsers read `/\host` and a tab between two
 * slashes as another host.
 */
export const isOwnPath = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, ownBase) && new URL(address, ownBase).origin === ownBase;

/** Whose answer it is: another session's, or one in another language, is not this one's. */
const ofNow = (token: string | undefined): string => `${token} ${language()}`;

/** Asks what a part that is still loading will ask in a moment; its request then takes this answer. */
export function askEarly(path: string, input: Input): void {
  const url = withQuery(path, queryOf(input));
  putEarly(url, ofNow(session.tokens()?.accessToken), send(url, { headers: headersFor('GET', {}) }, undefined));
}

async function request(path: string, input: Input, asking: Asking): Promise<Response> {
  // A person's token is sent to no other server, whoever wrote the address.
  if (!isOwnPath(path)) throw new Failed(404, {});
  const method = asking.method ?? 'GET';
  const url = withQuery(path, queryOf({ ...asking.query, ...(method === 'GET' ? input : {}) }));
  const body = method === 'POST' ? (asking.bytes ?? JSON.stringify(input)) : null;
  const own = { ...asking, key: asking.key ?? newKey() };
  const sent = session.tokens()?.accessToken;
  const once = () => send(url, { method, headers: headersFor(method, own), body }, asking.signal);
  const early = method === 'GET' ? takeEarly(url, ofNow(sent)) : undefined;
  const response = await (early ? early.catch(once) : once());
  if (response.status === LOCKED) session.locked();
  if (response.status !== 401 || !sent) return response;
  // A call on its way while the token was renewed is no stranger's.
  if (session.latest()?.accessToken !== sent && session.tokens()) return once();
  session.close();
  return response;
}

/**
 * Left to the caller, who knows the place to show them: bad input at its field, what is not there and what broke in the
 * page.
 */
const handedBack: ReadonlySet<number> = new Set([400, 404, 500]);

/** Shows what went wrong, once, where nothing else does. */
async function failed(response: Response, asking: Asking): Promise<Failed> {
  const answer = (await response.json().catch(() => ({}))) as Partial<Envelope>;
  const failure = new Failed(response.status, answer);
  if (!asking.quiet && !handedBack.has(response.status)) notify.error(answer.msg ?? say(expired));
  return failure;
}

/** Sends a request and returns `data` of the response envelope. Throws `Failed`. */
export async function ask<T = unknown>(what: Call | string, input: Input = {}, asking: Asking = {}): Promise<T> {
  const path = typeof what === 'string' ? what : what.path;
  const method =
    asking.method ??
    (typeof what === 'string' ? 'GET' : what.changes ? 'POST' : what.method === 'POST' ? 'POST' : 'GET');
  const response = await request(path, input, { ...asking, method });
  if (!response.ok) throw await failed(response, asking);
  const answer = (await response.json().catch(() => null)) as Envelope | null;
  if (!answer || answer.success === false) throw new Failed(response.status, answer ?? {});
  return answer.data as T;
}

/** Fetches a file with the person's token. */
export async function askBlob(path: string, input: Input = {}, asking: Asking = {}): Promise<Blob> {
  const response = await request(path, input, asking);
  if (!response.ok) throw await failed(response, asking);
  return response.blob();
}

/** Saves a file through the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Words for a failure that a page shows itself. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : say(unknown));
