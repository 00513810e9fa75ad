/**
 * Handheld journals: the same entries at any time and in any pieces give the online result (R17); offline prices equal
 * the engine's (R18).
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { chained, firstLink } from '#domain/berth/journal.ts';
import type { ChainedEntry } from '#domain/berth/journal.ts';
import { chargedFrom, kerbPrice } from '#domain/berth/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / 1000) * 1000;
const OFFSET = 7 * MINUTE;
const hash = (content: string): string => createHash('sha256').update(content).digest('hex');

let product: TestProduct;
let person: { as: string; userId: string };
const account = `pda.${randomUUID().slice(0, 6)}`;
before(async () => {
  product = await startTestProduct();
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'curbCollector',
  );
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    password: 'Collector-2026',
    realName: '李收费',
    companyId: product.companies.child,
    allParks: true,
    roleIds: [role.id],
  });
  person = { as: await product.login(account, 'Collector-2026'), userId: id };
});
after(() => product.close());

type Street = { parkId: string; sectionId: string; berths: { id: string; berthNo: string }[] };

/** A street without sensors, where the collector is granted the section: 3 yuan each half hour begun. */
async function street(count = 4): Promise<Street> {
  const parkId = await product.park(product.companies.child, `路内 ${randomUUID().slice(0, 8)}`, {
    parkType: 'curb',
    totalStall: 20,
  });
  const section = await product.must('POST', '/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '人民路东侧',
    road: '人民路',
    totalStall: count,
    numberPrefix: `H${randomUUID().slice(0, 4).toUpperCase()}`,
    numberFrom: 1,
    numberTo: count,
  });
  await product.must('POST', '/api/updown/road/inout/initBerthNum', { parkId });
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const rule = await product.must('POST', '/api/updown/platParkFeeRule/submit', {
    parkId,
    CarTypeID: types.find((type: { kind: string }) => type.kind === 'temp').value,
    freeMinutes: 0,
    firstMinutes: 30,
    firstFee: 300,
    unitMinutes: 30,
    unitFee: 300,
    dayMaxFee: 100_000,
  });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: rule.id });
  await product.must('POST', '/api/updown/userSectionGrant/add', { userId: person.userId, sectionIds: [section.id] });
  return {
    parkId,
    sectionId: section.id,
    berths: await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId }),
  };
}

/** A handheld of the collector, its clock 7 minutes ahead, last synchronised five hours ago. */
async function handheld(): Promise<{ deviceId: string; installation: string }> {
  const { deviceId } = await product.must('POST', '/api/updown/pda/pdadevice/submit', {
    deviceName: `手持机 ${randomUUID().slice(0, 6)}`,
    companyId: product.companies.child,
  });
  const { code } = await product.must('POST', '/api/updown/pda/pdadevice/issueCode', { deviceId });
  await product.must('POST', '/api/gatehouse/handheld/enrol', { code, appVersion: '1.0.0' }, { as: person.as });
  return { deviceId, installation: randomUUID() };
}

const SYNC = NOW - 300 * MINUTE;
type Step = { kind: string; minute: number; body: Record<string, unknown>; count?: number };

/** Steps by the minute since the last synchronisation, as the handheld writes them down. */
function journal(installation: string, steps: readonly Step[]): ChainedEntry[] {
  let previous = firstLink(installation);
  return steps.map(({ kind, minute, body, count }, nth) => {
    const entry = chained(
      {
        installation,
        seq: nth + 1,
        id: randomUUID(),
        kind,
        userId: person.userId,
        wallAt: SYNC + minute * MINUTE + OFFSET,
        monotonicMs: (count ?? minute) * MINUTE,
        body: JSON.stringify({ ...body, sync: { at: SYNC, offsetMs: OFFSET } }),
      },
      previous,
      hash,
    );
    previous = entry.hash;
    return entry;
  });
}

const send = (device: { deviceId: string; installation: string }, entries: readonly ChainedEntry[], as = person.as) =>
  product.ask(
    'POST',
    '/api/gatehouse/handheld/deeds',
    { ...device, wallAt: Date.now() + OFFSET, queued: entries.length, deeds: entries, appVersion: '1.0.0' },
    { as },
  );

