/**
 * Weeks of invoices over what drivers paid online: play invoices of the sandbox, some failed, given up, reversed or
 * waiting for the buyer.
 */
import { lineOf, redParts } from '#domain/invoice/invoice.ts';
import { total } from '#domain/invoice/tax.ts';
import type { Taxed } from '#domain/invoice/tax.ts';
import { checkCreditCode } from '#domain/plate/credit-code.ts';
import { playNumber } from '#areas/invoice/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { seal } from '#kit/server/seal.ts';

type Wide = Record<string, unknown>;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const DAYS = 21;
const ORDERS = 110;
/** So many of the newest have their files fetched once the server runs. */
const WITH_FILES = 12;
const RATE = 900;

const titles = [
  '杭州云栖贸易有限公司',
  '上海明川物流有限公司',
  '苏州拾光文化传媒有限公司',
  '宁波海诺工程咨询有限公司',
  '南京知远律师事务所',
];
const people = ['沈亦舟', '陶知夏', '韩予安', '程若谷', '宁一帆'];

/** A credit code whose check is right. */
function creditCode(nth: number): string {
  const stem = `91330100MA2B${String(10_000 + nth * 37)}`;
  const check = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].find((each) => checkCreditCode(`${stem}${each}`) === null);
  return `${stem}${check}`;
}

type Paid = {
  readonly id: string;
  readonly orderNo: string;
  readonly parkId: string;
  readonly plate: string;
  readonly inTime: string | null;
  readonly paidTime: string;
  readonly fen: number;
};
type Own = { readonly tenantId: number; readonly companyId: string; readonly sellerId: string };

const iso = (at: number): string => new Date(at).toISOString();
const frame = (own: Pick<Own, 'tenantId' | 'companyId'>, at: number): Wide => ({
  tenant_id: own.tenantId,
  company_id: own.companyId,
  created_at: iso(at),
  updated_at: iso(at),
});

/** One seller for the whole group, and one of a company whose service ends soon, for a lot of its own. */
async function sellers(db: Db, tenantId: number, now: number): Promise<Own & { readonly lot: string | null }> {
  const companies = await db.raw<{ id: string; name: string }>(
    'SELECT id, company_name AS name FROM company WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 3',
    [tenantId],
  );
  const [root, ...others] = companies as [{ id: string; name: string }, ...{ id: string; name: string }[]];
  const below = others.at(-1) ?? root;
  const [lot] = await db.raw<{ id: string }>(
    'SELECT id FROM park WHERE tenant_id = $1 AND company_id = $2 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
    [tenantId, below.id],
  );
  const row = (company: { id: string; name: string }, nth: number, more: Wide): Wide => ({
    ...frame({ tenantId, companyId: company.id }, now - 200 * DAY),
    id: newId(now - 200 * DAY),
    seller_name: company.name,
    tax_no: creditCode(tenantId * 10 + nth),
    address: '杭州市示范路1号',
    phone: '0571-00000000',
    bank_name: '招商银行',
    bank_account: seal(`62148301${String(tenantId * 100 + nth).padStart(11, '0')}`),
    goods_name: '车辆停放服务',
    tax_code: '3040502020200000000',
    province: '浙江省杭州市',
    site_address: '示范路1号',
    cross_city: false,
    start_date: iso(now - 200 * DAY).slice(0, 10),
    apply_days: 90,
    provider: 'sandbox',
    confirmed: true,
    changed_by: people[0],
    confirmed_by: people[1],
    confirmed_time: iso(now - 199 * DAY),
    ...more,
  });
  const rows = [
    row(root, 1, {
      rate_bp: RATE,
      end_date: iso(now + 400 * DAY).slice(0, 10),
      validity: 'valid',
      credit_fen: 50_000_000,
      park_ids: null,
    }),
    row(below, 2, {
      rate_bp: 500,
      end_date: iso(now + 18 * DAY).slice(0, 10),
      validity: 'ending',
      credit_fen: null,
      park_ids: lot ? [lot.id] : null,
    }),
  ];
  await insertRows(db, 'invoice_seller_config', rows, '');
  return { tenantId, companyId: root.id, sellerId: String(rows[0]!['id']), lot: lot?.id ?? null };
}

