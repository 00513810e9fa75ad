/**
 * The setting of a simulation: a company with a community and its car park, created for each run through the server's
 * own calls.
 */
import type { Api } from '../api.ts';
import type { Random } from '../random.ts';
import { VirtualDevice } from '../virtual-device.ts';
import type { Sizes } from './sizes.ts';

export type Run = {
  readonly api: Api;
  /** `http://host:port`, and an account that may do all of it. */
  readonly url: string;
  readonly account: string;
  readonly password: string;
  /** `mqtt://host:port` */
  readonly mqtt: string;
  readonly sizes: Sizes;
  readonly random: Random;
  /** Tells this run's names from all others'. */
  readonly mark: string;
  readonly say: (line: string) => void;
  /** What is closed at the end. */
  readonly devices: VirtualDevice[];
};

export type Setting = {
  readonly companyId: string;
  readonly villageId: string;
  readonly parkId: string;
};

export const pause = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

/** One after the other in `lines` lines beside each other; answers in the order given. */
export async function beside<T, R>(
  items: readonly T[],
  lines: number,
  work: (item: T, nth: number) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const line = async (): Promise<void> => {
    for (let nth = next++; nth < items.length; nth = next++) answers[nth] = await work(items[nth]!, nth);
  };
  await Promise.all(Array.from({ length: Math.min(lines, items.length) }, line));
  return answers;
}

/** Looks every `everyMs` until it is so. @returns whether it was, within `patienceMs` */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  patienceMs: number,
  everyMs = 250,
): Promise<boolean> {
  for (const end = Date.now() + patienceMs; ; await pause(everyMs)) {
    if (await isSo()) return true;
    if (Date.now() > end) return false;
  }
}

type Page<T> = { readonly records: readonly T[]; readonly total: number; readonly pages: number };

/** All rows of a list. */
export async function allOf<T>(api: Api, path: string, query: Record<string, unknown>): Promise<T[]> {
  const ask = (current: number): Promise<Page<T>> => api.get<Page<T>>(path, { ...query, current, size: 100 });
  const first = await ask(1);
  const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_, nth) => nth + 2);
  const pages = await beside(others, 3, ask);
  return [first, ...pages].flatMap(({ records }) => records);
}

export const totalOf = async (api: Api, path: string, query: Record<string, unknown>): Promise<number> =>
  (await api.get<Page<never>>(path, { ...query, size: 1 })).total;

/** Adds a row; answers its id. */
export const add = async (api: Api, base: string, row: Record<string, unknown>): Promise<string> =>
  (await api.post<{ id: string }>(`/api/updown/${base}/submit`, row)).id;

/** A device of this run on the network. */
export async function connected(run: Run, sn: string, secret: unknown): Promise<VirtualDevice> {
  const memory = { sn, secret: String(secret), seq: 0, passing: 0, waiting: {} };
  const device = await VirtualDevice.open(run.mqtt, memory, { made: 0, acknowledged: 0, repeated: 0, answered: 0 });
  run.devices.push(device);
  return device;
}

export const openCompany = (run: Run): Promise<string> =>
  add(run.api, 'basecompany', { companyName: `仿真园区 ${run.mark}` });

export async function openSetting({ api, mark }: Run, companyId: string, name: string): Promise<Setting> {
  const villageId = await add(api, 'baseVillage', { VName: `${name} ${mark}`, companyId });
  const parkId = await add(api, 'basePark', {
    parkName: `${name}车场 ${mark}`,
    companyId,
    villageId,
    totalStall: 2_000,
    zone: 'Asia/Shanghai',
    parkType: 'public',
  });
  return { companyId, villageId, parkId };
}
