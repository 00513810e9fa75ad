/** The server's own calls, as a console makes them. */
export type Api = {
  readonly get: <T = Record<string, unknown>>(path: string, query?: Readonly<Record<string, unknown>>) => Promise<T>;
  readonly post: <T = Record<string, unknown>>(path: string, body: Readonly<Record<string, unknown>>) => Promise<T>;
  /** The first row of a list that fits, asked for by its filters. */
  readonly find: <T = Record<string, unknown>>(path: string, query: Readonly<Record<string, unknown>>, fits: (row: T) => boolean) => Promise<T | null>;
};

type Envelope = { success: boolean; msg: string; data: unknown };

/** @param url e.g. `http://127.0.0.1:8080` */
export async function openApi(url: string, account: string, password: string): Promise<Api> {
  let token = '';
  const ask = async (method: string, path: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const target = new URL(path, url);
    if (method === 'GET') for (const [name, value] of Object.entries(input)) if (value !== undefined) target.searchParams.set(name, String(value));
    const answer = await fetch(target, {
      method, headers: { 'content-type': 'application/json', 'accept-language': 'en', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    const body = await answer.json().catch(() => null) as Envelope | null;
    if (!answer.ok || !body?.success) throw new Error(`${method} ${path}: ${answer.status} ${body?.msg ?? ''}`);
    return body.data;
  };
  const api: Api = {
    get: (path, query = {}) => ask('GET', path, query) as never,
    post: (path, body) => ask('POST', path, body) as never,
    find: async (path, query, fits) => {
      for (let current = 1; ; current += 1) {
        const { records, pages } = await ask('GET', path, { ...query, current, size: 100 }) as { records: never[]; pages: number };
        const found = records.find(fits as never);
        if (found !== undefined) return found;
        if (current >= pages) return null;
      }
    },
  };
  const session = await api.post<{ accessToken: string }>('/api/api-uaa/oauth/user/token', { username: account, password });
  token = session.accessToken;
  return api;
}
