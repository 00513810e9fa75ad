/** Evidence into stays, bills and spells on the real engine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { tenantScope } from '#kit/server/db.ts';
import { checkLotFigures } from '#areas/passage/server/door.ts';
import { placesOf } from '#areas/billing/server/door.ts';
import { dying } from '#test/dying.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { acceptEvidence } from './door.ts';
import type { Claim } from './door.ts';
import { MINUTE, openStreet } from './street.fixture.ts';
import type { Street } from './street.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const T = NOW - 5 * 60 * MINUTE;

/** A car from T for 70 minutes, read after 6: three half hours, 9 yuan. */
const visit = (street: Street): Claim[] => [
  street.claim(0, T - 60 * MINUTE, 'absent'),
  street.claim(0, T, 'arrive'),
  street.person(0, T + 6 * MINUTE, 'plate', '粤B12345'),
  street.claim(0, T + 40 * MINUTE, 'present'),
  street.claim(0, T + 70 * MINUTE, 'leave'),
  street.claim(0, T + 100 * MINUTE, 'absent'),
];

const figures = async (street: Street) =>
  (await street.stays()).map(({ plate, status, in: from, out, due, owed }) => ({
    plate,
    status,
    from,
    out,
    due,
    owed,
  }));

test('a car that a sensor saw come and go and a person read is one stay, billed once and left owing', async () => {
  const street = await openStreet(product);
  await street.accept(visit(street), NOW - 30 * MINUTE);
  await street.sweep(NOW);
  assert.deepEqual(await figures(street), [
    {
      plate: '粤B12345',
      status: 'closed',
      from: new Date(T).toISOString(),
      out: new Date(T + 70 * MINUTE).toISOString(),
      due: 900,
      owed: 900,
    },
  ]);
  const orders = await product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<{ kind: string; status: string; outstanding_fen: number }>(
      'SELECT kind, status, outstanding_fen FROM parking_order WHERE tenant_id = $1 AND park_id = $2',
      [street.lot.tenantId, street.lot.parkId],
    ),
  );
  assert.deepEqual(orders, [{ kind: 'exit', status: 'arrears', outstanding_fen: 900 }]);
  assert.deepEqual(
    (await street.spells(0)).map(({ state }) => state).filter((state) => state !== 'unknown'),
    ['free', 'occupied', 'free'],
  );
  const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: street.lot.parkId });
  assert.deepEqual(check.differences ?? [], []);
  const lot = await product.database.read(tenantScope(street.lot.tenantId), async (db) =>
    checkLotFigures(db, (await placesOf(db, [street.lot.parkId])).get(street.lot.parkId)!, null),
  );
  assert.deepEqual([lot.right, lot.billsWrong, lot.inside, lot.counted], [true, 0, 0, 0], JSON.stringify(lot));
});

test('evidence doubled, late, out of order and split gives the same stays, spells and money', async () => {
  const whole = await openStreet(product);
  await whole.accept(visit(whole), NOW - 30 * MINUTE);
  await whole.sweep(NOW);
  const split = await openStreet(product);
  const claims = visit(split);
  for (const claim of [claims[4]!, claims[2]!, claims[5]!, claims[1]!, claims[1]!, claims[0]!, claims[3]!]) {
    // Nothing is settled while evidence is still arriving.
    await split.accept([{ ...claim }], T + 70 * MINUTE + 30_000);
  }
  await split.accept(claims, NOW - 30 * MINUTE);
  await split.sweep(NOW);
  assert.deepEqual(await figures(split), await figures(whole));
  assert.deepEqual(await split.spells(0), await whole.spells(0));
  const [{ n }] = (await product.database.read(tenantScope(split.lot.tenantId), (db) =>
    db.raw('SELECT count(*)::int AS n FROM berth_evidence WHERE tenant_id = $1 AND park_id = $2', [
      split.lot.tenantId,
      split.lot.parkId,
    ]),
  )) as [{ n: number }];
  assert.equal(n, claims.length);
});

