/** Where devices of other makers post: `/device/<family>/<key>`, with any ending. */
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { familySetups } from '#areas/device/server/door.ts';
import type { ReadMessage } from '#areas/device/server/door.ts';
import type { Adapter } from '#device/adapters/adapter.ts';
import { adapters } from '#device/adapters/index.ts';
import type { Intake } from '#device/adapters/intake.ts';
import type { Left } from '#device/adapters/orders.ts';
import { configure, setting } from '#kit/server/setting.ts';

export const deviceIntake = setting<Intake | null>(null);

/** No family sends more in one message. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Of all that is on its way in. */
const MOST_IN_FLIGHT = 256 * 1024 * 1024;
/** An address that guesses is blocked for a while. */
const WRONG_KEYS = 30;
const WRONG_FOR_MS = 60_000;

type At = { Params: { family: string; key: string; '*'?: string } };

function guesses() {
  const wrong = new Map<string, { times: number; until: number }>();
  return {
    tooMany: (address: string): boolean => {
      const found = wrong.get(address);
      return found !== undefined && found.until > Date.now() && found.times >= WRONG_KEYS;
    },
    note: (address: string): void => {
      const now = Date.now();
      if (wrong.size > 10_000) for (const [each, { until }] of wrong) if (until <= now) wrong.delete(each);
      const found = wrong.get(address);
      wrong.set(
        address,
        found && found.until > now ? { ...found, times: found.times + 1 } : { times: 1, until: now + WRONG_FOR_MS },
      );
    },
  };
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/**
 * Resolves when the answer has left, or could not. Called before the answer is written: without a connection there is
 * nobody to send a byte to.
 */
const left = (request: FastifyRequest, reply: FastifyReply): Promise<Left> =>
  request.raw.socket.writable
    ? new Promise((then) => {
        finished(reply.raw, (error) => then(!error && reply.raw.writableFinished ? 'whole' : 'cut'));
      })
    : Promise.resolve('unsent');

function readWith(adapter: Adapter, message: string, mapping: string): ReadMessage {
  const raw = { path: '', headers: {}, body: Buffer.from(message) };
  const { nativeId, events, poison, ignored } = adapter.decode(raw, { channel: 1, mapping: mapping || null });
  return {
    nativeId,
    problem: poison ?? ignored ?? null,
    events: events.map(({ key, plate = '', colour = 'unknown', confidence = null, at, pictures = [] }) => ({
      key,
      plate,
      colour,
      confidence,
      at: 'local' in at ? at.local : new Date(at.epochMs).toISOString(),
      pictures: pictures.length,
    })),
  };
}

export async function takeDevices(app: FastifyInstance): Promise<void> {
  configure(
    familySetups.as(
      Object.fromEntries(
        Object.entries(adapters).map(([name, adapter]) => [
          name,
          {
            steps: adapter.setup,
            can: adapter.can,
            reports: !adapter.probe,
            read: (message, mapping) => readWith(adapter, message, mapping),
          },
        ]),
      ),
    ),
  );
  const brake = guesses();
  let inFlight = 0;
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    const handler = async (request: FastifyRequest<At>, reply: FastifyReply): Promise<FastifyReply> => {
      const intake = deviceIntake.value();
      if (!intake) return reply.status(503).send();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { family, key } = request.params;
      const raw = { path: request.params['*'] ?? '', headers: headersOf(request), body };
      const { answer, sent } = await intake.receive(family, key, raw, {
        address: request.ip,
        secure: request.protocol === 'https',
      });
      if (answer.status === 404) brake.note(request.ip);
      left(request, reply)
        .then(sent)
        .catch((error: unknown) => request.log.error({ err: error }, 'what was answered to a device not written'));
      return reply.status(answer.status).headers(answer.headers).send(answer.body);
    };
    const limits = {
      bodyLimit: MOST_BYTES,
      onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        if (brake.tooMany(request.ip)) await reply.status(429).send();
        const bytes = Number(request.headers['content-length'] ?? 0) || 0;
        if (inFlight + bytes > MOST_IN_FLIGHT) await reply.status(503).send();
        inFlight += bytes;
        finished(reply.raw, () => {
          inFlight -= bytes;
        });
      },
      /** The device keeps what was not acknowledged and sends it again. */
      errorHandler: (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
        const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 503;
        if (status === 503) request.log.error({ err: error }, 'message of a device not taken');
        return reply.status(status).send();
      },
    };
    own.post<At>('/device/:family/:key', limits, handler);
    own.post<At>('/device/:family/:key/*', limits, handler);
    own.put<At>('/device/:family/:key', limits, handler);
    // Relays can only fetch an address; whoever merely looks whether it is there reports nothing.
    own.get<At>('/device/:family/:key/*', { ...limits, exposeHeadRoute: false }, handler);
  });
}
