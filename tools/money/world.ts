/** A town of car parks on a server of its own: its money moves by the product's own calls, its clock is the world's. */
import { areas } from '#apps/server/areas.ts';
import { moneyRound, reach } from '#areas/billing/server/door.ts';
import { invoiceRound, reverseRefunds } from '#areas/invoice/server/door.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { forgetLot } from '#areas/passage/server/door.ts';
import { randomFrom } from '#device/simulator/random.ts';
import type { Random } from '#device/simulator/random.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { setClock } from '#test/clock.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { InvoiceStand } from '#test/providers/invoice.ts';
import { WechatStand } from '#test/providers/wechat.ts';
import { Agenda } from './agenda.ts';
import { openTownLot } from './lot.ts';
import type { TownLot } from './lot.ts';

export const ZONE = 'Asia/Shanghai';
export const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Days after the last cars, in which the channels' money arrives and is settled. */
export const DAYS_AFTER = 6;

/** `cars`: visits of a car park on a day. */
export type Size = { readonly seed: string; readonly days: number; readonly lots: number; readonly cars: number };

/** A row as a list or a table has it. */
export type Row = Record<string, Awaited<ReturnType<TestProduct['must']>>>;

const trueNow = Date.now;

/** The day's time (`10:30`) as an instant, epoch ms. */
export const timeOf = (day: Day, clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return startOfDay(day, ZONE) + hours * HOUR + minutes * MINUTE;
};

export type Stands = { readonly wechat: WechatStand; readonly alipay: AlipayStand; readonly invoices: InvoiceStand };
export type Channel = 'wechat' | 'alipay';
export const CHANNELS = ['wechat', 'alipay'] as const;

export class World {
  readonly agenda = new Agenda();
  readonly random: Random;
  readonly days: readonly Day[];
  /** Those of cars, and those after them. */
  readonly allDays: readonly Day[];
  now: number;
  #drivers = 0;
  readonly size: Size;
  readonly product: TestProduct;
  readonly stands: Stands;
  readonly lots: readonly TownLot[];

  constructor(size: Size, product: TestProduct, stands: Stands, lots: readonly TownLot[], start: Day) {
    [this.size, this.product, this.stands, this.lots] = [size, product, stands, lots];
    this.random = randomFrom(`${size.seed}/money`);
    this.days = Array.from({ length: size.days }, (_, nth) => addDays(start, nth));
    this.allDays = Array.from({ length: size.days + DAYS_AFTER }, (_, nth) => addDays(start, nth));
    this.now = timeOf(start, '00:00');
  }

  get companyId(): string {
    return this.product.companies.child;
  }
  get tenantId(): number {
    return this.lots[0]!.target.tenantId;
  }

  /** The clock runs on while the server works, and never goes back. */
  moveTo(at: number): void {
    this.now = Math.max(this.now, at, Date.now());
    setClock(this.now - trueNow());
  }
  pass(ms: number): void {
    this.moveTo(this.now + ms);
  }

  /** Every driver has an address of his own: who asks often is slowed down. */
  address(): string {
    this.#drivers += 1;
    return `10.${(this.#drivers >> 16) & 255}.${(this.#drivers >> 8) & 255}.${this.#drivers & 255}`;
  }

  /** What servers do every few seconds: channels queried, refunds sent, invoices issued and reversed. */
  async rounds(): Promise<void> {
    const { database } = this.product;
    await this.money();
    await reverseRefunds(database, this.#soon());
    await invoiceRound(database, this.#soon());
  }
  async money(): Promise<void> {
    while ((await moneyRound(this.product.database, this.#soon())) > 0);
  }
  /** What was written a moment ago is due. */
  #soon(): Date {
    return new Date(Date.now() + 1);
  }

  /** The product's own job by its name, at the world's time. */
  async job(name: string): Promise<void> {
    const job = areas.flatMap(({ jobs }) => jobs).find((each) => each.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    await job.work(this.product.database, new Date(this.now));
  }

  rows<R = Row>(sql: string, ...values: unknown[]): Promise<R[]> {
    return this.product.database.read(platformScope, (db) => db.raw<R>(sql, values));
  }

  /** All rows of a list. */
  async list(path: string, query: Record<string, unknown> = {}): Promise<Row[]> {
    const all: Row[] = [];
    for (let [current, pages] = [1, 1]; current <= pages; current += 1) {
      const page = await this.product.must('GET', path, { ...query, current, size: 200 });
      all.push(...page.records);
      pages = page.pages;
    }
    return all;
  }
}

/** A merchant account as two people bring it into force. */
async function inForce(product: TestProduct, path: string, form: Record<string, unknown>): Promise<void> {
  const { changeId } = await product.must('POST', path, form);
  await product.must('POST', '/api/gatehouse/merchantChange/confirm', { changeId }, { as: 'groupAdmin' });
}

/** Opens it with its clock at the first midnight, so that the last settled day is yesterday. */
export async function openWorld(size: Size): Promise<{ world: World; close: () => Promise<void> }> {
  const stands: Stands = { wechat: new WechatStand(), alipay: new AlipayStand(), invoices: new InvoiceStand() };
  const stops = await Promise.all(Object.values(stands).map((stand) => stand.start()));
  const start = addDays(dayOf(trueNow(), ZONE), -size.days - DAYS_AFTER);
  const product = await startTestProduct();
  setClock(timeOf(start, '00:00') - trueNow());
  const undo = configure(
    insideHosts.as([stands.invoices.host]),
    reach.as({
      ...reach.value(),
      self: await product.listen(),
      wechat: stands.wechat.url,
      weixin: stands.wechat.url,
      alipay: stands.alipay.url,
    }),
  );
  const lots: TownLot[] = [];
  for (let nth = 0; nth < size.lots; nth += 1) lots.push(await openTownLot(product, size.cars * 3));
  const companyId = product.companies.child;
  await inForce(product, '/api/updown/wxApiConfig/submit', { companyId, ...stands.wechat.config });
  await inForce(product, '/api/updown/aliapiconfig/submit', { companyId, ...stands.alipay.config });
  for (const { target } of lots) forgetLot(target.tenantId, target.parkId);
  return {
    world: new World(size, product, stands, lots, start),
    close: async () => {
      undo();
      setClock(0);
      await product.close();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
