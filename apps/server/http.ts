import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { relayVideo, VIDEO_PATH } from '#areas/device/server/door.ts';
import { noteView } from '#areas/ops/server/door.ts';
import { signedBy } from '#areas/platform/server/door.ts';
import { policyOrigin } from '#areas/seat/server/door.ts';
import { isLiveUpgrade } from '#device/live-upgrade.ts';
import { drawPicture, readPicture } from '#device/picture.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Database } from '#kit/server/db.ts';
import { answerError, registerRoutes } from '#kit/server/call-route.ts';
import type { RoadOptions } from '#kit/server/call-route.ts';
import type { Served } from '#kit/server/served.ts';
import type { Person } from '#kit/server/work.ts';
import { consoleDocument } from './console-document.ts';
import { takeDevices } from './device-intake.ts';
import { driverPage } from './driver-page.ts';
import { loggedFault } from './logged-fault.ts';
import { handheldPage } from './handheld-page.ts';
import { limitHeld } from './holding.ts';
import type { Held } from './holding.ts';
import { lotTimes } from './lot-times.ts';
import { packed } from './packed.ts';
import { requestId, watching } from './watching.ts';

export type HttpOptions = {
  database: Database;
  served: readonly Served[];
  whoIs: (token: string) => Promise<Person | null>;
  /** Where the built console lies; absent in tests of calls. */
  consoleDir?: string;
  logger: false | { level: string; /** Standard output where absent. */ stream?: { write: (line: string) => void } };
  /** Who may read `/metrics` (settings.ts). */
  metricsToken?: string | undefined;
  /** Proxies in front whose word about the caller is taken: addresses, nets, `loopback`, `uniquelocal`. */
  proxies?: string[];
  /** How many connections may ask for nothing; by the descriptors there are where absent. */
  held?: Held;
};

/**
 * Scripts carry only hashes: an injected script has no way in. Frames may be of any web address, although the console
 * opens only those of the person's menu: the rule holds for all that a framed page leads to as well, so a list of hosts
 * would break its links and its login elsewhere. Connections go to this server, named besides for browsers whose 'self'
 * leaves WebSockets out, and from a seat's page to its SIP server.
 */
function policy(scriptHashes: readonly string[], host: string, voice: string | null): string {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${sockets}${voice ? ` ${voice}` : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' https: http:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const scriptHashes = (dir: string): string[] => {
  const file = join(dir, 'csp.json');
  const read: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return (Array.isArray(read) ? read : ((read as { scripts?: string[] }).scripts ?? [])) as string[];
};

/**
 * Calls are checked by their declarations, not by JSON schemas: a route that declares one fails, and no schema compiler
 * is loaded.
 */
const noSchemas = () => {
  throw new Error('a route was given a JSON schema; fields are declared with its call');
};

const roadOf = ({ database, whoIs }: HttpOptions, log: RoadOptions['log']): RoadOptions => ({
  database,
  whoIs,
  signedBy: signedBy(database),
  spoken: lotTimes(database),
  viewed: noteView,
  log,
});

/** Forms are read, files come as they are. */
function takeBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, query(String(body))),
  );
  app.addContentTypeParser(
    [
      'application/octet-stream',
      'image/png',
      'image/jpeg',
      'image/webp',
      'image/gif',
      'application/pdf',
      'video/mp4',
      'application/zip',
    ],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  );
  app.addContentTypeParser(/^application\/vnd\.|^text\//, { parseAs: 'buffer' }, (_, body, done) => done(null, body));
}

/** The HTTP side of one server process: calls under /api, the console for everything else. */
export async function httpServer(options: HttpOptions): Promise<FastifyInstance> {
  const log = { error: (fields: object, message: string) => app.log.error(fields, message) };
  const app = fastify({
    logger: options.logger && { ...options.logger, serializers: { err: loggedFault } },
    genReqId: requestId,
    trustProxy: options.proxies ?? 'loopback',
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 200, querystringParser: query },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 110_000,
    keepAliveTimeout: 72_000,
    // Any other upgrade request is answered as a plain one; a client that only offers an upgrade goes on.
    http: { headersTimeout: 20_000, shouldUpgradeCallback: isLiveUpgrade },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, log),
  });
  limitHeld(app, options.held);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  takeBodies(app);
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('X-Content-Type-Options', 'nosniff');
    if (!request.url.startsWith('/assets/'))
      reply.header('Referrer-Policy', 'same-origin').header('X-Request-Id', request.id);
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', 'max-age=31536000');
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', reply.getHeader('Cache-Control') ?? 'no-store');
    return packed(request, reply, payload);
  });
  app.get('/api/gatehouse/health', async () => {
    await options.database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) =>
      db.raw('SELECT 1'),
    );
    return { code: 200, success: true, msg: 'ok', data: { ok: true } };
  });
  app.get<{ Querystring: { token?: string } }>(VIDEO_PATH, (request, reply) =>
    relayVideo(options.database, request.query.token, reply),
  );
  watching(app, options);
  app.get<{ Params: { name: string } }>('/demo/camera/:name', async (request, reply) => {
    const scene = readPicture(request.params.name);
    if (!scene) throw new Refused('no_such_call');
    return reply
      .header('Cache-Control', 'public, max-age=86400')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('image/svg+xml')
      .send(drawPicture(scene));
  });
  registerRoutes(app, options.served, roadOf(options, log));
  driverPage(app);
  await takeDevices(app);
  const noSuchCall = (request: FastifyRequest, reply: FastifyReply) =>
    answerError(new Refused('no_such_call'), request, reply, log);
  if (options.consoleDir && existsSync(join(options.consoleDir, 'index.html')))
    await consolePages(app, options.consoleDir, noSuchCall);
  else app.setNotFoundHandler(noSuchCall);
  return app;
}

/** A parameter named twice keeps its last value; names that would touch a prototype are plain keys of a null object. */
function query(text: string): Record<string, string> {
  const out = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) if (name !== '__proto__') out[name] = value;
  return out;
}

/**
 * Hashed assets for ever, pre-compressed and with no more headers than that takes; files with a fixed name, revalidated
 * each time; every other path that could be a page is the console's own router.
 */
async function consolePages(
  app: FastifyInstance,
  dir: string,
  noSuchCall: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  const hashes = scriptHashes(dir);
  await app.register(fastifyStatic, { root: dir, preCompressed: true, serve: false, cacheControl: false });
  const document = consoleDocument(dir);
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const { host, query: parameters } = request;
    reply
      .header(
        'Content-Security-Policy',
        policy(hashes, host, policyOrigin((parameters as Record<string, unknown>)['voice'])),
      )
      .header('X-Frame-Options', 'SAMEORIGIN')
      .header('Cache-Control', 'no-cache')
      .type('text/html');
    return document(request, reply);
  };
  app.get('/', page);
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params;
    if (!/^[\w-][\w.-]*$/.test(name)) return reply.callNotFound();
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${name}`, { etag: false, lastModified: false, acceptRanges: false });
  });
  handheldPage(app, dir);
  for (const name of ['sw.js', 'manifest.zh.webmanifest', 'manifest.en.webmanifest'])
    app.get(`/${name}`, (_, reply) => reply.header('Cache-Control', 'no-cache').sendFile(name));
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (/^\/api(\/|$)/.test(path) || (request.method !== 'GET' && request.method !== 'HEAD'))
      return noSuchCall(request, reply);
    if (!/^\/(?!\/|assets(\/|$))/.test(path) || /\.\w{2,5}$/.test(path))
      return reply.status(404).header('Cache-Control', 'no-cache').type('text/plain').send('Not found');
    return page(request, reply);
  });
}
