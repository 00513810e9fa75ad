/**
 * Drivers ask for invoices over one or several of their payments; some buyers use theirs, and the office reverses one
 * now and then.
 */
import type { Day } from '#domain/time/day.ts';
import type { Accountants } from './accountant.ts';
import type { Driver, Paid } from './payers.ts';
import { timeOf } from './world.ts';
import type { World } from './world.ts';

const forms = '/api/updown/invoiceApplyForm';
/** Of the drivers with payments, how many ask on an evening. */
const ASKING = 0.25;
const MOST_ORDERS = 3;
const REVERSED = 0.1;

export type InvoiceTally = { applied: number; several: number; orders: number; reversed: number; refusedFirst: number };

const field = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

export class Invoices {
  readonly world: World;
  readonly accountants: Accountants;
  readonly tally: InvoiceTally = { applied: 0, several: 0, orders: 0, reversed: 0, refusedFirst: 0 };

  constructor(world: World, accountants: Accountants) {
    this.world = world;
    this.accountants = accountants;
  }

  async open(): Promise<void> {
    const { product, companyId, stands } = this.world;
    const sellers = '/api/updown/invoiceSellerConfig';
    const seller = {
      companyId,
      sellerName: '安泊停车一公司',
      taxNo: stands.invoices.taxNo,
      rateBp: 900,
      goodsName: '车辆停放服务',
      taxCode: '3040502020200000000',
      province: '北京市',
      siteAddress: '人民路1号',
      bankAccount: '6214830112345678',
      endDate: '2099-12-31',
    };
    const as = { as: 'groupAdmin' };
    const { id } = await product.must('POST', `${sellers}/submit`, seller, as);
    const wire = { RecordID: id, provider: 'standard', ...stands.invoices.config };
    await product.must('POST', `${sellers}/submitInterfaceData`, wire, as);
    await product.must('POST', '/api/gatehouse/invoiceSellerConfig/confirm', { RecordID: id });
  }

  plan(day: Day): void {
    const { agenda, random, stands } = this.world;
    agenda.add(timeOf(day, '20:30'), async () => {
      const byDriver = Map.groupBy(this.accountants.toInvoice(), ({ driver }) => driver);
      for (const [driver, paid] of byDriver)
        if (random.chance(ASKING)) await this.#apply(driver, paid.slice(-MOST_ORDERS));
      // One a day is refused by the tax platform at first, and sent again.
      stands.invoices.rejects = random.chance(0.5) ? '开票额度不足' : null;
      await this.world.rounds();
      stands.invoices.rejects = null;
    });
    agenda.add(timeOf(day, '21:00'), () => this.#office());
  }

  async #act(driver: Driver, input: Record<string, unknown>): Promise<string> {
    const answer = await this.world.product.ask('POST', '/m/invoice', input, { as: null, ip: driver.ip });
    if (answer.status !== 200) throw new Error(`/m/invoice answered ${answer.status}: ${answer.text.slice(-1_500)}`);
    return answer.text;
  }

  async #apply(driver: Driver, paid: readonly Paid[]): Promise<void> {
    let basket = '';
    for (const { trade } of paid)
      basket = field(
        await this.#act(driver, { act: 'add', basket, plateNumber: driver.plate, number: trade }),
        'basket',
      );
    const buyer = this.world.random.chance(0.5)
      ? { buyerType: 'organisation', invoiceTitle: '某某贸易有限公司', buyerTaxNo: '91350100M000100Y43' }
      : { buyerType: 'person', invoiceTitle: '个人' };
    await this.#act(driver, { act: 'apply', basket, ...buyer });
    for (const each of paid) each.invoiced = true;
    this.tally.applied += 1;
    this.tally.orders += paid.length;
    if (paid.length > 1) this.tally.several += 1;
  }

  /** What failed is sent again under its number; now and then one is reversed. */
  async #office(): Promise<void> {
    const { product, random } = this.world;
    for (const { id } of await this.world.list(`${forms}/list`, { status: 'failed' })) {
      await product.must('POST', `${forms}/retry`, { recordId: id });
      this.tally.refusedFirst += 1;
    }
    await this.world.rounds();
    const issued = await this.world.list(`${forms}/list`, { status: 'issued' });
    if (issued.length === 0 || !random.chance(REVERSED * 5)) return;
    const { id } = random.pick(issued);
    const answer = await product.ask('POST', `${forms}/red`, { recordId: id, type: '1' });
    if (answer.status === 200) this.tally.reversed += 1;
    else if (answer.status !== 422 && answer.status !== 409)
      throw new Error(`a reversal was answered ${answer.status}: ${answer.body.msg}`);
    await this.world.rounds();
  }
}
