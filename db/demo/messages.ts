/** The demo's message push: configured events, followers' plates, messages sent, and synchronisation runs. */
import { createHash } from 'node:crypto';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';

type Row = Record<string, unknown>;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const RUNS = 14;

const lines = [
  { template_type: 'entry', way: 'template', content: 'car_number1={plate}\nthing2={parkName}\ntime3={time}' },
  {
    template_type: 'exit',
    way: 'template',
    content: 'car_number1={plate}\nthing2={parkName}\ntime3={inTime}\ntime4={time}\nthing5=停车{stayed}',
  },
  {
    template_type: 'paid',
    way: 'template',
    content: 'car_number1={plate}\nthing2={parkName}\namount3={amount}\ntime4={time}',
  },
  {
    template_type: 'due',
    way: 'template',
    content: 'car_number1={plate}\nthing2={parkName}\namount3={amount}',
    link: 'https://anbo.example.com/m/debts',
    fault: '47003 argument invalid! data.amount3.value invalid',
  },
  { template_type: 'passEnding', way: 'subscribe', content: 'car_number1={plate}\ndate2={endDay}\nnumber3={days}' },
  { template_type: 'passEnding', way: 'sms', content: '您的月租车{plate}将于{endDay}到期，请及时续费。' },
  {
    template_type: 'coupon',
    way: 'template',
    content: 'thing1={couponName}\nnumber2={num}\ntime3={endTime}',
    enable: false,
  },
  {
    template_type: 'dayDiffers',
    way: 'notice',
    content: '{day}{channel}（商户{merchantNo}）有{count}笔差异，请到“渠道对账”核对。',
  },
  { template_type: 'invoiceFailed', way: 'notice', content: '发票申请{applyNo}（{title}，{amount}）开具失败：{why}。' },
];

/** What became of messages, in turn. */
const fates = [
  { status: 'delivered', answer: null },
  { status: 'delivered', answer: null },
  { status: 'sent', answer: null },
  { status: 'blocked', answer: '43101 user refuse to accept the msg' },
  { status: 'delivered', answer: null },
  { status: 'dead', answer: '47003 argument invalid! data.amount3.value invalid' },
  { status: 'delivered', answer: null },
  { status: 'dead', answer: 'expired' },
];
const PUSHES = 120;

type Seen = { readonly plate: string; readonly park: string };

type Bound = Seen & { readonly openid: string };
type At = (before: number) => string;
const isByAccount = (way: string): boolean => way === 'template' || way === 'subscribe';

const configRows = ({ tenant_id, company_id, publicplat_id }: Row, at: At) =>
  lines.map((line) => ({
    tenant_id,
    company_id,
    publicplat_id: isByAccount(line.way) ? publicplat_id : null,
    id: newId(),
    created_at: at(20 * DAY),
    updated_at: at(20 * DAY),
    template_id: isByAccount(line.way) ? `demo-${line.template_type}` : null,
    link: null,
    enable: true,
    fault: null,
    ...line,
    fault_time: line.fault ? at(2 * DAY) : null,
  }));

type Config = ReturnType<typeof configRows>[number];

function pushRows(own: Row, bound: readonly Bound[], active: readonly Config[], now: number, at: At): Row[] {
  if (bound.length === 0) return [];
  return Array.from({ length: PUSHES }, (_, nth) => {
    const who = bound[(nth * 7) % bound.length]!;
    const { id, template_type, way } = active[nth % active.length]!;
    const fate = fates[nth % fates.length]!;
    const made = (nth * 83 + 5) * MINUTE;
    return {
      ...own,
      id: newId(now - made),
      created_at: at(made),
      updated_at: at(made - 2000),
      config_id: id,
      template_type,
      way,
      plate_number: who.plate,
      openid: who.openid,
      receiver: createHash('sha256').update(who.openid).digest('hex').slice(0, 32),
      subject: `demo/${nth}`,
      made_time: at(made),
      sent_time: fate.status === 'dead' ? null : at(made - 2000),
      due_at: at(made),
      until_time: at(made - 120 * MINUTE),
      tries: fate.answer === 'expired' ? 10 : 1,
      filling: { plate: who.plate, parkName: who.park },
      ...fate,
    };
  });
}

const runRows = (own: Row, followers: number, at: At): Row[] =>
  Array.from({ length: RUNS }, (_, nth) => ({
    ...own,
    id: newId(),
    status: nth === 5 ? 'failed' : 'done',
    start_time: at(nth * DAY + 400 * MINUTE),
    end_time: at(nth * DAY + 399 * MINUTE),
    total: followers,
    listed: nth === 5 ? 20 : followers,
    added: nth % 3,
    gone: nth % 4 === 1 ? 1 : 0,
    detailed: nth % 7 === 0 ? followers : nth % 3,
    answer: nth === 5 ? 'incomplete' : null,
    phase: 'details',
    tries: 0,
    due_at: at(nth * DAY + 399 * MINUTE),
  }));

/** Plates that followers bound, messages sent to them in the last days, and the daily comparisons with the platform. */
export async function addFollowerMessages(
  db: Db,
  own: Row,
  fans: readonly Row[],
  seen: readonly Seen[],
  now: Date,
): Promise<void> {
  const at: At = (before) => new Date(now.getTime() - before).toISOString();
  const config = configRows(own, at);
  await insertRows(db, 'systemplatemsgconfig', config, '');
  const faithful = fans.filter(({ status }) => status === 'yes');
  const bound = seen
    .slice(0, faithful.length)
    .map((each, nth): Bound => ({ ...each, openid: String(faithful[nth]!['openid']) }));
  const plates = bound.map(({ plate, openid }, nth) => ({
    ...own,
    id: newId(),
    plate_number: plate,
    openid,
    bound_time: at((1 + (nth % 30)) * DAY),
  }));
  await insertRows(db, 'wx_plate', plates, '');
  const active = config.filter(({ way, enable }) => way === 'template' && enable);
  await insertRows(db, 'wx_push', pushRows(own, bound, active, now.getTime(), at), '');
  await insertRows(db, 'wx_sync', runRows(own, faithful.length, at), '');
}

/** Cars that came to car parks of the company or below it, each once. */
export const carsSeen = (db: Db, tenantId: number): Promise<Seen[]> =>
  db.raw<Seen>(
    `SELECT m.plate_number AS plate, min(p.park_name) AS park FROM park_month m JOIN park p ON p.tenant_id = m.tenant_id
      AND p.id = m.park_id
     WHERE m.tenant_id = $1 AND m.plate_number IS NOT NULL AND m.deleted_at IS NULL GROUP BY 1 ORDER BY 1 LIMIT 60`,
    [tenantId],
  );
