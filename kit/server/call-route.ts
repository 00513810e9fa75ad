import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkFields } from '#kit/declare/check.ts';
import type { Call, Method } from '#kit/declare/call.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text, type Lang, type Text } from '#kit/declare/text.ts';
import { writeAudit } from './audit.ts';
import type { Database, Db } from './db.ts';
import { registerServed } from './registry.ts';
import { fingerprint } from './seal.ts';
import { Once, Raw, WithMessage, type Served } from './served.ts';
import { permits, scopeOf, type AuditEntry, type Person, type Work } from './work.ts';

export type RoadOptions = {
  database: Database;
  /** The person of a bearer token; null when there is none. */
  whoIs: (token: string) => Promise<Person | null>;
  /**
   * The person of a program that signed its call with a key, and whether the key opens this call. Throws where it may
   * not.
   */
  signedBy?: (call: Call, signed: SignedCall) => Promise<Person>;
  /** The input with times as instants, where they were given without an offset: what the wall of the lot shows. */
  spoken?: (call: Call, raw: Record<string, unknown>, person: Person) => Promise<Record<string, unknown>>;
  /** Called before an answer that shows unmasked personal data is sent. */
  viewed?: (work: Work) => Promise<void>;
  log: { error: (fields: object, message: string) => void };
};

/** A call as its sender signed it. */
export type SignedCall = {
  readonly key: string;
  readonly time: string;
  readonly nonce: string;
  readonly sign: string;
  readonly method: string;
  readonly path: string;
  /** As in the address, without the question mark. */
  readonly query: string;
  readonly bytes: Buffer;
  readonly ip: string;
};

const KEY_HEADER = 'x-gatehouse-key';
const headerOf = (request: FastifyRequest, name: string): string => request.headers[name]?.toString() ?? '';

/** Null where nobody signed. */
function signedCall(request: FastifyRequest): SignedCall | null {
  const key = headerOf(request, KEY_HEADER);
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  return key === ''
    ? null
    : {
        key,
        time: headerOf(request, 'x-gatehouse-time'),
        nonce: headerOf(request, 'x-gatehouse-nonce'),
        sign: headerOf(request, 'x-gatehouse-sign'),
        method: request.method,
        path,
        query,
        bytes: (request as Bytes).bytes ?? Buffer.alloc(0),
        ip: request.ip,
      };
}

const languageOf = (request: FastifyRequest): Lang =>
  /^\s*en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh';

const fine = text('操作成功', 'Done');
const failed = text('服务器内部错误，编号 {id}', 'Internal server error, ID {id}');

/** When the same call may be answered otherwise: too many attempts, or a server under load. */
const retryAfterSeconds: Readonly<Record<number, string>> = { 429: '60', 503: '5' };

/** The one mapping from what went wrong to what is answered. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: RoadOptions['log'],
): FastifyReply {
  const lang = languageOf(request);
  const refused = asRefused(error);
  if (refused) {
    const retryAfter = retryAfterSeconds[refused.status];
    if (retryAfter) void reply.header('Retry-After', retryAfter);
    return reply.status(refused.status).send({
      code: refused.status,
      success: false,
      msg: refused.words[lang],
      data: null,
      error: refused.id,
      ...(refused.reason === undefined ? {} : { reason: refused.reason }),
      ...(refused.problems.length > 0
        ? { errors: refused.problems.map(({ field, msg }) => ({ field, msg: msg[lang] })) }
        : {}),
    });
  }
  const errorId = randomUUID().slice(0, 8);
  log.error(
    { errorId, requestId: request.id, method: request.method, path: request.url.split('?')[0], err: error },
    'unexpected fault',
  );
  return reply.status(500).send({
    code: 500,
    success: false,
    msg: failed[lang].replace('{id}', errorId),
    data: null,
    error: 'internal',
    errorId,
  });
}

/** Values the engine cannot hold are bad input; every other error of it is our own fault and stays a 500. */
const badValues = new Set(['22P02', '22003', '22001', '22021', '22007', '22008', '22P05']);

/** Two changes that each waited for the other: the engine let one go on. */
const inTheWay = new Set(['40001', '40P01']);

function asRefused(error: unknown): Refused | null {
  if (error instanceof Refused) return error;
  const { code, statusCode, cause } = error as { code?: string; statusCode?: number; cause?: { code?: string } };
  if (code === 'FST_ERR_BAD_URL') return new Refused('no_such_call');
  if (statusCode === 400 && (error instanceof SyntaxError || code?.startsWith('FST_ERR_CTP'))) return unreadable();
  const sqlState = cause?.code ?? code;
  if (sqlState === '23505') return new Refused('already_exists', { what: text('相同的数据', 'The same row') });
  if (sqlState && inTheWay.has(sqlState)) return new Refused('changed_meanwhile');
  if (sqlState && badValues.has(sqlState)) return new Refused('bad_input');
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refused('unavailable');
  if (statusCode === 413) return new Refused('too_large');
  if (statusCode === 415) return new Refused('wrong_type');
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new Refused('bad_input') : null;
}