const paidOrders = (
  db: Db,
  { tenantId, lot }: { tenantId: number; lot: string | null },
  now: number,
): Promise<Paid[]> =>
  db.raw<Paid>(
    `SELECT id, order_no AS "orderNo", park_id AS "parkId", plate_number AS plate, in_time AS "inTime",
      paid_time AS "paidTime", paid_fen AS fen FROM parking_order
     WHERE tenant_id = $1 AND created_time > $2 AND status = 'paid' AND paid_fen >= 500 AND refunded_fen = 0
      AND surplus_fen = 0 AND plate_number IS NOT NULL AND park_id IS DISTINCT FROM $3
     ORDER BY created_time DESC LIMIT ${ORDERS * 20}`,
    [tenantId, iso(now - DAYS * DAY), lot],
  );

type State = 'issued' | 'failed' | 'cancelled' | 'red' | 'partRed' | 'redPending';
const stateOf = (nth: number): State =>
  nth % 23 === 7
    ? 'failed'
    : nth % 29 === 11
      ? 'cancelled'
      : nth % 19 === 5
        ? 'red'
        : nth % 17 === 3
          ? 'partRed'
          : nth === 2
            ? 'redPending'
            : 'issued';

type Made = {
  readonly own: Own;
  readonly paid: readonly Paid[];
  readonly nth: number;
  readonly now: number;
  readonly state: State;
  /** When it was requested. */
  readonly at: number;
  readonly id: string;
  readonly applyNo: string;
  readonly isOut: boolean;
  readonly isRedDone: boolean;
  readonly request: string | null;
};

function made(own: Own, paid: readonly Paid[], nth: number, now: number): Made {
  const state = stateOf(nth);
  const last = Math.max(...paid.map(({ paidTime }) => Date.parse(paidTime)));
  const at = Math.min(last + (7 + (nth % 50)) * MINUTE, now - MINUTE);
  const id = newId(at);
  const applyNo = id.replaceAll('-', '');
  const isRed = state === 'red' || state === 'partRed' || state === 'redPending';
  return {
    own,
    paid,
    nth,
    now,
    state,
    at,
    id,
    applyNo,
    isOut: state !== 'failed' && state !== 'cancelled',
    isRedDone: state === 'red' || state === 'partRed',
    request: isRed ? `${applyNo.slice(0, 28)}r001` : null,
  };
}

function itemRow(of: Made, order: Paid, kind: 'blue' | 'red', { grossFen, netFen, taxFen }: Taxed): Wide {
  const isBlue = kind === 'blue';
  const isDone = isBlue ? of.isOut : of.isRedDone;
  return {
    ...frame(of.own, of.at),
    id: newId(of.at),
    form_id: of.id,
    park_id: order.parkId,
    kind,
    status: isDone ? 'done' : 'open',
    order_id: order.id,
    order_no: order.orderNo,
    plate_number: order.plate,
    goods_name: '车辆停放服务',
    tax_code: '3040502020200000000',
    lease_from: order.inTime ?? order.paidTime,
    lease_to: order.paidTime,
    rate_bp: RATE,
    gross_fen: grossFen,
    net_fen: netFen,
    tax_fen: taxFen,
    request_id: isBlue ? null : of.request,
    invoice_no: isDone ? playNumber(isBlue ? of.applyNo : of.request!) : null,
    time: iso(isBlue ? of.at : Math.min(of.at + 90 * MINUTE, of.now)),
    issued_time: isDone ? iso(Math.min(of.at + (isBlue ? 20_000 : 90 * MINUTE + 20_000), of.now)) : null,
  };
}

const mailed = ({ nth, isOut, at, now }: Made): Wide => {
  const to = isOut && nth % 4 !== 2 ? `driver${nth}@example.com` : null;
  return {
    email: to,
    mail_to: to,
    mail_state: to ? 'sent' : null,
    mail_time: to ? iso(Math.min(at + MINUTE, now)) : null,
    mail_no: to ? 1 : null,
  };
};

