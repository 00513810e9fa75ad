/**
 * A clerk who adds entries to a list all the while, each under its own key, and one who stores files; both remember
 * what was acknowledged.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import { FILES_AN_HOUR } from '#kit/files/quota.ts';
import { password } from './server.ts';

/** `statuses`: how often each was answered; 0 where no answer came. */
export type Clerk = {
  readonly acknowledged: ReadonlySet<string>;
  readonly statuses: ReadonlyMap<number, number>;
  readonly stop: () => Promise<void>;
};

const PAUSE_MS = 30;
const list = '/api/updown/parkblackList';

const tokenOf = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/api-uaa/oauth/user/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
};

type Put = (what: string, key: string) => Promise<number>;

/**
 * One thing after the other, `most` at most, each again until it is acknowledged. @param signal ends the work without
 * waiting for what is under way
 */
function atWork(named: (n: number) => string, put: Put, signal: AbortSignal, most = Infinity): Clerk {
  const [acknowledged, statuses, enough] = [new Set<string>(), new Map<number, number>(), new AbortController()];
  const work = (async () => {
    for (let n = 0; n < most && !enough.signal.aborted; n += 1) {
      const [what, key] = [named(n), randomUUID()];
      let status = 0;
      while (status !== 200 && !signal.aborted) {
        status = await put(what, key);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 400 && status < 500 && status !== 429) throw new Error(`${what} was refused with ${status}`);
        if (status !== 200) await later(PAUSE_MS * 5);
      }
      if (signal.aborted) return;
      acknowledged.add(what);
      await later(PAUSE_MS);
    }
  })();
  work.catch(() => undefined); // set by stop()
  return {
    acknowledged,
    statuses,
    stop: async () => {
      enough.abort();
      await work;
    },
  };
}

const posted = (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
  fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Adds plates to a list. */
export async function clerk(url: string, parkId: string, signal: AbortSignal): Promise<Clerk> {
  const authorization = `Bearer ${await tokenOf(url)}`;
  return atWork(
    (n) => `粤Z${String(n).padStart(5, '0')}`,
    (plateNumber, key) =>
      posted(
        `${url}${list}/submit`,
        { 'content-type': 'application/json', authorization, 'idempotency-key': key },
        JSON.stringify({ parkId, plateNumber, type: 'black', reason: 'unpaid' }),
      ),
    signal,
  );
}

const placeOf = (content: string): string => `/api/updown/file/${createHash('sha256').update(content).digest('hex')}`;

/**
 * Stores files, known by what is in them: as many as one person may within an hour, for beyond that nothing is
 * acknowledged.
 */
export async function keeper(url: string, signal: AbortSignal): Promise<Clerk> {
  const authorization = `Bearer ${await tokenOf(url)}`;
  return atWork(
    (n) => `page ${n}\n${'.'.repeat(20_000)}`,
    (content) =>
      posted(`${url}${placeOf(content)}`, { 'content-type': 'application/octet-stream', authorization }, content),
    signal,
    FILES_AN_HOUR,
  );
}

/** Those that do not come back whole. */
export async function lost(url: string, contents: Iterable<string>): Promise<string[]> {
  const headers = { authorization: `Bearer ${await tokenOf(url)}` };
  const gone: string[] = [];
  for (const content of contents)
    if ((await (await fetch(`${url}${placeOf(content)}`, { headers })).text()) !== content)
      gone.push(content.slice(0, content.indexOf('\n')));
  return gone;
}

/** What is in the list now, as often as it is there. */
export async function listed(url: string, parkId: string): Promise<Map<string, number>> {
  const api = await openApi(url, 'admin', password);
  const counts = new Map<string, number>();
  for (let current = 1; ; current += 1) {
    const { records, pages } = await api.get<{ records: { plateNumber: string }[]; pages: number }>(
      `${list}/listPage`,
      { parkId, size: 500, current },
    );
    for (const { plateNumber } of records) counts.set(plateNumber, (counts.get(plateNumber) ?? 0) + 1);
    if (current >= pages) return counts;
  }
}
