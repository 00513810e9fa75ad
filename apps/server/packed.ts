import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller ones gain nothing. */
const leastLength = 800;

type Packing = { readonly name: string; readonly pack: (words: string, quality: 'quick' | 'tight') => Promise<Buffer> };
const packings: readonly Packing[] = [
  {
    name: 'br',
    pack: (words, quality) =>
      promisify(brotliCompress)(words, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality === 'quick' ? 5 : 11 },
      }),
  },
  { name: 'gzip', pack: (words, quality) => promisify(gzip)(words, { level: quality === 'quick' ? 4 : 9 }) },
];

const takes = (accepted: string, name: string): boolean =>
  accepted.split(',').some((each) => {
    const [coding, weight] = each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return coding === name && Number(weight ?? 1) > 0;
  });

const packingOf = (accepted: string): Packing | undefined => packings.find(({ name }) => takes(accepted, name));

/** The encoding a client takes, by its `Accept-Encoding`; null: none. */
export const encodingOf = (accepted: string): string | null => packingOf(accepted)?.name ?? null;

/** What is compressed once and sent often. @param encoding one of `encodingOf` */
export const tightly = async (words: string, encoding: string | null): Promise<Buffer> =>
  (await packings.find(({ name }) => name === encoding)?.pack(words, 'tight')) ?? Buffer.from(words);

/**
 * A text response, compressed as the client accepts: a page of a list takes a fifth of its bytes. The client asks
 * for it by a header that no other site can send, so nobody can try words against the length of an answer not his own.
 * Quick rather than tight: a page of a list is compressed in less than a millisecond.
 */
export async function packed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < leastLength || reply.hasHeader('Content-Encoding'))
    return payload;
  reply.header('Vary', 'Accept-Encoding');
  const packing = packingOf(request.headers['accept-encoding'] ?? '');
  if (!packing) return payload;
  reply.header('Content-Encoding', packing.name).removeHeader('Content-Length');
  return packing.pack(payload, 'quick');
}
