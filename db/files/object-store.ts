/**
 * Files in an object store that speaks S3: Amazon's, a cloud's, Garage, SeaweedFS. Signed by aws4fetch, sent by the
 * runtime's own fetch.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Refused } from '#kit/declare/refused.ts';
import type { FileStore } from '#kit/files/files.ts';
import { wayTo } from './folder.ts';

export type ObjectStoreSettings = {
  /**
   * Where the files lie, bucket and prefix in it: `https://host/bucket/prefix` or `https://bucket.host/prefix`. No
   * slash at the end.
   */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};
export type Log = {
  readonly error: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
};
/** How long it may take until an answer begins and, once it has begun, until its next piece is there. */
export type Limits = { readonly answerMs: number; readonly pieceMs: number };
export type WatchedStore = FileStore & {
  /** Whether it served the last request. */
  readonly reached: () => boolean;
  /**
   * Probes the store: the first time by storing a small file of its own. What is wrong is logged and nothing is thrown.
   */
  readonly look: () => Promise<void>;
};

/** What a line of some Mbit/s sends in a millisecond, in bytes: a large file has longer until it is acknowledged. */
const SENT_A_MS = 2_000;
/** A store that is busy is given a moment. */
const MOMENT_MS = 200;
const usual: Limits = { answerMs: 5_000, pieceMs: 10_000 };

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const own = Buffer.from('gatehouse\n');

/** The store has no answer to give: that passes. */
class Away extends Error {}

type Method = 'GET' | 'PUT' | 'DELETE';
type PendingResponse = { readonly response: Response; readonly stop: AbortController };

/**
 * Sends a request, and once more where the response was lost or the store was busy: repeating any of these is harmless.
 */
function asking(
  { url, region, accessKey, secretKey }: ObjectStoreSettings,
  answerMs: number,
): (method: Method, hash: string, bytes?: Buffer | null) => Promise<PendingResponse> {
  const keys = new Map<string, ArrayBuffer>();

  /** One request, freshly signed. Redirects are not followed: the operator set the address. */
  async function send(method: Method, hash: string, bytes: Buffer | null, stop: AbortController): Promise<Response> {
    const signed = await new AwsV4Signer({
      method,
      url: `${url}/${wayTo(hash)}`,
      headers: { 'x-amz-content-sha256': sha256(bytes ?? '') },
      service: 's3',
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      cache: keys,
    }).sign();
    signed.headers.set('accept-encoding', 'identity'); // not among the signed ones: gateways rewrite it
    if (bytes) signed.headers.set('content-type', 'application/octet-stream');
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(bytes ? { body: bytes as Uint8Array<ArrayBuffer> } : {}),
      redirect: 'manual',
      signal: stop.signal,
    });
  }

  return async (method, hash, bytes = null) => {
    const stop = new AbortController();
    const limit = answerMs + Math.ceil((bytes?.length ?? 0) / SENT_A_MS);
    const timer = setTimeout(() => stop.abort(new Away(`no answer within ${limit} ms`)), limit);
    const once = async (): Promise<Response> => {
      const response = await send(method, hash, bytes, stop).catch(
        (error: Error & { cause?: { code?: string; message: string } }) => {
          throw new Away(
            stop.signal.aborted
              ? (stop.signal.reason as Error).message
              : (error.cause?.code ?? error.cause?.message ?? error.message),
          );
        },
      );
      if (response.status < 500 && response.status !== 429) return response;
      await response.body?.cancel();
      throw new Away(`${method} is answered with ${response.status}`);
    };
    try {
      const response = await once().catch(async (error: unknown) => {
        if (stop.signal.aborted) throw error;
        await pause(MOMENT_MS);
        return once();
      });
      if (method !== 'GET' && response.ok) await response.arrayBuffer(); // the connection is free again
      if (response.ok) return { response, stop };
      const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? '';
      if (method !== 'PUT' && response.status === 404 && code !== 'NoSuchBucket') return { response, stop };
      throw new Error(`the object store refuses ${method} with ${response.status} ${code}`.trim());
    } finally {
      clearTimeout(timer);
    }
  };
}

export function objectStore(
  settings: ObjectStoreSettings,
  log: Log,
  { answerMs, pieceMs }: Limits = usual,
): WatchedStore {
  const ask = asking(settings, answerMs);
  const store = new URL(settings.url).host;
  let wrong: string | null = null;
  let proven = false;

  /** Logged once when it changes, not for every request. */
  const note = (now: string | null): void => {
    if (now !== wrong && now !== null) log.error({ store, why: now }, 'the object store cannot be used');
    if (now !== wrong && now === null) log.info({ store }, 'the object store can be used again');
    wrong = now;
  };

  /** The path of every request: the caller gets a refusal that may pass, the log gets the reason. */
  async function noted<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      note(null);
      return answer;
    } catch (error) {
      note((error as Error).message);
      throw error instanceof Away ? new Refused('unavailable') : error;
    }
  }

  const put: FileStore['put'] = (hash, bytes) =>
    noted(async () => {
      await ask('PUT', hash, bytes);
    });
  const drop: FileStore['drop'] = (hash) =>
    noted(async () => {
      await ask('DELETE', hash);
    });
  const open: FileStore['open'] = (hash) =>
    noted(async () => {
      const { response, stop } = await ask('GET', hash);
      if (response.status === 404) return null;
      const size = Number(response.headers.get('content-length') ?? Number.NaN);
      if (!response.body || Number.isNaN(size))
        throw new Error('the object store does not return the length of a file');
      const stream = Readable.from(pieces(response.body, stop, pieceMs), { objectMode: false });
      stream.once('error', (error) => note(error.message)).once('close', () => stop.abort()); // whoever leaves before the end lets go of the connection
      return { size, stream };
    });
  return {
    put,
    open,
    drop,
    reached: () => wrong === null,
    look: async () => {
      try {
        if (!proven) await put(sha256(own), own);
        proven = true;
        (await open(sha256(own)))?.stream.destroy();
      } catch {
        /* it is noted */
      }
    },
  };
}

/** A body that makes no progress for too long is aborted. */
async function* pieces(
  body: ReadableStream<Uint8Array>,
  stop: AbortController,
  pieceMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const timer = setTimeout(() => stop.abort(new Error(`the object store sent nothing for ${pieceMs} ms`)), pieceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}