const unreadable = () =>
  new Refused('bad_input', {}, [
    { field: 'body', msg: text('请求内容无法读取，应为 JSON', 'The request body cannot be read; it should be JSON') },
  ]);

/** No form is deeper. */
const deepest = 40;
/** Names that decide how an object is turned into text; nothing sent here may. */
const speaking = ['toString', 'valueOf', 'toJSON'];

/** Whatever reads the input later may turn any part of it into text. */
function readable(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  return (
    depth < deepest &&
    !speaking.some((name) => Object.hasOwn(value, name)) &&
    Object.values(value).every((each) => readable(each, depth + 1))
  );
}

function rawInput(request: FastifyRequest): Record<string, unknown> {
  if (!readable(request.body)) throw unreadable();
  const body =
    request.body !== null &&
    typeof request.body === 'object' &&
    !Buffer.isBuffer(request.body) &&
    !Array.isArray(request.body)
      ? (request.body as Record<string, unknown>)
      : {};
  return {
    ...(request.query as Record<string, unknown>),
    ...body,
    ...(request.params as Record<string, unknown>),
    ...(Array.isArray(request.body) ? { entries: request.body } : {}),
    ...(Buffer.isBuffer(request.body) ? { bytes: request.body } : {}),
  };
}

const bearer = (request: FastifyRequest): string | null =>
  /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

const nobody: Person = {
  userId: '00000000-0000-7000-8000-000000000000',
  account: '',
  name: '',
  tenantId: 0,
  companyId: '',
  companyIds: [],
  parkIds: [],
  permissions: [],
  platform: false,
  sellerId: null,
  zone: 'Asia/Shanghai',
  sessionId: '',
};

/** Whether something may be otherwise afterwards; what opens, ends or notes a login is everybody's. */
const isChange = (call: Call): boolean => call.changes && !call.whileLocked;

async function callerOf(call: Call, request: FastifyRequest, options: RoadOptions): Promise<Person> {
  const signed = options.signedBy && call.permission !== 'public' ? signedCall(request) : null;
  if (signed) return options.signedBy!(call, signed);
  const token = bearer(request);
  const person = token ? await options.whoIs(token) : null;
  if (call.permission === 'public') return person && !person.locked ? person : nobody;
  if (!person) throw new Refused('not_logged_in');
  if (person.locked && !call.whileLocked) throw new Refused('session_locked');
  if (person.readOnly && isChange(call)) throw new Refused('not_permitted', { what: call.title });
  if (call.permission !== 'session' && !permits(person.permissions, call.permission))
    throw new Refused('not_permitted', { what: call.title });
  return person;
}

/** The whole path of one call: who, may they, shape, scope, work, audit, commit, then messages. */
async function handleCall(served: Served, request: FastifyRequest, options: RoadOptions): Promise<unknown> {
  const { call } = served;
  const person = await callerOf(call, request, options);
  const given = rawInput(request);
  const raw = (await options.spoken?.(call, given, person)) ?? given;
  const { values, problems } = checkFields(call.input, raw, true);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const entries: AuditEntry[] = [];
  const afterwards: (() => void)[] = [];
  let whole = false;
  const may = (code: string): boolean => {
    const permitted = permits(person.permissions, code);
    whole ||= permitted && code.endsWith(':unmask');
    return permitted;
  };
  const work = (db: Db): Work => ({
    call,
    input: values,
    raw,
    db,
    database: options.database,
    person,
    lang: languageOf(request),
    now: new Date(),
    request: {
      id: request.id,
      ip: request.ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      host: request.host,
      header: (name) => request.headers[name.toLowerCase()]?.toString() ?? null,
      bytes: (request as Bytes).bytes ?? null,
    },
    permits: may,
    record: (entry) => entries.push(entry),
    afterCommit: (then) => afterwards.push(then),
  });
  const scope = scopeOf(person);
  const seeing = (db: Db): Work => work(Object.assign(db, { sees: (name: string) => may(`${name}:unmask`) }));
  if (served.mode === 'write') {
    await served.before?.(work(closed));
    const answer = await options.database.write(scope, (db) => once(served, seeing(db), request, entries), {
      byKey: served.byKey ?? false,
    });
    for (const then of afterwards) then();
    return answer;
  }
  const answer = await (served.mode === 'open'
    ? served.work(work(closed))
    : options.database.read(scope, (db) => served.work(seeing(db))));
  if (whole && !(answer instanceof Raw)) await options.viewed?.(work(closed)); // an export has a line of its own
  return answer;
}

