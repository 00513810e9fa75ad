/** The case file of a debt: what an authority needs to judge it, and what proves it. */
import type { BillLine } from '#domain/fee/types.ts';
import { isoOf } from '#domain/time/iso.ts';
import { isId } from '#kit/declare/check.ts';
import type { EscapeRow } from './escapes.ts';
import type { At } from './at.ts';

type StayRow = {
  plate_number: string | null;
  in_time: string | null;
  out_time: string | null;
  in_picture: string | null;
  out_picture: string | null;
  rule_name: string | null;
};
type OrderRow = { order_no: string; lines: unknown; rule_id: string | null; receivable_fen: number; paid_fen: number };
type NoticeRow = { at: string; way: string; result: string | null };

/** The hash under which a picture is kept, where its address says it. */
const shot = (at: string, url: string | null) =>
  url ? [{ at, url, sha256: /[0-9a-f]{64}/.exec(url)?.[0] ?? null }] : [];

/** Bill, tariff, pictures with their hashes and notices of a debt, as they stand. Amounts in fen, times ISO. */
export async function caseOf(work: At, row: EscapeRow, authority: string | null): Promise<Record<string, unknown>> {
  const stayId = isId(row.stayId) ? row.stayId : null;
  const [[stay], [order], notices] = await Promise.all([
    work.db.raw<StayRow>(
      'SELECT plate_number, in_time, out_time, in_picture, out_picture, rule_name FROM stay WHERE tenant_id = $1 AND id = $2::uuid',
      [row.tenantId, stayId],
    ),
    work.db.raw<OrderRow>(
      'SELECT order_no, lines, rule_id, receivable_fen, paid_fen FROM parking_order WHERE tenant_id = $1 AND id = $2',
      [row.tenantId, row.id],
    ),
    work.db.raw<NoticeRow>(
      "SELECT at, way, result FROM arrears_notice WHERE tenant_id = $1 AND $2::text = ANY(string_to_array(escape_ids, ',')) ORDER BY at",
      [row.tenantId, row.id],
    ),
  ]);
  return {
    authority,
    escapeNo: row.escapeNo,
    parkId: row.parkId,
    sectionId: row.sectionId,
    berthNo: row.berthNo,
    plateNumber: stay?.plate_number ?? row.plateNumber,
    inTime: stay?.in_time ?? row.inTime,
    outTime: stay?.out_time ?? row.outTime,
    month: String(row.bornTime).slice(0, 7),
    dueTime: row.dueTime,
    owedFen: row.owedFen,
    outstandingFen: row.outstandingFen,
    order: order && {
      orderNo: order.order_no,
      receivableFen: order.receivable_fen,
      paidFen: order.paid_fen,
      tariff: { id: order.rule_id, name: stay?.rule_name ?? null },
      lines: (Array.isArray(order.lines) ? (order.lines as BillLine[]) : []).map((line) => ({
        text: line.clause,
        from: isoOf(line.from),
        to: isoOf(line.to),
        amountFen: line.amountFen,
      })),
    },
    pictures: [
      ...shot(String(stay?.in_time ?? ''), stay?.in_picture ?? null),
      ...shot(String(stay?.out_time ?? ''), stay?.out_picture ?? null),
    ],
    notices: notices.map(({ at, way, result }) => ({ at, way, result })),
  };
}
