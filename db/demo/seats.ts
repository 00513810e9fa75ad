/**
 * The demo's cloud seats: two people who answer, the numbers of intercoms, seats granted to three car parks with a
 * renewal paid and one to be paid, and two weeks of calls.
 */
import { figuresOf } from '#domain/queue/figures.ts';
import { grantState, monthsLater } from '#domain/queue/grant.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Memory } from '#device/simulator/state.ts';
import { device } from './build-base.ts';
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';
import { leaveTraces, proposeFixes } from './call-causes.ts';
import { staff } from './city.ts';
import { pick, randomFrom, weighted } from './random.ts';

type Wide = Record<string, unknown>;
type Owner = { readonly tenant_id: number; readonly company_id: string; readonly park_id: string };
type Seat = { readonly id: string; readonly userId: string; readonly groupId: string };
type Car = {
  gate: string;
  type: string;
  plate: string | null;
  at: string;
  picture: string | null;
  stay: string | null;
};

const [SECOND, DAY] = [1_000, 86_400_000];
/** Lots with seats, by code: how many seats, for how many days before and after now. */
const granted = [
  { code: 'AB01', seats: 2, before: 340, after: 25 },
  { code: 'AB02', seats: 1, before: 120, after: 245 },
  { code: 'AB03', seats: 1, before: 60, after: 305 },
] as const;
const CALLS = 45;

const iso = (at: number): string => new Date(at).toISOString();
const frame = (at: number): Wide => ({ created_at: iso(at), updated_at: iso(at) });

/** Cars that really stood at the lanes in the last two weeks. */
const carsOf = (db: Db, { tenant_id: tenantId, park_id: parkId }: Owner, now: number): Promise<Car[]> =>
  db.raw<Car>(
    `SELECT p.gate_id AS gate, g.gate_type AS type, p.plate_number AS plate, p.time AS at, p.picture, p.stay_id AS stay
     FROM passage p JOIN park_gate g ON g.tenant_id = $1 AND g.id = p.gate_id
     WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.time BETWEEN $3::timestamptz AND $4::timestamptz
     ORDER BY md5(p.id::text) LIMIT $5`,
    [tenantId, parkId, iso(now - 14 * DAY), iso(now - DAY / 24), CALLS],
  );

const ends = { closed: 41, fallback: 3, abandoned: 4 } as const;
const causes = { cannotPay: 14, misread: 9, noPlate: 7, question: 6, gate: 3, other: 2 } as const;
const resolved = {
  cannotPay: ['released', 'paid', 'paid'],
  misread: ['corrected'],
  noPlate: ['corrected', 'released'],
  question: ['told'],
  gate: ['opened'],
  other: ['told', 'refused'],
} as const;

const eventRow = (owner: Owner, call: Wide, kind: string, at: number, userId: string | null = null): Wide => ({
  ...owner,
  id: newId(at),
  ...frame(at),
  gate_id: call['gate_id'],
  call_id: call['id'],
  time: iso(at),
  kind,
  user_id: userId,
});

/** Two of five callers spoke through the intercom itself. */
const voiceOf = (talkS: number, random: () => number): Wide =>
  random() < 0.6
    ? { source: 'button' }
    : {
        source: 'sip',
        ...(talkS > 0
          ? {
              voice: 'talked',
              voice_s: talkS,
              loss_per_mille: Math.floor(random() ** 3 * 20),
              jitter_ms: 4 + Math.floor(random() * 18),
              round_trip_ms: 20 + Math.floor(random() * 60),
            }
          : {}),
      };

