import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ObjectStoreSettings } from './object-store.ts';

/** Stores a few bytes that were never there, reads them back and compares. Null where that went well, else what was wrong. */
export async function tryStore(settings: ObjectStoreSettings): Promise<string | null> {
  let said = '';
  const note = (fields: object): void => {
    said = String((fields as { why?: unknown }).why ?? '');
  };
  const { objectStore } = await import('./object-store.ts');
  const store = objectStore(settings, { error: note, info: () => undefined });
  const bytes = Buffer.concat([Buffer.from('gatehouse try\n'), randomBytes(16)]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  try {
    await store.put(hash, bytes);
    const there = await store.open(hash);
    const same = there !== null && bytes.equals(await buffer(there.stream));
    return same ? null : 'what was read back is not what was stored';
  } catch (error) {
    return said || (error as Error).message;
  }
}
