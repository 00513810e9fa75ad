/**
 * What an operator monitors: whether the server lives, whether it is ready, its figures; and one line of the log per
 * call.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countCall, exposition, lookNow } from '#areas/ops/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Served } from '#kit/server/served.ts';

/** A call that takes longer is in the log even where calls are not. */
const slowMs = 2_000;
/** The longest a readiness check waits. */
const readyMs = 3_000;

/**
 * The id of a request: the one a proxy in front gave it where it looks like one, else a new one. It is in the answer,
 * the log and the audit.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

const digest = (words: string): Buffer => createHash('sha256').update(words).digest();

/** By the token where one is set; without one only from this machine itself, and not through a proxy on it. */
function mayRead({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(ip) &&
    !['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers)
  );
}

async function answers(database: Database): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Refused('unavailable')), readyMs);
  });
  await Promise.race([database.read(platformScope, (db) => db.raw('SELECT 1')), tooLong]).finally(() =>
    clearTimeout(timer),
  );
}

export function watching(
  app: FastifyInstance,
  {
    database,
    served,
    metricsToken,
  }: { database: Database; served: readonly Served[]; metricsToken?: string | undefined },
): void {
  const names = new Map(served.map(({ call }) => [call.path, call.name]));
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url;
    const call = path === undefined ? undefined : names.get(path);
    const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime)];
    if (call) countCall(call, status, reply.elapsedTime / 1000);
    // The query may hold plates and phones: it is not logged.
    const line = {
      requestId: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      call,
      status,
      ms,
      ip: request.ip,
    };
    if (ms >= slowMs && call) app.log.warn(line, 'slow call');
    else if (path?.startsWith('/api/')) app.log.info(line, 'call');
  });
  app.get('/healthz', { logLevel: 'error' }, async (_, reply) =>
    reply.header('Cache-Control', 'no-store').send({ ok: true }),
  );
  app.get('/readyz', { logLevel: 'error' }, async (_, reply) => {
    await answers(database);
    return reply.header('Cache-Control', 'no-store').send({ ok: true });
  });
  app.get('/metrics', { logLevel: 'error' }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw new Refused('no_such_call');
    await lookNow(database);
    const { type, text } = await exposition();
    return reply.header('Cache-Control', 'no-store').type(type).send(text);
  });
}
