/** Print templates as people keep them, and slips of orders made by them. */
import { parkingOrder } from '#areas/billing/model/order.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { escpos } from '#domain/print/escpos.ts';
import { columnsOf, layout } from '#domain/print/layout.ts';
import type { Paper, Values } from '#domain/print/layout.ts';
import { parseTemplate } from '#domain/print/template.ts';
import type { Fault } from '#domain/print/template.ts';
import { formatFen } from '#domain/money/fen.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { duration, wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { ownTemplates, printSlip, slipKnown } from '../model/print-template.ts';
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

async function print(work: Work): Promise<unknown> {
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
  return {
    template: own?.name ?? null,
    paper: on,
    columns: columnsOf[on],
    lines,
    escpos: Buffer.from(escpos(lines)).toString('base64'),
  };
}

export const printServed: readonly Served[] = [serve(printSlip, print)];
