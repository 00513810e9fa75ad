/**
 * A car park of the town: two entries, two exits and a tariff, its cameras and boxes telling the server what cars do.
 */
import { randomUUID } from 'node:crypto';
import type { UpEvent } from '#areas/device/model/link.ts';
import { ingestBatch } from '#areas/passage/server/door.ts';
import type { Target } from '#areas/passage/server/door.ts';
import type { LaneState } from '#domain/lane/types.ts';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';

export type LaneName = 'in1' | 'in2' | 'out1' | 'out2';
const LANES = ['in1', 'in2', 'out1', 'out2'] as const;
/** An hour costs 10 yuan, a day 30 at most. */
const TARIFF = { freeMinutes: 15, firstMinutes: 30, firstFee: 500, unitMinutes: 30, unitFee: 500, dayMaxFee: 3000 };

type Bare<E> = E extends UpEvent ? Omit<E, 'device' | 'seq' | 'lane' | 'at' | 'rawAt'> : never;

export class TownLot {
  readonly product: TestProduct;
  readonly target: Target;
  readonly #gates: Readonly<Record<LaneName, string>>;
  /** Row ids of devices by name, and the number of the last event of each. */
  readonly #devices = new Map<string, { readonly id: string; seq: number }>();
  readonly #passing: Record<LaneName, number> = { in1: 0, in2: 0, out1: 0, out2: 0 };

  constructor(product: TestProduct, target: Target, gates: Readonly<Record<LaneName, string>>) {
    [this.product, this.target, this.#gates] = [product, target, gates];
  }

  get parkId(): string {
    return this.target.parkId;
  }

  /** An event of a lane's camera, or of another of its devices. `at`: epoch ms. */
  send(lane: LaneName, at: number, event: Bare<UpEvent>, name = `camera-${lane}`): Promise<void> {
    const device = this.#devices.get(name) ?? { id: randomUUID(), seq: 0 };
    this.#devices.set(name, device);
    device.seq += 1;
    const whole = { ...event, device: device.id, seq: device.seq, lane: this.#gates[lane], at, rawAt: at } as UpEvent;
    return ingestBatch(this.product.database, this.target, [whole]);
  }

  async lane(lane: LaneName): Promise<LaneState> {
    const [row] = await this.product.database.read(platformScope, (db) =>
      db.raw<{ state: LaneState }>(
        'SELECT state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3',
        [this.target.tenantId, this.parkId, this.#gates[lane]],
      ),
    );
    return row!.state;
  }

  see(lane: LaneName, at: number, plate: string): Promise<void> {
    this.#passing[lane] += 1;
    return this.send(lane, at, {
      kind: 'plate',
      passing: this.#passing[lane],
      plate,
      colour: 'blue',
      confidence: 0.95,
      picture: `${plate}-${at}.jpg`,
    });
  }

  /** The barrier rises by the lane's command and the car drives through. */
  async through(lane: LaneName, at: number): Promise<void> {
    const { phase } = await this.lane(lane);
    const commandId = 'opening' in phase ? phase.opening.commandId : null;
    if (commandId === null) throw new Error(`the barrier of ${lane} stays down: ${phase.name}`);
    await this.send(lane, at, { kind: 'gate', gate: 'up', by: 'command', commandId });
    await this.send(lane, at + 3_000, { kind: 'passed', passing: this.#passing[lane], count: 1, picture: null });
    await this.send(lane, at + 5_000, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
  }

  async enter(plate: string, at: number, lane: LaneName): Promise<void> {
    await this.see(lane, at, plate);
    await this.through(lane, at + 1_000);
  }

  /** What is due goes into the drawer of the box. */
  cash(lane: LaneName, at: number, amountFen: number): Promise<void> {
    const act = { action: 'cash', amountFen, tenderedFen: amountFen, drawer: 'shift-1' } as const;
    return this.send(lane, at, { kind: 'attend', passing: this.#passing[lane], by: '王芳', act }, `box-${lane}`);
  }
}

export async function openTownLot(product: TestProduct, totalStall: number): Promise<TownLot> {
  const parkId = await product.park(product.companies.child, undefined, { totalStall });
  const gates: Partial<Record<LaneName, string>> = {};
  for (const gateName of LANES) {
    const gate = { parkId, gateName, gateType: gateName.startsWith('in') ? 'in' : 'out' };
    gates[gateName] = (await product.must('POST', '/api/updown/baseParkGate/submit', gate)).id;
  }
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const CarTypeID = types.find(({ kind }: { kind: string }) => kind === 'temp').value;
  const { id } = await product.must('POST', '/api/updown/platParkFeeRule/submit', { parkId, CarTypeID, ...TARIFF });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: id });
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  return new TownLot(product, { tenantId: row!.tenant_id, parkId }, gates as Record<LaneName, string>);
}