/** A call of a car that stood there, from the button to what came of it. */
function callOf(
  owner: Owner,
  car: Car,
  seats: readonly Seat[],
  group: string | null,
  random: () => number,
): { call: Wide; events: Wide[] } {
  const queuedAt = Date.parse(car.at) - Math.floor((30 + random() * 60) * SECOND);
  const status = weighted(random, ends);
  // Three of four calls of a group are taken in it.
  const own = seats.filter(({ groupId }) => groupId === group && random() < 0.75);
  const seat = status === 'closed' ? pick(random, own.length > 0 ? own : seats) : null;
  const passedOn = group !== null && seat !== null && seat.groupId !== group;
  const waited = (passedOn ? 20 : 0) + (status === 'fallback' ? 60 : Math.floor(3 + random() ** 2 * 40));
  const answeredAt = seat ? queuedAt + waited * SECOND : null;
  const endedAt =
    answeredAt === null ? queuedAt + waited * SECOND : answeredAt + Math.floor((20 + random() * 90) * SECOND);
  const { waitS, talkS, counted, inTime } = figuresOf({ state: status, queuedAt, answeredAt, endedAt });
  const why = seat ? weighted(random, causes) : null;
  const wrapS = seat ? Math.floor(5 + random() * 20) : null;
  const id = newId(queuedAt);
  const call: Wide = {
    ...owner,
    id,
    ...frame(queuedAt),
    call_no: `C${iso(queuedAt).slice(2, 10).replaceAll('-', '')}${id.slice(-6).toUpperCase()}`,
    gate_id: car.gate,
    exit: car.type === 'out',
    ...voiceOf(seat ? (talkS ?? 0) : 0, random),
    plate_number: car.plate || null,
    picture: car.picture,
    stay_id: car.stay,
    status,
    queued_time: iso(queuedAt),
    waiting_from: iso(queuedAt),
    answered_time: answeredAt === null ? null : iso(answeredAt),
    ended_time: iso(endedAt),
    noted_time: wrapS === null ? null : iso(endedAt + wrapS * SECOND),
    wait_s: waitS,
    talk_s: talkS,
    wrap_s: wrapS,
    counted,
    in_time: inTime,
    user_id: seat?.userId ?? null,
    seat_id: seat?.id ?? null,
    group_id: group,
    overflowed: passedOn,
    why,
    resolution: why ? pick(random, resolved[why]) : null,
    rating: seat && random() < 0.4 ? 3 + Math.floor(random() * 3) : null,
  };
  const events = [
    eventRow(owner, call, 'queued', queuedAt),
    ...(seat
      ? [
          ...(passedOn
            ? [{ ...eventRow(owner, call, 'overflowed', queuedAt + 20 * SECOND), group_id: seat.groupId }]
            : []),
          eventRow(owner, call, 'rung', queuedAt, seat.userId),
          eventRow(owner, call, 'answered', answeredAt!, seat.userId),
          eventRow(owner, call, 'ended', endedAt, seat.userId),
          eventRow(owner, call, 'noted', endedAt + wrapS! * SECOND, seat.userId),
        ]
      : [eventRow(owner, call, status, endedAt)]),
  ];
  return { call, events };
}

/** Renewals as the manager ordered them, the first two months ago, the second just now. */
const orderRow = (owner: Owner, grant: Wide, by: string, months: number, at: number): Wide => {
  const id = newId(at);
  return {
    ...owner,
    id,
    ...frame(at),
    created_by: by,
    order_no: `CS${iso(at).slice(0, 10).replaceAll('-', '')}${id.replaceAll('-', '').slice(-8).toUpperCase()}`,
    grant_id: grant['id'],
    seat_num: grant['seat_num'],
    months,
    amount_fen: Number(grant['seat_num']) * months * 30_000,
    new_end: iso(monthsLater(Date.parse(String(grant['end_time'])), months, 'Asia/Shanghai')),
    pay_state: 'waiting',
    ordered_time: iso(at),
  };
};

const userOf = (account: string, userIds: readonly string[]): string =>
  userIds[staff.findIndex((each) => each.account === account)]!;

type Lot = { readonly owner: Owner; readonly seats: number; readonly from: number; readonly until: number };

function lotsOf(lots: readonly BuiltLot[], tenantOf: ReadonlyMap<string, number>, now: number): Lot[] {
  return granted.flatMap(({ code, seats, before, after }) => {
    const lot = lots.find(({ plan }) => plan.code === code);
    if (!lot) return [];
    const { parkId } = lot.site;
    const owner = { tenant_id: tenantOf.get(parkId)!, company_id: lot.companyId, park_id: parkId };
    return [{ owner, seats, from: now - before * DAY, until: now + after * DAY }];
  });
}

/** The group's SIP server as its installer entered it, out of use: nobody answers at that address. */
const serverRow = ({ owner }: Lot, companyId: string, now: number): Wide => ({
  tenant_id: owner.tenant_id,
  company_id: companyId,
  id: newId(now),
  ...frame(now),
  wss_url: 'wss://pbx.example.com:8089/ws',
  domain: 'pbx.example.com',
  realm: 'gatehouse',
  help_no: '9000',
  recording_base: 'https://pbx.example.com/recordings/',
  enabled: false,
});

/** A number for the intercom of each lane. */
const extensionRows = (built: readonly BuiltLot[], lots: readonly Lot[], now: number): Wide[] =>
  built
    .flatMap(({ site }) => {
      const owner = lots.find((lot) => lot.owner.park_id === site.parkId)?.owner;
      return owner
        ? site.lanes.filter(({ direction }) => direction !== 'inner').map(({ gateId }) => ({ owner, gateId }))
        : [];
    })
    .map(({ owner, gateId }, nth) => ({
      ...owner,
      id: newId(now),
      ...frame(now),
      gate_id: gateId,
      extension: String(7_001 + nth),
    }));

const grantRow = ({ owner, seats, from, until }: Lot, now: number): Wide => ({
  ...owner,
  id: newId(from),
  ...frame(from),
  seat_num: seats,
  start_time: iso(from),
  end_time: iso(until),
  status: grantState({ from, until }, now),
});

