/** Files where the table of object stores says: new ones in the store in use, older ones where they lie. */
import { Refused } from '#kit/declare/refused.ts';
import type { FileStore } from '#kit/files/files.ts';
import type { Log, WatchedStore } from './object-store.ts';
import type { StoreRow, StoreRows } from './store-rows.ts';

/** How long the table's content is cached. */
const TRUSTED_MS = 5_000;

type Known = {
  readonly at: number;
  readonly use: WatchedStore | null;
  readonly all: readonly WatchedStore[];
  /** False where the table could not be read. */
  readonly whole: boolean;
};

export type TableStore = WatchedStore & {
  /** The store new files go to besides the folder; null where they go to the folder. */
  readonly inUse: () => Promise<WatchedStore | null>;
};

/** The first store that has it. One that is away is passed over while another has it. */
async function found(stores: readonly Pick<FileStore, 'open'>[], hash: string): ReturnType<FileStore['open']> {
  let fault: unknown = null;
  for (const store of stores)
    try {
      const there = await store.open(hash);
      if (there) return there;
    } catch (error) {
      fault ??= error;
    }
  if (fault) throw fault;
  return null;
}

/** @param fixed the store of the installation's settings: new files go there, whatever the table says */
export function storesByTable(folder: FileStore, fixed: WatchedStore | null, rows: StoreRows, log: Log): TableStore {
  const opened = new Map<string, WatchedStore>();
  let known: Known | null = null;
  let reading: Promise<Known> | null = null;

  /** What speaks to stores is read only where there are some. */
  const storeOf = async ({ url, region, accessKey, secretKey }: StoreRow): Promise<WatchedStore> => {
    const { objectStore } = await import('./object-store.ts');
    const settings = { url, region, accessKey, secretKey };
    const key = JSON.stringify(settings);
    const store = opened.get(key) ?? objectStore(settings, log);
    opened.set(key, store);
    return store;
  };
  const read = async (): Promise<Known> => {
    const stores = await Promise.all(
      (await rows()).map(async (row) => ({ inUse: row.inUse, store: await storeOf(row) })),
    );
    const use = fixed ?? stores.find(({ inUse }) => inUse)?.store ?? null;
    const all = [...new Set([...(use ? [use] : []), ...stores.map(({ store }) => store)])];
    return { at: performance.now(), use, all, whole: true };
  };
  /** A table that cannot be read keeps nobody from the known store; a file not found there is not called missing. */
  const without = (error: unknown): Known => {
    log.error({ why: (error as Error).message }, 'the table of object stores was not read');
    if (known) return { ...known, at: performance.now(), whole: false };
    if (fixed) return { at: performance.now(), use: fixed, all: [fixed], whole: false };
    throw error;
  };
  const anew = (): Promise<Known> =>
    (reading ??= read()
      .catch(without)
      .then((fresh) => (known = fresh))
      .finally(() => (reading = null)));
  const now = (): Promise<Known> =>
    known && performance.now() - known.at < TRUSTED_MS ? Promise.resolve(known) : anew();

  return {
    put: async (hash, bytes) => ((await now()).use ?? folder).put(hash, bytes),
    open: async (hash) => {
      const near = await folder.open(hash);
      if (near) return near;
      const before = await now();
      const there = await found(before.all, hash);
      // Another server may have stored it a moment ago, in a store chosen meanwhile.
      if (there) return there;
      const after = await anew();
      const late = await found(
        after.all.filter((store) => !before.all.includes(store)),
        hash,
      );
      if (!late && !after.whole) throw new Refused('unavailable');
      return late;
    },
    /** Wherever it may lie: all of them are tried, and one that is down is retried later. */
    drop: async (hash) => {
      await folder.drop(hash);
      const { all, whole } = await anew();
      for (const store of all) await store.drop(hash);
      if (!whole) throw new Refused('unavailable');
    },
    inUse: async () => (await now()).use,
    reached: () => known?.use?.reached() ?? true,
    look: async () => {
      const { use } = await anew().catch(() => ({ use: null })); // it is in the log
      await use?.look();
    },
  };
}
