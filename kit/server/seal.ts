import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

let key: Buffer | null = null;

/** The installation's own key (a file in the data folder), set once at start. Secrets in the database are worthless without it. */
export const setSealKey = (material: Buffer | string): void => {
  key = createHash('sha256').update(material).digest();
};

const held = (): Buffer => {
  if (!key) throw new Error('seal key not set');
  return key;
};

/** A key of its own for one purpose, always the same in this installation; tells nothing of the key it is made from. */
export const derivedKey = (purpose: string): Buffer => createHmac('sha256', held()).update(purpose).digest();

/** AES-256-GCM: `v1.<nonce>.<tag>.<text>` in base64url. */
export function seal(plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', held(), nonce);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [
    'v1',
    nonce.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    body.toString('base64url'),
  ].join('.');
}

export function unseal(sealed: string): string {
  const [version, nonce, tag, body] = sealed.split('.');
  if (version !== 'v1' || nonce === undefined || tag === undefined || body === undefined)
    throw new Error('not a sealed value');
  const decipher = createDecipheriv('aes-256-gcm', held(), Buffer.from(nonce, 'base64url'));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
}

/** A fingerprint that tells nothing of its text without the installation's key. Hex, SHA-256. */
export const fingerprint = (...parts: readonly (string | Buffer)[]): string => {
  const hmac = createHmac('sha256', held());
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
};
