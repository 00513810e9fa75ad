/**
 * A street's day by the law of a real car park, with sensors that lose, double and delay their messages, a collector
 * with a handheld, and drivers who pay in cash, by phone or not: occupancy, amounts due and where the money is agree to
 * the fen.
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Claim } from '#areas/road/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { streetDay } from '#device/simulator/street-day.ts';
import type { Visit } from '#device/simulator/street-day.ts';
import { chained, firstLink } from '#domain/berth/journal.ts';
import type { ChainedEntry } from '#domain/berth/journal.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { calm, grant, person, rightBooks, rows, settled } from './road-journeys.fixture.ts';
import type { Person } from './road-journeys.fixture.ts';

const HOUR = 60 * MINUTE;
const SECOND = 1_000;
/** Of a sensor that a car stands over. */
const HEARTBEAT = 30 * MINUTE;
const BERTHS = 24;
const ZONE = 'Asia/Shanghai';
const yesterday = addDays(dayOf(Date.now(), ZONE), -1);
const START = startOfDay(yesterday, ZONE) + 7 * HOUR;
const END = START + 17 * HOUR;

let product: TestProduct;
let street: Street;
let collector: Person;
let visits: Visit[];
let device: { deviceId: string; installation: string };
before(async () => {
  product = await startTestProduct();
  street = await openStreet(product, BERTHS);
  collector = await person(product, '李收费', 'curbCollector');
  await grant(product, collector, street);
  visits = streetDay({ seed: 'told', berths: BERTHS, start: START }).filter(({ to }) => to < END);
  const { deviceId } = await product.must('POST', '/api/updown/pda/pdadevice/submit', {
    deviceName: '手持机 01',
    companyId: product.companies.child,
  });
  const { code } = await product.must('POST', '/api/updown/pda/pdadevice/issueCode', { deviceId });
  await product.must('POST', '/api/gatehouse/handheld/enrol', { code, appVersion: '1.0.0' }, { as: collector.as });
  device = { deviceId, installation: randomUUID() };
});
after(() => product.close());

/**
 * What the sensors say of a visit. One whose leave is lost says at its next heartbeat, in the same quarter of an hour,
 * that the berth is free.
 */
function spoken({ berth, from, to, fault }: Visit): Claim[] {
  const [come, gone] = [street.claim(berth, from, 'arrive'), street.claim(berth, to, 'leave')];
  const beats = Array.from({ length: Math.floor((to - from - SECOND) / HEARTBEAT) }, (_, nth) =>
    street.claim(berth, from + (nth + 1) * HEARTBEAT, 'present'),
  );
  if (fault === 'leaveLost') return [come, ...beats, street.claim(berth, to + 5 * MINUTE, 'absent')];
  return fault === 'doubled' ? [come, come, ...beats, gone, gone] : [come, ...beats, gone];
}

/** When a report is received: late ones by some minutes, and then in another order. */
const receivedAt = (claim: Claim, visit: Visit): number => claim.at + (visit.fault === 'late' ? 4 * MINUTE : SECOND);

const feeOf = (from: number, to: number): number => Math.ceil(Math.floor((to - from) / SECOND) / 1_800) * 300;

/** The journal of the collector: the cash he took, by a clock seven minutes ahead. */
function cashOf(paid: readonly { visit: Visit; fen: number }[]): ChainedEntry[] {
  let previous = firstLink(device.installation);
  const [sync, offsetMs] = [START - HOUR, 7 * MINUTE];
  return paid.map(({ visit, fen }, nth) => {
    const at = visit.to + 30 * SECOND;
    const entry = chained(
      {
        installation: device.installation,
        seq: nth + 1,
        id: randomUUID(),
        kind: 'cash',
        userId: collector.id,
        wallAt: at + offsetMs,
        monotonicMs: at - sync,
        body: JSON.stringify({
          berthId: street.berths[visit.berth]!.id,
          plate: visit.plate,
          amountFen: fen,
          tenderedFen: fen,
          sync: { at: sync, offsetMs },
        }),
      },
      previous,
      (content) => createHash('sha256').update(content).digest('hex'),
    );
    previous = entry.hash;
    return entry;
  });
}

/** All evidence in the order it is received, half an hour at a time, with the clock's own work between. */
async function live(): Promise<void> {
  await street.accept(
    street.berths.map((_, nth) => street.claim(nth, START - MINUTE, 'absent')),
    START,
  );
  const claims = visits.flatMap((visit) => [
    ...spoken(visit).map((claim) => ({ claim, at: receivedAt(claim, visit) })),
    ...(visit.readAt === null
      ? []
      : [
          {
            claim: { ...street.person(visit.berth, visit.readAt, 'plate', visit.plate), userId: collector.id },
            at: visit.readAt + SECOND,
          },
        ]),
  ]);
  for (let at = START; at <= END; at += 30 * MINUTE) {
    const now = claims.filter((each) => each.at > at - 30 * MINUTE && each.at <= at).map(({ claim }) => claim);
    if (now.length > 0) await street.accept(now.toReversed(), at);
    await street.sweep(at);
  }
  await street.sweep(END + HOUR);
}

type StayRow = {
  plate: string;
  status: string;
  from: string;
  to: string;
  due: number;
  paid: number;
  owed: number;
  kind: string;
};
const stays = () =>
  rows<StayRow>(
    product,
    street,
    `SELECT plate_number AS plate, status, kind, in_time AS "from", out_time AS "to", receivable_fen AS due,
      paid_fen AS paid, outstanding_fen AS owed
     FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status NOT IN ('merged', 'voided') ORDER BY in_time`,
  );

