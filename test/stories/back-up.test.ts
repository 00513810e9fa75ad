/** What was backed up while the product worked is there again, to the fen. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { checkLotFigures } from '#areas/passage/server/door.ts';
import { backUp } from '#db/backup/back-up.ts';
import { storedPlace, tableFile } from '#db/backup/manifest.ts';
import { restore } from '#db/backup/restore.ts';
import { folderStore, wayTo } from '#db/files/folder.ts';
import { objectStore } from '#db/files/object-store.ts';
import { database, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { filesOfTests } from '#test/files.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { askOnce } from '#test/postgres.ts';
import { ObjectStoreStand } from '#test/providers/object-store.ts';

const T = Math.floor(Date.now() / MINUTE) * MINUTE - 20 * HOUR;
const quiet = () => undefined;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-back-up-'));
const dataDir = join(folder, 'data');
const filesFolder = filesOfTests();
const files = folderStore(filesFolder);
const made: string[] = [];
let product: TestProduct;
let lot: StoryLot;

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product, { capacity: 1000 });
});
after(async () => {
  for (const name of made)
    await askOnce(product.database.config as pg.ClientConfig, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects to another database of the same server. */
const beside = (name: string): pg.ClientConfig => ({
  ...(product.database.config as pg.ClientConfig),
  database: name,
});

async function empty(): Promise<pg.ClientConfig> {
  const name = `gatehouse_restored_${process.pid}_${randomBytes(3).toString('hex')}`;
  await askOnce(product.database.config as pg.ClientConfig, `CREATE DATABASE ${name} TEMPLATE template0`);
  made.push(name);
  return beside(name);
}

const all = <R>(on: Database, sql: string, values: unknown[] = []) =>
  on.read(platformScope, (db) => db.raw<R>(sql, values));

/** One hash per table over all its rows. */
async function contents(on: Database): Promise<Record<string, string>> {
  const tables = await all<{ name: string }>(
    on,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition ORDER BY 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables)
    hashes[name] = (
      await all<{ hash: string }>(
        on,
        `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash
          FROM "${name}" t`,
      )
    )[0]!.hash;
  return hashes;
}

test('a back-up taken while cars come and pay is of one moment: what was acknowledged before it is in it, and its books are right', async (t) => {
  for (let n = 0; n < 6; n += 1) await lot.enter(`京A1${String(n).padStart(4, '0')}`, T + n * MINUTE);
  const acknowledged = (await lot.stays()).map(({ id }) => id as string);
  const enough = new AbortController();
  const work = (async () => {
    for (let n = 0; !enough.signal.aborted; n += 1) {
      await lot.enter(`京B2${String(n).padStart(4, '0')}`, T + HOUR + n * MINUTE, 'in2');
      if (n < 6) await lot.leave(`京A1${String(n).padStart(4, '0')}`, T + 2 * HOUR + n * MINUTE);
    }
  })();
  const to = join(folder, 'busy');
  const { tables, at } = await backUp({
    admin: product.database.config as pg.ClientConfig,
    dataDir,
    files,
    to,
    log: quiet,
  });
  enough.abort();
  await work;
  const admin = await empty();
  await restore({ admin, dataDir: join(folder, 'busy-data'), files, from: to, log: quiet });
  const restored = database(admin, 3);
  try {
    const stays = (await all<{ id: string }>(restored, 'SELECT id FROM stay')).map(({ id }) => id);
    for (const id of acknowledged) assert.ok(stays.includes(id), id);
    assert.deepEqual(await all(restored, 'SELECT coalesce(sum(amount_fen), 0)::int AS sum FROM ledger_line'), [
      { sum: 0 },
    ]);
    const [park] = await all<{ company_id: string; zone: string | null }>(
      restored,
      'SELECT company_id, zone FROM park WHERE id = $1',
      [lot.parkId],
    );
    const place = {
      tenantId: lot.target.tenantId,
      companyId: park!.company_id,
      parkId: lot.parkId,
      zone: park!.zone ?? 'Asia/Shanghai',
    };
    const check = await restored.read(tenantScope(place.tenantId), (db) => checkLotFigures(db, place, null));
    assert.equal(check.right, true, JSON.stringify(check));
    t.diagnostic(
      `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables as of ${at}; ${stays.length} stays of ${(await lot.stays()).length}`,
    );
  } finally {
    await restored.close();
  }
});

