/** What a session found out, into the tables: in bulk, in the lot's one transaction, the same again without effect. */
import { createHash } from 'node:crypto';
import type { BillLine } from '#domain/fee/types.ts';
import type { Fact, Stay } from '#domain/lane/types.ts';
import { outstanding } from '#domain/ledger/order.ts';
import type { Order } from '#domain/ledger/order.ts';
import { kickMoney, stayDeltas, takenAway, writeMoney } from '#areas/billing/server/door.ts';
import type { DayDelta, OrderEntry } from '#areas/billing/server/door.ts';
import { followLot } from '#areas/derate/server/door.ts';
import { queueLaneCommands } from '#areas/device/server/door.ts';
import { dutyAt } from '#areas/shift/server/door.ts';
import { markArrived, typeOfKind } from '#areas/vehicle/server/door.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { released } from '#areas/passage/model/events.ts';
import { emit } from '#kit/server/events.ts';
import { beginOf, iso, ms, stayRow } from './rows.ts';
import type { Row } from './rows.ts';
import type { Session } from './session.ts';

type Wide = Record<string, unknown>;
const MINUTE = 60_000;
const now = (): string => new Date().toISOString();
const owner = (session: Session): Wide => ({
  tenant_id: session.lot.place.tenantId,
  company_id: session.lot.place.companyId,
  park_id: session.lot.place.parkId,
});
const frame = (): Wide => ({ created_at: now(), updated_at: now() });

const nothing = (session: Session): boolean =>
  session.facts.length === 0 &&
  session.commands.length === 0 &&
  session.touchedStays.size === 0 &&
  session.touchedLanes.size === 0 &&
  session.touchedDevices.size === 0;

/** Writes everything; answers what has to be called after the commit (sends the lanes' commands). Where nothing new was said, nothing is written. */
export async function writeSession(db: Db, session: Session, givenAt = new Date()): Promise<() => void> {
  if (nothing(session)) return () => undefined;
  const { place } = session.lot;
  const stays = stayRows(session);
  const asked = new Map(
    session.facts.flatMap((fact) =>
      fact.fact === 'quoted' && fact.lane !== null ? [[fact.lane, fact.quote.dueFen] as const] : [],
    ),
  );
  const [wake] = await Promise.all([
    queueLaneCommands(
      db,
      place.tenantId,
      session.lot.devices,
      session.commands,
      (lane) => asked.get(lane) || null,
      givenAt,
    ),
    writeStays(db, session, stays),
    writeMoney(db, place, {
      entries: entriesOf(session),
      postings: session.postings,
      days: stays.flatMap(({ days }) => days),
      charges: session.charges,
    }),
    writeFacts(db, session),
    markArrived(db, place.tenantId, arrivals(session)),
    writeLive(db, session),
    writeTold(db, session),
  ]);
  await followLot(db, place, {
    quotes: facts(session, 'quoted').map(({ quote }) => ({ ...quote, at: quote.pricedAt })),
    voided: facts(session, 'quoteVoid').map(({ order }) => order),
    left: facts(session, 'passage').flatMap(({ direction, stay, state, at }) =>
      direction === 'exit' && state === 'left' && stay !== null
        ? [{ stay, plate: plateOf(session, stay) ?? '', at }]
        : [],
    ),
  });
  return () => {
    wake();
    if (session.charges.length > 0) kickMoney();
  };
}

/** Orders that ask for nothing and were given nothing are not kept: a bill of 0 stands on its stay. */
const worthKeeping = (session: Session, order: Order): boolean =>
  session.entries.has(order.id) ||
  order.receivableFen > 0 ||
  order.payments.length > 0 ||
  order.waivedFen > 0 ||
  order.deratedFen > 0 ||
  order.attempts.length > 0;

function entriesOf(session: Session): OrderEntry[] {
  return [...session.touchedOrders].flatMap((id) => {
    const [order, about] = [session.book.order(id), session.abouts.get(id)];
    return order && about && worthKeeping(session, order) ? [{ order, about }] : [];
  });
}

/** Bookings whose cars have come in this batch. */
const arrivals = (session: Session) =>
  facts(session, 'stayOpened').flatMap(({ stay }) =>
    stay.booking !== null && stay.entry ? [{ booking: stay.booking, stay: stay.id, at: stay.entry.at }] : [],
  );

type StayWrite = { stay: Stay; row: Wide; days: DayDelta[] };

