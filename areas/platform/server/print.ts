/** Print templates as people keep them, and slips of orders made by them. */
import { printerFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { reasonIn } from '#areas/device/model/incident.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { answered, give } from '#areas/device/server/door.ts';
import { escpos } from '#domain/print/escpos.ts';
import { columnsOf, layout } from '#domain/print/layout.ts';
import type { Line, Paper } from '#domain/print/layout.ts';
import { parseTemplate } from '#domain/print/template.ts';
import type { Fault } from '#domain/print/template.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Db } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { printSlip, sendSlip, slipPrinters } from '../model/print-template.ts';
import { ownTemplates, slipKnown } from '../model/slip-kinds.ts';
import type { SlipType } from '../model/slip-kinds.ts';
import { aboutOf } from './slip-values.ts';
import type { About, Row } from './slip-values.ts';

const faultWords: Readonly<Record<Fault['why'], Text>> = {
  unknown: text('第{line}行：没有栏目 {what}', 'Line {line}: there is no value {what}'),
  list: text('第{line}行：没有名为 {what} 的栏目或明细', 'Line {line}: there is no value or list {what}'),
  unclosed: text('第{line}行：缺少 [end]', 'Line {line}: [end] is missing'),
  unopened: text('第{line}行：多余的 [end]', 'Line {line}: nothing is open for this [end]'),
  order: text('第{line}行：不认识 {what}', 'Line {line}: {what} is no order'),
  long: text('最多{what}行', 'At most {what} lines'),
};

const typeIn = (value: unknown): SlipType => (value ?? 'receipt') as SlipType;

export const templateRules: Rules = {
  check: ({ content, templateType }, before) =>
    isEmpty(content)
      ? []
      : parseTemplate(String(content), slipKnown(typeIn(templateType ?? before?.['templateType'])))
          .faults.slice(0, 3)
          .map(({ why, line, what }) => ({ field: 'content', msg: fill(faultWords[why], { line, what }) })),
  fill: (values, before, { lang }) => {
    const type = typeIn(values['templateType'] ?? before?.['templateType']);
    const emptied = before === null || values['content'] !== undefined;
    const content = emptied && isEmpty(values['content']) ? ownTemplates[type][lang] : values['content'];
    if (content === undefined || content === before?.['content']) return {};
    return before ? { content, versionNo: Number(before['versionNo'] ?? 1) + 1 } : { content };
  },
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

type Template = { readonly name: string; readonly paper: Paper; readonly content: string };

/** The lot's template in use; where there is none, the product's own in the language of whoever prints. */
export async function templateOf(db: Db, lot: Row, type: SlipType): Promise<Template | null> {
  const [row] = await db.raw<Template>(
    `SELECT template_name AS name, paper, content FROM parkprinttemplate
     WHERE tenant_id = $1 AND park_id = $2 AND template_type = $3 AND in_use AND deleted_at IS NULL`,
    [lot['tenantId'], lot['id'], type],
  );
  return row ?? null;
}

type Slip = {
  readonly about: About;
  readonly template: string | null;
  readonly paper: Paper;
  readonly columns: number;
  readonly lines: readonly Line[];
};

async function slipOf(work: Work): Promise<Slip> {
  const type = typeIn(work.input['templateType']);
  const about = await aboutOf(work, type);
  const own = await templateOf(work.db, about.lot, type);
  const on = (work.input['paper'] ?? own?.paper ?? '58') as Paper;
  const { blocks } = parseTemplate(own?.content ?? ownTemplates[type][work.lang], slipKnown(type));
  const lines = layout(blocks, await about.values(), columnsOf[on]);
  return { about, template: own?.name ?? null, paper: on, columns: columnsOf[on], lines };
}

export const bytesOf = (lines: readonly Line[]): string => Buffer.from(escpos(lines)).toString('base64');

async function print(work: Work): Promise<unknown> {
  const { about: _, ...slip } = await slipOf(work);
  return { ...slip, escpos: bytesOf(slip.lines) };
}

async function printers(work: Work): Promise<unknown> {
  const { lot } = await aboutOf(work, typeIn(work.input['templateType']));
  const found = await work.db.raw<{ faultText: string | null }>(
    `SELECT id AS "deviceId", device_name AS "deviceName", status, fault_text AS "faultText" FROM park_device
     WHERE tenant_id = $1 AND park_id = $2 AND family = ANY($3::text[]) AND deleted_at IS NULL ORDER BY device_name`,
    [lot['tenantId'], lot['id'], [...printerFamilies]],
  );
  return found.map((each) => ({ ...each, faultText: reasonIn(work.lang, 'rejected', each.faultText) }));
}

/** How often a slip of the order or stay was given to a printer and may have come out. */
const BEFORE = `
  SELECT count(*)::int AS times FROM device_command
  WHERE tenant_id = $1 AND park_id = $2 AND command = 'print' AND cause_id = $3 AND time > $4::timestamptz AND status <> 'failed' AND status <> 'timed-out'`;
const COPIES_DAYS = 90;

const copyMark = (times: number, lang: 'zh' | 'en'): Line => ({
  kind: 'text',
  text: lang === 'zh' ? `补打（第 ${times + 1} 张）` : `Copy ${times + 1}`,
  bold: true,
});

/** Prints on a printer of the same car park; what came of it is the command's outcome. */
async function send(work: Work): Promise<unknown> {
  const { about, lines } = await slipOf(work);
  const device = await rowOf(parkDevice, String(work.input['deviceId']), work.db);
  if (device['parkId'] !== about.lot['id'] || !printerFamilies.includes(device['family'] as FamilyName))
    throw ruleRefused(text('该设备不是此车场的小票打印机', 'This is no slip printer of that car park'));
  const tenantId = Number(device['tenantId']);
  const since = new Date(work.now.getTime() - COPIES_DAYS * 86_400_000).toISOString();
  const [before] = await work.db.raw<{ times: number }>(BEFORE, [tenantId, about.lot['id'], about.id, since]);
  const times = before?.times ?? 0;
  const all = times === 0 ? lines : [copyMark(times, work.lang), ...lines];
  return answered(
    await give(work, tenantId, [
      {
        name: 'print',
        deviceId: device.id,
        payload: { escpos: bytesOf(all), orderNo: about.no },
        cause: 'staff',
        causeId: about.id,
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
