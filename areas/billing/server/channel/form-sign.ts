/**
 * Signatures over a form's sorted parameters, as aggregators have them: MD5 with a key both sides know, RSA, or SM2
 * with SM3.
 */
import { createSign, createVerify, hash, timingSafeEqual } from 'node:crypto';
import { smClient } from './clients.ts';
import { privateKeyOf, publicKeyOf } from './keys.ts';

export type SignKeys =
  | { readonly type: 'MD5'; readonly key: string }
  | { readonly type: 'RSA' | 'SM2'; readonly privateKey: string; readonly publicKey: string };
export type Form = Readonly<Record<string, string>>;
/** SM2 signs a name along with the text. */
type Signer = { readonly name: string };

/** The object identifier of the curve SM2 is defined on (1.2.156.10197.1.301), as it stands in a key. */
const SM2_CURVE = Buffer.from('06082a811ccf5501822d', 'hex');
/** Version and octets of a private key on it. */
const SM2_SECRET = Buffer.from('0201010420', 'hex');

const bytesOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''), 'base64');

/**
 * A private key in hex, from PKCS #8 as PEM text with its frame or without, or hex already. @throws Error where it is
 * no SM2 key
 */
export function sm2PrivateKeyOf(pem: string): string {
  if (/^[0-9a-f]{64}$/i.test(pem.trim())) return pem.trim().toLowerCase();
  const der = bytesOf(pem);
  const at = der.indexOf(SM2_SECRET);
  if (at < 0 || !der.includes(SM2_CURVE) || der.length < at + SM2_SECRET.length + 32)
    throw new Error('not an SM2 private key');
  return der.subarray(at + SM2_SECRET.length, at + SM2_SECRET.length + 32).toString('hex');
}

/**
 * A public key in hex (04 and the point), from SPKI as PEM text, or hex already. @throws Error where it is no SM2 key
 */
export function sm2PublicKeyOf(pem: string): string {
  if (/^04[0-9a-f]{128}$/i.test(pem.trim())) return pem.trim().toLowerCase();
  const der = bytesOf(pem);
  const point = der.subarray(-65);
  if (!der.includes(SM2_CURVE) || point.length !== 65 || point[0] !== 4) throw new Error('not an SM2 public key');
  return point.toString('hex');
}

/** `a=1&b=2` by the names' order, without what is empty and without the signature. */
const sorted = (form: Form): string =>
  Object.keys(form)
    .filter((name) => name !== 'sign' && form[name] !== '')
    .toSorted()
    .map((name) => `${name}=${form[name]}`)
    .join('&');

const md5 = (form: Form, key: string): string => hash('md5', sorted({ ...form, key }), 'hex').toUpperCase();

/** The signature of a form we send, `name` being ours. */
export function signForm(form: Form, keys: SignKeys, { name }: Signer): string {
  if (keys.type === 'MD5') return md5(form, keys.key);
  if (keys.type === 'RSA')
    return createSign('RSA-SHA1').update(sorted(form)).sign(privateKeyOf(keys.privateKey), 'base64');
  const signed = smClient().sm2.doSignature(sorted(form), sm2PrivateKeyOf(keys.privateKey), {
    hash: true,
    userId: name,
  });
  return Buffer.from(signed, 'hex').toString('base64');
}

/** Whether a form that came bears the other side's signature, `name` being theirs. */
export function signedForm(form: Form, keys: SignKeys, { name }: Signer): boolean {
  const sign = form['sign'] ?? '';
  if (keys.type === 'MD5') {
    const right = Buffer.from(md5(form, keys.key));
    const given = Buffer.from(sign.toUpperCase());
    return given.length === right.length && timingSafeEqual(given, right);
  }
  if (keys.type === 'RSA')
    return createVerify('RSA-SHA1').update(sorted(form)).verify(publicKeyOf(keys.publicKey), sign, 'base64');
  const bytes = Buffer.from(sign, 'base64');
  return (
    bytes.length === 64 &&
    smClient().sm2.doVerifySignature(sorted(form), bytes.toString('hex'), sm2PublicKeyOf(keys.publicKey), {
      hash: true,
      userId: name,
    })
  );
}
