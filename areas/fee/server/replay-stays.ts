/**
 * Ended stays of lots as a replay takes them in: read through a cursor, with what the lot knows of zone, calendar and
 * cars.
 */
import { eq, inArray } from 'drizzle-orm';
import { holidaysOf } from '#domain/fee/day-plan.ts';
import { knownAtGate } from '#domain/fee/known.ts';
import type { AsideCause, BilledStay, DoubtCause } from '#domain/fee/replay.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import type { FeeContext, FeeRule } from '#domain/fee/types.ts';
import type { Move } from '#domain/lane/types.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Database, Db, Scope } from '#kit/server/db.ts';
import { batchesOf } from '#kit/sheets/server/export-rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { holidayDate } from '#areas/fee/model/holiday-date.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { settingsOfAll } from '#areas/lot/server/door.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';

/** The rule of a run, as it was when the run was requested. `version` is null for a draft. */
export type ReplayedRule = {
  readonly id: string;
  readonly version: string | null;
  readonly rule: FeeRule;
  readonly carTypeId: string;
  readonly carModelId: string | null;
};
export type ReplayRequest = {
  readonly tenantId: number;
  readonly parkIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly replayed: ReplayedRule;
};

type Model = {
  readonly id: string;
  readonly name: string;
  readonly no: string | null;
  readonly colours: readonly string[];
  readonly isDefault: boolean;
};
type Held = {
  readonly id: string;
  readonly carTypeId: string;
  readonly carModelId: string | null;
  readonly from: number;
  readonly until: number;
};
export type ReplayLot = {
  readonly place: Pick<FeeContext, 'zone' | 'calendar'>;
  /** Area of each lane that has one. */
  readonly areas: ReadonlyMap<string, string>;
  readonly freezeAt: 'entry' | 'exit';
  readonly models: readonly Model[];
  /** Car types of the kind the rule is for. */
  readonly types: ReadonlySet<string>;
  /** Versions that were published, for lots that price by the rule in force at the exit. */
  readonly held: readonly Held[];
};

type Lots = {
  readonly lots: ReadonlyMap<string, ReplayLot>;
  /** Name of the model the rule is for. */ readonly model: string | null;
};
type Cells = Readonly<Record<string, unknown>>;
const ofPark = (rows: readonly Cells[], parkId: string): Cells[] => rows.filter((row) => row.parkId === parkId);
const time = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.POSITIVE_INFINITY);

function lotOf(
  row: Cells,
  types: ReadonlySet<string>,
  freezeAt: 'entry' | 'exit',
  of: {
    days: readonly { day: string; dayKind: string }[];
    models: readonly Cells[];
    rules: readonly Cells[];
    gates: readonly Cells[];
  },
): ReplayLot {
  return {
    place: { zone: typeof row.zone === 'string' ? row.zone : 'Asia/Shanghai', calendar: holidaysOf(of.days) },
    freezeAt,
    types,
    areas: new Map(
      of.gates.flatMap((gate) => (typeof gate.areaId === 'string' ? [[String(gate.id), gate.areaId] as const] : [])),
    ),
    models: of.models.map((model) => ({
      id: String(model.id),
      name: String(model.modelName),
      no: typeof model.modelNo === 'string' ? model.modelNo : null,
      colours: (model.plateColours ?? []) as string[],
      isDefault: model.isDefault === true,
    })),
    held: of.rules.map((rule) => ({
      id: String(rule.id),
      carTypeId: String(rule.carTypeId),
      carModelId: typeof rule.carModelId === 'string' ? rule.carModelId : null,
      from: time(rule.effectiveFrom),
      until: time(rule.effectiveUntil),
    })),
  };
}

function rowsOfParks(db: Db, of: Resource, parkIds: readonly string[]) {
  const table = tableOf(of);
  return db
    .select()
    .from(table)
    .where(scoped(of, db.scope, [inArray(table.parkId!, [...parkIds])]));
}

function rowWithId(db: Db, of: Resource, id: string) {
  const table = tableOf(of);
  return db
    .select()
    .from(table)
    .where(scoped(of, db.scope, [eq(table.id!, id)]))
    .limit(1);
}