test('a restored product answers the same: every row of every table, every list and sum, with the same logins', async (t) => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...randomBytes(200)]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await product.must('POST', `/api/updown/file/${hash}`, {}, { as: 'groupAdmin', bytes });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'secret.key'), randomBytes(32));
  const to = join(folder, 'still');
  await backUp({ admin: product.database.config as pg.ClientConfig, dataDir, files, to, log: quiet });
  assert.equal(statSync(to).mode & 0o077, 0, 'nobody else looks into a back-up');
  const admin = await empty();
  const there = join(folder, 'still-data');
  await restore({ admin, dataDir: there, files: folderStore(join(there, 'files')), from: to, log: quiet });
  assert.deepEqual(readFileSync(storedPlace(there, hash)), bytes);
  assert.deepEqual(
    [readFileSync(join(there, 'secret.key')), statSync(join(there, 'secret.key')).mode & 0o077],
    [readFileSync(join(dataDir, 'secret.key')), 0],
  );
  const restored = database(admin, 3);
  const app = await httpServer({ database: restored, served, whoIs: whoIs(restored), logger: false });
  try {
    const [ours, theirs] = [await contents(product.database), await contents(restored)];
    assert.deepEqual(theirs, ours);
    let compared = 0;
    for (const { call } of served.filter(
      ({ call: { method, permission, answer, path, changes } }) =>
        method === 'GET' &&
        !changes &&
        permission !== 'public' &&
        ['page', 'list', 'tree', 'object'].includes(answer) &&
        !path.includes(':') &&
        !path.includes('/metrics'),
    )) {
      const input = { parkId: lot.parkId, size: '100' };
      const [one, two] = [
        await product.ask('GET', call.path, input, { as: 'groupAdmin' }),
        await app.inject({
          url: `${call.path}?${new URLSearchParams(input)}`,
          headers: { authorization: `Bearer ${product.people.groupAdmin}`, 'accept-language': 'zh' },
        }),
      ];
      if (one.status !== 200 || !one.body) continue;
      compared += 1;
      assert.deepEqual([call.name, two.statusCode, still(two.json().data)], [call.name, 200, still(one.body.data)]);
    }
    t.diagnostic(`${Object.keys(ours).length} tables and the answers of ${compared} calls are the same`);
    assert.ok(compared > 100);
  } finally {
    await app.close();
    await restored.close();
  }
});

/** Responses without fields that differ on every request: tickets and the time of day. */
const still = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (key, value: unknown) =>
      /^(ticket|password|token|now|serverTime|lastSeenAt|lastUsedAt|current|expires\w*|until|seconds|staySeconds|durationSeconds)$/i.test(
        key,
      )
        ? undefined
        : value,
    ) as string,
  );

