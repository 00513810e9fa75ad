/**
 * A client of Gatehouse's open platform in sixty lines, without a package: `call('GET', '/api/updown/basePark/list', {
 * size: 20 })`.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const encoded = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** Names and values encoded by RFC 3986 and sorted. */
const queryOf = (input) =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
    .sort()
    .join('&');

/** Six lines, joined by line feeds: method, path, query, SHA-256 of the body, seconds, nonce. */
export function sign(secret, { method, path, query = '', body = '', time, nonce }) {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update([method, path, query, bodyHash, time, nonce].join('\n')).digest('hex');
}

/** @param server such as `https://parking.example.com` */
export function client(server, appKey, secret) {
  return async function call(method, path, input = {}) {
    const query = method === 'GET' ? queryOf(input) : '';
    const body = method === 'GET' ? '' : JSON.stringify(input);
    const time = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const answer = await fetch(`${server}${path}${query ? `?${query}` : ''}`, {
      method,
      headers: {
        'X-Gatehouse-Key': appKey,
        'X-Gatehouse-Time': time,
        'X-Gatehouse-Nonce': nonce,
        'X-Gatehouse-Sign': sign(secret, { method, path, query, body, time, nonce }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body } : {}),
    });
    const { success, msg, data, error, reason } = await answer.json();
    if (!success) throw Object.assign(new Error(msg), { status: answer.status, error, reason });
    return data;
  };
}

/**
 * What a webhook reports, null where it is not ours: `headers` in lower case, `body` as it came. An id that came before
 * was sent again.
 */
export function verify(secret, headers, body, now = Date.now()) {
  const [id, time, signed] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`] ?? ''));
  if (!(Math.abs(now / 1000 - Number(time)) <= 300)) return null;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  const fits = (each) => each.length === wanted.length && timingSafeEqual(Buffer.from(each, 'latin1'), wanted);
  return signed.split(' ').some(fits) ? JSON.parse(body) : null;
}

// node open-platform-client.mjs https://parking.example.com APP_KEY SECRET /api/updown/basePark/list
if (process.argv[1]?.endsWith('open-platform-client.mjs')) {
  const [, , server, appKey, secret, path] = process.argv;
  const data = await client(server, appKey, secret)('GET', path, { current: 1, size: 20 });
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
}