test('after its bill evidence changes nothing: it is listed with what was and what would have been', async () => {
  const street = await openStreet(product);
  await street.accept(visit(street), NOW - 30 * MINUTE);
  await street.sweep(NOW);
  const billed = await figures(street);
  const { doubts } = await street.accept(
    [
      street.claim(0, T + 30 * MINUTE, 'leave'),
      street.claim(0, T + 31 * MINUTE, 'absent'),
      street.claim(0, T + 33 * MINUTE, 'absent'),
    ],
    NOW,
  );
  assert.deepEqual((await figures(street)).slice(0, 1), billed);
  assert.ok(doubts >= 0);
  const listed = await product.must('GET', '/api/gatehouse/settlementDoubt/list', { parkId: street.lot.parkId });
  assert.equal(listed.records.length, doubts);
});

test('a car that stood for days makes no second stay of what came and went beside it meanwhile, whoever wrote that down', async () => {
  const street = await openStreet(product);
  const DAY = 24 * 60 * MINUTE;
  await street.accept(
    [street.claim(1, NOW - 4 * DAY, 'arrive'), street.person(1, NOW - 4 * DAY + MINUTE, 'plate', '粤B22222')],
    NOW - 4 * DAY + 2 * MINUTE,
  );
  for (const days of [4.1, 3]) {
    const at = NOW - days * DAY;
    await street.accept(
      [
        street.claim(0, at, 'arrive'),
        street.person(0, at + MINUTE, 'plate', '粤B33333'),
        street.claim(0, at + 180 * MINUTE, 'leave'),
      ],
      at + 200 * MINUTE,
    );
    await street.sweep(at + 300 * MINUTE);
  }
  // As what was brought in from elsewhere has: ids that the engine would not give.
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      `UPDATE stay SET id = gen_random_uuid() WHERE tenant_id = $1 AND park_id = $2 AND plate_number = '粤B33333'`,
      [street.lot.tenantId, street.lot.parkId],
    ),
  );
  const known = await figures(street);
  assert.deepEqual(
    known.map(({ plate, status }) => [plate, status]),
    [
      ['粤B33333', 'closed'],
      ['粤B22222', 'open'],
      ['粤B33333', 'closed'],
    ],
  );
  const accepted = await street.accept([street.claim(0, NOW, 'absent')], NOW);
  await street.sweep(NOW + 60 * MINUTE);
  assert.deepEqual([accepted.bills, accepted.doubts], [[], 0]);
  assert.deepEqual(await figures(street), known);
});

test('an end stands once nobody contradicted it for the lot’s time, not before', async () => {
  const street = await openStreet(product);
  await street.accept(visit(street).slice(0, 5), T + 70 * MINUTE + 20_000);
  assert.deepEqual(
    (await figures(street)).map(({ status }) => status),
    ['open'],
  );
  await street.sweep(T + 70 * MINUTE + 60_000);
  assert.deepEqual(
    (await figures(street)).map(({ status }) => status),
    ['open'],
  );
  await street.sweep(T + 70 * MINUTE + 120_000);
  assert.deepEqual(
    (await figures(street)).map(({ status, due }) => [status, due]),
    [['closed', 900]],
  );
});

test('a server that dies in the middle leaves nothing, and the same evidence again gives the whole', async () => {
  const street = await openStreet(product);
  const claims = visit(street);
  const counting = dying(product.database, Number.POSITIVE_INFINITY);
  const twin = await openStreet(product);
  await acceptEvidence(counting.database, twin.lot, visit(twin), new Date(NOW));
  await twin.sweep(NOW + 30 * MINUTE);
  const statements = counting.sent();
  for (const nth of [2, Math.floor(statements / 3), Math.floor(statements / 2)]) {
    const { database } = dying(product.database, nth);
    await assert.rejects(acceptEvidence(database, street.lot, claims, new Date(NOW)), /power went out/);
    assert.deepEqual(await street.stays(), []);
  }
  await street.accept(claims, NOW);
  await street.sweep(NOW + 30 * MINUTE);
  assert.deepEqual(await figures(street), await figures(twin));
});

