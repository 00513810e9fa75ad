/** Print templates as people keep them, and slips of orders made by them. */
import { parkingOrder } from '#areas/billing/model/order.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { printerFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { reasonIn } from '#areas/device/model/incident.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { answered, give } from '#areas/device/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { escpos } from '#domain/print/escpos.ts';
import { columnsOf, layout } from '#domain/print/layout.ts';
import type { Line, Paper, Values } from '#domain/print/layout.ts';
import { parseTemplate } from '#domain/print/template.ts';
import type { Fault } from '#domain/print/template.ts';
import { formatFen } from '#domain/money/fen.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { duration, wallTime } from '#kit/declare/format.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { ownTemplates, printSlip, sendSlip, slipKnown, slipPrinters } from '../model/print-template.ts';
import type { SlipType } from '../model/print-template.ts';

const faultWords: Readonly<Record<Fault['why'], Text>> = {
  unknown: text('第{line}行：没有栏目 {what}', 'Line {line}: there is no value {what}'),
  list: text('第{line}行：没有名为 {what} 的栏目或明细', 'Line {line}: there is no value or list {what}'),
  unclosed: text('第{line}行：缺少 [end]', 'Line {line}: [end] is missing'),
  unopened: text('第{line}行：多余的 [end]', 'Line {line}: nothing is open for this [end]'),
  order: text('第{line}行：不认识 {what}', 'Line {line}: {what} is no order'),
  long: text('最多{what}行', 'At most {what} lines'),
};

export const templateRules: Rules = {
  check: ({ content }) =>
    isEmpty(content)
      ? []
      : parseTemplate(String(content), slipKnown)
          .faults.slice(0, 3)
          .map(({ why, line, what }) => ({ field: 'content', msg: fill(faultWords[why], { line, what }) })),
  fill: (values, before) =>
    before && values['content'] !== undefined && values['content'] !== before['content']
      ? { versionNo: Number(before['versionNo'] ?? 1) + 1 }
      : {},
  // One of a kind is in use: the one chosen last.
  saved: async (after, _, work) => {
    if (after['inUse'] !== true) return;
    await work.db.raw(
      `UPDATE parkprinttemplate SET in_use = false
       WHERE tenant_id = $1 AND park_id = $2 AND template_type = $3 AND id <> $4 AND in_use RETURNING 1`,
      [after['tenantId'], after['parkId'], after['templateType'], after.id],
    );
  },
};

type Row = Readonly<Record<string, unknown>>;
type BillLine = { readonly clause: Text; readonly amountFen: number };

/** Money that is there; nothing where there is none, so that a template leaves its line out. */
const sum = (fen: unknown): string => (Number(fen ?? 0) === 0 ? '' : formatFen(Number(fen)));

function valuesOf(order: Row, lot: Row, company: string, work: Work): Values {
  const zone = String(lot['zone'] ?? work.person.zone);
  const time = (at: unknown): string => (isEmpty(at) ? '' : wallTime(String(at), zone).slice(0, 16));
  const until = order['pricedTime'] ?? order['createdTime'];
  const seconds = isEmpty(order['inTime'])
    ? null
    : Math.floor((Date.parse(String(until)) - Date.parse(String(order['inTime']))) / 1000);
  const payType = payTypes[String(order['payType']) as keyof typeof payTypes];
  return {
    values: {
      park: String(lot['parkName'] ?? ''),
      company,
      plate: String(order['plateNumber'] ?? ''),
      inTime: time(order['inTime']),
      until: time(until),
      stayed: seconds === null ? '' : duration(seconds, work.lang),
      due: formatFen(Number(order['receivableFen'] ?? 0)),
      discount: sum(order['derateFen']),
      waived: sum(order['waivedFen']),
      paid: formatFen(Number(order['paidFen'] ?? 0)),
      refunded: sum(order['refundedFen']),
      payType: payType?.[work.lang] ?? '',
      paidTime: time(order['paidTime']),
      orderNo: String(order['orderNo'] ?? ''),
      phone: String(lot['servicePhone'] ?? ''),
      operator: work.person.name || work.person.account,
      printed: time(work.now.toISOString()),
    },
    lists: {
      lines: ((order['lines'] ?? []) as BillLine[])
        .filter(({ amountFen }) => amountFen > 0)
        .map(({ clause, amountFen }) => ({ name: clause[work.lang], sum: formatFen(amountFen) })),
    },
  };
}

type Template = { readonly name: string; readonly paper: Paper; readonly content: string };

