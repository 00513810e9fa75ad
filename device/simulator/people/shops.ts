/** What shops and the office of a lot do: discounts to cars inside, recharges, passes, refunds. */
import { dayOf } from '#domain/time/day.ts';
import type { Api } from '../api.ts';
import type { Guest } from '../park-world.ts';
import type { Random } from '../random.ts';
import { MONTH_FEN, RECHARGE_FEN, refusedByRule } from './lot.ts';
import type { LotPeople, Seller } from './lot.ts';

const base = '/api/updown';

async function recharge(api: Api, seller: Seller): Promise<void> {
  await api.post(`${base}/parkseller/sellerCharge`, { recordId: seller.id, money: RECHARGE_FEN, remark: '现金充值' });
  seller.rechargedFen += RECHARGE_FEN;
}

/** A shop gives a discount to a customer's car; out of money it gives nothing until it has paid. */
export async function giveDiscount(api: Api, lot: LotPeople, guest: Guest, random: Random): Promise<void> {
  const seller = random.pick(lot.sellers);
  try {
    await api.post('/api/gatehouse/carDerate/grant', {
      sellerId: seller.id,
      derateId: random.pick(seller.derateIds),
      plateNumber: guest.plate,
    });
    lot.tally.given += 1;
  } catch (error) {
    if (!refusedByRule(error)) throw error;
    lot.tally.ranOut += 1;
    await recharge(api, seller);
  }
}

/** A customer buys a pass for a month from today on; every third has a second car on it. */
export async function sellPass(
  api: Api,
  lot: LotPeople,
  of: { parkId: string; zone: string },
  guests: readonly Guest[],
  random: Random,
): Promise<void> {
  const [guest, second] = [random.pick(guests), random.pick(guests)];
  const plates = random.chance(1 / 3) && second.plate !== guest.plate ? [guest.plate, second.plate] : [guest.plate];
  if (plates.some((plate) => lot.holders.includes(plate))) return;
  const [plateNumber, plateNos] = plates;
  await api.post(`${base}/parkMonth/add`, {
    parkId: of.parkId,
    carTypeId: lot.monthly,
    plateNumber,
    ...(plateNos ? { plateNos } : {}),
    ownerName: '月租车主',
    startTime: dayOf(guest.at, of.zone),
    monthNum: 1,
  });
  lot.holders.push(...plates);
  lot.tally.passes += 1;
  lot.tally.passesFen += MONTH_FEN;
}

type Paid = {
  readonly orderId: string;
  readonly amountFen: number;
  readonly refundedFen: number | null;
  readonly status: string;
};

/** Why; what the installation gives back by itself, a bill that was paid twice, has another reason. */
export const GIVEN_BACK = '多收，司机来电';

/** An accountant gives back half of a payment made through the channel. */
export async function refundHalf(
  api: Api,
  lot: LotPeople,
  { parkId, range }: { parkId: string; range: { startTime: string; endTime: string } },
  random: Random,
): Promise<void> {
  const { records } = await api.get<{ records: readonly Paid[] }>(`${base}/static/getPageTempWCPays`, {
    parkId,
    ...range,
    payType: 'sandbox',
    status: 'paid',
    size: 20,
  });
  const payment = records.length > 0 ? random.pick(records) : null;
  const amountFen = payment ? Math.floor((payment.amountFen - (payment.refundedFen ?? 0)) / 2) : 0;
  if (!payment || amountFen === 0) return;
  try {
    await api.post(`${base}/parkorder/refund`, { onlineOrderId: payment.orderId, amountFen, remark: GIVEN_BACK });
    lot.tally.refunds += 1;
    lot.tally.refundsFen += amountFen;
  } catch (error) {
    if (!refusedByRule(error)) throw error; // given back already
  }
}
