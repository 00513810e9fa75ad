/** The marketing clerk's campaigns, the shops' discounts, and what drivers do with the coupons they were given. */
import type { Day } from '#domain/time/day.ts';
import type { TownLot } from './lot.ts';
import type { Driver, Payers, Visit } from './payers.ts';
import { HOUR, MINUTE, timeOf } from './world.ts';
import type { World } from './world.ts';

type Shop = { readonly id: string; readonly derateId: string; chargedFen: number };
type Campaign = { readonly ruleId: string; readonly code: string; readonly budgetNum: number; issued: number };
type Pick = 'store' | 'own' | 'platform';

const CHARGE_FEN = 20_000;
const EVERY_DAYS = 3;
/** Of the cars inside, how many are given a discount by a shop. */
const DISCOUNTED = 0.15;
const CLAIMED = 0.35;
const TERMS: Readonly<Record<Pick, Record<string, unknown>>> = {
  store: { derateType: 'amount', amountFen: 500, minSpendFen: 1000, chargeBy: 'benefit', chargePercent: 80 },
  own: { derateType: 'percent', percentOff: 20, price: 600 },
  platform: { derateType: 'amount', amountFen: 300, giftable: true, maxGifts: 1 },
};
const BEARERS = ['store', 'own', 'platform'] as const;

export type MarketingTally = {
  campaigns: number;
  issued: number;
  claimed: number;
  offered: number;
  givenOn: number;
  voided: number;
  discounts: number;
  ranOut: number;
};

export class Marketing {
  readonly world: World;
  readonly payers: Payers;
  readonly shops = new Map<string, Shop>();
  readonly campaigns: Campaign[] = [];
  readonly stores: { readonly id: string; chargedFen: number }[] = [];
  readonly tally: MarketingTally = {
    campaigns: 0,
    issued: 0,
    claimed: 0,
    offered: 0,
    givenOn: 0,
    voided: 0,
    discounts: 0,
    ranOut: 0,
  };

  constructor(world: World, payers: Payers) {
    this.world = world;
    this.payers = payers;
  }

  /** A shop with a discount of its own at each lot, and one store that pays for coupons at all of them. */
  async open(): Promise<void> {
    const { product, lots, companyId } = this.world;
    for (const { parkId } of lots) {
      const rule = {
        parkId,
        derateName: '购物减三元',
        derateType: 'amount',
        amountFen: 300,
        chargeBy: 'face',
        dayLimit: 0,
      };
      const { id: derateId } = await product.must('POST', '/api/updown/parkderate/submit', rule);
      const seller = { parkId, sellerName: `云汇超市 ${parkId.slice(0, 4)}`, derateIds: [derateId] };
      const { id } = await product.must('POST', '/api/updown/parkseller/submit', seller);
      this.shops.set(parkId, { id, derateId, chargedFen: 0 });
    }
    const store = { companyId, storeName: '百汇商场', booksParkId: lots[0]!.parkId };
    const { id } = await product.must('POST', '/api/updown/couponStore/submit', store);
    this.stores.push({ id, chargedFen: 0 });
  }