const kindOfType = { temp: 'temp', pass: 'monthly', visitor: 'visitor', free: 'free' } as const;

function stayRows(session: Session): StayWrite[] {
  return [...session.touchedStays].flatMap((id) => {
    const stay = session.book.stay(id);
    if (!stay) return [];
    const before = session.before.get(id);
    const row = {
      ...owner(session),
      id,
      ...frame(),
      begin_time: before?.begin_time ?? iso(beginOf(stay)),
      ...stayRow(stay),
      ...moneyOf(session, stay, before),
      ...extra(session, stay, before),
    };
    const days = [
      ...(before ? takenAway(stayDeltas(factOf(before), session.lot.place.zone)) : []),
      ...stayDeltas(factOf(row), session.lot.place.zone),
    ];
    return [{ stay, row, days }];
  });
}

const factOf = (row: Row) => ({
  status: String(row.status),
  inTime: ms(row.in_time),
  outTime: ms(row.out_time),
  staySeconds: row.stay_seconds as number | null,
  releaseType: row.release_type as string | null,
  kind: row.kind as string | null,
  carTypeId: row.car_type_id as string | null,
  paidFen: row.paid_fen as number | null,
  plate: String(row.plate_number ?? ''),
});

/** The stay's money is the sum of its orders'. */
function moneyOf(session: Session, stay: Stay, before: Row | undefined): Wide {
  const orders = session.book.ordersOf(stay.id).filter((order) => order.state !== 'none' || order.paidFen > 0);
  const sum = (of: (order: Order) => number) => orders.reduce((total, order) => total + of(order), 0);
  return {
    receivable_fen: sum((order) => order.receivableFen),
    derate_fen: sum((order) => order.deratedFen),
    waived_fen: sum((order) => order.waivedFen),
    paid_fen: sum((order) => order.paidFen),
    outstanding_fen: sum(outstanding),
    ...billOf(session, stay, before),
  };
}

const bill = (lines: unknown): Wide | null =>
  Array.isArray(lines)
    ? { bill_fen: (lines as BillLine[]).reduce((total, line) => total + line.amountFen, 0), lines }
    : null;
const noBill: Wide = { bill_fen: null, lines: null };

/** The bill is what was asked last at the exit, and belongs to that passage: should the passage turn out to end another stay, the bill goes along. */
function billOf(session: Session, stay: Stay, before: Row | undefined): Wide {
  const kept = before ? { bill_fen: before.bill_fen, lines: before.lines } : noBill;
  if (stay.exit === null) {
    const asked = session.facts.findLast((fact) => fact.fact === 'quoted' && fact.quote.stay === stay.id);
    return (asked?.fact === 'quoted' ? bill(asked.quote.lines) : null) ?? (before?.out_time ? noBill : kept);
  }
  const { passage } = stay.exit;
  if (passage === null) return kept;
  const fact = session.facts.findLast((each) => each.fact === 'passage' && each.id === passage);
  if (fact?.fact === 'passage') return bill(fact.order === null ? null : session.abouts.get(fact.order)?.lines) ?? kept;
  const ended = [...session.before.values()].find((row) => row.out_passage_id === passage && row.lines !== null);
  return ended ? { bill_fen: ended.bill_fen, lines: ended.lines } : kept;
}

const typeIdOf = (session: Session, stay: Stay): string | null =>
  (stay.kind === 'pass' ? session.passes.get(stay.pass ?? '')?.carTypeId : null) ??
  typeOfKind(session.lot.kinds, kindOfType[stay.kind as keyof typeof kindOfType] ?? 'temp')?.id ??
  null;

function extra(session: Session, stay: Stay, before: Row | undefined): Wide {
  const { lot } = session;
  const left = session.facts.findLast(
    (fact) => fact.fact === 'passage' && fact.direction === 'exit' && fact.stay === stay.id,
  );
  const corrections = session.facts.filter(
    (fact) => fact.fact === 'stayChanged' && fact.stay === stay.id && isCorrection(fact) && fact.why !== 'event',
  ).length;
  return {
    car_type_id: typeIdOf(session, stay),
    rule_name: lot.rules.find((rule) => rule.id === stay.tariff)?.name ?? before?.rule_name ?? null,
    release_type: stay.exit ? (releaseOf(session, stay) ?? before?.release_type ?? 'free') : null,
    out_picture: (left?.fact === 'passage' ? left.picture : null) ?? before?.out_picture ?? null,
    confidence: before?.confidence ?? session.confidences.get(stay.id) ?? null,
    changes: Number(before?.changes ?? 0) + corrections,
  };
}

