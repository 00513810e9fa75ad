/**
 * AWS Signature Version 4 as published for the Authorization header ("Transferring Payload in a Single Chunk"),
 * reckoned here by itself.
 */
import { createHash, createHmac } from 'node:crypto';

export type Signing = {
  readonly method: string;
  /** As it stands in the request line. */ readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signed: readonly string[];
  readonly scope: { readonly day: string; readonly region: string };
  readonly secretKey: string;
};

const hex = (words: string): string => createHash('sha256').update(words).digest('hex');
const hmac = (key: Buffer | string, words: string): Buffer => createHmac('sha256', key).update(words).digest();
/** All but the unreserved characters of RFC 3986, in capitals. */
const encoded = (words: string): string =>
  encodeURIComponent(words).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

function canonical({ method, target, headers, signed }: Signing): string {
  const [path = '', query = ''] = target.split('?');
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`;
    });
  return [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    pairs.sort().join('&'),
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
}

export function signatureOf(request: Signing): string {
  const { day, region } = request.scope;
  const words = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'] ?? '',
    `${day}/${region}/s3/aws4_request`,
    hex(canonical(request)),
  ].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => hmac(made, part),
    hmac(`AWS4${request.secretKey}`, day),
  );
  return hmac(key, words).toString('hex');
}
