/**
 * A lot for stories: lanes, a tariff, and devices that report what cars do. Everything goes through the server's own
 * doors.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { UpEvent } from '#areas/device/model/link.ts';
import { moneyRound } from '#areas/billing/server/door.ts';
import type { AttendEvent, Direction, LaneState, PlateEvent } from '#domain/lane/types.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import { checkLotFigures, forgetLot, ingestBatch } from './door.ts';
import type { Target } from './door.ts';
import type { LotCheck } from './check.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export type LaneName = 'in1' | 'in2' | 'out1' | 'out2';
const directions: Readonly<Record<LaneName, Direction>> = { in1: 'entry', in2: 'entry', out1: 'exit', out2: 'exit' };
export const laneNames = Object.keys(directions) as LaneName[];

type Bare<E> = E extends UpEvent ? Omit<E, 'device' | 'seq' | 'lane' | 'at' | 'rawAt'> : never;
export type BareUp = Bare<UpEvent>;
/** A row as the table has it. */
export type Row = Record<string, Awaited<ReturnType<TestProduct['must']>>>;

/**
 * The first 15 minutes are free, then 5 yuan for each half hour begun, at most 30 yuan a day: an hour costs 10 yuan.
 */
const tariff = { freeMinutes: 15, firstMinutes: 30, firstFee: 500, unitMinutes: 30, unitFee: 500, dayMaxFee: 3000 };

export type LotSetup = {
  readonly capacity?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly black?: readonly string[];
  readonly white?: readonly string[];
  readonly company?: string;
  /** Written in full, instead of the usual one. */ readonly tariff?: object;
};

export class StoryLot {
  readonly product: TestProduct;
  readonly target: Target;
  readonly gates: Readonly<Record<LaneName, string>>;
  /** Row ids of the devices, by name: a camera and a box terminal per lane. */
  readonly devices = new Map<string, string>();
  readonly sent: UpEvent[] = [];
  readonly #seq = new Map<string, number>();
  readonly #passing = new Map<string, number>();

  constructor(product: TestProduct, target: Target, gates: Readonly<Record<LaneName, string>>) {
    this.product = product;
    this.target = target;
    this.gates = gates;
  }

  get parkId(): string {
    return this.target.parkId;
  }

  device(name: string): string {
    const known = this.devices.get(name) ?? randomUUID();
    this.devices.set(name, known);
    return known;
  }