test('claims of another group’s berths are not kept', async () => {
  const [mine, theirs] = [await openStreet(product), await openStreet(product, 3, product.companies.second)];
  const { fresh } = await mine.accept(visit(theirs), NOW);
  assert.equal(fresh, 0);
  assert.deepEqual(await theirs.stays(), []);
  const other = await product.ask(
    'GET',
    '/api/updown/rdBerth/detail',
    { id: mine.berths[0]!.id },
    { as: 'otherTenant' },
  );
  assert.equal(other.status, 404);
  const response = await product.ask(
    'POST',
    '/api/gatehouse/rdBerth/evidence',
    { berthId: mine.berths[0]!.id, claim: 'plate', plateNumber: '粤B12345' },
    { as: 'otherTenant' },
  );
  assert.equal(response.status, 404);
});

test('a collector works in granted sections alone', async () => {
  const [granted, other] = [await openStreet(product), await openStreet(product)];
  const account = `col.${randomUUID().slice(0, 6)}`;
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'curbCollector',
  );
  const user = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    password: 'Collector-2026',
    realName: '李收费',
    companyId: product.companies.child,
    allParks: true,
    roleIds: [role.id],
  });
  await product.must('POST', '/api/updown/userSectionGrant/add', { userId: user.id, sectionIds: [granted.sectionId] });
  const as = await product.login(account, 'Collector-2026');
  const body = (street: Street) => ({ berthId: street.berths[1]!.id, claim: 'plate', plateNumber: '粤B54321' });
  const response = await product.must('POST', '/api/gatehouse/rdBerth/evidence', body(granted), { as });
  assert.ok(response.stayId);
  const refused = await product.ask('POST', '/api/gatehouse/rdBerth/evidence', body(other), { as });
  assert.equal(refused.status, 403);
  assert.deepEqual(
    await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId: other.lot.parkId }, { as }),
    [],
  );
  const ended = await product.must(
    'POST',
    '/api/gatehouse/rdBerth/endStay',
    { berthId: granted.berths[1]!.id },
    { as },
  );
  assert.equal(ended.stayId, response.stayId);
  assert.equal((await granted.stays())[0]?.status, 'closed');
});

test('a voided stay is in no figure and says who and why; a car there is none on a closed berth', async () => {
  const street = await openStreet(product);
  const response = await product.must('POST', '/api/gatehouse/rdBerth/evidence', {
    berthId: street.berths[0]!.id,
    claim: 'plate',
    plateNumber: '粤B12345',
  });
  const file = `/api/updown/file/${'a'.repeat(64)}`;
  const none = await product.ask('POST', '/api/gatehouse/stay/void', { recordId: response.stayId, picture: file });
  assert.equal(none.status, 400);
  await product.must('POST', '/api/gatehouse/stay/void', { recordId: response.stayId, remark: '无车', picture: file });
  assert.deepEqual(
    (await figures(street)).map(({ status }) => status),
    ['voided'],
  );
  const inside = await product.must('GET', '/api/updown/parkIORecord/inCarList', { parkId: street.lot.parkId });
  assert.equal(inside.total, 0);
  await product.must('POST', '/api/gatehouse/rdBerth/close', { berthId: street.berths[2]!.id, closedReason: '施工' });
  const [closed] = (
    await product.must('GET', '/api/updown/rdBerth/list', {
      id: street.berths[2]!.id,
      parkId: street.lot.parkId,
      state: 'closed',
    })
  ).records;
  assert.equal(closed?.berthNo, street.berths[2]!.berthNo);
  await product.must('POST', '/api/gatehouse/rdBerth/open', { berthId: street.berths[2]!.id });
});

