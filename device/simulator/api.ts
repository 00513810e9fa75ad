/** The server's own calls, as a console makes them. */
export type Api = {
  readonly get: <T = Record<string, unknown>>(path: string, query?: Readonly<Record<string, unknown>>) => Promise<T>;
  readonly post: <T = Record<string, unknown>>(path: string, body: Readonly<Record<string, unknown>>) => Promise<T>;
  /** A file as the body, the rest in the address. */
  readonly upload: <T = Record<string, unknown>>(
    path: string,
    query: Readonly<Record<string, unknown>>,
    file: string,
  ) => Promise<T>;
  /** The first matching row of a list, by its filters. */
  readonly find: <T = Record<string, unknown>>(
    path: string,
    query: Readonly<Record<string, unknown>>,
    fits: (row: T) => boolean,
  ) => Promise<T | null>;
};

type Envelope = { success: boolean; msg: string; data: unknown };
type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly token: string;
  readonly key?: string;
  readonly file?: string;
};

/** The server rejected the request; `status` is the HTTP status. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

/** Unreachable or requested to retry: repeats the request with the same key. */
const PAUSE_MS = 500;
const again = (error: unknown): boolean => !(error instanceof Refusal) || error.status === 502 || error.status === 503;

async function ask(url: string, { method, path, input, token, key, file }: ApiRequest): Promise<unknown> {
  const target = new URL(path, url);
  if (method === 'GET' || file !== undefined)
    for (const [name, value] of Object.entries(input))
      if (value !== undefined) target.searchParams.set(name, String(value));
  const answer = await fetch(target, {
    method,
    headers: {
      'content-type': file === undefined ? 'application/json' : 'text/csv',
      'accept-language': 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(method === 'GET' ? {} : { body: file ?? JSON.stringify(input) }),
  });
  const body = (await answer.json().catch(() => null)) as Envelope | null;
  if (!answer.ok || !body?.success)
    throw new Refusal(answer.status, `${method} ${path}: ${answer.status} ${body?.msg ?? ''}`);
  return body.data;
}

/**
 * @param url e.g. `http://127.0.0.1:8080`
 * @param patience how long (ms) requests to a silent server are retried; what changes something carries one key, so
 * that it is done once
 */
export async function openApi(url: string, account: string, password: string, patience = 0): Promise<Api> {
  let token = '';
  const login = async (): Promise<string> =>
    (
      (await ask(url, {
        method: 'POST',
        path: '/api/api-uaa/oauth/user/token',
        input: { username: account, password },
        token: '',
      })) as { accessToken: string }
    ).accessToken;
  const patient = async (
    method: string,
    path: string,
    input: Readonly<Record<string, unknown>>,
    more: Pick<ApiRequest, 'file'> = {},
  ): Promise<unknown> => {
    const key = method === 'GET' ? more : { ...more, key: crypto.randomUUID() };
    const end = Date.now() + patience;
    for (;;) {
      try {
        token ||= await login();
        return await ask(url, { method, path, input, token, ...key });
      } catch (error) {
        const over = error instanceof Refusal && error.status === 401; // a long play outlives a session
        if (Date.now() >= end || !(over || again(error))) throw error;
        if (over) token = '';
        await new Promise((then) => {
          setTimeout(then, PAUSE_MS);
        });
      }
    }
  };
  const api: Api = {
    get: (path, query = {}) => patient('GET', path, query) as never, // the caller names the shape of the answer
    post: (path, body) => patient('POST', path, body) as never, // the caller names the shape of the answer
    upload: <T>(path: string, query: Readonly<Record<string, unknown>>, file: string) =>
      patient('POST', path, query, { file }) as Promise<T>,
    find: async (path, query, fits) => {
      for (let current = 1; ; current += 1) {
        const { records, pages } = (await patient('GET', path, { ...query, current, size: 100 })) as {
          records: never[];
          pages: number;
        };
        const found = records.find(fits);
        if (found !== undefined) return found;
        if (current >= pages) return null;
      }
    },
  };
  token = await login();
  return api;
}
