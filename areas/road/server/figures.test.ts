/** Roadside car parks and companies in figures, on the real engine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { MINUTE, openStreet } from './street.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
/** Where it is the middle of the day just now, so that today is five hours long at least. */
const hour = new Date(NOW).getUTCHours();
const zone = hour >= 6 && hour < 22 ? 'Africa/Abidjan' : 'Pacific/Honolulu';

const figuresOf = async (parkId: string, as?: string) =>
  (await product.must('GET', '/api/gatehouse/road/figures', {}, as ? { as } : {})).find(
    (row: { parkId: string }) => row.parkId === parkId,
  );

test('a car park in figures: berths now, what today’s stays left owing, and debts that are open until they are paid', async () => {
  const street = await openStreet(product);
  const { parkId } = street.lot;
  await product.must('POST', '/api/updown/basePark/submit', { id: parkId, zone });
  const T = NOW - 4 * 60 * MINUTE;
  await street.accept(
    [
      street.claim(0, T - 10 * MINUTE, 'absent'),
      street.claim(0, T, 'arrive'),
      street.person(0, T + 6 * MINUTE, 'plate', '粤B77123'),
      street.claim(0, T + 70 * MINUTE, 'leave'),
      street.claim(0, T + 100 * MINUTE, 'absent'),
    ],
    NOW - 30 * MINUTE,
  );
  await street.sweep(NOW);
  const now = await figuresOf(parkId);
  assert.equal(now.free + now.occupied + now.unknown + now.closed, now.total);
  const money = ({ settledFen, newFen, debts, owedFen }: Record<string, number>) => [
    settledFen,
    newFen,
    debts,
    owedFen,
  ];
  assert.deepEqual([now.total, ...money(now)], [3, 0, 900, 1, 900]);
  const [debt] = (await product.must('GET', '/api/updown/pda/rdEscape/list', { parkId })).records;
  await product.must('POST', '/api/gatehouse/rdEscape/collect', { recordId: debt.id }, { as: 'groupAdmin' });
  assert.deepEqual(money(await figuresOf(parkId)), [0, 900, 0, 0], 'paid later is not settled by its end');
});

test('who may not see takings sees berths alone, and nobody another group’s', async () => {
  const { lot } = await openStreet(product);
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'deviceInstaller',
  );
  const account = `fig.${randomUUID().slice(0, 6)}`;
  await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    password: 'Installer-2026',
    realName: '王安装',
    companyId: product.companies.child,
    roleIds: [role.id],
    allParks: true,
  });
  const { total, settledFen, newFen, debts, owedFen } = await figuresOf(
    lot.parkId,
    await product.login(account, 'Installer-2026'),
  );
  assert.deepEqual([total, settledFen, newFen, debts, owedFen], [3, null, null, null, null]);
  assert.equal(await figuresOf(lot.parkId, 'otherTenant'), undefined);
});

test('companies of the roadside are those that run a car park there, and those of that type', async () => {
  await openStreet(product);
  const company = async (companyName: string, companyType: string): Promise<string> =>
    (
      await product.must('POST', '/api/updown/basecompany/submit', {
        companyName,
        companyType,
        parentId: product.companies.first,
      })
    ).id;
  const [road, other] = [await company('滨江路内公司', 'road'), await company('滨江物业', 'property')];
  const listed = async (more: Record<string, unknown>): Promise<string[]> =>
    (await product.must('GET', '/api/updown/basecompany/listPageAuth', { size: 500, ...more })).records.map(
      ({ id }: { id: string }) => id,
    );
  const all = await listed({});
  assert.ok(all.includes(other) && all.includes(road));
  const curb = await listed({ runs: 'curb' });
  assert.ok(curb.includes(road) && curb.includes(product.companies.child) && !curb.includes(other));
});

test('the line of a section is drawn after it was made, and berths made from then on stand along it', async () => {
  const street = await openStreet(product);
  const { parkId } = street.lot;
  const made = await product.must('POST', '/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '解放路西侧',
    road: '解放路',
    totalStall: 2,
    numberPrefix: `L${randomUUID().slice(0, 4).toUpperCase()}`,
    numberFrom: 1,
    numberTo: 2,
  });
  const line = [
    { lng: 114.06, lat: 22.54 },
    { lng: 114.06, lat: 22.542 },
  ];
  await product.must('POST', '/api/updown/curbPark/area/submit', { id: made.id, line });
  assert.deepEqual((await product.must('GET', '/api/updown/curbPark/area/detail', { id: made.id })).line, line);
  const listed = await product.must('GET', '/api/updown/curbPark/area/list', { parkId });
  assert.deepEqual(
    listed.records.find(({ id }: { id: string }) => id === made.id).line,
    line,
    'maps read it from the list',
  );
  await product.must('POST', '/api/updown/road/inout/initBerthNum', { parkId, sectionId: made.id });
  const berths = await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId, sectionId: made.id });
  assert.deepEqual(
    berths.map(({ location }: { location: { lng: number; lat: number } }) => [
      location.lng,
      Number(location.lat.toFixed(4)),
    ]),
    [
      [114.06, 22.5405],
      [114.06, 22.5415],
    ],
  );
});

test('the export of roadside car parks and companies has the figures their pages show, and none for who may not see them', async () => {
  const street = await openStreet(product, 2);
  const { parkId } = street.lot;
  const now = await figuresOf(parkId);
  const csv = async (resource: string, filters: object, columns: string) =>
    (await product.ask('GET', `/api/gatehouse/export/${resource}`, { ...filters, format: 'csv', columns })).text
      .trim()
      .split('\r\n')
      .map((line) => line.replace('\ufeff', '').split(','));
  const [head, ...lines] = await csv('curbPark', { id: parkId }, 'total,parkName,unknown,newFen');
  assert.equal(head!.length, 4);
  const name = (await product.must('GET', '/api/updown/curbPark/detail', { PKID: parkId })).parkName;
  const own = lines.find((line) => line[1] === name)!;
  assert.deepEqual([own[0], own[2], Number(own[3])], ['2', String(now.unknown), 0]);
  const companies = await csv('company', { runs: 'curb' }, 'companyName,total');
  const all: { companyId: string; total: number }[] = await product.must('GET', '/api/gatehouse/road/figures', {});
  const berths = all.reduce((sum, { total }) => sum + total, 0);
  assert.equal(
    companies.slice(1).reduce((sum, line) => sum + Number(line[1]), 0),
    berths,
  );
  assert.equal((await csv('curbPark', { id: parkId }, 'parkName'))[0]!.length, 1, 'one column requested, one exported');
});