/** How the car was let go, by what is known of its exit; null when this batch says nothing about it. */
function releaseOf(session: Session, stay: Stay): string | null {
  if (stay.state === 'closed-batch' || stay.state === 'closed-inferred') return 'repair';
  const orders = session.book.ordersOf(stay.id);
  const left = session.facts.findLast(
    (fact) => fact.fact === 'passage' && fact.direction === 'exit' && fact.stay === stay.id,
  );
  if (
    session.facts.some((fact) => fact.fact === 'release' && fact.stay === stay.id) ||
    orders.some((order) => order.waivedFen > 0)
  )
    return 'manual';
  if (orders.some((order) => order.owedFen > 0)) return 'unpaid';
  if (left?.fact === 'passage' && left.offline) return 'offline';
  if (left?.fact === 'passage' && left.cause?.kind === 'remote') return 'remote';
  if (orders.some((order) => order.paidFen > 0)) return 'paid';
  if (stay.kind === 'pass') return 'pass';
  if (stay.kind === 'free' || stay.kind === 'visitor') return 'list';
  return left ? 'free' : null;
}

const inside = new Set(['open', 'suspect', 'stale']);

async function writeStays(db: Db, session: Session, stays: readonly StayWrite[]): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  await insertRows(
    db,
    'stay',
    stays.map(({ row }) => row),
    orUpdate(stays[0]?.row, ['tenant_id', 'begin_time', 'id'], ['created_at']),
  );
  const plates = new Set(
    stays.flatMap(({ stay }) => [stay.plate, String(session.before.get(stay.id)?.plate_number ?? stay.plate)]),
  );
  const here = [...plates].flatMap((plate) => matesOf(session, plate));
  const ids = [...new Set([...stays.map(({ stay }) => stay.id), ...here.map(({ id }) => id)])];
  if (ids.length === 0) return;
  await db.raw(
    'DELETE FROM car_inside c USING jsonb_to_recordset($2::jsonb) AS g(park_id uuid, id uuid) WHERE c.tenant_id = $1 AND c.park_id = g.park_id AND c.id = g.id',
    [tenantId, JSON.stringify(ids.map((id) => ({ park_id: parkId, id })))],
  );
  await insertRows(
    db,
    'car_inside',
    here.map((stay) => insideRow(session, stay)),
    '',
  );
}

/** Cars inside under one plate: the one meant first, then doubted and accepted second ones. */
const matesOf = (session: Session, plate: string): Stay[] =>
  session.book
    .stays(plate)
    .filter((stay) => inside.has(stay.state))
    .sort(
      (a, b) =>
        Number(a.state !== 'open') - Number(b.state !== 'open') || beginOf(b) - beginOf(a) || (a.id < b.id ? -1 : 1),
    );

function insideRow(session: Session, stay: Stay): Wide {
  const settled = session.book.settled(stay.id, '');
  return {
    ...owner(session),
    id: stay.id,
    ...frame(),
    plate_number: stay.plate,
    plate_colour: stay.colour,
    kind: stay.kind,
    status: stay.state,
    car_type_id: typeIdOf(session, stay),
    in_time: iso(stay.entry?.at),
    in_gate_id: stay.entry?.lane ?? null,
    in_picture: stay.picture,
    paid_fen: settled.paidFen,
    free_until: iso(settled.freeUntil),
    clone_no: matesOf(session, stay.plate).findIndex((each) => each.id === stay.id),
    offline: stay.offline,
  };
}

type Of<K extends Fact['fact']> = Extract<Fact, { fact: K }>;
const facts = <K extends Fact['fact']>(session: Session, kind: K): Of<K>[] =>
  session.facts.filter((fact): fact is Of<K> => fact.fact === kind);