test('berths of a section without a line are numbered, and stand nowhere on the map', async () => {
  const parkId = await product.park(product.companies.child, '无走向路段', { parkType: 'curb', totalStall: 5 });
  await product.must('POST', '/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '解放路',
    road: '解放路',
    totalStall: 5,
    numberPrefix: 'NL',
    numberFrom: 1,
    numberTo: 5,
  });
  assert.equal((await product.must('POST', '/api/updown/road/inout/initBerthNum', { parkId })).made, 5);
  const berths = await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId });
  assert.deepEqual(
    berths.map(({ berthNo, location }: { berthNo: string; location: unknown }) => [berthNo, location]),
    ['NL0001', 'NL0002', 'NL0003', 'NL0004', 'NL0005'].map((berthNo) => [berthNo, null]),
  );
});

test('a lock is removed though it once spoke for a berth; the berth it speaks for is not', async () => {
  const street = await openStreet(product, 1);
  const [berth] = street.berths;
  const lock = await product.must('POST', '/api/updown/lockDevice/submit', {
    parkId: street.lot.parkId,
    lockerName: '一号锁',
    sn: `LOCK-${street.lot.parkId.slice(-8)}`,
    berthNo: berth!.berthNo,
    lockUse: 'keep',
  });
  const refused = await product.ask('POST', '/api/updown/rdBerth/remove', { ids: berth!.id });
  assert.equal(refused.status, 409);
  await product.must('POST', '/api/updown/lockDevice/remove', { ids: lock.id });
  const left = await product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<{ open: number }>(
      'SELECT count(*) FILTER (WHERE to_time IS NULL) AS open FROM sensor_binding WHERE tenant_id = $1 AND device_id = $2',
      [street.lot.tenantId, lock.id],
    ),
  );
  assert.deepEqual(left, [{ open: 0 }]);
});

test('spells of a berth neither overlap nor fall into pieces, however far the window of what is worked out anew moves on', async () => {
  const street = await openStreet(product, 1);
  const HOUR = 60 * MINUTE;
  const begin = NOW - 120 * HOUR;
  for (let at = begin; at < NOW; at += 2 * HOUR) await street.accept([street.claim(0, at, 'absent')], at + 1000);
  const from = (at: number) => new Date(at).toISOString();
  assert.deepEqual(await street.spells(0), [{ state: 'free', from: from(begin), to: null }]);
  await street.accept([street.claim(0, NOW - HOUR, 'arrive'), street.person(0, NOW - HOUR, 'plate', '粤B12345')], NOW);
  assert.deepEqual(await street.spells(0), [
    { state: 'free', from: from(begin), to: from(NOW - HOUR) },
    { state: 'occupied', from: from(NOW - HOUR), to: null },
  ]);
});

test('a leave that a device dated ahead of time counts once its time has come, without another message', async () => {
  const street = await openStreet(product);
  await street.accept(
    [
      street.claim(0, T - 60 * MINUTE, 'absent'),
      street.claim(0, T, 'arrive'),
      street.person(0, T + 6 * MINUTE, 'plate', '粤B12347'),
    ],
    T + 10 * MINUTE,
  );
  await street.accept([street.claim(0, T + 75 * MINUTE, 'leave')], T + 70 * MINUTE);
  const open = async (at: number) => {
    await street.sweep(T + at * MINUTE);
    return (await street.stays()).map(({ status, out }) => [status, out]);
  };
  assert.deepEqual(await open(72), [['open', null]]);
  await open(76);
  assert.deepEqual(await open(110), [['closed', new Date(T + 75 * MINUTE).toISOString()]]);
  const [berth] = await product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<{ due: string | null }>(
      'SELECT due_time AS due FROM rd_berth WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
      [street.lot.tenantId, street.lot.parkId, street.claim(0, T, 'absent').berthId],
    ),
  );
  assert.equal(berth!.due, null, 'nothing is looked at again');
});
