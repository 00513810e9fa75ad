import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The bytes of a key however it was pasted: with its frame or without, in one line or many. */
const der = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''), 'base64');

function first(...tries: (() => KeyObject)[]): KeyObject {
  for (const [nth, attempt] of tries.entries()) {
    try {
      const key = attempt();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch (error) {
      if (nth === tries.length - 1) throw new Error('not an RSA key', { cause: error });
    }
  }
  throw new Error('not an RSA key');
}

/** @throws Error where the text is no RSA private key */
export const privateKeyOf = (pem: string): KeyObject =>
  first(
    () => createPrivateKey({ key: der(pem), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: der(pem), format: 'der', type: 'pkcs1' }),
  );

/** Of a public key or a certificate. @throws Error where the text is neither */
export const publicKeyOf = (pem: string): KeyObject =>
  first(
    () => createPublicKey({ key: der(pem), format: 'der', type: 'spki' }),
    () => new X509Certificate(der(pem)).publicKey,
    () => createPublicKey({ key: der(pem), format: 'der', type: 'pkcs1' }),
  );
