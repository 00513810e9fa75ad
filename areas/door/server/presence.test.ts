/** How terminals of an area learn of each other: what it costs however many they are, and two looks at once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DoorEvent } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeDoors } from './door.ts';
import { bringPresence } from './presence.ts';

let product: TestProduct;
let seq = 0;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;

type Site = { tenantId: number; parkId: string; villageId: string; person: string; terminals: readonly string[] };

/** An area with anti-passback and so many doors into it, each with a terminal that is connected and knows what there was to know when it was added. */
async function areaWith(doors: number): Promise<Site> {
  seq += 1;
  const name = `互通大厦${seq}`;
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: name, companyId });
  const parkId = await product.park(companyId, `${name}车库`, { villageId });
  const areaId = await save('doorarea', { villageId, areaName: '实验区', antiPassback: 'soft' });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  const person = await save('dooremployee', { villageId, deptId, empName: '周十', empNo: `P-${seq}` });
  const terminals: string[] = [];
  for (let nth = 1; nth <= doors; nth += 1) {
    const gateId = await save('doorgate', { villageId, gateName: `门${nth}`, areaId });
    terminals.push(await save('doordevice', { villageId, gateId, deviceName: `终端${nth}`, sn: `PRES-${seq}-${nth}` }));
  }
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [parkId]),
  );
  const { tenantId } = lot!;
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `UPDATE park_device SET status = 'online', presence_due = NULL WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
      [tenantId, terminals],
    ),
  );
  return { tenantId, parkId, villageId, person, terminals };
}

/** The person is let in at the first terminal. */
async function passes({ tenantId, parkId, person, terminals }: Site, at: number): Promise<void> {
  seq += 1;
  const swipe: DoorEvent = {
    kind: 'swipe',
    device: terminals[0]!,
    seq,
    rawAt: at,
    at,
    reader: 'in',
    credential: 'card',
    person,
    result: 'granted',
    reason: null,
    picture: null,
    offline: false,
  };
  await takeDoors(product.database, { tenantId, parkId }, [swipe], at);
}

/** The statements sent through a database. */
function noted(on: Database): { database: Database; statements: string[] } {
  const statements: string[] = [];
  const noting = (db: Db): Db =>
    Object.assign(Object.create(db) as Db, {
      raw: (sql: string, values?: readonly unknown[]) => {
        statements.push(sql);
        return db.raw(sql, values);
      },
    });
  return {
    database: {
      ...on,
      read: (scope, work) => on.read(scope, (db) => work(noting(db))),
      write: (scope, work, options) => on.write(scope, (db) => work(noting(db)), options),
    },
    statements,
  };
}

const PASSAGES = /FROM door_event e JOIN door_gate/;
/** Of one look: how often passages were read. */
async function readsIn(site: Site, at: number): Promise<number> {
  await passes(site, at);
  const { database, statements } = noted(product.database);
  await bringPresence(database, new Date(at + 1_000));
  return statements.filter((sql) => PASSAGES.test(sql)).length;
}

test('while passages are read no terminal is locked: a swipe that comes then is stored, and brought by the next look', async () => {
  const site = await areaWith(3);
  const at = Date.now();
  await passes(site, at);
  let during = 0;
  const reading = (db: Db): Db =>
    Object.assign(Object.create(db) as Db, {
      raw: async (sql: string, values?: readonly unknown[]) => {
        if (PASSAGES.test(sql) && during++ === 0) await passes(site, at + 500);
        return db.raw(sql, values);
      },
    });
  const database: Database = {
    ...product.database,
    read: (scope, work) => product.database.read(scope, (db) => work(reading(db))),
    write: (scope, work, options) => product.database.write(scope, (db) => work(reading(db)), options),
  };
  await bringPresence(database, new Date(at + 1_000));
  assert.ok(during > 0);
  assert.deepEqual(await informed(site), site.terminals.slice(1).toSorted());
  await answered(site);
  await bringPresence(product.database, new Date(at + 2_000));
  assert.equal((await informed(site)).length, 4, 'both again');
});

test('a look that died before its commands were there is made up for after a minute, and by nobody before', async () => {
  const site = await areaWith(2);
  const at = Date.now();
  await passes(site, at);
  const dying: Database = {
    ...product.database,
    read: (scope, work) =>
      product.database.read(scope, (db) => {
        if (!db.scope.platform) throw new Error('the server stops');
        return work(db);
      }),
  };
  await assert.rejects(bringPresence(dying, new Date(at + 1_000)), /the server stops/);
  await bringPresence(product.database, new Date(at + 30_000));
  assert.deepEqual(await informed(site), []);
  await bringPresence(product.database, new Date(at + 65_000));
  assert.deepEqual(await informed(site), site.terminals.slice(1));
});

const answered = ({ tenantId }: Site) =>
  product.database.write(tenantScope(tenantId), (db) =>
    db.raw(`UPDATE device_command SET status = 'answered' WHERE tenant_id = $1 AND command = 'presence'`, [tenantId]),
  );
const informed = async ({ tenantId, terminals }: Site): Promise<string[]> =>
  (
    await product.database.read(tenantScope(tenantId), (db) =>
      db.raw<{ id: string }>(
        `SELECT device_id AS id FROM device_command WHERE tenant_id = $1 AND command = 'presence' AND device_id = ANY($2::uuid[]) ORDER BY 1`,
        [tenantId, terminals],
      ),
    )
  ).map(({ id }) => id);

test('a look reads a community’s passages as often for eight terminals as for two, and informs each but the reporter', async () => {
  const [few, many] = [await areaWith(2), await areaWith(8)];
  const reads = await readsIn(few, Date.now());
  assert.equal(await readsIn(many, Date.now()), reads);
  assert.ok(reads > 0 && reads <= 2, `${reads} reads`);
  for (const site of [few, many]) assert.deepEqual(await informed(site), site.terminals.slice(1).toSorted());
});

test('two looks at once inform every terminal, and none of them twice', async () => {
  const site = await areaWith(6);
  await passes(site, Date.now());
  const now = new Date(Date.now() + 1_000);
  await Promise.all([bringPresence(product.database, now), bringPresence(product.database, now)]);
  await bringPresence(product.database, now);
  assert.deepEqual(await informed(site), site.terminals.slice(1).toSorted());
});

test('what is reported while a look is under way is brought by the next', async () => {
  const site = await areaWith(3);
  const at = Date.now();
  await passes(site, at);
  await Promise.all([bringPresence(product.database, new Date(at + 1_000)), passes(site, at + 500)]);
  const open = () =>
    product.database.read(tenantScope(site.tenantId), (db) =>
      db.raw<{ payload: { people: { at: string }[] } }>(
        `SELECT payload FROM device_command WHERE tenant_id = $1 AND command = 'presence' AND device_id = $2 ORDER BY time`,
        [site.tenantId, site.terminals[2]],
      ),
    );
  await product.database.write(tenantScope(site.tenantId), (db) =>
    db.raw(`UPDATE device_command SET status = 'answered' WHERE tenant_id = $1 AND command = 'presence'`, [
      site.tenantId,
    ]),
  );
  await bringPresence(product.database, new Date(at + 2_000));
  const last = (await open()).flatMap(({ payload }) => payload.people.map((each) => Date.parse(each.at)));
  assert.equal(Math.max(...last), at + 500);
});
