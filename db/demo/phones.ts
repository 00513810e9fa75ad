/**
 * Drivers who are inside and take out their phones, by the product's own calls: some pay ahead, some do not finish,
 * some want their money back.
 */
import { calm, moneyRound, noticesArrived, prepay, setSandbox, settleSandbox } from '#areas/billing/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';

type Guest = { readonly plate: string; readonly in: number };
/** A payment that was begun on a phone. */
type Begun = { readonly orderId: string; readonly trade: string; readonly dueFen: number };

const HOUR = 3_600_000;
/** A bank takes its days over a refund. */
const REFUND_MS = 2 * 24 * HOUR;
/** One address may ask after so many bills in a minute, and all of these come from here. */
const MOST_BILLS = 28;
const OF_A_LOT = 3;
/** Short visits are free nearly everywhere. */
const STAYED = 1.2 * HOUR;

type Phones = { readonly database: Database; readonly ask: Ask; bills: number };

/** Opens the bill of a car and begins to pay it; null where nothing is due, or no play money is taken. */
async function begin(phones: Phones, tenantId: number, parkId: string, plateNumber: string): Promise<Begun | null> {
  phones.bills += 1;
  const bill = await phones.ask('POST', '/api/gatehouse/driver/bill', { parkId, plateNumber });
  const dueFen = Number(bill['dueFen']);
  if (dueFen === 0 || !(bill['channels'] as string[]).includes('sandbox')) return null;
  const [order] = (await phones.ask('GET', 'static/getOnlineOrder', { parkId, plateNumber, status: 'quoted' })).records;
  if (!order) return null;
  const orderId = String(order['onlineOrderId']);
  const { tradeNo } = await prepay(phones.database, { tenantId, orderId, channel: 'sandbox', at: Date.now() });
  return { orderId, trade: tradeNo, dueFen };
}

async function settled(database: Database, { trade }: Begun, paid: boolean): Promise<void> {
  await settleSandbox(database, trade, paid);
  await noticesArrived();
}

/** Refunds of half of what was paid ahead are requested: the provider refuses, or takes its days. */
async function requestRefund(
  { database, ask }: Phones,
  { orderId, dueFen }: Begun,
  how: 'refused' | 'slow',
): Promise<void> {
  await setSandbox(
    database,
    how === 'refused' ? { ...calm, refuseRefunds: true } : { ...calm, refundDelayMs: REFUND_MS },
  );
  await ask('GET', 'parkorder/refund', {
    onlineOrderId: orderId,
    amountFen: Math.ceil(dueFen / 200) * 100,
    remark: how === 'refused' ? '车主付款后改为现金，原路退回' : '会员折扣漏用，退还差额',
  });
  await moneyRound(database);
  await setSandbox(database, calm);
}

type Step = (phones: Phones, begun: Begun) => Promise<void>;
const pays: Step = ({ database }, begun) => settled(database, begun, true);

/**
 * What drivers do, one after the other; by night few cars are inside whose drivers owe something, so what is rarest
 * comes first. An open payment page is queried for a day; a notice with a wrong sum books nothing, and querying the
 * channel puts it right.
 */
const steps: readonly Step[] = [
  async () => undefined,
  ({ database }, begun) => settled(database, begun, false),
  async (phones, begun) => {
    await pays(phones, begun);
    await requestRefund(phones, begun, 'slow');
  },
  async (phones, begun) => {
    await pays(phones, begun);
    await requestRefund(phones, begun, 'refused');
  },
  async (phones, begun) => {
    await setSandbox(phones.database, { ...calm, amountOffFen: -100 });
    await pays(phones, begun);
    await setSandbox(phones.database, calm);
  },
  pays,
];

/** A driver pays on his phone what his car owes so far; answers whether he did. */
export async function payAhead(
  database: Database,
  ask: Ask,
  { tenantId, parkId, plateNumber }: { tenantId: number; parkId: string; plateNumber: string },
): Promise<boolean> {
  const begun = await begin({ database, ask, bills: 0 }, tenantId, parkId, plateNumber);
  if (begun) await settled(database, begun, true);
  return begun !== null;
}

/** `guests`: the cars inside, and `holders` those with a pass, by lot. */
export async function payByPhone(
  database: Database,
  ask: Ask,
  lots: readonly BuiltLot[],
  {
    guests,
    holders = {},
  }: {
    guests: Readonly<Record<string, readonly Guest[]>>;
    holders?: Readonly<Record<string, readonly { plate: string }[]>>;
  },
  ofALot = OF_A_LOT,
): Promise<void> {
  const phones: Phones = { database, ask, bills: 0 };
  const tenants = new Map(
    (
      await database.read(platformScope, (db) =>
        db.raw<{ id: string; tenant_id: number }>('SELECT id, tenant_id FROM park'),
      )
    ).map((row) => [row.id, row.tenant_id]),
  );
  let done = 0;
  for (const {
    site: { parkId },
  } of lots) {
    const own = new Set((holders[parkId] ?? []).map(({ plate }) => plate));
    const waiting = (guests[parkId] ?? [])
      .filter((guest) => !own.has(guest.plate) && guest.in < Date.now() - STAYED)
      .slice(0, ofALot);
    for (const { plate } of waiting) {
      if (phones.bills >= MOST_BILLS) return;
      const begun = await begin(phones, tenants.get(parkId)!, parkId, plate);
      if (begun) await steps[done++ % steps.length]!(phones, begun);
    }
  }
}