test('every visit is one stay of one unbroken spell, nobody is charged a minute too many, and what unread cars cost is known', async () => {
  await live();
  const all = await stays();
  assert.equal(all.length, visits.length, 'as many stays as cars');
  assert.ok(all.every(({ status }) => status.startsWith('closed')));
  const read = visits.filter(({ readAt }) => readAt !== null);
  const byPlate = Map.groupBy(all, ({ plate }) => plate);
  const over: string[] = [];
  for (const { plate, from, to } of read) {
    const [stay, ...more] = byPlate.get(plate) ?? [];
    assert.ok(stay && more.length === 0, `${plate} is one stay`);
    if (stay.due > feeOf(from, to)) over.push(`${plate} ${stay.due} for ${feeOf(from, to)}`);
  }
  assert.deepEqual(over, [], 'R9: overcharge is 0');
  const unread = all.filter(({ kind }) => kind === 'unidentified');
  assert.deepEqual([unread.length, unread.every(({ due }) => due === 0)], [visits.length - read.length, true]);
  const spells = await rows<{ state: string; stay: string | null; n: number }>(
    product,
    street,
    `SELECT stay_id AS stay, count(*)::int AS n FROM berth_spell WHERE tenant_id = $1 AND park_id = $2
      AND state = 'occupied' GROUP BY stay_id`,
  );
  assert.deepEqual(
    [spells.length, spells.every(({ stay, n }) => stay !== null && n === 1)],
    [visits.length, true],
    'each occupied spell is of one stay, each stay of one spell',
  );
  const overlapping = await rows(
    product,
    street,
    `SELECT a.id FROM berth_spell a JOIN berth_spell b ON b.tenant_id = a.tenant_id AND b.berth_id = a.berth_id
      AND b.id <> a.id AND b.from_time < coalesce(a.to_time, 'infinity')
      AND a.from_time < coalesce(b.to_time, 'infinity')
     WHERE a.tenant_id = $1 AND a.park_id = $2`,
  );
  assert.deepEqual(overlapping, [], 'R11: a berth has one state at an instant');
  const dueFen = read.reduce((sum, { plate }) => sum + byPlate.get(plate)![0]!.due, 0);
  const proper = visits.reduce((sum, { from, to }) => sum + feeOf(from, to), 0);
  assert.ok(dueFen <= proper && dueFen > proper * 0.8, `${dueFen} due of ${proper}`);
});

test('cash by the journal, codes by phone and debts left: every yuan is one line of the ledger, and the reports say the same', async () => {
  const owing = new Map((await stays()).map(({ plate, owed }) => [plate, owed]));
  const due = (way: Visit['pays']) =>
    visits
      .filter(({ pays, readAt }) => pays === way && readAt !== null)
      .map((visit) => ({ visit, fen: owing.get(visit.plate)! }))
      .filter(({ fen }) => fen > 0)
      .toSorted((a, b) => a.visit.to - b.visit.to);
  const cash = due('cash');
  const entries = cashOf(cash);
  for (let nth = 0; nth < entries.length; nth += 20) {
    const batch = entries.slice(Math.max(0, nth - 3), nth + 20); // the answer to the last ones was lost
    const { results, faults } = await product.must(
      'POST',
      '/api/gatehouse/handheld/deeds',
      { ...device, wallAt: Date.now() + 7 * MINUTE, queued: batch.length, deeds: batch, appVersion: '1.0.0' },
      { as: collector.as },
    );
    assert.deepEqual(faults, []);
    assert.ok(results.every(({ outcome }: { outcome: string }) => outcome === 'done'));
  }
  const phone = due('phone');
  for (const { visit } of phone) {
    await calm(product);
    const call = (path: string, input: Record<string, unknown>) =>
      product.must('POST', `/api/gatehouse/driver/${path}`, input, { as: null });
    const { debts } = await call('debts', { parkId: street.lot.parkId, plateNumber: visit.plate });
    await call('pay', { ticket: debts[0].ticket, channel: 'sandbox' });
  }
  await settled(product);
  const sum = (all: readonly { fen: number }[]): number => all.reduce((total, { fen }) => total + fen, 0);
  const [cashFen, phoneFen, neverFen] = [sum(cash), sum(phone), sum(due('never'))];
  assert.ok(cash.length > 5 && phone.length > 5 && neverFen > 0);
  const [money] = await rows(
    product,
    street,
    `SELECT (SELECT count(*)::int FROM payment WHERE tenant_id = $1 AND park_id = $2) AS payments,
      (SELECT coalesce(sum(amount_fen), 0)::bigint FROM payment WHERE tenant_id = $1 AND park_id = $2) AS paid,
      (SELECT coalesce(-sum(amount_fen), 0)::bigint FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
      AND account = 'revenue') AS revenue,
      (SELECT coalesce(sum(outstanding_fen), 0)::bigint FROM rd_escape WHERE tenant_id = $1 AND park_id = $2) AS debts`,
  );
  assert.deepEqual(money, {
    payments: cash.length + phone.length,
    paid: cashFen + phoneFen,
    revenue: cashFen + phoneFen + neverFen,
    debts: neverFen,
  });
  await rightBooks(product, street);
  const report = await product.must('GET', '/api/updown/roadstatic/escapePayStatic', {
    parkId: street.lot.parkId,
    startTime: yesterday,
    endTime: yesterday,
  });
  const born = report.records.reduce((total: number, row: { owedFen: number }) => total + Number(row.owedFen), 0);
  assert.equal(born, cashFen + phoneFen + neverFen, 'all that was left owing was born that day');
});
