/** One visit of the demo city's past: the stay, its passages and its money. */
import { factId } from '#domain/lane/identity.ts';
import type { AtBerth, Stay } from '#domain/lane/types.ts';
import { stayDeltas } from '#areas/billing/server/door.ts';
import { ruleAt } from '#areas/passage/server/lot-fees.ts';
import { iso, stayRow } from '#areas/passage/server/rows.ts';
import { pictureOf } from '#device/picture.ts';
import { deratesOf } from './derates.ts';
import type { PastStay } from './history.ts';
import { covered, movesOf } from './load-base.ts';
import type { Batch, Scene, Wide } from './load-base.ts';
import type { Stand } from './street-past.ts';
import { STUCK, paid } from './visit-money.ts';
import { passages, passagesWithin } from './visit-passages.ts';

type Ref = { device: string; seq: number; rawAt: number };
type Money = ReturnType<typeof paid> | null;
type Written = {
  past: PastStay;
  stay: Stay;
  money: Money;
  rule: ReturnType<typeof ruleAt>;
  carTypeId: string | null;
  head: Wide;
};

function stayAt(scene: Scene, past: PastStay, inRef: Ref, outRef: Ref): Stay {
  const rule = ruleAt(scene.lot, past.car.colour, past.inAt);
  const [inLane, outLane] = [scene.entries[past.entry] ?? null, scene.exits[past.exit] ?? null];
  const stand = scene.stand(past);
  return {
    id: factId(inRef, 'stay'),
    plate: past.car.plate,
    colour: past.car.colour,
    kind: past.hasPass ? 'pass' : 'temp',
    state: past.outAt === null ? 'open' : 'closed',
    clone: false,
    entry: { at: past.inAt, rawAt: past.inAt, lane: inLane, passage: factId(inRef, 'passage') },
    exit:
      past.outAt === null
        ? null
        : { at: past.outAt, rawAt: past.outAt, lane: outLane, passage: factId(outRef, 'passage') },
    exitPlate: past.outAt === null ? null : past.car.plate,
    exitStay: past.outAt === null ? null : factId(outRef, 'stay'),
    tariff: past.hasPass ? null : (rule?.id ?? null),
    pass: past.hasPass ? (scene.passes.get(past.car.plate) ?? null) : null,
    booking: null,
    picture: pictureOf({ plate: past.car.plate, colour: past.car.colour, direction: 'in', at: past.inAt }),
    mergedInto: null,
    claims: null,
    offline: false,
    ...movesOf(scene, past),
    ...(stand ? { berth: berthOf(stand, past), exitPlate: null, exitStay: null } : {}),
  };
}

/** As the evidence of the sensor at its berth has it. */
const berthOf = ({ berth, duty }: Stand, { inAt, outAt }: PastStay): AtBerth => ({
  id: berth.id,
  section: berth.sectionId,
  also: [],
  moves: [],
  bays: 1,
  zone: berth.zone,
  beganBy: 'sensor',
  endedBy: outAt === null ? null : 'sensor',
  provenTo: outAt ?? inAt,
  continues: null,
  duty: duty?.id ?? null,
});

/** How the car was let go; null while it is inside. */
function releaseOf(past: PastStay, money: Money): string | null {
  if (past.outAt === null) return null;
  if (past.hasPass) return 'pass';
  const order = money?.entry?.order;
  if (!order) return 'free';
  if (order.waivedFen > 0) return 'manual';
  if (order.owedFen > 0) return 'unpaid';
  return order.paidFen > 0 ? 'paid' : 'free';
}

function stayRowOf({ past, stay, money, rule, carTypeId, head }: Written) {
  const order = money?.entry?.order;
  const lines = past.outAt === null ? null : money ? money.lines : covered(past.inAt, past.outAt);
  return {
    ...head,
    id: stay.id,
    begin_time: iso(past.inAt),
    ...stayRow(stay),
    receivable_fen: order?.receivableFen ?? 0,
    derate_fen: order?.deratedFen ?? 0,
    waived_fen: order?.waivedFen ?? 0,
    paid_fen: order?.paidFen ?? 0,
    outstanding_fen: order?.owedFen ?? 0,
    bill_fen: past.outAt === null ? null : (money?.totalFen ?? 0),
    lines,
    car_type_id: carTypeId,
    rule_name: past.hasPass ? null : (rule?.name ?? null),
    release_type: releaseOf(past, money),
    out_picture:
      past.outAt === null
        ? null
        : pictureOf({ plate: past.car.plate, colour: past.car.colour, direction: 'out', at: past.outAt }),
    confidence: past.confidence,
    changes: 0,
  };
}

const insideRow = ({ past, stay, carTypeId, head }: Written): Wide => ({
  ...head,
  id: stay.id,
  plate_number: stay.plate,
  plate_colour: stay.colour,
  kind: stay.kind,
  status: 'open',
  car_type_id: carTypeId,
  in_time: iso(past.inAt),
  in_gate_id: stay.entry!.lane,
  in_picture: stay.picture,
  paid_fen: 0,
  free_until: null,
  berth_id: stay.berth?.id ?? null,
  section_id: stay.berth?.section ?? null,
  proven_to: stay.berth ? iso(stay.berth.provenTo) : null,
  clone_no: 0,
  offline: false,
});

