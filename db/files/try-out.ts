import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { ObjectStoreSettings } from './object-store.ts';

const nowhere = text('找不到这个主机', 'There is no such host');
const silent = text('主机没有应答', 'The host does not answer');
const other = text('读回的与存入的不同', 'What was read back is not what was stored');

/** Messages of the store in the log, as text for people. */
const words: readonly (readonly [pattern: RegExp, words: Text])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, nowhere],
  [/^ECONNREFUSED$/, text('主机拒绝连接', 'The host refuses the connection')],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$|^no answer within/, silent],
  [/^(?:PUT|GET) is answered with (\d+)$/, text('存储应答 {what}', 'The store answers {what}')],
  [/refuses PUT with (.+)$/, text('存储拒绝写入：{what}', 'The store refuses to write: {what}')],
  [/refuses GET with (.+)$/, text('存储拒绝读取：{what}', 'The store refuses to read: {what}')],
];

function wordsFor(message: string): Text {
  const plain = message.replace(/\s+/g, ' ').slice(0, 120);
  for (const [pattern, of] of words) {
    const found = pattern.exec(plain);
    if (found) return fill(of, { what: found[1] ?? '' });
  }
  return text(plain, plain);
}

/**
 * Stores a few bytes that were never there, reads them back and compares. Null where that went well, else what was
 * wrong.
 */
export async function tryStore(settings: ObjectStoreSettings): Promise<Text | null> {
  let reason = '';
  const note = (fields: object): void => {
    reason = String((fields as { why?: unknown }).why ?? '');
  };
  const { objectStore } = await import('./object-store.ts');
  const store = objectStore(settings, { error: note, info: () => undefined });
  const bytes = Buffer.concat([Buffer.from('gatehouse try\n'), randomBytes(16)]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  try {
    await store.put(hash, bytes);
    const there = await store.open(hash);
    const same = there !== null && bytes.equals(await buffer(there.stream));
    return same ? null : other;
  } catch (error) {
    return wordsFor(reason || (error as Error).message);
  }
}