/** Why a lane decided as it did of each vehicle that went, by lane and passing: mostly it was told some messages before. A camera counts anew at times, so only what was decided within a day of the reading is of this car. */
async function reasonsOf(db: Db, session: Session): Promise<ReadonlyMap<string, string>> {
  const told = new Map<string, readonly string[]>(
    facts(session, 'decision').map((fact) => [`${fact.lane} ${fact.passing}`, fact.reasons]),
  );
  const asked = facts(session, 'passage').filter(({ lane, passing }) => passing > 0 && !told.has(`${lane} ${passing}`));
  if (asked.length > 0) {
    const rows = await db.raw<{ gate_id: string; passing: number; reasons: string[] }>(
      `SELECT DISTINCT ON (n.gate_id, n.passing) n.gate_id, n.passing, n.note->'reasons' AS reasons FROM lane_note n
      JOIN jsonb_to_recordset($2::jsonb) AS p(lane uuid, passing bigint, time timestamptz) ON n.gate_id = p.lane AND n.passing = p.passing AND n.at BETWEEN p.time AND p.time + interval '1 day'
      WHERE n.tenant_id = $1 AND n.kind = 'decision' AND n.at >= $3::timestamptz ORDER BY n.gate_id, n.passing, n.at DESC, n.id DESC`,
      [
        session.lot.place.tenantId,
        JSON.stringify(asked.map(({ lane, passing, at }) => ({ lane, passing, time: iso(at) }))),
        iso(Math.min(...asked.map(({ at }) => at))),
      ],
    );
    for (const row of rows) told.set(`${row.gate_id} ${row.passing}`, row.reasons);
  }
  return new Map([...told].map(([key, each]) => [key, each.join(',').slice(0, 300)]));
}

