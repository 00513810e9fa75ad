/** The server a world of streets is played against: its calls, its broker, and a clock that the world sets. */
import type { DeviceMemory, Tally, VirtualDevice } from '../virtual-device.ts';

export type RequestOptions = {
  /** A token of a person; null for nobody, as a driver's phone. The administrator where left out. */
  readonly as?: string | null;
  /** The address it comes from. */
  readonly ip?: string;
};
export type Answer = {
  readonly status: number;
  readonly data: unknown;
  /** After how many seconds the server wants to be called again, where its answer says so. */
  readonly retryAfter?: number | null;
};

/** What the server's own clock does, by name. */
export type Round =
  | 'ends'
  | 'silence'
  | 'money'
  | 'terms'
  | 'notices'
  | 'gaps'
  | 'swaps'
  | 'mountings'
  | 'screens'
  | 'locks';

export type Server = {
  /** Sets the server's clock, and that of everything in this process. Epoch ms. */
  readonly setClock: (at: number) => void;
  readonly ask: (
    method: 'GET' | 'POST',
    path: string,
    input: Readonly<Record<string, unknown>>,
    how?: RequestOptions,
  ) => Promise<Answer>;
  readonly login: (account: string, password: string) => Promise<string>;
  readonly device: (memory: DeviceMemory, tally: Tally) => Promise<VirtualDevice>;
  readonly round: (name: Round, at: number) => Promise<void>;
  readonly companyId: string;
};

/** What most calls that make something answer. */
type Made = { readonly id: string; readonly [name: string]: unknown };

/** So often a server under load is called again. */
const TRIES = 6;

const pause = (seconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, seconds * 1000);
  });

/** Like `ask`; a server that is not available is called again when its answer says, a few times. */
async function askAgain(server: Pick<Server, 'ask'>, ...call: Parameters<Server['ask']>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await server.ask(...call);
    if (answer.status !== 503 || answer.retryAfter == null || tries === TRIES) return answer;
    await pause(answer.retryAfter);
  }
}

/** Like `ask`, and throws unless the answer is a success in the end; answers its data. */
export async function must<T = Made>(
  server: Pick<Server, 'ask'>,
  method: 'GET' | 'POST',
  path: string,
  input: Readonly<Record<string, unknown>> = {},
  how: RequestOptions = {},
): Promise<T> {
  const { status, data } = await askAgain(server, method, path, input, how);
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(data)}`);
  return data as T; // the caller names the shape of the answer
}

const PAGE = 500;

/**
 * All rows of a list, page by page, to the last one: a list counts its rows, and so its pages, to 10,000 only.
 * @param names - what is kept of each row, where it is not all of it: there may be a million of them
 */
export async function rowsOf<T>(
  server: Pick<Server, 'ask'>,
  path: string,
  query: Readonly<Record<string, unknown>>,
  names?: readonly (keyof T)[],
): Promise<T[]> {
  const rows: T[] = [];
  const kept = (row: T): T => (names ? (Object.fromEntries(names.map((name) => [name, row[name]])) as T) : row);
  for (let current = 1; ; current += 1) {
    const { records } = await must<{ records: T[] }>(server, 'GET', path, {
      ...query,
      current,
      size: PAGE,
      totals: 'none',
    });
    for (const row of records) rows.push(kept(row));
    if (records.length < PAGE) return rows;
  }
}

/** Read at a time of a long list: a page far behind in it is counted off row by row. */
const PART_MS = 6 * 3_600_000;

/** All rows of a list of times from `from` until before `to`, epoch ms, part by part. */
export async function rowsBetween<T>(
  server: Pick<Server, 'ask'>,
  path: string,
  query: Readonly<Record<string, unknown>>,
  { from, to, names }: { readonly from: number; readonly to: number; readonly names?: readonly (keyof T)[] },
): Promise<T[]> {
  const iso = (at: number): string => new Date(at).toISOString();
  const rows: T[] = [];
  for (let at = from; at < to; at += PART_MS) {
    const part = { startTime: iso(at), endTime: iso(Math.min(at + PART_MS, to) - 1) };
    for (const row of await rowsOf<T>(server, path, { ...query, ...part }, names)) rows.push(row);
  }
  return rows;
}