/** Work that opens its own transactions has none to lean on by accident. */
const closed = new Proxy({} as Db, {
  get: (_, name) => {
    throw new Error(`this call opens its own transaction; db.${String(name)} is not there`);
  },
});

/** Writing work, done once per idempotency key. A refusal rolls back and leaves the key free. */
async function once(served: Served, work: Work, request: FastifyRequest, entries: AuditEntry[]): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  const audited = async () => {
    const answer = await served.work(work);
    await writeAudit(work, served.call, entries);
    return answer;
  };
  if (typeof key !== 'string' || key === '') return audited();
  if (key.length > 150)
    throw new Refused('bad_input', {}, [
      { field: 'Idempotency-Key', msg: text('幂等键过长', 'Idempotency-Key is too long') },
    ]);
  const own = `${work.person.userId}:${key}`;
  const { bytes, ...rest } = work.raw as { bytes?: Buffer };
  const hash = fingerprint(JSON.stringify(rest), bytes ?? '');
  const taken = await work.db.raw(
    `INSERT INTO idempotency (tenant_id, key, call_name, request_hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
      RETURNING key`,
    [work.person.tenantId, own, served.call.name, hash],
  );
  if (taken.length === 0) {
    const [kept] = await work.db.raw<{ call_name: string; request_hash: string; answer: unknown }>(
      `SELECT call_name, request_hash, answer FROM idempotency WHERE tenant_id = $1 AND key = $2`,
      [work.person.tenantId, own],
    );
    if (!kept || kept.call_name !== served.call.name || kept.request_hash !== hash) throw new Refused('key_reused');
    return (kept.answer as { data: unknown }).data;
  }
  const answer = await audited();
  const data = answer instanceof Once ? answer.kept : answer instanceof WithMessage ? answer.data : answer;
  await work.db.raw(`UPDATE idempotency SET answer = $3 WHERE tenant_id = $1 AND key = $2`, [
    work.person.tenantId,
    own,
    JSON.stringify({ data: data ?? null }),
  ]);
  return answer;
}

async function send(answer: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (answer instanceof Raw) return answer.send(reply);
  const lang = languageOf(request);
  const [data, msg]: [unknown, Text] =
    answer instanceof WithMessage ? [answer.data, answer.msg] : [answer instanceof Once ? answer.data : answer, fine];
  return reply.send({ code: 200, success: true, msg: msg[lang], data: data ?? null });
}

/**
 * Changes that the contract makes GET answer POST as well, and so does what takes too much for an address. Auth is by
 * header only, so a link cannot make them.
 */
const methodsOf = ({ method, changes, byBody }: Call): Method[] =>
  method === 'GET' && (changes || byBody) ? ['GET', 'POST'] : [method];

type Bytes = { bytes?: Buffer };
/** No signed message is longer. */
const SIGNED_MAX = 65_536;

async function keepBytes(request: FastifyRequest, _: FastifyReply, body: NodeJS.ReadableStream): Promise<Readable> {
  const parts: Buffer[] = [];
  try {
    for await (const part of body)
      if (parts.push(part as Buffer) > 64 || parts.reduce((sum, { length }) => sum + length, 0) > SIGNED_MAX)
        throw new Refused('too_large');
  } catch (error) {
    // The only other reason is a sender who broke off; anybody may do that, as often as he likes.
    throw error instanceof Refused ? error : unreadable();
  }
  const bytes = ((request as Bytes).bytes = Buffer.concat(parts));
  return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length });
}

export function registerRoutes(app: FastifyInstance, served: readonly Served[], options: RoadOptions): void {
  registerServed(served);
  for (const each of served) {
    app.route({
      method: methodsOf(each.call),
      url: each.call.path,
      exposeHeadRoute: each.call.answer === 'file',
      ...(each.bodyLimit ? { bodyLimit: each.bodyLimit } : {}),
      preParsing: async (request, reply, body) =>
        each.signed || request.headers[KEY_HEADER] !== undefined ? keepBytes(request, reply, body) : body,
      // A large body is read of those alone who may send it.
      ...(each.bodyLimit
        ? {
            onRequest: async (request: FastifyRequest) => {
              // What takes files is not open to keys: their bodies are short.
              if (request.headers[KEY_HEADER] !== undefined)
                throw new Refused('not_permitted', { what: each.call.title });
              await callerOf(each.call, request, options);
            },
          }
        : {}),
      handler: async (request, reply) => send(await handleCall(each, request, options), request, reply),
    });
  }
}