async function writeFacts(db: Db, session: Session): Promise<void> {
  const head = owner(session);
  const reasons = await reasonsOf(db, session);
  const passages = [...new Map(facts(session, 'passage').map((fact) => [fact.id, fact])).values()].map((fact) => ({
    ...head,
    id: fact.id,
    ...frame(),
    gate_id: fact.lane,
    direction: fact.direction,
    passing: fact.passing,
    status: fact.state,
    time: iso(fact.at),
    raw_time: iso(fact.rawAt),
    plate_number: fact.plate,
    plate_colour: fact.colour,
    picture: fact.picture,
    stay_id: fact.stay,
    order_id: fact.order,
    cause: fact.cause?.kind ?? null,
    refusal: fact.turnedAway?.reason.slice(0, 200) ?? null,
    refused_by: fact.turnedAway?.by.slice(0, 60) ?? null,
    reasons: reasons.get(`${fact.lane} ${fact.passing}`) ?? null,
    offline: fact.offline,
  }));
  await insertRows(db, 'passage', passages, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
  await writeOpenings(db, session, head);
  const releases = facts(session, 'release').map((fact) => ({
    ...fact,
    plate: plateOf(session, fact.stay) ?? session.plates.get(fact.id) ?? null,
    reason: fact.reason.slice(0, 200),
  }));
  await insertRows(
    db,
    'manual_release',
    releases.map((fact) => ({
      ...head,
      id: fact.id,
      ...frame(),
      gate_id: fact.lane,
      plate_number: fact.plate,
      time: iso(fact.at),
      reason: fact.reason,
      waived_fen: fact.waivedFen,
      operator: fact.by,
      picture: fact.picture,
      stay_id: fact.stay,
      order_id: fact.order,
    })),
    'ON CONFLICT (tenant_id, time, id) DO NOTHING',
  );
  if (releases.length > 0) await emit(released, { place: session.lot.place, releases }, { db });
  await writeExceptions(db, session, head);
  await writeChanges(db, session, head);
  await writeNotes(db, session);
  const explained = facts(session, 'openingExplained');
  if (explained.length > 0) {
    await db.raw(
      `UPDATE gate_opening o SET cause = e.cause, cause_id = e.cause_id, plate_number = coalesce(o.plate_number, e.plate)
      FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS e(id, cause, cause_id, plate) WHERE o.tenant_id = $1 AND o.park_id = $2 AND o.id = e.id`,
      [
        session.lot.place.tenantId,
        session.lot.place.parkId,
        explained.map((fact) => fact.opening),
        explained.map((fact) => fact.cause.kind),
        explained.map((fact) => fact.cause.id),
        explained.map((fact) => plateOf(session, fact.cause.id) ?? session.plates.get(fact.cause.id ?? '') ?? null),
      ],
    );
  }
  const moved = new Map(facts(session, 'exitMoved').map((fact) => [fact.passage, fact.to]));
  if (moved.size > 0) {
    await db.raw(
      'UPDATE passage p SET stay_id = m.stay FROM unnest($3::uuid[], $4::text[]) AS m(id, stay) WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.id = m.id',
      [session.lot.place.tenantId, session.lot.place.parkId, [...moved.keys()], [...moved.values()]],
    );
  }
  const read = facts(session, 'passageRead');
  if (read.length > 0) {
    await db.raw(
      `UPDATE passage p SET status = 'read-late', stay_id = r.stay FROM unnest($3::uuid[], $4::text[]) AS r(id, stay) WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.id = r.id`,
      [
        session.lot.place.tenantId,
        session.lot.place.parkId,
        read.map((fact) => fact.passage),
        read.map((fact) => fact.stay),
      ],
    );
  }
}

/** Openings and when each was over; those that no stay and no pass asked for with who was on duty at the lane's box, and with the picture of what passed. Faults and barriers that did not move stand among them. */
async function writeOpenings(db: Db, session: Session, head: Wide): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const [openings, closed] = [
    facts(session, 'opening'),
    new Map(facts(session, 'closed').map((fact) => [fact.opening, fact])),
  ];
  const troubles = facts(session, 'barrier').map((fact) => ({ ...fact, cause: null }));
  const asked = openings.filter(({ cause }) => cause.kind !== 'stay' && cause.kind !== 'pass');
  const duty = await dutyAt(db, { tenantId, parkId }, [...asked, ...troubles]);
  await insertRows(
    db,
    'gate_opening',
    [
      ...openings.map((fact) => ({
        ...fact,
        event: 'up',
        plate: session.plates.get(fact.id) ?? plateOf(session, fact.cause.id),
      })),
      ...troubles,
    ].map((fact) => {
      const on = duty.get(fact.id);
      return {
        ...head,
        id: fact.id,
        ...frame(),
        gate_id: fact.lane,
        event: fact.event,
        time: iso(fact.at),
        raw_time: iso(fact.rawAt),
        ...overOf(closed.get(fact.id)),
        cause: fact.cause?.kind ?? null,
        cause_id: fact.cause?.id ?? null,
        plate_number: fact.plate,
        command_id: fact.commandId,
        operator: on?.operator ?? null,
        operator_id: on?.operatorId ?? null,
        shift_id: on?.shiftId ?? null,
        picture: session.shots.get(fact.id) ?? null,
      };
    }),
    'ON CONFLICT (tenant_id, time, id) DO NOTHING',
  );
  await closeOpenings(
    db,
    session,
    [...closed.values()].filter(({ opening }) => !openings.some(({ id }) => id === opening)),
  );
  const seen = facts(session, 'passage').filter(
    ({ cause, picture }) => picture !== null && cause !== null && cause.kind !== 'stay' && cause.kind !== 'pass',
  );
  if (seen.length === 0) return;
  await db.raw(
    `UPDATE gate_opening o SET picture = p.picture FROM unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[]) AS p(gate, since, until, picture)
    WHERE o.tenant_id = $1 AND o.park_id = $2 AND o.gate_id = p.gate AND o.picture IS NULL AND o.cause NOT IN ('stay', 'pass') AND o.time BETWEEN p.since AND p.until`,
    [
      tenantId,
      parkId,
      seen.map(({ lane }) => lane),
      seen.map(({ at }) => iso(at - 2 * MINUTE)),
      seen.map(({ at }) => iso(at + MINUTE)),
      seen.map(({ picture }) => picture),
    ],
  );
}

const overOf = (fact: Of<'closed'> | undefined): Wide => ({
  closed_time: iso(fact?.at),
  open_seconds: fact ? Math.max(0, Math.round((fact.at - fact.openedAt) / 1000)) : null,
});

/** Openings stored before, found by their own time: the barrier is down again. */
async function closeOpenings(db: Db, session: Session, closed: readonly Of<'closed'>[]): Promise<void> {
  if (closed.length === 0) return;
  await db.raw(
    `UPDATE gate_opening o SET closed_time = c.closed_time, open_seconds = c.open_seconds FROM jsonb_to_recordset($2::jsonb) AS c(id uuid, time timestamptz, closed_time timestamptz, open_seconds int)
    WHERE o.tenant_id = $1 AND o.time = c.time AND o.id = c.id AND o.closed_time IS NULL`,
    [
      session.lot.place.tenantId,
      JSON.stringify(closed.map((fact) => ({ id: fact.opening, time: iso(fact.openedAt), ...overOf(fact) }))),
    ],
  );
}

