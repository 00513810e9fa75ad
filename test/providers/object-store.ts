/**
 * An object store that speaks S3 and believes nothing: who asks, what was signed, when, and whether the body is the one
 * that was.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureOf } from './s3-signature.ts';

/**
 * What goes wrong with the next requests: no answer at all; half a file and no more; busy; broken; the connection cut,
 * before or after the operation; redirected.
 */
export type Mood = 'well' | 'hangs' | 'stalls' | 'busy' | 'broken' | 'cut' | 'deedThenCut' | 'elsewhere';
type Answer = {
  readonly status: number;
  readonly body?: Buffer;
  readonly code?: string;
  readonly headers?: Record<string, string>;
};

const MINUTES_15 = 15 * 60_000;
const refused = (status: number, code: string): Answer => ({ status, code });

export class ObjectStoreStand {
  readonly region = 'cn-north-1';
  readonly accessKey = 'GATEHOUSETESTS';
  readonly secretKey = 'S3cr3t/of+the=stand';
  readonly bucket = 'gatehouse';
  readonly objects = new Map<string, Buffer>();
  readonly #hanging: ServerResponse[] = [];
  /** Every request, as `PUT /bucket/key 200`. */
  readonly received: string[] = [];
  mood: Mood = 'well';
  /** For how many requests the mood lasts. */
  times = Number.POSITIVE_INFINITY;
  clockMs = 0;
  url = '';

  get settings() {
    return {
      url: `${this.url}/${this.bucket}`,
      region: this.region,
      accessKey: this.accessKey,
      secretKey: this.secretKey,
    };
  }

  /** The settings of a server that uses it. */
  get env(): Record<string, string> {
    return {
      OBJECT_STORE_URL: `${this.url}/${this.bucket}`,
      OBJECT_STORE_REGION: this.region,
      OBJECT_STORE_ACCESS_KEY: this.accessKey,
      OBJECT_STORE_SECRET_KEY: this.secretKey,
    };
  }

  /** Ends the requests that hang: the store is busy. */
  letGo(): void {
    for (const reply of this.#hanging.splice(0)) send(reply, refused(503, 'SlowDown'), 'GET');
  }

  async start(): Promise<() => Promise<void>> {
    const server = createServer((request, reply) => {
      void this.#onRequest(request, reply);
    });
    await new Promise<void>((then) => {
      server.listen(0, '127.0.0.1', then);
    });
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return () =>
      new Promise((then) => {
        server.close(() => then());
        server.closeAllConnections();
      });
  }

  async #onRequest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const mood = this.times > 0 ? this.mood : 'well';
    this.times -= 1;
    const deaf = { hangs: 'hung', cut: 'cut', busy: '503', broken: '500', elsewhere: '307' }[mood as string];
    const answer = deaf ? null : this.answer(request, Buffer.concat(parts));
    this.received.push(`${request.method} ${request.url} ${deaf ?? answer!.status}`);
    if (mood === 'hangs') {
      this.#hanging.push(reply);
      return;
    }
    if (mood === 'cut' || mood === 'deedThenCut') {
      request.socket.destroy();
      return;
    }
    if (!answer) {
      send(
        reply,
        mood === 'elsewhere'
          ? { status: 307, headers: { location: `${this.url}/elsewhere` } }
          : refused(Number(deaf), mood === 'busy' ? 'SlowDown' : 'InternalError'),
        request.method,
      );
    } else if (mood === 'stalls' && answer.body) {
      reply
        .writeHead(200, { 'content-length': answer.body.length })
        .write(answer.body.subarray(0, answer.body.length / 2));
    } else send(reply, answer, request.method);
  }

  answer(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>, body: Buffer): Answer {
    const wrong = this.#doubt(request, body);
    if (wrong) return wrong;
    const [, bucket, ...key] = decodeURIComponent(request.url!.split('?')[0]!).split('/');
    if (bucket !== this.bucket) return refused(404, 'NoSuchBucket');
    const name = key.join('/');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refused(411, 'MissingContentLength');
      this.objects.set(name, body);
      return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } };
    }
    if (request.method === 'DELETE') {
      this.objects.delete(name);
      return { status: 204 };
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refused(405, 'MethodNotAllowed');
    const there = this.objects.get(name);
    return there ? { status: 200, body: there } : refused(404, 'NoSuchKey');
  }

  /** Why a request is not believed, in the words of S3; null where it is. */
  #doubt(
    { method, url, headers: given }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    body: Buffer,
  ): Answer | null {
    const headers = given as Record<string, string>;
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      );
    if (!found) return refused(403, 'AccessDenied');
    const [, accessKey, day, region, list, signature] = found as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    if (accessKey !== this.accessKey) return refused(403, 'InvalidAccessKeyId');
    if (region !== this.region) return refused(400, 'AuthorizationHeaderMalformed');
    const date = headers['x-amz-date'] ?? '';
    const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (!date.startsWith(day) || !(Math.abs(at - Date.now() - this.clockMs) <= MINUTES_15))
      return refused(403, 'RequestTimeTooSkewed');
    const signed = list.split(';');
    const must = [
      'host',
      ...Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'content-md5'),
    ];
    if (must.some((name) => !signed.includes(name)) || signed.join() !== [...signed].sort().join())
      return refused(403, 'AccessDenied');
    if (!('x-amz-content-sha256' in headers)) return refused(400, 'InvalidRequest');
    if (
      signatureOf({
        method: method!,
        target: url!,
        headers,
        signed,
        scope: { day, region },
        secretKey: this.secretKey,
      }) !== signature
    )
      return refused(403, 'SignatureDoesNotMatch');
    return createHash('sha256').update(body).digest('hex') === headers['x-amz-content-sha256']
      ? null
      : refused(400, 'XAmzContentSHA256Mismatch');
  }
}

function send(reply: ServerResponse, { status, body, code, headers }: Answer, method: string | undefined): void {
  const words =
    body ??
    Buffer.from(
      code
        ? `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>The words of the store.</Message></Error>`
        : '',
    );
  reply.writeHead(status, {
    'content-type': body ? 'binary/octet-stream' : 'application/xml',
    'content-length': words.length,
    ...headers,
  });
  reply.end(method === 'HEAD' ? undefined : words);
}
