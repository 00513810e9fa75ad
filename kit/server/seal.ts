import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

let key: Buffer | null = null;

/**
 * The installation's own key (a file in the data folder), set once at start. Secrets in the database are worthless
 * without it.
 */
export const setSealKey = (material: Buffer | string): void => {
  key = createHash('sha256').update(material).digest();
};

const held = (): Buffer => {
  if (!key) throw new Error('seal key not set');
  return key;
};

/**
 * A key of its own for one purpose, always the same in this installation; reveals nothing of the key it is derived
 * from.
 */
export const derivedKey = (purpose: string): Buffer => createHmac('sha256', held()).update(purpose).digest();

const NONCE_BYTES = 12;
/** GCM itself takes a tag cut down to four bytes, which is guessed. */
const TAG_BYTES = 16;

/** Text written in one way alone, and of the length it must have. */
function bytesOf(text: string, length?: number): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text || (length !== undefined && bytes.length !== length))
    throw new Error('not a sealed value');
  return bytes;
}

/** AES-256-GCM: `v1.<nonce>.<tag>.<text>` in base64url. */
export function seal(plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', held(), nonce, { authTagLength: TAG_BYTES });
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [
    'v1',
    nonce.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    body.toString('base64url'),
  ].join('.');
}

/** @throws where it was not sealed by this installation, or altered */
export function unseal(sealed: string): string {
  const [version, nonce, tag, body, ...more] = sealed.split('.');
  if (version !== 'v1' || nonce === undefined || tag === undefined || body === undefined || more.length > 0)
    throw new Error('not a sealed value');
  const decipher = createDecipheriv('aes-256-gcm', held(), bytesOf(nonce, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytesOf(tag, TAG_BYTES));
  return Buffer.concat([decipher.update(bytesOf(body)), decipher.final()]).toString('utf8');
}

/** A fingerprint that reveals nothing of its text without the installation's key. Hex, SHA-256. */
export const fingerprint = (...parts: readonly (string | Buffer)[]): string => {
  const hmac = createHmac('sha256', held());
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
};