function formRow(of: Made, whole: Taxed, redFen: number): Wide {
  const { own, paid, nth, now, state, at, applyNo, isOut, request } = of;
  const isOwn = nth % 3 !== 1;
  return {
    ...frame(own, at),
    id: of.id,
    apply_no: applyNo,
    park_id: paid[0]!.parkId,
    seller_id: own.sellerId,
    plate_number: paid[0]!.plate,
    buyer_type: isOwn ? 'organisation' : 'person',
    invoice_title: isOwn ? titles[nth % titles.length] : people[nth % people.length],
    buyer_tax_no: isOwn ? creditCode(500 + (nth % titles.length)) : null,
    amount_fen: whole.grossFen,
    net_fen: whole.netFen,
    tax_fen: whole.taxFen,
    red_fen: redFen,
    status: state === 'partRed' ? 'issued' : state,
    invoice_no: isOut ? playNumber(applyNo) : null,
    issued_time: isOut ? iso(Math.min(at + 20_000, now)) : null,
    time: iso(at),
    confirmed: state === 'redPending',
    source: 'driver',
    failure: state === 'failed' ? '购买方税号与抬头不符' : null,
    ...mailed(of),
    files_at: isOut && nth < WITH_FILES ? iso(now) : null,
    red_type: request ? '2' : null,
    red_request: request,
    red_asked_time: request ? iso(Math.min(at + 90 * MINUTE, now)) : null,
    red_note: state === 'redPending' ? `QR${applyNo.slice(0, 12)}` : null,
    red_blocked: false,
    // The buyer has three days to confirm.
    ask_at: state === 'redPending' ? iso(now + 2 * DAY) : null,
    asks: 1,
  };
}

/** What of each order became red. */
const backOf = ({ state, paid }: Made): Map<string, number> =>
  state === 'red' || state === 'redPending'
    ? new Map(paid.map(({ id, fen }) => [id, fen]))
    : new Map(state === 'partRed' ? [[paid[0]!.id, Math.floor(paid[0]!.fen / 2)]] : []);

/** One invoice over some orders with its lines. */
function invoice(own: Own, paid: readonly Paid[], nth: number, now: number): { form: Wide; items: Wide[] } {
  const of = made(own, paid, nth, now);
  const lines = paid.map((order) => lineOf(order.id, order.fen, RATE));
  const reds = redParts(lines, backOf(of)) ?? [];
  const byId = new Map(paid.map((order) => [order.id, order]));
  return {
    form: formRow(of, total(lines), of.isRedDone ? total(reds).grossFen : 0),
    items: [
      ...paid.map((order, each) => itemRow(of, order, 'blue', lines[each]!)),
      ...reds.map((red) => itemRow(of, byId.get(red.order)!, 'red', red)),
    ],
  };
}

/** Orders of a plate within days are often put on one invoice. */
function grouped(orders: readonly Paid[]): Paid[][] {
  const chosen = orders
    .filter((_, nth) => nth % Math.max(1, Math.floor(orders.length / ORDERS)) === 0)
    .slice(0, ORDERS);
  const groups = [...Map.groupBy(chosen, ({ plate }) => plate).values()];
  return groups.flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / 4) }, (_, nth) => own.slice(nth * 4, nth * 4 + 4)),
  );
}

/** Once the groups have their past. `now`: epoch ms, where it ends. */
export async function invoiceWeeks(database: Database, tenantIds: readonly number[], now: number): Promise<void> {
  for (const tenantId of tenantIds)
    await database.write(tenantScope(tenantId), async (db) => {
      const own = await sellers(db, tenantId, now);
      const all = grouped(await paidOrders(db, own, now)).map((paid, nth) => invoice(own, paid, nth, now));
      await insertRows(
        db,
        'invoice_apply_form',
        all.map(({ form }) => form),
        '',
      );
      await insertRows(
        db,
        'invoice_item',
        all.flatMap(({ items }) => items),
        '',
      );
    });
}