const visit = (at: Street, plate = '粤B12345'): Step[] => [
  { kind: 'plate', minute: 0, body: { berthId: at.berths[0]!.id, plate, colour: 'blue' } },
  { kind: 'patrol', minute: 20, body: { seen: [{ berthId: at.berths[0]!.id, claim: 'present' }] } },
  { kind: 'end', minute: 70, body: { berthId: at.berths[0]!.id } },
  { kind: 'cash', minute: 71, body: { berthId: at.berths[0]!.id, plate, amountFen: 900, tenderedFen: 1000 } },
  { kind: 'begin', minute: 80, body: { berthId: at.berths[1]!.id, plate: '粤B54321', colour: 'blue' } },
  { kind: 'end', minute: 100, body: { berthId: at.berths[1]!.id } },
];

const tenant = () =>
  product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: person.as }).then(({ tenantId }) => Number(tenantId));
async function rows<R>(sql: string, parkId: string): Promise<R[]> {
  const tenantId = await tenant();
  return product.database.read(tenantScope(tenantId), (db) => db.raw<R>(sql, [tenantId, parkId]));
}
const staysOf = ({ parkId }: Street) =>
  rows(
    `SELECT plate_number AS plate, status, in_time AS "in", out_time AS out, receivable_fen AS due, paid_fen AS paid, outstanding_fen AS owed FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status <> 'merged' ORDER BY in_time, id`,
    parkId,
  );
const moneyOf = ({ parkId }: Street) =>
  rows(
    `SELECT amount_fen AS amount, status FROM payment WHERE tenant_id = $1 AND park_id = $2 ORDER BY amount_fen`,
    parkId,
  );

test('a journal sent whole is stays, bills and cash at corrected times', async () => {
  const at = await street();
  const device = await handheld();
  const { body } = await send(device, journal(device.installation, visit(at)));
  assert.equal(body.data?.acked, 6, JSON.stringify(body));
  assert.deepEqual(
    body.data.results.map(({ outcome, reason }: { outcome: string; reason?: string }) => [outcome, reason]),
    Array.from({ length: 6 }, () => ['done', undefined]),
  );
  const iso = (minute: number) => new Date(SYNC + minute * MINUTE).toISOString();
  assert.deepEqual(await staysOf(at), [
    { plate: '粤B12345', status: 'closed', in: iso(0), out: iso(70), due: 900, paid: 900, owed: 0 },
    { plate: '粤B54321', status: 'closed', in: iso(80), out: iso(100), due: 300, paid: 0, owed: 300 },
  ]);
  const shown = await product.must('GET', '/api/updown/pda/pdadevice/detail', { deviceId: device.deviceId });
  assert.deepEqual([shown.queued, shown.clockOffset], [0, 420]);
  const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: at.parkId });
  assert.deepEqual(check.differences ?? [], []);
});

test('sent twice, in parts, late and out of order the result is the same, and each entry is applied once', async () => {
  const [whole, pieces] = [await street(), await street()];
  const [one, other] = [await handheld(), await handheld()];
  await send(one, journal(one.installation, visit(whole)));
  const entries = journal(other.installation, visit(pieces));
  const early = (await send(other, entries.slice(3))).body.data;
  assert.deepEqual([early.acked, early.faults[0]], [0, { fault: 'removed', seq: 1 }], 'what is missing is waited for');
  await send(other, [entries[1]!, entries[0]!, entries[1]!]);
  await Promise.all([send(other, entries.slice(0, 4)), send(other, entries.slice(0, 4)), send(other, entries)]);
  const { body } = await send(other, entries.toReversed());
  assert.equal(body.data.acked, 6);
  assert.equal(body.data.results.length, 6, 'a repeat answers what became of each');
  assert.deepEqual(await staysOf(pieces), await staysOf(whole));
  assert.deepEqual(await moneyOf(pieces), await moneyOf(whole));
  assert.equal((await moneyOf(pieces)).length, 1);
});

test('entries one at a time online give the same as a journal merged later', async () => {
  const [offline, online] = [await street(), await street()];
  const [one, other] = [await handheld(), await handheld()];
  await send(one, journal(one.installation, visit(offline)));
  for (const entry of journal(other.installation, visit(online))) await send(other, [entry]);
  assert.deepEqual(await staysOf(online), await staysOf(offline));
  assert.deepEqual(await moneyOf(online), await moneyOf(offline));
});

