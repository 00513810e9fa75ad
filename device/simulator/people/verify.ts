/** After a simulation with people: compares what they did with the server's own figures. */
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Api } from '../api.ts';
import type { ParkSite } from '../setup.ts';
import type { LotPeople } from './lot.ts';
import { GIVEN_BACK } from './shops.ts';

const base = '/api/updown';
const STEP_DAYS = 80;

type Page<T> = {
  readonly records: readonly T[];
  readonly totals: Readonly<Record<string, number>>;
  readonly total: number;
  readonly pages: number;
};
type Account = {
  readonly sellerName: string;
  readonly balance: number;
  readonly chargedFen: number;
  readonly usedFen: number;
  readonly reservedFen: number;
};
type Refunded = { readonly remark: string | null; readonly amountFen: number };
type Shift = { readonly status: string; readonly differenceFen: number | null; readonly cashFen: number | null };

export type PeopleVerdict = { readonly park: string } & LotPeople['tally'] & {
    readonly chargedFen: number;
    readonly wrong: readonly string[];
  };

/** When the play began (epoch ms), and the lots' zone. */
export type Since = { readonly from: number; readonly zone: string };

/** Refunds made by people, in spans a list accepts. */
async function refunded(api: Api, parkId: string, { from, zone }: Since): Promise<{ count: number; fen: number }> {
  const back = { count: 0, fen: 0 };
  for (let day = dayOf(from, zone); day <= dayOf(Date.now(), zone); day = addDays(day, STEP_DAYS)) {
    for (let [current, pages] = [1, 1]; current <= pages; current += 1) {
      const page = await api.get<Page<Refunded>>(`${base}/static/getSearchRefundOrder`, {
        parkId,
        status: 'refunded',
        startTime: `${day} 00:00:00`,
        endTime: `${addDays(day, STEP_DAYS - 1)} 23:59:59`,
        current,
        size: 100,
      });
      pages = page.pages;
      for (const { remark, amountFen } of page.records)
        if (remark === GIVEN_BACK) [back.count, back.fen] = [back.count + 1, back.fen + amountFen];
    }
  }
  return back;
}

async function sellersWrong(api: Api, { sellers }: LotPeople, wrong: string[]): Promise<number> {
  let used = 0;
  for (const { id, rechargedFen } of sellers) {
    const row = await api.get<Account>(`${base}/parkseller/detail`, { recordId: id });
    const given = await api.get<Page<never>>(`${base}/static/getPageCarDerates`, { sellerId: id, size: 1 });
    const charged = given.totals['chargedFen'] ?? 0;
    used += charged;
    if (row.chargedFen !== rechargedFen)
      wrong.push(`${row.sellerName} paid in ${rechargedFen} fen, the server has ${row.chargedFen}`);
    if (row.usedFen !== charged)
      wrong.push(`${row.sellerName} was charged ${row.usedFen} fen, the discounts of cars come to ${charged}`);
    if (row.balance !== row.chargedFen - row.usedFen - row.reservedFen)
      wrong.push(`${row.sellerName}'s balance of ${row.balance} fen is not what was paid in less used and held`);
    const { differenceFen } = await api.post<{ differenceFen: number }>(`${base}/parkseller/synchronizeAmount`, {
      sellerId: id,
    });
    if (differenceFen !== 0) wrong.push(`${row.sellerName}'s balance is ${differenceFen} fen off the ledger`);
  }
  return used;
}

async function shiftsWrong(api: Api, { boxId, tally, shift }: LotPeople, wrong: string[]): Promise<void> {
  const rows: Shift[] = [];
  for (let current = 1; ; current += 1) {
    const page = await api.get<Page<Shift>>('/api/gatehouse/shift/list', { boxId, current, size: 100 });
    rows.push(...page.records);
    if (current >= page.pages) break;
  }
  const closed = rows.filter(({ status }) => status === 'closed');
  const difference = closed.reduce((sum, row) => sum + (row.differenceFen ?? 0), 0);
  if (closed.length !== tally.shifts || rows.length !== closed.length + (shift ? 1 : 0))
    wrong.push(`${tally.shifts} shifts were closed, the server has ${closed.length} of ${rows.length}`);
  if (difference !== -tally.shortFen)
    wrong.push(`the drawer was short of ${tally.shortFen} fen, the shifts show ${-difference}`);
}

export async function verifyPeople(api: Api, site: ParkSite, lot: LotPeople, since: Since): Promise<PeopleVerdict> {
  const { parkId, name: park } = site;
  const { tally } = lot;
  const wrong: string[] = [];
  const chargedFen = await sellersWrong(api, lot, wrong);
  await shiftsWrong(api, lot, wrong);
  const passes = await api.get<Page<never>>(`${base}/static/getSearchCardExtension`, { parkId, size: 1 });
  if (passes.total !== tally.passes || passes.totals['moneyFen'] !== tally.passesFen)
    wrong.push(
      `${tally.passes} passes for ${tally.passesFen} fen were sold, the server has ${passes.total} for ${passes.totals['moneyFen']}`,
    );
  const back = await refunded(api, parkId, since);
  if (back.count !== tally.refunds || back.fen !== tally.refundsFen)
    wrong.push(
      `${tally.refunds} refunds of ${tally.refundsFen} fen were made, the server has ${back.count} of ${back.fen}`,
    );
  return { park, ...tally, chargedFen, wrong };
}