  /** What they do on a day whose visits are known, entered into the agenda. */
  plan(day: Day, nth: number, visits: readonly Visit[]): void {
    const { agenda, random } = this.world;
    if (nth % EVERY_DAYS === 0)
      agenda.add(timeOf(day, '06:00'), () => this.#campaign(day, BEARERS[(nth / EVERY_DAYS) % 3]!));
    agenda.add(timeOf(day, '06:30'), async () => {
      const open = this.campaigns.slice(-3);
      for (const { driver } of visits)
        if (open.length > 0 && random.chance(CLAIMED)) await this.#claim(random.pick(open), driver);
    });
    for (const { lot, driver, inAt } of visits)
      if (random.chance(DISCOUNTED)) agenda.add(inAt + 15 * MINUTE, () => this.#discount(lot, driver));
  }

  async #campaign(day: Day, bearer: Pick): Promise<void> {
    const { product, companyId, lots, size } = this.world;
    const budgetNum = Math.max(6, size.cars);
    const { id: ruleId } = await product.must('POST', '/api/updown/plat/couponRule/submit', {
      companyId,
      ruleName: `${day} ${bearer}`,
      ...TERMS[bearer],
      bearer,
      ...(bearer === 'store' ? { storeId: this.stores[0]!.id } : { budgetFen: budgetNum * 600 }),
      budgetNum,
      validDays: 4,
      parkIds: lots.map(({ parkId }) => parkId),
    });
    await product.must('POST', '/api/updown/plat/couponRule/enable', { ruleIds: ruleId });
    if (bearer === 'store') {
      const [store] = this.stores;
      const money = budgetNum * 400;
      await product.must('POST', '/api/gatehouse/couponStore/charge', { recordId: store!.id, money });
      store!.chargedFen += money;
    }
    const { claimCode: code } = await product.must('GET', '/api/updown/plat/couponRule/detail', { ruleId });
    const campaign = { ruleId, code, budgetNum, issued: 0 };
    this.campaigns.push(campaign);
    this.tally.campaigns += 1;
    const num = Math.ceil(budgetNum * 0.8);
    await product.must('POST', '/api/updown/plat/couponRule/sendRuleCoupon', { ruleId, num });
    campaign.issued += num;
    this.tally.issued += num;
    const [spare] = await this.world.list('/api/updown/plat/couponInfo/list', { ruleId, status: 'unclaimed' });
    await product.must('POST', '/api/updown/plat/couponInfo/remove', { ids: spare!['id'], remark: '样张作废' });
    this.tally.voided += 1;
  }

  /** The driver's page: what is not to be had any more is no fault. */
  async #page(driver: Driver, input: Record<string, unknown>): Promise<string | null> {
    const { plate: plateNumber, phone, ip } = driver;
    const answer = await this.world.product.ask(
      'POST',
      '/m/coupons',
      { plateNumber, phone, ...input },
      { as: null, ip },
    );
    if (answer.status === 200) return answer.text;
    if (answer.status === 422 || answer.status === 404) return null;
    throw new Error(`/m/coupons answered ${answer.status}`);
  }

  async #claim({ code }: Campaign, driver: Driver): Promise<void> {
    const { random, agenda, now } = this.world;
    const claimed = await this.#page(driver, { code, act: 'claim' });
    if (claimed === null) return;
    this.tally.claimed += 1;
    const couponId = /name="act" value="give"><input type="hidden" name="couponId" value="([0-9a-f-]+)"/.exec(
      claimed,
    )?.[1];
    if (!couponId || !random.chance(0.4)) return;
    const offered = await this.#page(driver, { code, act: 'give', couponId });
    const gift = /coupons\?code=([A-Z0-9]{12})"/.exec(offered ?? '')?.[1];
    if (!gift) return;
    this.tally.offered += 1;
    // What nobody takes comes back after a day.
    if (random.chance(0.7))
      agenda.add(now + HOUR, async () => {
        const taken = await this.#page(random.pick(this.payers.drivers), { code: gift, act: 'accept' });
        if (taken !== null) this.tally.givenOn += 1;
      });
  }

  /** A shop without money gives nothing until it has paid; a car that has left by then gets nothing. */
  async #discount({ parkId }: TownLot, { plate: plateNumber }: Driver): Promise<void> {
    const { product } = this.world;
    const shop = this.shops.get(parkId)!;
    const { id: sellerId, derateId } = shop;
    const given = await product.ask('POST', '/api/gatehouse/carDerate/grant', { sellerId, derateId, plateNumber });
    if (given.status === 200) this.tally.discounts += 1;
    else if (given.status !== 422 && given.status !== 404 && given.status !== 400)
      throw new Error(`a discount was answered ${given.status}: ${given.body.msg}`);
    if (given.status === 200 || !/余额/.test(given.body.msg)) return;
    this.tally.ranOut += 1;
    await product.must('POST', '/api/updown/parkseller/sellerCharge', { recordId: sellerId, money: CHARGE_FEN });
    shop.chargedFen += CHARGE_FEN;
  }
}
