/** A clerk who adds entries to a list all the while, each under its own key until it is acknowledged, and remembers which were. */
import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import { password } from './server.ts';

/** `statuses`: how often each was answered; 0 where no answer came. */
export type Clerk = { readonly acknowledged: ReadonlySet<string>; readonly statuses: ReadonlyMap<number, number>; readonly stop: () => Promise<void> };

const PAUSE_MS = 30;
const list = '/api/updown/parkblackList';

const tokenOf = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/api-uaa/oauth/user/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'admin', password }) });
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
};

/** @param signal ends the work without waiting for what is under way */
export async function clerk(url: string, parkId: string, signal: AbortSignal): Promise<Clerk> {
  const [token, acknowledged, statuses, enough] = [await tokenOf(url), new Set<string>(), new Map<number, number>(), new AbortController()];
  const put = (plateNumber: string, key: string): Promise<number> => fetch(`${url}${list}/submit`, {
    method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({ parkId, plateNumber, type: 'black', reason: 'unpaid' }), signal: AbortSignal.timeout(20_000),
  }).then(({ status }) => status, () => 0);
  const work = (async () => {
    for (let n = 0; !enough.signal.aborted; n += 1) {
      const [plateNumber, key] = [`粤Z${String(n).padStart(5, '0')}`, randomUUID()];
      let status = 0;
      while (status !== 200 && !signal.aborted) {
        status = await put(plateNumber, key);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 400 && status < 500 && status !== 429) throw new Error(`${plateNumber} was refused with ${status}`);
        if (status !== 200) await later(PAUSE_MS * 5);
      }
      if (signal.aborted) return;
      acknowledged.add(plateNumber);
      await later(PAUSE_MS);
    }
  })();
  work.catch(() => undefined); // told by stop()
  return { acknowledged, statuses, stop: async () => { enough.abort(); await work; } };
}

/** What is in the list now, as often as it is there. */
export async function listed(url: string, parkId: string): Promise<Map<string, number>> {
  const api = await openApi(url, 'admin', password);
  const counts = new Map<string, number>();
  for (let current = 1; ; current += 1) {
    const { records, pages } = await api.get<{ records: { plateNumber: string }[]; pages: number }>(`${list}/listPage`, { parkId, size: 500, current });
    for (const { plateNumber } of records) counts.set(plateNumber, (counts.get(plateNumber) ?? 0) + 1);
    if (current >= pages) return counts;
  }
}
