/** A lot whose drivers pay through a provider's stand-in, with the product reachable for its notices. */
import { configure } from '#kit/server/setting.ts';
import { moneyRound, prepay, reach } from '#areas/billing/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { LaneName, Row, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { forgetLot } from '#areas/passage/server/door.ts';
import type { TestProduct } from '#test/test-product.ts';

export class Exit {
  readonly product: TestProduct;
  readonly lot: StoryLot;
  readonly channel: string;
  #cars = 0;

  constructor(product: TestProduct, lot: StoryLot, channel: string) {
    this.product = product;
    this.lot = lot;
    this.channel = channel;
  }

  /** A car parked for an hour and twenty minutes stands at the exit: 15 yuan are due. Answers its order. */
  async car(lane: LaneName = 'out1'): Promise<{ orderId: string; plate: string }> {
    this.#cars += 1;
    const plate = `京A${String(70_000 + this.#cars)}`;
    const now = Date.now();
    await this.lot.enter(plate, now - HOUR - 20 * MINUTE);
    await this.lot.see(lane, now - 500, plate);
    const { phase } = await this.lot.lane(lane);
    if (phase.name !== 'awaiting') throw new Error(`the lane is ${phase.name}`);
    return { orderId: phase.settling.quote.order, plate };
  }

  async phase(lane: LaneName = 'out1'): Promise<string> {
    return (await this.lot.lane(lane)).phase.name;
  }
  leave(lane: LaneName = 'out1'): Promise<void> {
    return this.lot.through(lane, Date.now());
  }

  /** The driver is given a code to pay the order with. */
  async code(orderId: string): Promise<{ tradeNo: string; code: string }> {
    const { tradeNo, prepaid } = await prepay(this.product.database, {
      tenantId: this.lot.target.tenantId,
      orderId,
      channel: this.channel,
      at: Date.now(),
    });
    return { tradeNo, code: 'code' in prepaid ? prepaid.code : '' };
  }

  /** A car whose driver paid by the code at the exit, with a notice, and left. Returns its order. */
  async paidAndGone(bank: {
    pay(tradeNo: string): unknown;
    notify(tradeNo: string): Promise<unknown>;
  }): Promise<string> {
    const { orderId } = await this.car();
    const { tradeNo } = await this.code(orderId);
    bank.pay(tradeNo);
    await bank.notify(tradeNo);
    await this.now();
    await this.leave();
    return orderId;
  }

  /** Everything due so many milliseconds from now. */
  async later(ms: number): Promise<void> {
    while ((await moneyRound(this.product.database, new Date(Date.now() + ms))) > 0);
  }
  now(): Promise<void> {
    return this.later(0);
  }

  async order(id: string): Promise<Row> {
    return (
      await this.lot.rows('SELECT * FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND id = $3', id)
    )[0]!;
  }
  payments(orderId: string): Promise<Row[]> {
    return this.lot.rows(
      'SELECT * FROM payment WHERE tenant_id = $1 AND park_id = $2 AND order_id = $3 ORDER BY created_time',
      orderId,
    );
  }
  refunds(orderId: string): Promise<Row[]> {
    return this.lot.rows('SELECT * FROM refund WHERE tenant_id = $1 AND park_id = $2 AND order_id = $3', orderId);
  }
  /** Channel notices about a trade, and their outcome. */
  async words(tradeNo: string): Promise<string[]> {
    return (
      await this.lot.rows(
        'SELECT source, result FROM channel_record WHERE tenant_id = $1 AND park_id = $2 AND trade_no = $3 ORDER BY created_at, id',
        tradeNo,
      )
    ).map((row) => `${row.source} ${row.result}`);
  }
}

/** `keepAccount` keeps the provider's account with the lot's company before the first car comes. */
export async function openExit(
  product: TestProduct,
  channel: 'wechat' | 'alipay' | 'allinpay',
  gateway: string,
  keepAccount: (companyId: string) => Promise<void>,
): Promise<Exit> {
  configure(reach.as({ ...reach.value(), self: await product.listen(), [channel]: gateway, weixin: gateway }));
  const lot = await openLot(product);
  await keepAccount(product.companies.child);
  forgetLot(lot.target.tenantId, lot.parkId);
  return new Exit(product, lot, channel);
}