test('a round of a street is worked out at once, and gives what its reports give one by one', async (t) => {
  const [whole, single] = [await street(), await street()];
  const [one, other] = [await handheld(), await handheld()];
  const arrivals = ({ berths }: Street): Step[] =>
    [0, 2].map((nth) => ({ kind: 'plate', minute: nth, body: { berthId: berths[nth]!.id, plate: `粤B7700${nth}` } }));
  const seen = ({ berths }: Street) =>
    berths.map(({ id }, nth) => ({ berthId: id, claim: nth === 0 || nth === 1 ? 'present' : 'absent' }));
  const round = (...of: ReturnType<typeof seen>): Step => ({ kind: 'patrol', minute: 40, body: { seen: of } });
  const query = t.mock.method(pg.Client.prototype, 'query');
  const inserts = (): number =>
    query.mock.calls.filter(({ arguments: given }) => {
      const [first] = given as unknown as [string | { text?: string }];
      return /insert into "?berth_evidence/i.test(typeof first === 'string' ? first : (first.text ?? ''));
    }).length;

  const entries = journal(one.installation, [...arrivals(whole), round(...seen(whole))]);
  await send(one, entries.slice(0, 2));
  const stored = inserts();
  const { body } = await send(one, entries);
  assert.deepEqual(
    body.data.results.map(({ outcome }: { outcome: string }) => outcome),
    ['done', 'done', 'done'],
  );
  assert.equal(inserts() - stored, 1, 'one batch of evidence');
  query.mock.restore();
  await send(other, journal(other.installation, [...arrivals(single), ...seen(single).map((each) => round(each))]));
  const standing = ({ parkId }: Street) =>
    rows(
      `SELECT right(berth_no, 1) AS no, state, since, plate_number AS plate, stay_id IS NULL AS free
       FROM rd_berth WHERE tenant_id = $1 AND park_id = $2 ORDER BY berth_no`,
      parkId,
    );
  assert.deepEqual(await standing(whole), await standing(single));
  /** A car without a plate is named by its stay. */
  const stays = async (of: Street) =>
    (await staysOf(of)).map((each) => ({
      ...(each as object),
      plate: (each as { plate: string }).plate.split('-')[0],
    }));
  assert.deepEqual(await stays(whole), await stays(single));
  assert.deepEqual(
    (await standing(whole)).map((each) => (each as { state: string }).state),
    ['occupied', 'occupied', 'free', 'free'],
  );
});

test('journals over the same car parks in opposite order, sent at the same time, are all taken', async () => {
  const [a, b] = [await street(), await street()];
  const devices = await Promise.all(Array.from({ length: 6 }, () => handheld()));
  const sent = await Promise.all(
    devices.map((device, nth) => {
      const both = nth % 2 === 0 ? [a, b] : [b, a];
      const steps = both.flatMap(({ berths }, place): Step[] => [
        { kind: 'plate', minute: place * 20, body: { berthId: berths[nth % 4]!.id, plate: `粤B6${nth}00${place}` } },
        { kind: 'end', minute: place * 20 + 10, body: { berthId: berths[nth % 4]!.id } },
      ]);
      return send(device, journal(device.installation, steps));
    }),
  );
  assert.deepEqual(
    sent.map(({ status }) => status),
    devices.map(() => 200),
  );
});

test('an altered entry, or one of somebody else, is rejected', async () => {
  const at = await street();
  const device = await handheld();
  const entries = journal(device.installation, visit(at));
  const changed = [
    entries[0]!,
    { ...entries[1]!, body: entries[1]!.body.replace('present', 'absent') },
    ...entries.slice(2),
  ];
  const { acked, faults } = (await send(device, changed)).body.data;
  assert.deepEqual([acked, faults[0]], [1, { fault: 'changed', seq: 2 }]);
  assert.equal((await send(device, entries, 'groupAdmin')).status, 403, 'only who did them sends them');
  const again = [{ ...chained({ ...entries[0]!, body: entries[1]!.body }, firstLink(device.installation), hash) }];
  assert.deepEqual((await send(device, again)).body.data.faults, [{ fault: 'forked', seq: 1 }]);
  await product.must('POST', '/api/updown/pda/pdadevice/lose', { deviceId: device.deviceId, reason: '遗失' });
  assert.equal((await send(device, entries)).status, 422, 'a lost handheld sends nothing any more');
});

