/**
 * Lots whose drivers pay by a channel, for stories of settlement: payments and refunds as the channel's words book
 * them.
 */
import { beginTrade, noted, ordersOf, writeMoney } from '#areas/billing/server/door.ts';
import type { BillLine, OrderEntry, Place } from '#areas/billing/server/door.ts';
import { reconcileDay } from '#areas/billing/server/door.ts';
import { quoted } from '#areas/billing/server/books.fixture.ts';
import { shareOf } from '#domain/fund/settlement.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { TestProduct } from '#test/test-product.ts';
import { WechatStand } from '#test/providers/wechat.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';

const ZONE = 'Asia/Shanghai';
/** What the channel takes, hundredths of a percent. */
const FEE_BP = 60;
const today = dayOf(Date.now(), ZONE);
/** So many days ago, and noon of it. */
export const daysAgo = (count: number): string => addDays(today, -count);
const noon = (day: string): number => startOfDay(day, ZONE) + 12 * 3_600_000;

export type Paid = { readonly trade: string; readonly orderId: string };

/**
 * What the channel's bills of the one account say, by day: all lots of a product are paid into it. Each product has its
 * own: files of tests share a process, and a payment of one must not be on another's bill.
 */
const bills = new WeakMap<TestProduct, Map<string, BillLine[]>>();
function billsOf(product: TestProduct): Map<string, BillLine[]> {
  const known = bills.get(product) ?? new Map<string, BillLine[]>();
  bills.set(product, known);
  return known;
}

export class PaidLot {
  readonly product: TestProduct;
  readonly place: Place;
  readonly ref: string;
  constructor(product: TestProduct, place: Place, ref: string) {
    this.product = product;
    this.place = place;
    this.ref = ref;
  }

  get tenantId(): number {
    return this.place.tenantId;
  }

  #billed(day: string, line: BillLine): void {
    const days = billsOf(this.product);
    days.set(day, [...(days.get(day) ?? []), line]);
  }

  /** A driver pays by WeChat at noon of a day. */
  async pay(amountFen: number, day: string): Promise<Paid> {
    const at = noon(day) + Math.floor(Math.random() * 3_600_000);
    const { entry, trade } = beginTrade(this.tenantId, quoted(this.place, amountFen, 0, at - 1000), {
      id: newId(),
      channel: 'wechat',
      at: at - 500,
      merchantRef: this.ref,
    });
    const step = orderStep(entry.order, {
      kind: 'notice',
      trade,
      amountFen,
      success: true,
      signatureRight: true,
      at,
      allPaid: true,
    });
    await this.#write({ ...entry, order: step.order }, step.postings);
    this.#billed(day, {
      kind: 'payment',
      number: trade,
      channelNo: '4200',
      amountFen,
      feeFen: shareOf(amountFen, FEE_BP),
      at,
    });
    return { trade, orderId: entry.order.id };
  }

  async refund({ trade, orderId }: Paid, amountFen: number, day: string): Promise<void> {
    const at = noon(day) + 3_700_000;
    const held = (await this.product.database.read(tenantScope(this.tenantId), (db) => ordersOf(db, [orderId]))).get(
      orderId,
    )!;
    const id = newId();
    const step = orderStep(held.order, {
      kind: 'refund',
      id,
      payment: held.order.payments.find((it) => it.id === trade)!.id,
      amountFen,
      approved: true,
      at,
    });
    const done = orderStep(step.order, { kind: 'refunded', id, ok: true, at });
    await this.#write(noted({ ...held, order: done.order }, id, { askedAt: at, doneAt: at }), [
      ...step.postings,
      ...done.postings,
    ]);
    const [row] = await this.rows<{ no: string }>(
      'SELECT refund_no AS no FROM refund WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
      id,
    );
    this.#billed(day, {
      kind: 'refund',
      number: row!.no,
      channelNo: '5000',
      amountFen,
      feeFen: shareOf(amountFen, FEE_BP),
      at,
    });
  }

  async #write(entry: OrderEntry, postings: Parameters<typeof writeMoney>[2]['postings']): Promise<void> {
    await this.product.database.write(tenantScope(this.tenantId), (db) =>
      writeMoney(db, this.place, { entries: [entry], postings: postings ?? [] }),
    );
  }

  /** The channel's bill of a day comes, as it is or with something else on it. */
  async bill(
    day: string,
    change: (lines: readonly BillLine[]) => readonly BillLine[] = (lines) => lines,
  ): Promise<void> {
    const { tenantId, companyId } = this.place;
    const account = { tenantId, companyId, configId: this.ref, channel: 'wechat', merchantNo: '1900000109' } as const;
    const lines = [...change(billsOf(this.product).get(day) ?? [])];
    const channel = { name: 'wechat', bill: async () => lines, query: async () => [] };
    const { status } = await reconcileDay(this.product.database, account, day, async () => ({
      channel,
      terms: { database: this.product.database, merchant: null },
    }));
    if (status !== 'failed') return;
    const [row] = await this.rows<{ fault: string }>(
      'SELECT fault FROM channel_day WHERE tenant_id = $1 AND $2::text IS NOT NULL AND config_id = $3 AND day = $4',
      this.ref,
      day,
    );
    throw new Error(`the bill of ${day} could not be compared: ${row?.fault}`);
  }

  rows<R = Record<string, number>>(sql: string, ...values: unknown[]): Promise<R[]> {
    return this.product.database.read(platformScope, (db) =>
      db.raw<R>(sql, [this.tenantId, this.place.parkId, ...values]),
    );
  }
  /** What stands on the lot's accounts that are not nothing. */
  async accounts(): Promise<Record<string, number>> {
    const rows = await this.rows<{ account: string; fen: number }>(
      'SELECT account, sum(amount_fen)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 GROUP BY account HAVING sum(amount_fen) <> 0 ORDER BY 1',
    );
    return Object.fromEntries(rows.map(({ account, fen }) => [account, fen]));
  }
}

const stand = new WechatStand();

export async function openPaidLot(product: TestProduct): Promise<PaidLot> {
  const companyId = product.companies.child;
  const parkId = await product.park(companyId);
  const [known] = await product.database.read(platformScope, (db) =>
    db.raw<{ id: string }>('SELECT id FROM wechat_config WHERE company_id = $1', [companyId]),
  );
  const ref = known?.id ?? (await inForce(product, '/api/updown/wxApiConfig/submit', { companyId, ...stand.config }));
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  return new PaidLot(product, { tenantId: row!.tenant_id, companyId, parkId, zone: ZONE }, ref);
}