  /** An event under the device's next number; not yet sent. `skewMs`: how far the device's clock is wrong. */
  event(lane: LaneName, at: number, event: BareUp, device = `cam-${lane}`, skewMs = 0): UpEvent {
    const seq = (this.#seq.get(device) ?? 0) + 1;
    this.#seq.set(device, seq);
    const made = {
      ...event,
      device: this.device(device),
      seq,
      lane: this.gates[lane],
      at,
      rawAt: at + skewMs,
    } as UpEvent;
    this.sent.push(made);
    return made;
  }

  ingest(...events: UpEvent[]): Promise<void> {
    return ingestBatch(this.product.database, this.target, events);
  }
  send(lane: LaneName, at: number, event: BareUp, device?: string): Promise<void> {
    return this.ingest(this.event(lane, at, event, device));
  }

  passing(lane: LaneName): number {
    return this.#passing.get(lane) ?? 0;
  }
  next(lane: LaneName): number {
    this.#passing.set(lane, this.passing(lane) + 1);
    return this.passing(lane);
  }

  // ---- what cars do

  reading(lane: LaneName, at: number, plate: string, more: Partial<PlateEvent> = {}): UpEvent {
    return this.event(lane, at, {
      kind: 'plate',
      passing: this.next(lane),
      plate,
      colour: 'blue',
      confidence: 0.95,
      picture: `${plate}-${at}.jpg`,
      ...more,
    });
  }
  see(lane: LaneName, at: number, plate: string, more: Partial<PlateEvent> = {}): Promise<void> {
    return this.ingest(this.reading(lane, at, plate, more));
  }

  /** The barrier rises by the command the lane has given last; by a hand when there is none. */
  async rise(lane: LaneName, at: number): Promise<string | null> {
    const phase = (await this.lane(lane)).phase;
    const commandId = 'opening' in phase ? phase.opening.commandId : null;
    await this.send(lane, at, { kind: 'gate', gate: 'up', by: commandId ? 'command' : 'local', commandId });
    return commandId;
  }
  async pass(lane: LaneName, at: number, count = 1): Promise<void> {
    await this.send(lane, at, { kind: 'passed', passing: this.passing(lane), count, picture: null });
    await this.send(lane, at + 2000, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
  }
  gone(lane: LaneName, at: number): Promise<void> {
    return this.send(lane, at, { kind: 'gone', passing: this.passing(lane) });
  }
  async through(lane: LaneName, at: number, count = 1): Promise<void> {
    await this.rise(lane, at);
    await this.pass(lane, at + 3000, count);
  }
  async enter(plate: string, at: number, lane: LaneName = 'in1', count = 1): Promise<string> {
    await this.see(lane, at, plate);
    await this.through(lane, at + 1000, count);
    return (await this.inside(plate)).at(-1)?.id;
  }
  attend(lane: LaneName, at: number, act: AttendEvent['act'], passing = this.passing(lane)): Promise<void> {
    return this.send(lane, at, { kind: 'attend', passing, by: '王芳', act }, `box-${lane}`);
  }
  cash(lane: LaneName, at: number, amountFen: number, tenderedFen = amountFen): Promise<void> {
    return this.attend(lane, at, { action: 'cash', amountFen, tenderedFen, drawer: 'shift-1' });
  }
  /** To the exit, pays the amount due in cash, and leaves. */
  async leave(plate: string, at: number, lane: LaneName = 'out1'): Promise<void> {
    await this.see(lane, at, plate);
    const { phase } = await this.lane(lane);
    if (phase.name === 'awaiting') await this.cash(lane, at + 5000, phase.settling.quote.dueFen);
    await this.through(lane, at + 7000);
  }

  // ---- what the tables say

  rows(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.product.database.read(platformScope, (db) =>
      db.raw<Row>(sql, [this.target.tenantId, this.parkId, ...values]),
    );
  }
  of(table: string, order = 'id'): Promise<Row[]> {
    return this.rows(`SELECT * FROM ${table} WHERE tenant_id = $1 AND park_id = $2 ORDER BY ${order}`);
  }
  stays(): Promise<Row[]> {
    return this.of('stay', 'begin_time, id');
  }
  async stay(id: string): Promise<Row> {
    return (await this.rows('SELECT * FROM stay WHERE tenant_id = $1 AND park_id = $2 AND id = $3', id))[0]!;
  }
  inside(plate: string): Promise<Row[]> {
    return this.rows(
      'SELECT * FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 ORDER BY in_time, id',
      plate,
    );
  }
  async lane(lane: LaneName): Promise<LaneState> {
    const [row] = await this.rows(
      'SELECT state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3',
      this.gates[lane],
    );
    return row!.state as LaneState;
  }
  async count(): Promise<number> {
    return (await this.rows('SELECT inside FROM park_live WHERE tenant_id = $1 AND park_id = $2'))[0]?.inside ?? 0;
  }
  async exceptions(): Promise<string[]> {
    return (await this.of('lane_exception', 'time, id')).map(
      (row) => `${row.code}${row.cleared_time ? ' cleared' : ''}`,
    );
  }
  async check(): Promise<LotCheck> {
    const [lot] = await this.rows('SELECT company_id, zone FROM park WHERE tenant_id = $1 AND id = $2');
    const place = {
      tenantId: this.target.tenantId,
      companyId: lot!.company_id,
      parkId: this.parkId,
      zone: lot!.zone ?? 'Asia/Shanghai',
    };
    return this.product.database.read(tenantScope(this.target.tenantId), (db) => checkLotFigures(db, place, null));
  }

  /** Channels' answers and what follows from them, until nothing is left to do. */
  async money(): Promise<void> {
    for (;;) {
      // Looked at before the round: a notice that arrives during it leaves work for the next.
      const waiting = await this.#underWay();
      const did = await moneyRound(this.product.database, new Date());
      if (did === 0 && waiting === 0) return;
      if (did === 0) await later(5);
    }
  }
  /** Trades of the car park that the stand-in channel has settled but not yet notified, or not `times` times. */
  async #underWay(times = 1): Promise<number> {
    return (
      await this.rows(
        `SELECT count(*) AS n FROM sandbox_trade t JOIN payment p ON p.trade_no = t.trade_no WHERE p.tenant_id = $1 AND p.park_id = $2 AND t.state <> 'pending' AND t.notices < $3`,
        times,
      )
    )[0]!.n;
  }
  async sendTimes(times: number): Promise<void> {
    while ((await this.#underWay(times)) > 0) await later(5);
  }
  forget(): void {
    forgetLot(this.target.tenantId, this.parkId);
  }
}

export async function openLot(product: TestProduct, setup: LotSetup = {}): Promise<StoryLot> {
  const { capacity = 100, settings = {}, black = [], white = [] } = setup;
  const parkId = await product.park(setup.company ?? product.companies.child, undefined, { totalStall: capacity });
  const gates = {} as Record<LaneName, string>;
  for (const name of laneNames)
    gates[name] = (
      await product.must('POST', '/api/updown/baseParkGate/submit', {
        parkId,
        gateName: name,
        gateType: directions[name] === 'entry' ? 'in' : 'out',
      })
    ).id;
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const temp = types.find((type: { kind: string }) => type.kind === 'temp').value;
  const { id } = setup.tariff
    ? await product.must('POST', '/api/gatehouse/feeRule/saveTariff', { parkId, carTypeId: temp, tariff: setup.tariff })
    : await product.must('POST', '/api/updown/platParkFeeRule/submit', { parkId, CarTypeID: temp, ...tariff });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: id });
  if (Object.keys(settings).length > 0)
    await product.must('POST', '/api/updown/parkParameter/submit', { parkId, settings });
  for (const plateNumber of black)
    await product.must('POST', '/api/updown/parkblackList/submit', {
      parkId,
      plateNumber,
      type: 'black',
      reason: 'unpaid',
    });
  for (const plateNumber of white) {
    const entry = await product.must('POST', '/api/updown/parkblackList/submit', {
      parkId,
      plateNumber,
      type: 'white',
    });
    await product.must('POST', '/api/updown/parkblackList/approval', { id: entry.id, dataStatus: '1' });
  }
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  return new StoryLot(product, { tenantId: row!.tenant_id, parkId }, gates);
}

export { dying } from '#test/dying.ts';