test('a rejected entry keeps its number and blocks nothing behind it; cash is never dropped', async () => {
  const [granted, other] = [await street(), await street()];
  const grants = await product.must('GET', '/api/updown/userSectionGrant/list', { userId: person.userId, size: 100 });
  const ids = grants.records
    .filter(({ sectionIds }: { sectionIds: string[] }) => sectionIds.includes(other.sectionId))
    .map(({ id }: { id: string }) => id);
  await product.must('DELETE', '/api/updown/userSectionGrant/delete', { ids: ids.join(',') });
  const device = await handheld();
  const { body } = await send(
    device,
    journal(device.installation, [
      { kind: 'plate', minute: 0, body: { berthId: other.berths[0]!.id, plate: '粤B11111', colour: 'blue' } },
      { kind: 'cash', minute: 1, body: { berthId: granted.berths[2]!.id, plate: '粤B22222', amountFen: 500 } },
      { kind: 'plate', minute: 2, body: { berthId: granted.berths[0]!.id, plate: '粤B33333', colour: 'blue' } },
    ]),
  );
  assert.deepEqual(
    body.data.results.map(({ outcome }: { outcome: string }) => outcome),
    ['refused', 'unbooked', 'done'],
    JSON.stringify(body.data.results),
  );
  assert.deepEqual(await staysOf(other), []);
  const listed = await product.must('GET', '/api/gatehouse/handheldDeed/list', { outcome: 'unbooked', size: 50 });
  assert.ok(listed.records.some((row: { amountFen: number; parkId: string }) => row.parkId === granted.parkId));
});

test('a clock set back while offline takes nobody’s time: the count decides, and the doubt is written down', async () => {
  const at = await street();
  const device = await handheld();
  const { body } = await send(
    device,
    journal(device.installation, [
      { kind: 'plate', minute: 0, body: { berthId: at.berths[0]!.id, plate: '粤B12345', colour: 'blue' } },
      { kind: 'end', minute: -500, count: 70, body: { berthId: at.berths[0]!.id } },
    ]),
  );
  assert.equal(body.data.acked, 2);
  const [stay] = (await staysOf(at)) as { in: string; out: string; due: number }[];
  assert.equal(Date.parse(stay!.out) - Date.parse(stay!.in), 70 * MINUTE);
  const listed = await product.must('GET', '/api/gatehouse/handheldDeed/list', {
    parkId: at.parkId,
    clockSuspect: true,
  });
  assert.equal(listed.total, 1);
});

test('the price a handheld works out is the bill, for the same times and tariff', async () => {
  const at = await street(6);
  const device = await handheld();
  const snapshot = await product.must('GET', '/api/gatehouse/handheld/snapshot', device, { as: person.as });
  const lot = snapshot.lots.find(({ parkId }: { parkId: string }) => parkId === at.parkId);
  const lengths = [1, 30, 31, 90, 121, 179];
  const steps = lengths.flatMap((length, nth): Step[] => {
    const berthId = at.berths[nth]!.id;
    return [
      { kind: 'plate', minute: 0, body: { berthId, plate: `粤B1000${nth}`, colour: 'blue' } },
      { kind: 'end', minute: length, body: { berthId } },
    ];
  });
  steps.sort((a, b) => a.minute - b.minute);
  const { body } = await send(device, journal(device.installation, steps));
  assert.equal(body.data.acked, steps.length, JSON.stringify(body));
  const stays = (await staysOf(at)) as { plate: string; in: string; out: string; due: number }[];
  assert.equal(stays.length, lengths.length);
  for (const stay of stays) {
    const [from, to] = [Date.parse(stay.in), Date.parse(stay.out)];
    const price = kerbPrice(lot, { colour: 'blue', from, to, zoneClass: '1', bays: 1 });
    assert.ok(price && !isFeeRefusal(price));
    assert.deepEqual([price.totalFen, price.hash], [stay.due, lot.rules[0].hash], stay.plate);
  }
});

test('the amount decided offline is final, but only if it is the tariff’s price', async () => {
  for (const [honest, owed] of [
    [true, 0],
    [false, 300],
  ] as const) {
    const at = await street();
    const berthId = at.berths[0]!.id;
    // Seen there online half an hour before the handheld, which knows nothing of it, read the plate.
    const watcher = await handheld();
    const seen = { kind: 'plate', minute: -25, body: { berthId, plate: '粤B12345', colour: 'blue' } };
    await send(watcher, journal(watcher.installation, [{ ...seen, count: 0 }]));
    const device = await handheld();
    const { lots } = await product.must('GET', '/api/gatehouse/handheld/snapshot', device, { as: person.as });
    const lot = lots.find(({ parkId }: { parkId: string }) => parkId === at.parkId);
    const [from, to] = [chargedFrom(SYNC + 10 * MINUTE, null, lot.maxBackMinutes), SYNC + 130 * MINUTE];
    const price = { from: honest ? from : from + 60 * MINUTE, to, hash: lot.rules[0].hash, colour: 'blue' };
    const { body } = await send(
      device,
      journal(device.installation, [
        { kind: 'plate', minute: 10, body: { berthId, plate: '粤B12345', colour: 'blue' } },
        { kind: 'end', minute: 130, body: { berthId } },
        { kind: 'cash', minute: 131, body: { berthId, plate: '粤B12345', amountFen: honest ? 1200 : 600, price } },
      ]),
    );
    assert.equal(body.data.results[2].outcome, 'done', JSON.stringify(body.data.results));
    const [stay] = (await staysOf(at)) as { due: number; owed: number }[];
    assert.ok(stay!.due > 1200, `the engine knew of more: ${stay!.due}`);
    assert.equal(stay!.owed > 0, owed > 0, JSON.stringify([stay, body.data.results]));
    const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: at.parkId });
    assert.deepEqual(check.differences ?? [], []);
  }
});

