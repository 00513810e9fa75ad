/** The people of a simulated lot, brought onto the server by its own calls, and what they remember of what they did. */
import { Refusal } from '../api.ts';
import type { Api } from '../api.ts';
import type { ParkSite } from '../setup.ts';

export type Guard = { readonly account: string; readonly password: string };
export type Seller = { readonly id: string; readonly derateIds: readonly string[]; rechargedFen: number };

/** What they did, recorded once answered: the server's own figures are compared with it. */
export type Tally = {
  given: number;
  ranOut: number;
  passes: number;
  passesFen: number;
  refunds: number;
  refundsFen: number;
  shifts: number;
  shortFen: number;
};

export type LotPeople = {
  readonly companyId: string;
  readonly boxId: string;
  /** Car type of passes by the month. */
  readonly monthly: string;
  readonly guards: readonly Guard[];
  readonly sellers: readonly Seller[];
  /** Plates that have a pass. */
  readonly holders: string[];
  /** What lies in the box's drawer, the float with it. */
  drawerFen: number;
  /** The shift at work and whose it is, by his place among the guards. */
  shift: { readonly id: string; readonly guard: number; readonly block: number } | null;
  readonly tally: Tally;
};

export const FLOAT_FEN = 20_000;
export const MONTH_FEN = 30_000;
export const RECHARGE_FEN = 30_000;

/**
 * What two shops of a lot give: an hour they pay two yuan for, five yuan off at their face, half the fee at what it
 * gave.
 */
const RULES = [
  { derateName: '购物免一小时', derateType: 'time', minutes: 60, chargeBy: 'price', price: 200 },
  { derateName: '消费减五元', derateType: 'amount', amountFen: 500, chargeBy: 'face' },
  { derateName: '会员五折', derateType: 'percent', percentOff: 50, price: 300, chargeBy: 'price' },
] as const;
const SHOPS = ['云汇咖啡', '百味食堂'] as const;

type Row = { readonly id: string; readonly [name: string]: unknown };
const base = '/api/updown';

async function named(
  api: Api,
  list: string,
  submit: string,
  key: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string> {
  const known = await api.find<Row>(
    `${base}/${list}`,
    { parkId: row['parkId'], [key]: row[key] },
    (each) => each[key] === row[key],
  );
  return known?.id ?? (await api.post<Row>(`${base}/${submit}`, row)).id;
}

async function guard(api: Api, companyId: string, account: string, realName: string): Promise<Guard> {
  const password = `Gate-${crypto.randomUUID()}`;
  const { id } = await api.post<Row>(`${base}/sysuser/submit`, {
    account,
    realName,
    companyId,
    password,
    allParks: true,
  });
  const roles = await api.get<readonly Row[]>(`${base}/sysrole/getListByCompany`, { companyId });
  await api.post(`${base}/sysuser/grantRole`, {
    userId: id,
    ids: roles.find((role) => role['builtIn'] === 'gateGuard')!.id,
  });
  return { account, password };
}

/**
 * Two guards, two shops with three discounts, and a price for passes. Once per lot: passwords are in the state file
 * alone.
 */
export async function hire(api: Api, { parkId, boxName }: ParkSite): Promise<LotPeople> {
  const park = await api.get<Row>(`${base}/basePark/detail`, { id: parkId });
  const companyId = String(park['companyId']);
  const box = await api.find<Row>(
    `${base}/baseParkBox/list`,
    { parkId, boxName },
    (each) => each['boxName'] === boxName,
  );
  const monthly = await api.find<Row>(
    `${base}/plat/parkCarType/list`,
    { parkId, kind: 'monthly' },
    (each) => each['kind'] === 'monthly',
  );
  if (!box || !monthly) throw new Error(`the lot ${parkId} has no box or no car type for passes`);
  await api.post(`${base}/plat/parkCarType/submit`, { id: monthly.id, monthPrice: MONTH_FEN });
  const derateIds: string[] = [];
  for (const rule of RULES)
    derateIds.push(
      await named(api, 'parkderate/list', 'parkderate/submit', 'derateName', { parkId, dayLimit: 0, ...rule }),
    );
  const sellers: Seller[] = [];
  for (const sellerName of SHOPS)
    sellers.push({
      id: await named(api, 'parkseller/list', 'parkseller/submit', 'sellerName', { parkId, sellerName, derateIds }),
      derateIds,
      rechargedFen: 0,
    });
  const mark = crypto.randomUUID().slice(0, 8);
  const guards = [
    await guard(api, companyId, `guard.${mark}.a`, '马长宁'),
    await guard(api, companyId, `guard.${mark}.b`, '赵小川'),
  ];
  return {
    companyId,
    boxId: box.id,
    monthly: monthly.id,
    guards,
    sellers,
    holders: [],
    drawerFen: 0,
    shift: null,
    tally: { given: 0, ranOut: 0, passes: 0, passesFen: 0, refunds: 0, refundsFen: 0, shifts: 0, shortFen: 0 },
  };
}

/** Rejected by a rule of the product; anything else is an error. */
export const refusedByRule = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 422 || error.status === 409);