/** Where an exception was seen: the lane's box, who was on duty there, and the car's picture nearest to it. */
async function sightings(db: Db, session: Session): Promise<(fact: Of<'exception'>) => Wide> {
  const found = facts(session, 'exception').flatMap(({ id, lane, at }) => (lane === null ? [] : [{ id, lane, at }]));
  if (found.length === 0) return () => ({ box_id: null, operator: null, picture: null });
  const duty = await dutyAt(db, session.lot.place, found);
  const boxes = await db.raw<{ id: string; box: string | null }>(
    'SELECT id, box_id AS box FROM park_gate WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [session.lot.place.tenantId, found.map(({ lane }) => lane)],
  );
  const boxOf = new Map(boxes.map(({ id, box }) => [id, box]));
  const shots = facts(session, 'passage').filter(({ picture }) => picture !== null);
  const shotOf = ({ lane, at, stay }: Of<'exception'>) =>
    shots
      .filter((shot) => shot.lane === lane && Math.abs(shot.at - at) <= MINUTE)
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]?.picture ??
    (stay === null ? null : (session.book.stay(stay)?.picture ?? null));
  return (fact) => ({
    box_id: boxOf.get(fact.lane ?? '') ?? null,
    operator: duty.get(fact.id)?.operator ?? null,
    picture: shotOf(fact),
  });
}

/** A finding clears what was listed before it, stored or of this batch, and nothing that is listed after it. */
async function writeExceptions(db: Db, session: Session, head: Wide): Promise<void> {
  const rows: Wide[] = [];
  const about = new Map<string, Wide[]>();
  const cleared = new Map<string, { code: string; subject: string; at: string }>();
  const seen = await sightings(db, session);
  for (const fact of session.facts) {
    if (fact.fact === 'exception') {
      const row: Wide = {
        ...head,
        id: fact.id,
        ...frame(),
        gate_id: fact.lane,
        code: fact.code,
        time: iso(fact.at),
        plate_number: fact.plate,
        stay_id: fact.stay,
        other_id: fact.other,
        amount_fen: fact.amountFen,
        ...seen(fact),
        cleared_time: null,
      };
      rows.push(row);
      for (const subject of new Set([fact.stay, fact.other]))
        if (subject !== null)
          about.set(`${fact.code} ${subject}`, [...(about.get(`${fact.code} ${subject}`) ?? []), row]);
    } else if (fact.fact === 'exceptionCleared') {
      const { code, subject } = fact;
      const at = iso(fact.at)!;
      cleared.set(`${code} ${subject}`, { code, subject, at });
      for (const row of about.get(`${code} ${subject}`) ?? []) row.cleared_time ??= at;
    }
  }
  if (cleared.size > 0) {
    const all = [...cleared.values()];
    await db.raw(
      `UPDATE lane_exception e SET cleared_time = c.at FROM unnest($3::text[], $4::text[], $5::timestamptz[]) AS c(code, subject, at)
      WHERE e.tenant_id = $1 AND e.park_id = $2 AND e.cleared_time IS NULL AND e.code = c.code AND (e.stay_id = c.subject OR e.other_id = c.subject)`,
      [
        session.lot.place.tenantId,
        session.lot.place.parkId,
        all.map((each) => each.code),
        all.map((each) => each.subject),
        all.map((each) => each.at),
      ],
    );
  }
  await insertRows(db, 'lane_exception', rows, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
}

const plateOf = (session: Session, stay: string | null): string | null =>
  stay === null ? null : (session.book.stay(stay)?.plate ?? null);

/** A car that simply left, or went to another area, was not corrected: its passage says it. */
const isCorrection = ({ why }: Of<'stayChanged'>): boolean => why !== 'left' && why !== 'moved';

/** The history of stays. */
async function writeChanges(db: Db, session: Session, head: Wide): Promise<void> {
  const rows = facts(session, 'stayChanged')
    .filter(isCorrection)
    .map((fact) => ({
      ...head,
      id: changeId(fact),
      ...frame(),
      stay_id: fact.stay,
      time: iso(fact.at),
      why: fact.why,
      by: fact.by,
      before: fact.before,
      after: fact.after,
      remark: session.remark,
    }));
  await insertRows(db, 'stay_change', rows, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
  await insertRows(
    db,
    'space_adjustment',
    facts(session, 'adjustment').map((fact) => ({
      ...head,
      id: fact.id,
      at: iso(fact.at),
      delta: fact.delta,
      reason: fact.reason,
      by: fact.by,
    })),
    'ON CONFLICT DO NOTHING',
  );
}

/** Follows from what changed, so that the same change is the same row. */
function changeId(fact: Of<'stayChanged'>): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([fact.stay, fact.at, fact.why, fact.before, fact.after]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function writeNotes(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const head = { tenant_id: tenantId, park_id: parkId };
  const rows = [
    ...facts(session, 'reading').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'reading',
      passing: fact.passing,
      plate: fact.plate,
      note: { confidence: fact.confidence, picture: fact.picture, repeatOf: fact.repeatOf },
    })),
    ...facts(session, 'decision').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'decision',
      passing: fact.passing,
      plate: fact.plate,
      note: { verdict: fact.verdict, reasons: fact.reasons, offline: fact.offline },
    })),
    ...facts(session, 'picked').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'picked',
      passing: fact.passing,
      plate: fact.read,
      note: { chosen: fact.chosen, stay: fact.stay, by: fact.by },
    })),
    ...facts(session, 'turnedAway').map((fact) => ({
      ...head,
      gate_id: fact.lane,
      id: fact.id,
      at: iso(fact.at),
      kind: 'refusal',
      passing: fact.passing,
      plate: fact.plate,
      note: { reason: fact.reason, by: fact.by },
    })),
  ];
  await insertRows(db, 'lane_note', rows, 'ON CONFLICT (tenant_id, at, id) DO NOTHING');
}