/** What the lots of a run know that a price may depend on. */
async function lotsOf(db: Db, { parkIds, replayed }: ReplayRequest): Promise<Lots> {
  const [parkTable, modelTable] = [tableOf(park), tableOf(carModel)];
  const [parks, days, models, types, rules, gates, settings] = await Promise.all([
    db
      .select()
      .from(parkTable)
      .where(scoped(park, db.scope, [inArray(parkTable.id!, [...parkIds])])),
    rowsOfParks(db, holidayDate, parkIds),
    rowsOfParks(db, carModel, parkIds).orderBy(modelTable.sort!, modelTable.id!),
    rowsOfParks(db, carType, parkIds),
    rowsOfParks(db, feeRule, parkIds),
    rowsOfParks(db, parkGate, parkIds),
    settingsOfAll(db, parkIds),
  ]);
  const [own] = await rowWithId(db, carType, replayed.carTypeId);
  const [model] = replayed.carModelId === null ? [] : await rowWithId(db, carModel, replayed.carModelId);
  const lots = parks.map((lot): [string, ReplayLot] => {
    const id = String(lot.id);
    const same = ofPark(types, id).filter((type) =>
      own?.parkId === id ? type.id === own.id : type.kind === own?.kind,
    );
    const published = ofPark(rules, id).filter(({ status }) => status !== 'draft');
    return [
      id,
      lotOf(
        lot,
        new Set(same.map((type) => String(type.id))),
        settings.get(id)?.freezeRuleAt === 'exit' ? 'exit' : 'entry',
        {
          days: ofPark(days, id) as { day: string; dayKind: string }[],
          models: ofPark(models, id),
          rules: published,
          gates: ofPark(gates, id),
        },
      ),
    ];
  });
  return { lots: new Map(lots), model: typeof model?.modelName === 'string' ? model.modelName : null };
}

const ASIDE_KIND: Readonly<Record<string, AsideCause>> = {
  pass: 'pass',
  visitor: 'listed',
  free: 'listed',
  unidentified: 'unidentified',
  'no-entry': 'no-entry',
};
const ASIDE_STATE: Readonly<Record<string, AsideCause>> = {
  merged: 'merged',
  'closed-inferred': 'inferred',
  'closed-batch': 'batch',
};

/**
 * The columns of a row, in the order they are read. A bill names the instants it was made for: its lines that span time
 * begin at the entry and end there. In the leave window that is the payment, and at the lane the reading, not the
 * passage.
 */
const COLUMNS = `s.id, s.park_id, s.car_type_id, s.plate_colour, s.kind, s.status, s.in_time, s.out_time,
  s.receivable_fen, s.rule_id, s.release_type, s.derate_fen, s.changes, s.offline, s.lines IS NOT NULL AS billed,
  (SELECT max((line->>'to')::bigint) FROM jsonb_array_elements(s.lines) AS line
    WHERE line->>'kind' IN ('free', 'time', 'flat', 'covered')) AS priced_at, s.plate_number, s.in_gate_id, s.moves,
    s.events`;
const WHERE = `s.tenant_id = $1 AND s.park_id = ANY($2::uuid[]) AND s.out_time >= $3 AND s.out_time < $4 AND s.begin_time < $4 AND s.deleted_at IS NULL AND s.status IN ('closed', 'closed-inferred', 'closed-batch', 'merged')`;

type StayRow = [
  id: string,
  parkId: string,
  carTypeId: string | null,
  colour: string | null,
  kind: string,
  status: string,
  inTime: string | null,
  outTime: string,
  receivableFen: number | null,
  ruleId: string | null,
  releaseType: string | null,
  derateFen: number | null,
  changes: number | null,
  offline: boolean | null,
  billed: boolean,
  pricedAt: number | null,
  plate: string | null,
  inGateId: string | null,
  moves: readonly Move[] | null,
  events: readonly StayEvent[] | null,
];

/** The model the lot takes a plate of this colour for. */
const modelOf = ({ models }: ReplayLot, colour: string | null): Model | undefined =>
  models.find(({ colours }) => colour !== null && colours.includes(colour)) ??
  models.find(({ isDefault }) => isDefault);

function versionOf(
  { freezeAt, held }: ReplayLot,
  ruleId: string | null,
  rule: ReplayedRule,
  pricedAt: number,
): string | null {
  if (freezeAt === 'entry') return ruleId;
  const fits = held.filter(
    ({ carTypeId, carModelId }) => carTypeId === rule.carTypeId && carModelId === rule.carModelId,
  );
  return (
    fits.filter(({ from, until }) => from <= pricedAt && pricedAt < until).toSorted((a, b) => b.from - a.from)[0]?.id ??
    null
  );
}