test('cash for the whole time of a car pays the earlier part of its stay as well, and nothing is left to chase', async () => {
  const at = await street();
  const device = await handheld();
  const [first, second] = at.berths;
  const { body } = await send(
    device,
    journal(device.installation, [
      { kind: 'plate', minute: 0, body: { berthId: first!.id, plate: '粤B12345', colour: 'blue' } },
      { kind: 'end', minute: 60, body: { berthId: first!.id } },
      // It only moved: the stay at the next berth continues the first, whose bill is final and unpaid.
      { kind: 'plate', minute: 62, body: { berthId: second!.id, plate: '粤B12345', colour: 'blue' } },
      { kind: 'end', minute: 100, body: { berthId: second!.id } },
      { kind: 'cash', minute: 101, body: { berthId: second!.id, plate: '粤B12345', amountFen: 1200 } },
    ]),
  );
  const paid = body.data.results[4];
  assert.deepEqual([paid.outcome, paid.surplusFen, paid.owedFen], ['done', 0, 0], JSON.stringify(body.data.results));
  const stays = (await staysOf(at)) as { due: number; paid: number; owed: number }[];
  assert.deepEqual(
    stays.map(({ due, paid: settled, owed }) => [due, settled, owed]),
    [
      [600, 600, 0],
      [600, 600, 0],
    ],
  );
  const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: at.parkId });
  assert.deepEqual(check.differences ?? [], []);
});

test('cash is never booked as surplus of another car that had left before', async () => {
  const at = await street();
  const device = await handheld();
  const berthId = at.berths[0]!.id;
  const { body } = await send(
    device,
    journal(device.installation, [
      { kind: 'plate', minute: 0, body: { berthId, plate: '粤B11111', colour: 'blue' } },
      { kind: 'end', minute: 30, body: { berthId } },
      { kind: 'cash', minute: 100, body: { berthId, plate: '粤B99999', amountFen: 600 } },
    ]),
  );
  assert.equal(body.data.results[2].outcome, 'unbooked', JSON.stringify(body.data.results));
});

test('the desk books cash that waits to the car it was for, or states where it went, each once', async () => {
  const at = await street();
  const device = await handheld();
  const berthId = at.berths[0]!.id;
  const cash = { berthId, plate: '粤B99999', amountFen: 600 };
  await send(
    device,
    journal(device.installation, [
      { kind: 'plate', minute: 0, body: { berthId, plate: '粤B11111', colour: 'blue' } },
      { kind: 'end', minute: 30, body: { berthId } },
      { kind: 'cash', minute: 100, body: cash },
      { kind: 'cash', minute: 101, body: { ...cash, amountFen: 200 } },
    ]),
  );
  const waiting = async () =>
    (
      await product.must('GET', '/api/gatehouse/handheldDeed/list', { parkId: at.parkId, outcome: 'unbooked' })
    ).records.toSorted((a: { seq: number }, b: { seq: number }) => a.seq - b.seq);
  const [first, second] = await waiting();
  const act = (name: string, input: object, as = 'groupAdmin') =>
    product.ask('POST', `/api/gatehouse/handheldDeed/${name}`, { ...input }, { as });
  const book = { recordId: first.recordId, plateNumber: '粤B11111' };
  assert.equal((await act('book', { ...book, plateNumber: '粤B22222' })).status, 422, 'it has no stay there');
  assert.equal((await act('book', book, 'otherTenant')).status, 404);
  assert.equal((await act('book', book, person.as)).status, 403, 'nobody books what he took himself');
  const { body } = await act('book', book);
  assert.deepEqual([body.data?.appliedFen, body.data?.surplusFen], [300, 300], JSON.stringify(body));
  assert.equal((await act('book', book)).status, 422, 'once');
  assert.deepEqual(
    (await staysOf(at)).map((stay) => (stay as { owed: number }).owed),
    [0],
  );
  assert.equal((await act('settle', { recordId: second.recordId })).body.errors![0]!.field, 'remark');
  assert.equal((await act('settle', { recordId: second.recordId, remark: '已退还车主' })).status, 200);
  assert.deepEqual(await waiting(), []);
  const { records } = await product.must('GET', '/api/gatehouse/handheldDeed/list', {
    parkId: at.parkId,
    deedKind: 'cash',
  });
  assert.deepEqual(
    records
      .map(({ outcome, remark, handledBy }: Record<string, unknown>) => [outcome, remark ?? null, !!handledBy])
      .sort(),
    [
      ['booked', null, true],
      ['settled', '已退还车主', true],
    ],
  );
  const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: at.parkId });
  assert.deepEqual(check.differences ?? [], []);
});

