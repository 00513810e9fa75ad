/** Entries that passed anti-passback because word had not reached the terminal: noted, and taken back by a late exit. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DoorEvent } from '#areas/device/model/link.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeDoors } from './door.ts';
import { noteOdd } from './odd-entries.ts';

let product: TestProduct;
let seq = 0;
const HOUR = 3_600_000;
/** At noon nothing is forgotten, whatever the hour of the run: at the last noon over an hour ago, as events are past. */
const NOON = startOfDay(dayOf(Date.now() - 13 * HOUR, 'Asia/Shanghai'), 'Asia/Shanghai') + 12 * HOUR;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;

type Site = { tenantId: number; parkId: string; villageId: string; person: string; terminals: string[] };
/** An area with anti-passback and two doors into it. */
async function siteOf(antiPassback: string): Promise<Site> {
  seq += 1;
  const name = `双门大厦${seq}`;
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: name, companyId });
  const parkId = await product.park(companyId, `${name}车库`, { villageId });
  const areaId = await save('doorarea', { villageId, areaName: '实验区', antiPassback });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  const person = await save('dooremployee', { villageId, deptId, empName: '沈十', empNo: `ODD-${seq}` });
  const terminals: string[] = [];
  for (const door of ['前门', '后门']) {
    const gateId = await save('doorgate', { villageId, gateName: door, areaId, readerSides: ['in', 'out'] });
    const sn = `ODD-${seq}-${terminals.length}`;
    terminals.push(await save('doordevice', { villageId, gateId, deviceName: door, sn, reader: 'both' }));
  }
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [parkId]),
  );
  return { tenantId: lot!.tenantId, parkId, villageId, person, terminals };
}

async function passes(site: Site, door: number, reader: 'in' | 'out', at: number): Promise<void> {
  seq += 1;
  const swipe: DoorEvent = {
    kind: 'swipe',
    device: site.terminals[door]!,
    seq,
    rawAt: at,
    at,
    reader,
    credential: 'card',
    person: site.person,
    result: 'granted',
    reason: null,
    picture: null,
    offline: false,
  };
  await takeDoors(product.database, site, [swipe]);
}

/** What is noted of each passage, the earliest first. */
async function noted({ villageId }: Site): Promise<(string | null)[]> {
  await noteOdd(product.database, new Date(NOON + 1_800_000));
  const { records } = await product.must('GET', '/api/updown/doorevent/list', { VID: villageId, size: 50 });
  return records
    .toSorted((a: { time: string }, b: { time: string }) => Date.parse(a.time) - Date.parse(b.time))
    .map(({ odd }: { odd: string | null }) => odd);
}

test('of two entries within a second at two terminals of a hard area the second is noted; an exit that arrives late clears it', async () => {
  const site = await siteOf('hard');
  const at = NOON;
  await passes(site, 0, 'in', at);
  await passes(site, 1, 'in', at + 400);
  assert.deepEqual(await noted(site), [null, 'passed-back']);
  const { total } = await product.must('GET', '/api/updown/doorevent/list', {
    VID: site.villageId,
    odd: 'passed-back',
  });
  assert.equal(total, 1);
  await passes(site, 0, 'out', at + 200);
  assert.deepEqual(await noted(site), [null, null, null]);
});

test('an area that only notes passing back has it noted; leaving between, or being forgiven, is nothing odd', async () => {
  const site = await siteOf('soft');
  const at = NOON;
  await passes(site, 0, 'in', at);
  await passes(site, 0, 'out', at + 5_000);
  await passes(site, 1, 'in', at + 10_000);
  assert.deepEqual(await noted(site), [null, null, null]);
  await passes(site, 0, 'in', at + 20_000);
  assert.deepEqual(await noted(site), [null, null, null, 'passed-back']);
  const forgivenTime = new Date(at + 30_000).toISOString();
  await product.database.write(tenantScope(site.tenantId), (db) =>
    db.raw('UPDATE door_employee SET forgiven_time = $3 WHERE tenant_id = $1 AND id = $2', [
      site.tenantId,
      site.person,
      forgivenTime,
    ]),
  );
  await passes(site, 1, 'in', at + 40_000);
  assert.deepEqual(await noted(site), [null, null, null, 'passed-back', null]);
});
