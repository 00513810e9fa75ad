/**
 * What the rules are held against: calls, declarations, people of two groups of companies, and rows planted for them.
 */
import { eq, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import { httpServer } from '#apps/server/http.ts';
import type { Field } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { sampleOf } from '#kit/declare/sample.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { seal } from '#kit/server/seal.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Person } from '#kit/server/work.ts';
import { ownSamples, rowSamples } from '#test/samples.ts';

/**
 * `first` and `second` may do everything in their own group; `veiled` of the first everything but see personal data
 * whole, `nobody` nothing; `platform` everything everywhere.
 */
export type Who = 'first' | 'second' | 'veiled' | 'nobody' | 'platform';
export type Owner = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly userId: string;
  readonly parkId: string | null;
};
export type Answer = { status: number; body: any; bytes: Buffer; requestId: string };
export type Ask = (
  method: string,
  path: string,
  input?: Record<string, unknown>,
  options?: { as?: Who | null; lang?: 'zh' | 'en'; bytes?: Buffer },
) => Promise<Answer>;

export type Planted = { readonly id: string; readonly values: Readonly<Record<string, unknown>> };
export type Fixture = {
  readonly served: readonly Served[];
  readonly resources: readonly Resource[];
  readonly ask: Ask;
  /** A path with its parameters filled: a resource's name where required, otherwise a meaningless value. */
  readonly filled: (path: string) => string;
  readonly database: Database;
  /**
   * A row of a resource for a group of companies, put straight into the table; the same one for the same `nth`. null
   * where its table cannot hold a sample.
   */
  readonly plant: (of: Resource, owner: 'first' | 'second', nth?: number) => Promise<Planted | null>;
  /** Sample values for a form, pointing at rows of that group. */
  readonly form: (of: Resource, owner: 'first' | 'second', nth: number) => Promise<Record<string, unknown>>;
  readonly samples: (
    fields: Readonly<Record<string, Field>>,
    owner: 'first' | 'second',
    nth: number,
  ) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
};

/**
 * Puts what a row without a table of its own is drawn from into the tables, for whom and at what time; answers the
 * row's id.
 */
export type Drawn = (owner: Owner, nth: number, at: number) => Promise<string>;

export type Base = {
  /** By resource. */ drawn?: Readonly<Record<string, Drawn>>;
  served: readonly Served[];
  resources: readonly Resource[];
  database: Database;
  owners: { first: Owner; second: Owner; platform: Owner };
  close: () => Promise<void>;
};

const personOf = (owner: Owner, permissions: readonly string[], more: Partial<Person> = {}): Person => ({
  userId: owner.userId,
  account: 'conformance',
  name: '一致性',
  tenantId: owner.tenantId,
  companyId: owner.companyId,
  companyIds: null,
  parkIds: null,
  permissions,
  platform: false,
  sellerId: null,
  zone: 'Asia/Shanghai',
  sessionId: newId(),
  ...more,
});

export async function fixtureOn(base: Base): Promise<Fixture> {
  const people: Record<Who, Person> = {
    first: personOf(base.owners.first, ['*']),
    veiled: personOf(base.owners.first, everyVerb(base)),
    second: personOf(base.owners.second, ['*']),
    nobody: personOf(base.owners.first, []),
    platform: personOf(base.owners.platform, ['*'], { platform: true }),
  };
  const app = await httpServer({
    database: base.database,
    served: base.served,
    whoIs: async (token) => people[token as Who] ?? null,
    logger: process.env['GATEHOUSE_TEST_LOG'] ? { level: 'error' } : false,
  });
  const planting = plantingOn(base);
  return {
    served: base.served,
    resources: base.resources,
    database: base.database,
    ask: askOn(app),
    filled: filledFor(base.resources[0]!),
    ...planting,
    close: async () => {
      await app.close();
      await base.close();
    },
  };
}

/** Every verb used by any permission. */
const everyVerb = ({ served, resources }: Base): string[] => {
  const needed = served.map(({ call }) => call.permission.split(':')[1]);
  const verbs = new Set([
    ...needed,
    ...resources.flatMap((of) => [...of.verbs, ...Object.keys(of.lifecycle?.actions ?? {})]),
    'read',
    'export',
    'import',
  ]);
  return [...verbs].filter((verb) => verb !== undefined && verb !== 'unmask').map((verb) => `*:${verb}`);
};

const filledFor =
  ({ name }: Resource) =>
  (path: string): string =>
    path
      .replace(':resource', name)
      .replace(':report', 'nothing')
      .replace(':hash', '0'.repeat(64))
      .replace(/:\w+/g, '01980000-0000-7000-8000-00000000dead');