/** The lot's template in use; where there is none, the product's own in the language of whoever prints. */
async function templateOf(work: Work, lot: Row, type: SlipType): Promise<Template | null> {
  const [row] = await work.db.raw<Template>(
    `SELECT template_name AS name, paper, content FROM parkprinttemplate
     WHERE tenant_id = $1 AND park_id = $2 AND template_type = $3 AND in_use AND deleted_at IS NULL`,
    [lot['tenantId'], lot['id'], type],
  );
  return row ?? null;
}

type Slip = {
  readonly stored: Stored;
  readonly template: string | null;
  readonly paper: Paper;
  readonly columns: number;
  readonly lines: readonly Line[];
};

async function slipOf(work: Work): Promise<Slip> {
  const { onlineOrderId, templateType, paper } = work.input;
  const stored = await rowOf(parkingOrder, String(onlineOrderId).toLowerCase(), work.db);
  const lot = await rowOf(park, String(stored['parkId']), work.db);
  const [order] = await present(parkingOrder, [stored], work.db, work.person, work.lang);
  const type = (templateType ?? 'receipt') as SlipType;
  const own = await templateOf(work, lot, type);
  const on = (paper ?? own?.paper ?? '58') as Paper;
  const company = (order!['labels'] as Record<string, string>)['companyId'] ?? '';
  const { blocks } = parseTemplate(own?.content ?? ownTemplates[type][work.lang], slipKnown);
  // Whoever sees plates of visits, as at a booth, hands the slip to the driver of this one.
  const plate = work.permits('stay:unmask') ? { plateNumber: stored['plateNumber'] } : {};
  const lines = layout(
    blocks,
    valuesOf({ ...(order as Row), ...plate, lines: stored['lines'] }, lot, company, work),
    columnsOf[on],
  );
  return { stored, template: own?.name ?? null, paper: on, columns: columnsOf[on], lines };
}

const bytesOf = (lines: readonly Line[]): string => Buffer.from(escpos(lines)).toString('base64');

async function print(work: Work): Promise<unknown> {
  const { stored: _, ...slip } = await slipOf(work);
  return { ...slip, escpos: bytesOf(slip.lines) };
}

async function printers(work: Work): Promise<unknown> {
  const { parkId } = await rowOf(parkingOrder, String(work.input['onlineOrderId']).toLowerCase(), work.db);
  const found = await work.db.raw<{ faultText: string | null }>(
    `SELECT id AS "deviceId", device_name AS "deviceName", status, fault_text AS "faultText" FROM park_device
     WHERE tenant_id = $1 AND park_id = $2 AND family = ANY($3::text[]) AND deleted_at IS NULL ORDER BY device_name`,
    [(await rowOf(park, String(parkId), work.db))['tenantId'], parkId, [...printerFamilies]],
  );
  return found.map((each) => ({ ...each, faultText: reasonIn(work.lang, 'rejected', each.faultText) }));
}

/** How often a slip of the order was given to a printer and may have come out. */
const BEFORE = `
  SELECT count(*)::int AS times FROM device_command
  WHERE tenant_id = $1 AND park_id = $2 AND command = 'print' AND cause_id = $3 AND time > $4::timestamptz AND status <> 'failed' AND status <> 'timed-out'`;
const COPIES_DAYS = 90;

const copyMark = (times: number, lang: 'zh' | 'en'): Line => ({
  kind: 'text',
  text: lang === 'zh' ? `补打（第 ${times + 1} 张）` : `Copy ${times + 1}`,
  bold: true,
});

/** Prints on a printer of the order's own car park; what came of it is the command's outcome. */
async function send(work: Work): Promise<unknown> {
  const { stored, lines } = await slipOf(work);
  const device = await rowOf(parkDevice, String(work.input['deviceId']), work.db);
  if (device['parkId'] !== stored['parkId'] || !printerFamilies.includes(device['family'] as FamilyName))
    throw ruleRefused(text('该设备不是此车场的小票打印机', 'This is no slip printer of that car park'));
  const tenantId = Number(device['tenantId']);
  const since = new Date(work.now.getTime() - COPIES_DAYS * 86_400_000).toISOString();
  const [before] = await work.db.raw<{ times: number }>(BEFORE, [tenantId, stored['parkId'], stored.id, since]);
  const times = before?.times ?? 0;
  const all = times === 0 ? lines : [copyMark(times, work.lang), ...lines];
  return answered(
    await give(work, tenantId, [
      {
        name: 'print',
        deviceId: device.id,
        payload: { escpos: bytesOf(all), orderNo: stored['orderNo'] },
        cause: 'staff',
        causeId: stored.id,
        remark: work.person.name,
      },
    ]),
  );
}

export const printServed: readonly Served[] = [
  serve(printSlip, print),
  serve(slipPrinters, printers),
  serve(sendSlip, send),
];
