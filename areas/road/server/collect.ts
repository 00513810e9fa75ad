/** Cash for debts: every part of a collection in one transaction, each to its own order and lot. */
import { formatFen } from '#domain/money/fen.ts';
import { dayOf } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import { settleDebts } from '#areas/passage/server/door.ts';
import type { DebtChange } from '#areas/passage/server/door.ts';
import { arrearsCollection, collectDebts } from '#areas/road/model/collection.ts';
import { openStates } from '#areas/road/model/debt-words.ts';
import { boxOfPerson } from '#areas/shift/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import type { At } from './at.ts';
import { escapeNamed, mustBe, nameOf } from './escapes.ts';
import type { EscapeRow } from './escapes.ts';

/** What is to be paid of a debt: what is still owed, and what had been written off of it. */
const dueOf = (row: EscapeRow): number => Number(row.outstandingFen) + Number(row.writtenOffFen);

async function requestedEscapes(work: At, ids: readonly string[]): Promise<EscapeRow[]> {
  const rows: EscapeRow[] = [];
  for (const id of ids) rows.push(await escapeNamed(work, id));
  for (const row of rows) mustBe(row, [...openStates, 'writtenOff'], collectDebts.title);
  if (new Set(rows.map((row) => `${row.tenantId} ${row.plateNumber}`)).size !== 1)
    throw new Refused('bad_input', {}, [
      { field: 'recordId', msg: text('须为同一车牌的欠费', 'The debts must be of one plate') },
    ]);
  return rows;
}

/** The box the person works, where the money is all for its lot; else the drawer of his desk. */
export async function drawerFor(work: At, tenantId: number, parkIds: readonly string[]): Promise<string> {
  const boxId = await boxOfPerson(work.db, work.person.userId);
  const [box] = boxId
    ? await work.db.raw<{ box_name: string; park_id: string }>(
        'SELECT box_name, park_id FROM park_box WHERE tenant_id = $1 AND id = $2',
        [tenantId, boxId],
      )
    : [];
  return box && parkIds.every((id) => id === box.park_id) ? box.box_name : `desk-${work.person.userId}`;
}

/** The name of the cash for one debt of a collection. */
const cashOf = (collection: string, row: EscapeRow): string => `late/${collection}/${row.id}`;

/** What is done to the order of one debt: a write-off is taken back, then the cash is booked. */
function changesOf(row: EscapeRow, collection: string, drawer: string, work: At): DebtChange[] {
  const at = work.now.getTime();
  const amountFen = dueOf(row);
  const id = cashOf(collection, row);
  const own = { orderId: row.id, stayId: String(row.stayId) };
  const back: DebtChange[] =
    Number(row.writtenOffFen) > 0
      ? [{ ...own, event: { kind: 'restore', id: `debt/${row.id}`, amountFen: Number(row.writtenOffFen), at } }]
      : [];
  return [
    ...back,
    {
      ...own,
      event: { kind: 'cash', id, amountFen, tenderedFen: amountFen, drawer, at },
      note: { id, note: { operator: nameOf(work), tenderedFen: amountFen, changeFen: 0, late: true } },
    },
  ];
}

const idsOf = (recordId: unknown): string[] => [
  ...new Set(
    String(recordId)
      .split(',')
      .map((id) => id.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/**
 * @throws Refused 409 where somebody else settled one of them first: cash above what is owed would lie there as surplus
 */
async function mustBePaid(work: At, rows: readonly EscapeRow[], collection: string): Promise<void> {
  const [{ tenantId }] = rows as [EscapeRow];
  const orders = await ordersOf(
    work.db,
    rows.map(({ id }) => id),
    { tenantId },
  );
  for (const row of rows) {
    const order = orders.get(row.id)?.order;
    const cash = order?.payments.find(({ id }) => id === cashOf(collection, row));
    if (!order || order.owedFen > 0 || cash?.appliedFen !== dueOf(row)) throw new Refused('changed_meanwhile');
  }
}

export const collectionNoOf = (id: string, at: number, zone: string): string =>
  `B${dayOf(at, zone).replaceAll('-', '')}${id.replaceAll('-', '').slice(-12).toUpperCase()}`;

async function collect(work: Work<typeof collectDebts.input>): Promise<unknown> {
  const ids = idsOf(work.input.recordId);
  const rows = await requestedEscapes(work, ids);
  const [first] = rows as [EscapeRow];
  const amountFen = rows.reduce((sum, row) => sum + dueOf(row), 0);
  const tenderedFen = work.input.tenderedFen ?? amountFen;
  if (tenderedFen < amountFen)
    throw new Refused('bad_input', {}, [
      {
        field: 'tenderedFen',
        msg: fill(text('应收 {sum} 元，收取现金不足', '{sum} yuan are due; the cash is less'), {
          sum: formatFen(amountFen),
        }),
      },
    ]);
  const id = newId();
  const drawer = await drawerFor(
    work,
    first.tenantId,
    rows.map(({ parkId }) => parkId),
  );
  for (const [parkId, own] of [...Map.groupBy(rows, (row) => row.parkId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { after, refused } = await settleDebts(
      ofTenant(work.db, first.tenantId),
      { tenantId: first.tenantId, parkId },
      own.flatMap((row) => changesOf(row, id, drawer, work)),
    );
    if (refused.size > 0) throw new Refused('changed_meanwhile');
    work.afterCommit(after);
  }
  await mustBePaid(work, rows, id);
  const at = isoOf(work.now.getTime());
  const collectionNo = collectionNoOf(id, work.now.getTime(), work.person.zone);
  const changeFen = tenderedFen - amountFen;
  await insertRows(
    work.db,
    'arrears_collection',
    [
      {
        tenant_id: first.tenantId,
        company_id: first.companyId,
        id,
        created_at: at,
        updated_at: at,
        created_by: work.person.userId,
        collection_no: collectionNo,
        plate_number: first.plateNumber,
        paid_time: at,
        items: rows.length,
        amount_fen: amountFen,
        tendered_fen: tenderedFen,
        change_fen: changeFen,
        paid_at: 'collector',
        operator: nameOf(work),
        drawer,
        parts: rows.map((row) => ({ escapeId: row.id, parkId: row.parkId, amountFen: dueOf(row) })),
      },
    ],
    '',
  );
  work.record({
    resource: arrearsCollection.name,
    action: 'collect',
    rowId: id,
    after: { collectionNo, amountFen, items: rows.length, drawer },
    tenantId: first.tenantId,
    companyId: (first.companyId as string | null) ?? null,
  });
  return { collectionNo, amountFen, changeFen };
}

export const collectServed: Served[] = [serve(collectDebts, collect)];