test('a snapshot holds the granted sections alone, and debts under a salted hash', async () => {
  const [mine, theirs] = [await street(), await street()];
  const grants = await product.must('GET', '/api/updown/userSectionGrant/list', { userId: person.userId, size: 100 });
  const ids = grants.records
    .filter(({ sectionIds }: { sectionIds: string[] }) => sectionIds.includes(theirs.sectionId))
    .map(({ id }: { id: string }) => id);
  await product.must('DELETE', '/api/updown/userSectionGrant/delete', { ids: ids.join(',') });
  const device = await handheld();
  await send(device, journal(device.installation, visit(mine, '粤B77777').slice(0, 3)));
  const shown = await product.must('GET', '/api/gatehouse/handheld/snapshot', device, { as: person.as });
  const parks = new Set(shown.sections.map(({ parkId }: { parkId: string }) => parkId));
  assert.deepEqual([parks.has(mine.parkId), parks.has(theirs.parkId)], [true, false]);
  assert.equal(shown.acked, 3);
  assert.ok(!JSON.stringify(shown).includes('粤B77777'), 'the car has left, and its plate is not disclosed');
  const key = hash(`${shown.salt}粤B77777`).slice(0, 24);
  assert.deepEqual(shown.debts[key], [1, 900]);
  assert.equal(
    (await product.ask('GET', '/api/gatehouse/handheld/snapshot', device, { as: 'otherTenant' })).status,
    404,
    'another group has no such handheld',
  );
});

test('settings of a car park reach its handhelds with their types, each within its bounds, and another group’s do not', async () => {
  const at = await street(1);
  const device = await handheld();
  const path = '/api/updown/pda/rdParameter';
  const settings = async () =>
    (await product.must('GET', '/api/gatehouse/handheld/snapshot', device, { as: person.as })).lots.find(
      ({ parkId }: { parkId: string }) => parkId === at.parkId,
    ).settings;
  const usual = { cashAllowed: true, maxCash: 100_000, offlineHours: 8, photo: false, slip: false };
  assert.deepEqual(await settings(), usual);
  const submit = (given: object) => product.ask('POST', `${path}/submit`, { parkId: at.parkId, ...given });
  assert.equal((await submit({ settings: { cashAllowed: false, offlineHours: 2 } })).status, 200);
  assert.deepEqual(await settings(), { ...usual, cashAllowed: false, offlineHours: 2 });
  assert.equal((await submit({ settings: { offlineHours: 49 } })).body.errors![0]!.field, 'offlineHours');
  assert.equal((await submit({ paramKey: 'slip', paramValue: 'perhaps' })).status, 400);
  assert.equal((await submit({ paramKey: 'maxCash', paramValue: '50000' })).status, 200);
  assert.equal((await submit({ settings: { cashAllowed: '' } })).status, 200, 'empty is the default again');
  assert.deepEqual(await settings(), { ...usual, maxCash: 50_000, offlineHours: 2 });
  const { records } = await product.must('GET', `${path}/list`, { parkId: at.parkId });
  assert.deepEqual(records.map(({ paramKey }: { paramKey: string }) => paramKey).sort(), [
    'cashAllowed',
    'maxCash',
    'offlineHours',
  ]);
  const theirs = await product.ask(
    'POST',
    `${path}/submit`,
    { parkId: at.parkId, settings: {} },
    { as: 'otherTenant' },
  );
  assert.equal(theirs.status, 404);
});