/** A barrier that stood still or failed at the entry, in every `STUCK`th visit. */
function stuckAtEntry(batch: Batch, { past, stay, head }: Written, inRef: Ref, nth: number): void {
  const inLane = stay.entry!.lane;
  if (inLane === null || nth % STUCK !== 0) return;
  const at = iso(past.inAt + 1_200);
  batch.openings.push({
    ...head,
    id: factId(inRef, 'barrier:still'),
    gate_id: inLane,
    event: nth % (2 * STUCK) === 0 ? 'fault' : 'still',
    evidence: null,
    time: at,
    raw_time: at,
    closed_time: null,
    open_seconds: null,
    cause: null,
    cause_id: null,
    plate_number: stay.plate,
    command_id: null,
  });
  batch.troubles.push({
    ...head,
    id: factId(inRef, 'exception:gate'),
    gate_id: inLane,
    code: 'E-GATE',
    time: at,
    plate_number: stay.plate,
    stay_id: stay.id,
    other_id: null,
    amount_fen: null,
    picture: stay.picture,
    cleared_time: null,
  });
}

/** What left a barrier without paying is listed as an exception; at the kerb it is a debt and nothing else. */
function leftUnpaid(batch: Batch, { past, stay, money, head }: Written, outRef: Ref, picture: unknown): void {
  const owedFen = money?.entry?.order.owedFen;
  if (!owedFen || past.kerb) return;
  batch.troubles.push({
    ...head,
    id: factId(outRef, 'exception:unpaid'),
    gate_id: stay.exit!.lane,
    code: 'E-UNPAID',
    time: iso(stay.exit!.at),
    plate_number: stay.plate,
    stay_id: stay.id,
    other_id: null,
    amount_fen: owedFen,
    picture,
    cleared_time: null,
  });
}

/** The id of the visit that is the `nth` of its lot. */
export const stayIdOf = (parkId: string, nth: number, { inAt }: PastStay): string =>
  factId({ device: `demo:${parkId}`, seq: nth * 2, rawAt: inAt }, 'stay');

/** Adds one visit to the batch. `nth` counts the lot's visits and gives its events their numbers. */
export function visit(scene: Scene, batch: Batch, past: PastStay, nth: number): void {
  const { lot } = scene;
  const { tenantId, companyId, parkId, zone } = lot.place;
  const camera = `demo:${parkId}`;
  const [inRef, outRef] = [
    { device: camera, seq: nth * 2, rawAt: past.inAt },
    { device: camera, seq: nth * 2 + 1, rawAt: past.outAt ?? 0 },
  ];
  const rule = ruleAt(lot, past.car.colour, past.inAt);
  const outLane = scene.exits[past.exit] ?? null;
  const stay = stayAt(scene, past, inRef, outRef);
  const carTypeId = past.hasPass ? scene.types.pass : scene.types.temp;
  const money =
    past.outAt === null || past.hasPass || !rule
      ? null
      : paid(scene, past, { stay, rule, outRef, carTypeId, outLane, outAt: past.outAt });
  const order = money?.entry?.order;
  const head = {
    tenant_id: tenantId,
    company_id: companyId,
    park_id: parkId,
    created_at: iso(past.inAt),
    updated_at: iso(past.outAt ?? past.inAt),
  };
  const written: Written = { past, stay, money, rule, carTypeId, head };
  const row = stayRowOf(written);
  batch.stays.push(row);
  if (past.outAt === null) batch.inside.push(insideRow(written));
  batch.derates.push(...deratesOf(scene.shops, stay, past, money?.given ?? null));
  if (money?.entry) {
    batch.entries.push(money.entry);
    batch.postings.push(...money.postings);
  }
  batch.days.push(
    ...stayDeltas(
      {
        status: stay.state,
        inTime: past.inAt,
        outTime: past.outAt,
        staySeconds: past.outAt === null ? null : Math.round((past.outAt - past.inAt) / 1000),
        releaseType: row.release_type,
        kind: stay.kind,
        carTypeId,
        paidFen: row.paid_fen,
        plate: stay.plate,
      },
      zone,
    ),
  );
  stuckAtEntry(batch, written, inRef, nth);
  leftUnpaid(batch, written, outRef, row.out_picture);
  passages(scene, batch, head, {
    stay,
    outPicture: row.out_picture,
    order: order ?? null,
    confidence: past.confidence,
    settledAt: money?.settledAt ?? past.outAt ?? 0,
    release:
      order?.waivedFen && past.release
        ? { reason: past.release, by: scene.onDuty(money?.settledAt ?? stay.exit!.at) }
        : null,
  });
  if (scene.inner !== null)
    passagesWithin(scene, batch, head, { stay, lane: scene.inner, confidence: past.confidence });
}