/** What was told and found its visit waits no more; what did not begins to. */
async function writeTold(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const found = session.told.filter(({ id }) => !session.waiting.some((told) => told.id === id)).map(({ id }) => id);
  if (found.length > 0)
    await db.raw('DELETE FROM told_event WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[])', [
      tenantId,
      parkId,
      found,
    ]);
  const rows = session.waiting.filter(({ id }) => !session.told.some((told) => told.id === id));
  await insertRows(
    db,
    'told_event',
    rows.map(({ id, plate, event, at }) => ({ ...owner(session), id, plate_number: plate, event, at: iso(at) })),
    'ON CONFLICT (tenant_id, park_id, id) DO NOTHING',
  );
}

/** How far lanes and devices are, and the lot's own figure of cars inside. */
async function writeLive(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const head = { tenant_id: tenantId, park_id: parkId, updated_at: now() };
  const lanes = [...session.touchedLanes].map((id) => ({ ...head, gate_id: id, state: session.lanes.get(id) }));
  await insertRows(
    db,
    'lane_live',
    lanes,
    'ON CONFLICT (tenant_id, park_id, gate_id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at',
  );
  const devices = [...session.touchedDevices].map((id) => ({
    ...head,
    device_id: id,
    last_seq: (session.devices.get(id)?.next ?? 1) - 1,
    state: session.devices.get(id),
  }));
  await insertRows(
    db,
    'device_live',
    devices,
    'ON CONFLICT (tenant_id, park_id, device_id) DO UPDATE SET last_seq = excluded.last_seq, state = excluded.state, updated_at = excluded.updated_at',
  );
  const events = [...new Map(session.arrived.map((each) => [`${each.event.device} ${each.event.seq}`, each])).values()];
  await insertRows(
    db,
    'device_event',
    events.map(({ event, applied }) => ({
      tenant_id: tenantId,
      park_id: parkId,
      device_id: event.device,
      gate_id: event.lane,
      seq: event.seq,
      kind: event.kind,
      raw_at: iso(event.rawAt),
      at: iso(event.at),
      received_at: now(),
      payload: event,
      applied,
    })),
    'ON CONFLICT (tenant_id, raw_at, device_id, seq) DO UPDATE SET applied = excluded.applied',
  );
  const fresh = events.filter(
    ({ event, applied }) => !applied || !session.heldBefore.has(`${event.device} ${event.seq}`),
  ).length;
  await insertRows(
    db,
    'park_live',
    [
      {
        ...owner(session),
        inside: session.book.occupancy(),
        events: fresh,
        adjusted: facts(session, 'adjustment').reduce((sum, fact) => sum + fact.delta, 0),
        updated_at: now(),
      },
    ],
    `ON CONFLICT (tenant_id, park_id) DO UPDATE SET
    inside = excluded.inside, events = park_live.events + excluded.events, adjusted = park_live.adjusted + excluded.adjusted, updated_at = excluded.updated_at`,
  );
}