test('what lies in an object store goes along, what it has lost or spoilt is named, and a folder can take it; where files find no place no row does', async (t) => {
  const stand = new ObjectStoreStand();
  t.after(await stand.start());
  const log = { error: quiet, info: quiet };
  const away = objectStore(stand.settings, log, { answerMs: 60_000, pieceMs: 60_000 }); // a store that cuts is waited for by nobody
  const stored = [0, 1, 2].map((n) =>
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...randomBytes(200), n]),
  );
  const hashes = stored.map((bytes) => createHash('sha256').update(bytes).digest('hex')) as [string, string, string];
  for (const [n, bytes] of stored.entries())
    await product.must('POST', `/api/updown/file/${hashes[n]!}`, {}, { as: 'groupAdmin', bytes });
  for (const hash of readdirSync(filesFolder, { recursive: true })
    .map((path) => String(path).split('/').at(-1)!)
    .filter((name) => name.length === 64))
    stand.objects.set(wayTo(hash), readFileSync(join(filesFolder, wayTo(hash))));
  const [kept, lost, spoilt] = hashes;
  stand.objects.delete(wayTo(lost));
  stand.objects.set(wayTo(spoilt), Buffer.from('something else'));
  const lines: string[] = [];
  const to = join(folder, 'from-store');
  const taken = await backUp({
    admin: product.database.config as pg.ClientConfig,
    dataDir,
    files: away,
    to,
    log: (line) => {
      lines.push(line);
    },
  });
  assert.deepEqual(
    lines.filter((line) => line.includes('left out')).sort(),
    [lost, spoilt].sort().map((hash) => `A stored file is lost or spoilt and is left out: ${hash}`),
  );
  assert.deepEqual(
    hashes.map((hash) => taken.files.includes(hash)),
    [true, false, false],
  );
  const [admin, there] = [await empty(), join(folder, 'from-store-data')];
  stand.mood = 'cut';
  await assert.rejects(
    backUp({ admin: product.database.config as pg.ClientConfig, dataDir, files: away, to: `${to}-2`, log: quiet }),
    /Service unavailable/,
  );
  await assert.rejects(restore({ admin, dataDir: there, files: away, from: to, log: quiet }), /Service unavailable/);
  assert.deepEqual(
    await askOnce(admin, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
    [],
  );
  await restore({ admin, dataDir: there, files: folderStore(join(there, 'files')), from: to, log: quiet });
  assert.deepEqual(readFileSync(storedPlace(there, kept)), stored[0]);
});

test('a damaged back-up, one of another version, and a product that is not empty are refused, and nothing is stored', async () => {
  const from = join(folder, 'damaged');
  await backUp({ admin: product.database.config as pg.ClientConfig, dataDir, files, to: from, log: quiet });
  await assert.rejects(
    backUp({ admin: product.database.config as pg.ClientConfig, dataDir, files, to: from, log: quiet }),
    /is there already/,
  );
  await assert.rejects(
    restore({ admin: product.database.config as pg.ClientConfig, dataDir: join(folder, 'x'), files, from, log: quiet }),
    /not empty/,
  );
  const admin = await empty();
  const manifest = readFileSync(join(from, 'backup.json'), 'utf8');
  const changed = async (what: (content: Record<string, unknown>) => unknown, words: RegExp) => {
    writeFileSync(
      join(from, 'backup.json'),
      JSON.stringify({ ...JSON.parse(manifest), ...(what(JSON.parse(manifest)) as object) }),
    );
    await assert.rejects(restore({ admin, dataDir: join(folder, 'x'), files, from, log: quiet }), words);
    writeFileSync(join(from, 'backup.json'), manifest);
  };
  await changed(() => ({ migrations: { '0000_roles': 'other' } }), /another version/);
  await changed(
    () => ({ tables: [{ name: 'stay"; DROP TABLE stay; --', columns: [], rows: 0, sha256: '' }] }),
    /names what no back-up/,
  );
  await changed(
    ({ tables }) => ({
      tables: (tables as { name: string }[]).map((each) =>
        each.name === 'stay' ? { ...each, rows: 1_000_000 } : each,
      ),
    }),
    /stay has \d+ rows/,
  );
  const [left] = await askOnce<{ n: number }>(admin, 'SELECT count(*)::int AS n FROM park');
  assert.equal(left!.n, 0, 'nothing of a restore that failed stays');
  appendFileSync(tableFile(from, 'stay'), 'x');
  await assert.rejects(restore({ admin, dataDir: join(folder, 'x'), files, from, log: quiet }), /damaged: table stay/);
  rmSync(join(from, 'backup.json'));
  await assert.rejects(restore({ admin, dataDir: join(folder, 'x'), files, from, log: quiet }), /not a whole back-up/);
});
