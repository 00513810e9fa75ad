/**
 * A whole product for stories: a database of its own, the product's calls on it, and people of two groups of companies.
 * Calls go through the same road as over the network.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { areaEvents, resources, served } from '#apps/server/areas.ts';
import { firstStart } from '#apps/server/first-start.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { database } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { wireEvents } from '#kit/server/events.ts';
import { registerResources } from '#kit/server/registry.ts';
import { setSealKey } from '#kit/server/seal.ts';
import { resetSettings } from '#kit/server/setting.ts';
import { filesOfTests } from '#test/files.ts';
import { sourcesHash, testDatabase } from '#test/postgres.ts';
import type { Furnished } from '#test/postgres.ts';
import { sharded } from '#test/sharding/statement-log.ts';

export type Answer = {
  status: number;
  body: {
    code: number;
    success: boolean;
    msg: string;
    data: any;
    error?: string;
    reason?: string;
    errors?: { field: string; msg: string }[];
  };
  headers: Record<string, unknown>;
  text: string;
};
export type AskOptions = {
  as?: string | null;
  key?: string;
  lang?: 'zh' | 'en';
  bytes?: Buffer;
  /** The address it comes from, as a proxy says. */ ip?: string;
};

export type TestProduct = {
  /** `as` is a person of `people` or a token; GET puts the input into the query, the rest into the body. */
  ask: (method: string, path: string, input?: Record<string, unknown>, options?: AskOptions) => Promise<Answer>;
  /** Like `ask`, and fails the test unless the answer is a success; answers its data. */
  must: (method: string, path: string, input?: Record<string, unknown>, options?: AskOptions) => Promise<any>;
  /**
   * Tokens by role: admin (platform), groupAdmin, lotManager, nobody (no permission) of the first group; otherTenant of
   * the second.
   */
  people: Record<'admin' | 'groupAdmin' | 'nobody' | 'otherTenant', string>;
  /** The two groups of companies; `child` is a company under the first. */
  companies: { first: string; child: string; second: string };
  passwords: Record<string, string>;
  login: (account: string, password: string) => Promise<string>;
  /** A lot of a company, stored through its call. */
  park: (companyId: string, name?: string, more?: Record<string, unknown>, as?: string) => Promise<string>;
  database: Database;
  /** The engine under it, as its owner. */
  admin: pg.ClientConfig;
  /** Its address on a port of its own, for those who call it over the network. */
  listen: () => Promise<string>;
  close: () => Promise<void>;
};

const password = 'Gatehouse-2026';

/** Long enough for a run, and no session in it is near its end. */
const STANDS_MS = 3_600_000;
type Inhabited = Pick<TestProduct, 'companies' | 'passwords'> & { people: Record<string, string> };

/**
 * The product is built once and copied: its database, and the tokens of those who are logged in. Another source or
 * another day builds anew.
 */
const furnished: Furnished<Inhabited> = {
  key: () => `product_${sourcesHash()}`,
  standsMs: STANDS_MS,
  make: async (config) => {
    const db = database(config, 6, await sharded(config));
    await firstStart(db, config, { served, adminPassword: password, log: () => undefined });
    const { close, ...product } = await doors(db);
    const inhabited = await moveIn(product);
    await close();
    await db.close();
    return inhabited;
  },
};

type Doors = Pick<TestProduct, 'ask' | 'must' | 'login' | 'listen' | 'close'> & { people: Record<string, string> };

/** The product's calls over a database, without a network. */
async function doors(db: Database): Promise<Doors> {
  const app = await httpServer({
    database: db,
    served,
    whoIs: whoIs(db),
    logger: process.env.GATEHOUSE_TEST_LOG ? { level: 'error' } : false,
  });
  const people: Record<string, string> = {};

  const ask: TestProduct['ask'] = async (method, path, input = {}, options = {}) => {
    const token =
      options.as === undefined ? people.admin : options.as === null ? undefined : (people[options.as] ?? options.as);
    const query =
      method === 'GET' || options.bytes
        ? `?${new URLSearchParams(
            Object.entries(input)
              .filter(([, value]) => value !== undefined)
              .map(([name, value]) => [name, String(value)]),
          )}`
        : '';
    const answer = await app.inject({
      method: method as 'GET',
      url: `${path}${query}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.key ? { 'idempotency-key': options.key } : {}),
        ...(options.ip ? { 'x-forwarded-for': options.ip } : {}),
        'accept-language': options.lang ?? 'zh',
        ...(options.bytes ? { 'content-type': 'application/octet-stream' } : {}),
      },
      ...(options.bytes ? { payload: options.bytes } : method === 'GET' ? {} : { payload: input }),
    });
    const json = /json/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      body: json ? answer.json() : null,
      headers: answer.headers,
      text: json ? '' : answer.body,
    } as Answer;
  };
  const must: TestProduct['must'] = async (method, path, input, options) => {
    const { status, body } = await ask(method, path, input, options);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.data;
  };
  const login: TestProduct['login'] = async (account, secret) =>
    (await must('POST', '/api/api-uaa/oauth/user/token', { username: account, password: secret }, { as: null }))
      .accessToken;

  return {
    ask,
    must,
    login,
    people,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: () => app.close(),
  };
}

/** Two groups of companies and their people, by the product's own calls. */
async function moveIn({ must, login, people }: Pick<Doors, 'must' | 'login' | 'people'>): Promise<Inhabited> {
  people.admin = await login('admin', password);
  const company = async (companyName: string, parentId?: string) =>
    (await must('POST', '/api/updown/basecompany/submit', { companyName, ...(parentId ? { parentId } : {}) }))
      .id as string;
  const first = await company('安泊集团');
  const child = await company('安泊停车一公司', first);
  const second = await company('通达集团');
  const passwords: Record<string, string> = { admin: password };
  const person = async (name: string, companyId: string, role: string | null) => {
    const account = `${name.toLowerCase()}.${randomUUID().slice(0, 6)}`;
    const { id } = await must('POST', '/api/updown/sysuser/submit', {
      account,
      realName: name,
      companyId,
      password,
      allParks: true,
    });
    if (role) {
      const roles = await must('GET', '/api/updown/sysrole/getListByCompany', { companyId });
      const found = (Array.isArray(roles) ? roles : roles.records).find(
        (each: { builtIn?: string }) => each.builtIn === role,
      );
      await must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: found.id });
    }
    passwords[name] = password;
    return login(account, password);
  };
  people.groupAdmin = await person('groupAdmin', first, 'groupAdmin');
  people.nobody = await person('nobody', first, null);
  people.otherTenant = await person('otherTenant', second, 'groupAdmin');

  return { people, passwords, companies: { first, child, second } };
}

export async function startTestProduct(): Promise<TestProduct> {
  setSealKey('test');
  filesOfTests();
  registerResources(resources);
  wireEvents(areaEvents);
  const test = await testDatabase(furnished);
  const { people, companies, passwords } = test.made;
  const db = database(test.config, 6, await sharded(test.config));
  const product = await doors(db);
  Object.assign(product.people, people);
  const { ask, must, login, listen } = product;
  return {
    ask,
    must,
    login,
    people: product.people as TestProduct['people'],
    companies,
    passwords,
    database: db,
    admin: test.config,
    park: async (companyId, name = `车场${randomUUID().slice(0, 8)}`, more = {}, as = 'admin') =>
      (
        await must(
          'POST',
          '/api/updown/basePark/submit',
          { companyId, parkName: name, totalStall: 100, ...more },
          { as },
        )
      ).id as string,
    listen,
    close: async () => {
      await product.close();
      await db.close();
      await test.close();
      resetSettings();
    },
  };
}