export type LivingSeats = { readonly tenantId: number; readonly sns: readonly string[] };

/** An intercom at each lane in and out of the lots with seats, as the installer left them: last seen just now. */
async function putIntercoms(
  database: Database,
  ask: Ask,
  built: readonly BuiltLot[],
  lots: readonly Lot[],
  memory: Memory,
  now: number,
): Promise<string[]> {
  const sns: string[] = [];
  for (const { plan, site } of built) {
    if (!lots.some(({ owner }) => owner.park_id === site.parkId)) continue;
    for (const [nth, { gateId, name }] of site.lanes.filter(({ direction }) => direction !== 'inner').entries()) {
      const sn = `${plan.code}-IC${nth + 1}`;
      await device(ask, memory, {
        sn,
        deviceName: `${name}对讲机`,
        deviceType: 'intercom',
        model: 'IC-100',
        ipAddress: `10.${20 + Number(plan.code.slice(2))}.4.${nth + 1}`,
        parkId: site.parkId,
        gateId,
      });
      sns.push(sn);
    }
  }
  const tenantId = lots[0]!.owner.tenant_id;
  await database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `UPDATE park_device SET status = 'online', last_seen_at = $3 WHERE tenant_id = $1 AND sn = ANY($2::text[])`,
      [tenantId, sns, iso(now)],
    ),
  );
  return sns;
}

/** The first two car parks have a group of their own, which goes on to that of the duty seats. */
async function putGroups(ask: Ask, lots: readonly Lot[]): Promise<{ first: string; next: string }> {
  const put = async (groupName: string, more: Wide): Promise<string> => {
    const companyId = lots[0]!.owner.company_id;
    return (await ask('POST', '/api/gatehouse/seatGroup/submit', { companyId, groupName, overflowS: 20, ...more })).id;
  };
  const next = await put('值班坐席', {});
  const parkIds = lots.slice(0, 2).map(({ owner }) => owner.park_id);
  return { first: await put('商圈坐席', { parkIds, overflowTo: next }), next };
}

/**
 * Seats, grants and the past of the calls; the paid renewal goes through the product's own call, so that the ledger has
 * it.
 */
export async function answerCalls(
  database: Database,
  ask: Ask,
  built: readonly BuiltLot[],
  userIds: readonly string[],
  tenantOf: ReadonlyMap<string, number>,
  memory: Memory,
  now: number,
): Promise<LivingSeats | undefined> {
  const lots = lotsOf(built, tenantOf, now);
  const [first] = lots;
  if (!first) return undefined;
  const groups = await putGroups(ask, lots);
  const seats: Seat[] = [];
  for (const [nth, account] of ['anbo.seat', 'anbo.seat2'].entries()) {
    const userId = userOf(account, userIds);
    const groupId = [groups.first, groups.next][nth]!;
    const seat = { userId, groupIds: [groupId], sipNo: `800${nth + 1}`, sipPassword: newId() };
    const { id } = await ask('POST', 'SipSeatuser/submit', seat);
    seats.push({ id, userId, groupId });
  }
  const past: Wide[] = [];
  const paid = await database.write(tenantScope(first.owner.tenant_id), async (db) => {
    const random = randomFrom(20_261_127);
    const grants = lots.map((lot) => grantRow(lot, now));
    await insertRows(db, 'cloudseat_grant', grants, '');
    const manager = userOf('anbo.manager', userIds);
    const orders = [
      orderRow(lots[1]!.owner, grants[1]!, manager, 6, now - 60 * DAY),
      orderRow(first.owner, grants[0]!, manager, 12, now - 5 * 60 * SECOND),
    ];
    await insertRows(db, 'cloudseat_order', orders, '');
    await insertRows(db, 'sip_server', [serverRow(first, first.owner.company_id, now)], '');
    await insertRows(db, 'lane_extension', extensionRows(built, lots, now), '');
    for (const [nth, { owner }] of lots.entries()) {
      const group = nth < 2 ? groups.first : null;
      const calls = (await carsOf(db, owner, now)).map((car) => callOf(owner, car, seats, group, random));
      past.push(...calls.map(({ call }) => call));
      await insertRows(
        db,
        'call_record',
        calls.map(({ call }) => call),
        '',
      );
      await insertRows(
        db,
        'call_event',
        calls.flatMap(({ events }) => events),
        '',
      );
    }
    return orders[0]!['id'];
  });
  await ask('POST', '/api/gatehouse/cloudseatOrder/pay', { orderId: paid, payRef: 'YH202611250018' });
  await leaveTraces(database, first.owner.tenant_id, past);
  await proposeFixes(database, ask, now);
  return { tenantId: first.owner.tenant_id, sns: await putIntercoms(database, ask, built, lots, memory, now) };
}
