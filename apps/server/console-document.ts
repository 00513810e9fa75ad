/**
 * The console's document. The build writes into it which parts each address needs (tools/build/first-drawing.ts), a
 * quarter of a first list's document; each address is sent its own marks alone, compressed once and kept.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingOf, tightly } from './packed.ts';

type Sent = { readonly body: Buffer; readonly etag: string };

const marks = /<meta name="parts" data-routes="([^"]*)" content="([^"]*)">/g;
const place = '<!--parts-->';

/** The document without the marks of addresses, and the mark of each address. */
export function splitDocument(html: string): { whole: string; markOf: ReadonlyMap<string, string> } {
  const found = [...html.matchAll(marks)].flatMap(([, routes = '', parts = '']) =>
    routes.split(' ').map((route) => ({ route, parts })),
  );
  const markOf = new Map(
    [...Map.groupBy(found, ({ route }) => route)].map(([route, each]) => [
      route,
      `<meta name="parts" content="${each.map(({ parts }) => parts).join(' ')}">`,
    ]),
  );
  let at = 0;
  return { whole: html.replace(marks, () => (at++ === 0 ? place : '')), markOf };
}

/** Answers a request for a page with the document of its address; 304 where the browser has it. */
export function consoleDocument(dir: string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { whole, markOf } = splitDocument(readFileSync(join(dir, 'index.html'), 'utf8'));
  const kept = new Map<string, Promise<Sent>>();
  const make = async (mark: string, encoding: string | null): Promise<Sent> => {
    const html = whole.replace(place, () => mark);
    const hash = createHash('sha256').update(html).digest('base64url').slice(0, 16);
    return { body: await tightly(html, encoding), etag: `"${hash}${encoding ? `-${encoding}` : ''}"` };
  };
  return async (request, reply) => {
    const mark = markOf.get(request.url.split('?')[0]!) ?? '';
    const encoding = encodingOf(request.headers['accept-encoding'] ?? '');
    const key = `${encoding} ${mark}`;
    const sent = kept.get(key) ?? make(mark, encoding);
    kept.set(key, sent);
    const { body, etag } = await sent;
    reply.header('Vary', 'Accept-Encoding').header('ETag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.send(body);
  };
}
