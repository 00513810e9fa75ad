/**
 * What the handheld keeps: its journal, which only an acknowledgement empties, pictures until the server has them, a
 * few named values.
 */
import { chained, firstLink } from '#domain/berth/journal.ts';
import type { ChainedEntry, JournalEntry } from '#domain/berth/journal.ts';
import { sha256 } from './sha256.ts';

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((then, fail) => {
    const request = indexedDB.open('handheld', 2);
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore('journal', { keyPath: ['installation', 'seq'] });
        request.result.createObjectStore('kept');
      }
      request.result.createObjectStore('pictures', { keyPath: ['installation', 'hash'] });
    });
    request.addEventListener('success', () => {
      // A newer version in another window waits for this one to let go.
      request.result.addEventListener('versionchange', () => request.result.close());
      then(request.result);
    });
    request.addEventListener('error', () => fail(request.error ?? new Error('no storage')));
  });
  return opened;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((then, fail) => {
    request.addEventListener('success', () => then(request.result));
    request.addEventListener('error', () => fail(request.error ?? new Error('not stored')));
  });

/** Resolves once it is on the disk: nothing is shown as done before. */
const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((then, fail) => {
    const broken = () => fail(transaction.error ?? new Error('not stored'));
    transaction.addEventListener('complete', () => then());
    transaction.addEventListener('error', broken);
    transaction.addEventListener('abort', broken);
  });

const writing = async (stores: string | string[]): Promise<IDBTransaction> =>
  (await database()).transaction(stores, 'readwrite', { durability: 'strict' });

export async function kept<T>(name: string): Promise<T | undefined> {
  const transaction = (await database()).transaction('kept');
  return answer(transaction.objectStore('kept').get(name)) as Promise<T | undefined>;
}

export async function keep(name: string, value: unknown): Promise<void> {
  const transaction = await writing('kept');
  transaction.objectStore('kept').put(value, name);
  await done(transaction);
}

export async function drop(...names: string[]): Promise<void> {
  const transaction = await writing('kept');
  for (const name of names) transaction.objectStore('kept').delete(name);
  await done(transaction);
}

const ofInstallation = (installation: string, upTo: number = Number.MAX_SAFE_INTEGER): IDBKeyRange =>
  IDBKeyRange.bound([installation, 0], [installation, upTo]);

/** Appends the next journal entry: its number and hash follow the one before, whichever window wrote that. */
export async function append(action: Omit<JournalEntry, 'seq'>): Promise<ChainedEntry> {
  const { installation } = action;
  const transaction = await writing(['journal', 'kept']);
  const values = transaction.objectStore('kept');
  const head = (await answer(values.get(`head ${installation}`))) as { seq: number; hash: string } | undefined;
  const seq = (head?.seq ?? 0) + 1;
  const next = chained({ ...action, seq }, head?.hash ?? firstLink(installation), sha256);
  transaction.objectStore('journal').add(next);
  values.put({ seq, hash: next.hash }, `head ${installation}`);
  await done(transaction);
  return next;
}

export async function queued(installation: string, most?: number): Promise<ChainedEntry[]> {
  const transaction = (await database()).transaction('journal');
  return answer(transaction.objectStore('journal').getAll(ofInstallation(installation), most)) as Promise<
    ChainedEntry[]
  >;
}

/** How many journal entries of each installation wait here, whoever made them. */
export async function waiting(): Promise<ReadonlyMap<string, number>> {
  const transaction = (await database()).transaction('journal');
  const keys = (await answer(transaction.objectStore('journal').getAllKeys())) as [string, number][];
  return new Map([...Map.groupBy(keys, ([id]) => id)].map(([id, all]) => [id, all.length]));
}

export async function forgetUpTo(installation: string, acked: number): Promise<void> {
  const transaction = await writing('journal');
  transaction.objectStore('journal').delete(ofInstallation(installation, acked));
  await done(transaction);
}

type Picture = { readonly installation: string; readonly hash: string; readonly picture: Blob };

export async function keepPicture(picture: Picture): Promise<void> {
  const transaction = await writing('pictures');
  transaction.objectStore('pictures').put(picture);
  await done(transaction);
}

/** The hashes of those that wait. */
export async function pictures(installation: string): Promise<string[]> {
  const transaction = (await database()).transaction('pictures');
  const all = IDBKeyRange.bound([installation, ''], [installation, '\uffff']);
  const keys = (await answer(transaction.objectStore('pictures').getAllKeys(all))) as [string, string][];
  return keys.map(([, hash]) => hash);
}

export async function pictureOf(installation: string, hash: string): Promise<Blob | undefined> {
  const transaction = (await database()).transaction('pictures');
  const found = (await answer(transaction.objectStore('pictures').get([installation, hash]))) as Picture | undefined;
  return found?.picture;
}

export async function forgetPicture(installation: string, hash: string): Promise<void> {
  const transaction = await writing('pictures');
  transaction.objectStore('pictures').delete([installation, hash]);
  await done(transaction);
}