function doubtOf([, , , , , , , , , , releaseType, derateFen, changes, offline]: StayRow): DoubtCause | undefined {
  if (Number(changes ?? 0) > 0) return 'corrected';
  if (offline === true || releaseType === 'offline') return 'offline';
  if (releaseType === 'manual') return 'manual';
  return Number(derateFen ?? 0) > 0 ? 'discounted' : undefined;
}

/** The stay as it was billed; null for a car the rule is not for. */
function stayOf(row: StayRow, { lots, model }: Lots, rule: ReplayedRule): BilledStay | null {
  const [
    id,
    parkId,
    carTypeId,
    colour,
    kind,
    status,
    inTime,
    outTime,
    receivableFen,
    ruleId,
    ,
    ,
    ,
    ,
    billed,
    pricedAt,
  ] = row;
  const lot = lots.get(parkId);
  if (!lot) return null;
  const own = modelOf(lot, colour);
  const special = lot.held.some(
    ({ carTypeId: type, carModelId }) => lot.types.has(type) && carModelId !== null && carModelId === own?.id,
  );
  if (model === null ? special : own?.name !== model) return null;
  const at = pricedAt === null ? Date.parse(outTime) : Number(pricedAt);
  const version = versionOf(lot, ruleId, rule, at);
  const aside =
    ASIDE_STATE[status] ??
    ASIDE_KIND[kind] ??
    (inTime === null ? 'no-entry' : !billed ? 'no-bill' : version === null ? 'no-tariff' : undefined);
  if (aside === undefined && !(carTypeId !== null && lot.types.has(carTypeId))) return null;
  const doubt = doubtOf(row);
  return {
    id,
    lot: parkId,
    carClass: own?.name ?? '',
    ...(own ? { carKind: own.no || own.name } : {}),
    inAt: inTime === null ? null : Date.parse(inTime),
    pricedAt: at,
    billedFen: receivableFen === null ? null : Number(receivableFen),
    version,
    ...(aside ? { aside } : {}),
    ...(doubt ? { doubt } : {}),
  };
}

export async function countStays(
  database: Database,
  scope: Scope,
  { tenantId, parkIds, from, to }: ReplayRequest,
): Promise<number> {
  return database.read(scope, async (db) => {
    const [row] = await db.raw<{ n: number }>(`SELECT count(*) AS n FROM stay s WHERE ${WHERE}`, [
      tenantId,
      parkIds,
      from,
      to,
    ]);
    return row!.n;
  });
}

export type ReplayRow = {
  readonly stay: BilledStay;
  readonly context: FeeContext;
  readonly plate: string | null;
  readonly carTypeId: string | null;
};

function rowOf(row: StayRow, lots: Lots, rule: ReplayedRule): ReplayRow[] {
  const stay = stayOf(row, lots, rule);
  if (!stay) return [];
  const [, , carTypeId, colour, , , , , , , , , , , , , plate, inGateId, moves, events] = row;
  const lot = lots.lots.get(stay.lot)!;
  const area = inGateId === null ? null : (lot.areas.get(inGateId) ?? null);
  return [
    {
      stay,
      plate,
      carTypeId,
      context: {
        ...lot.place,
        ...knownAtGate({
          colour: colour ?? 'unknown',
          area,
          from: stay.inAt ?? 0,
          to: stay.pricedAt ?? 0,
          moves: moves ?? [],
          events: events ?? [],
        }),
      },
    },
  ];
}

/** The stays of a run in batches, one batch in memory at a time; `read` is how many rows a batch was made from. */
export async function* staysOf(
  database: Database,
  scope: Scope,
  request: ReplayRequest,
): AsyncGenerator<{ read: number; rows: ReplayRow[] }> {
  const lots = await database.read(scope, (db) => lotsOf(db, request));
  const query = {
    sql: `SELECT ${COLUMNS} FROM stay s WHERE ${WHERE}`,
    params: [request.tenantId, request.parkIds, request.from, request.to],
  };
  for await (const batch of batchesOf(database, scope, query))
    yield { read: batch.length, rows: (batch as StayRow[]).flatMap((row) => rowOf(row, lots, request.replayed)) };
}