function askOn(app: FastifyInstance): Ask {
  return async (method, path, input = {}, { as = 'first', lang = 'zh', bytes } = {}) => {
    const search =
      method === 'GET' || bytes
        ? new URLSearchParams(
            Object.entries(input)
              .filter(([, value]) => value !== undefined && value !== null)
              .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
          ).toString()
        : '';
    const answer = await app.inject({
      method: method as 'GET',
      url: search ? `${path}?${search}` : path,
      headers: {
        'accept-language': lang,
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(bytes ? { 'content-type': 'application/octet-stream' } : {}),
      },
      ...(bytes ? { payload: bytes } : method === 'GET' ? {} : { payload: input }),
    });
    return {
      status: answer.statusCode,
      bytes: answer.rawPayload,
      requestId: String(answer.headers['x-request-id']),
      body: /json/.test(String(answer.headers['content-type'])) ? answer.json() : null,
    };
  };
}

function plantingOn({ database, resources, owners, drawn = {} }: Base) {
  const now = Date.now() - 3_600_000;
  const kept = new Map<string, Promise<Planted | null>>();
  const seed = (of: Resource, owner: 'first' | 'second', nth: number) =>
    1 + resources.findIndex(({ name }) => name === of.name) * 40 + nth + (owner === 'second' ? 20_000 : 0);

  const pointed = async (
    target: Resource,
    owner: 'first' | 'second',
    above: readonly string[],
  ): Promise<string | null> => {
    if (target.self === 'company') return owners[owner].companyId;
    if (target.self === 'park' && owners[owner].parkId) return owners[owner].parkId;
    if (above.includes(target.name)) return null;
    return (await plantOnce(target, owner, 0, above))?.id ?? null;
  };

  const samples = async (
    fields: Readonly<Record<string, Field>>,
    owner: 'first' | 'second',
    nth: number,
    above: readonly string[] = [],
  ) => {
    const values: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const id = field.target ? await pointed(field.target(), owner, above) : undefined;
      values[name] = field.target
        ? field.kind === 'relations'
          ? id
            ? [id]
            : []
          : id
        : sampleOf(field, { nth, now, idOf: () => undefined });
    }
    return values;
  };

  async function plantOnce(
    of: Resource,
    owner: 'first' | 'second',
    nth: number,
    above: readonly string[],
  ): Promise<Planted | null> {
    const key = `${of.name} ${of.scope === 'platform' ? 'first' : owner} ${nth}`;
    const there = kept.get(key);
    if (there) return there;
    const made = insert(of, owner, nth, [...above, of.name]);
    kept.set(key, made);
    return made;
  }

  async function insert(
    of: Resource,
    owner: 'first' | 'second',
    nth: number,
    above: readonly string[],
  ): Promise<Planted | null> {
    const t = tableOf(of);
    if (!is(t, PgTable)) return drawnRow(of, owner, nth);
    const { tenantId, companyId, parkId, userId } = owners[owner];
    const fields = Object.fromEntries(Object.entries(of.fields).filter(([name]) => name !== of.parent));
    const values = await samples(fields, owner, seed(of, owner, nth), above);
    if (of.lifecycle) values[of.lifecycle.field] = of.lifecycle.initial;
    Object.assign(values, rowSamples[of.name]?.());
    const owned =
      of.scope === 'platform'
        ? {}
        : { tenantId, ...(t.companyId ? { companyId } : {}), ...(t.parkId ? { parkId } : {}) };
    const secrets = Object.fromEntries(
      Object.entries(of.fields)
        .filter(([name, field]) => field.kind === 'secret' && values[name])
        .map(([name]) => [name, seal(String(values[name]))]),
    );
    const row = { ...values, ...secrets, ...owned, id: newId(), createdBy: userId };
    try {
      await database.write(platformScope, (db) => db.insert(t).values(row as never));
      return { id: row.id, values: { ...values, ...owned } };
    } catch (error) {
      const code = ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code;
      if (!code?.startsWith('23')) throw error;
      // Something the start itself stored is there already, or the table asks for more than the declaration says.
      const [one] = await database.read(platformScope, (db) =>
        db
          .select()
          .from(t)
          .where(of.scope === 'platform' ? undefined : eq(t.tenantId!, tenantId))
          .limit(1),
      );
      return one ? { id: (one as { id: string }).id, values: one as Record<string, unknown> } : null;
    }
  }

  /** What is drawn from other tables has none of its own to be put into. */
  async function drawnRow(of: Resource, owner: 'first' | 'second', nth: number): Promise<Planted | null> {
    const t = tableOf(of);
    const id = await drawn[of.name]?.(owners[owner], nth, now - nth * 1000);
    if (id === undefined) return null;
    const [row] = await database.read(platformScope, (db) => db.select().from(t).where(eq(t.id!, id)));
    return { id, values: row as unknown as Record<string, unknown> };
  }

  return {
    samples,
    plant: (of: Resource, owner: 'first' | 'second', nth = 0) => plantOnce(of, owner, nth, []),
    form: async (of: Resource, owner: 'first' | 'second', nth: number) => {
      const filters = Object.fromEntries(
        Object.entries(of.fields).filter(
          ([name, field]) =>
            !field.readOnly &&
            name !== of.parent &&
            field.kind !== 'image' &&
            field.kind !== 'file' &&
            name !== of.lifecycle?.field,
        ),
      );
      const values = {
        ...(await samples(filters, owner, seed(of, owner, nth), [])),
        ...ownSamples(of.name, seed(of, owner, nth)),
      };
      return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
    },
  };
}
