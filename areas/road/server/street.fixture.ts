/** A street for stories: a roadside car park with one section of berths, a tariff, and sensors that speak. */
import { randomUUID } from 'node:crypto';
import type { EvidenceClaim } from '#domain/berth/types.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import { acceptEvidence, sweepEnds } from './door.ts';
import type { Claim } from './door.ts';
import type { Lot } from './evidence.ts';

export const MINUTE = 60_000;

/** Half an hour free of nothing: 3 yuan for each half hour begun, so that every minute beyond is seen in the bill. */
const tariff = { freeMinutes: 0, firstMinutes: 30, firstFee: 300, unitMinutes: 30, unitFee: 300, dayMaxFee: 100_000 };

export type Street = {
  readonly lot: Lot;
  readonly sectionId: string;
  readonly berths: readonly { readonly id: string; readonly berthNo: string }[];
  /** Device id of the sensor of each berth. */
  readonly sensors: readonly string[];
  readonly claim: (nth: number, at: number, claim: EvidenceClaim, more?: Partial<Claim>) => Claim;
  readonly person: (nth: number, at: number, claim: EvidenceClaim, plate?: string | null) => Claim;
  readonly accept: (claims: readonly Claim[], now: number) => ReturnType<typeof acceptEvidence>;
  readonly sweep: (now: number) => Promise<void>;
  readonly stays: () => Promise<Record<string, string & number>[]>;
  readonly spells: (nth: number) => Promise<{ state: string; from: string; to: string | null }[]>;
};

type Made = Pick<Street, 'lot' | 'sectionId' | 'berths' | 'sensors'>;

async function makeStreet(product: TestProduct, count: number, company: string): Promise<Made> {
  const parkId = await product.park(company, `路内 ${randomUUID().slice(0, 8)}`, { parkType: 'curb', totalStall: 50 });
  const section = await product.must('POST', '/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '人民路东侧',
    road: '人民路',
    totalStall: count,
    numberPrefix: `R${randomUUID().slice(0, 4).toUpperCase()}`,
    numberFrom: 1,
    numberTo: count,
    line: [
      { lng: 114.05, lat: 22.54 },
      { lng: 114.051, lat: 22.54 },
    ],
  });
  await product.must('POST', '/api/updown/road/inout/initBerthNum', { parkId });
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const temp = types.find((type: { kind: string }) => type.kind === 'temp').value;
  const rule = await product.must('POST', '/api/updown/platParkFeeRule/submit', { parkId, CarTypeID: temp, ...tariff });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: rule.id });
  const berths = await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId });
  const sensors: string[] = [];
  for (const berth of berths)
    sensors.push(
      (
        await product.must('POST', '/api/updown/pda/rdSensor/submit', {
          parkId,
          sn: `DC${randomUUID().slice(0, 12)}`,
          berthNo: berth.berthNo,
        })
      ).id,
    );
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  const lot = { tenantId: row!.tenant_id, parkId };
  const scope = tenantScope(lot.tenantId);
  // Sensors stood there, and were found in their places, before the story begins.
  await product.database.write(scope, (db) =>
    db.raw(
      `UPDATE sensor_binding SET from_time = from_time - interval '30 days', proven_time = from_time - interval '30 days' WHERE tenant_id = $1 AND park_id = $2`,
      [lot.tenantId, parkId],
    ),
  );
  return { lot, sectionId: section.id, berths, sensors };
}

export async function openStreet(product: TestProduct, count = 3, company = product.companies.child): Promise<Street> {
  const made = await makeStreet(product, count, company);
  const { lot, berths, sensors } = made;
  const scope = tenantScope(lot.tenantId);
  const bare = (nth: number, at: number, claim: EvidenceClaim): Claim => ({
    berthId: berths[nth]!.id,
    at,
    rawAt: at,
    source: 'sensor',
    claim,
    deviceId: sensors[nth]!,
    userId: null,
    plate: null,
    colour: null,
    confidence: null,
    picture: null,
    offline: false,
    changes: null,
    sinceSeconds: null,
    restarted: false,
    alsoOf: null,
    sourceId: sensors[nth]!,
    seq: `${claim}-${at}`,
  });
  return {
    ...made,
    claim: (nth, at, claim, more = {}) => ({ ...bare(nth, at, claim), ...more }),
    person: (nth, at, claim, plate = null) => ({
      ...bare(nth, at, claim),
      source: 'person',
      deviceId: null,
      plate,
      colour: plate ? 'blue' : null,
      sourceId: `person of ${lot.parkId}`,
    }),
    accept: (claims, now) => acceptEvidence(product.database, lot, claims, new Date(now)),
    sweep: (now) => sweepEnds(product.database, new Date(now)),
    stays: () =>
      product.database.read(scope, (db) =>
        db.raw(
          `SELECT id, plate_number AS plate, status, in_time AS "in", out_time AS out, receivable_fen AS due, outstanding_fen AS owed, berth_id AS berth, begin_by AS "beginBy", end_by AS "endBy"
          FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status <> 'merged' ORDER BY in_time, id`,
          [lot.tenantId, lot.parkId],
        ),
      ),
    spells: (nth) =>
      product.database.read(scope, (db) =>
        db.raw(
          `SELECT state, from_time AS "from", to_time AS "to" FROM berth_spell WHERE tenant_id = $1 AND berth_id = $2 ORDER BY from_time`,
          [lot.tenantId, berths[nth]!.id],
        ),
      ),
  };
}
