/**
 * One of the two servers that are held against each other, in a process of its own: the product, or `node:http` with
 * prepared statements that runs the very statements of the product's answer and nothing else. Prints its port. Usage:
 * `node serve.ts product|raw`, what it needs as JSON on standard input.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { areaEvents, resources, served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { database } from '#kit/server/db.ts';
import { wireEvents } from '#kit/server/events.ts';
import { registerResources } from '#kit/server/registry.ts';
import { setSealKey } from '#kit/server/seal.ts';

export type Statement = { readonly text: string; readonly values?: readonly unknown[] };
export type ServeOptions = {
  readonly config: pg.ClientConfig;
  readonly statements: readonly Statement[];
  readonly connections: number;
};

async function product({ config, connections }: ServeOptions): Promise<number> {
  setSealKey('test');
  registerResources(resources);
  wireEvents(areaEvents);
  const db = database(config, connections);
  const app = await httpServer({ database: db, served, whoIs: whoIs(db), logger: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Everything one answer needs goes out in one breath over one connection, as in the product. */
async function raw({ config, statements, connections }: ServeOptions): Promise<number> {
  const pool = new pg.Pool({ ...config, max: connections, pipeline: true } as pg.PoolConfig);
  const answer = async (): Promise<string> => {
    const client = await pool.connect();
    try {
      const all = await Promise.all(
        statements.map(({ text: sql, values }, n) =>
          values ? client.query({ name: `s${n}`, text: sql, values: [...values] }) : client.query(sql),
        ),
      );
      return JSON.stringify({ code: 200, data: all.map((each) => (Array.isArray(each) ? [] : each.rows)) });
    } finally {
      client.release();
    }
  };
  const server = createServer((_, response) => {
    answer().then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((then) => {
    server.listen(0, '127.0.0.1', then);
  });
  return (server.address() as AddressInfo).port;
}

const options = JSON.parse(await text(process.stdin)) as ServeOptions;
process.stdout.write(`${await (process.argv[2] === 'raw' ? raw : product)(options)}\n`);
