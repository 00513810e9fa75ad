/**
 * A shift from float to deposit. Rules stand in domain/shift; here they meet the rows, each change under the lock of
 * the shift and its till.
 */
import { countedFen, countForced, maySign } from '#domain/shift/till.ts';
import type { Count, Pieces, WorkedShift } from '#domain/shift/till.ts';
import { signerAt } from '#areas/access/server/door.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { move, moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import {
  confirmShift,
  correctCash,
  countShift,
  dropCash,
  handOver,
  openShift,
  resumeShift,
  shiftNow,
} from '../model/calls.ts';
import { shift } from '../model/shift.ts';
import { writeEntries } from './entries.ts';
import { give, lockTill, refusedStep, stepped, sumsOf, workedShift } from './till.ts';
import type { Box, ShiftRow } from './till.ts';

const shifts = shift as Resource;
const who = (work: Work) => ({ userId: work.person.userId, name: work.person.name || work.person.account });

async function boxOf(work: Work, id: string): Promise<Box & { boxName: string }> {
  const row = await rowOf(parkBox, id, work.db);
  return {
    tenantId: row.tenantId as number,
    companyId: row.companyId as string,
    parkId: String(row.parkId),
    boxId: row.id,
    boxName: String(row.boxName),
  };
}

const shiftOf = async (work: Work, id: string, lock = false): Promise<ShiftRow> =>
  (await rowOf(shift, id, work.db, { lock })) as ShiftRow;
const inTenant = (work: Work, of: { tenantId: number }): Db => ofTenant(work.db, of.tenantId);

type Opening = { readonly operator: { userId: string; name: string }; readonly floatFen: number };

async function addShift(work: Work, box: Box, id: string, { operator, floatFen }: Opening): Promise<void> {
  const now = work.now.toISOString();
  const { tenantId, companyId, parkId, boxId } = box;
  await work.db.insert(tableOf(shift)).values({
    tenantId,
    companyId,
    parkId,
    boxId,
    id,
    status: 'open',
    operator: operator.name,
    operatorId: operator.userId,
    openedTime: now,
    floatFen,
    forced: false,
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  });
  await give(inTenant(work, box), box, id, { working: id, cut: now });
  work.record({
    resource: shift.name,
    action: 'open',
    rowId: id,
    after: { boxId, operator: operator.name, floatFen },
    tenantId,
    companyId,
    parkId,
  });
}

async function open(work: Work): Promise<unknown> {
  const { boxId, floatFen } = work.input as { boxId: string; floatFen: number };
  const box = await boxOf(work, boxId);
  const operator = who(work);
  const id = newId();
  stepped(await lockTill(inTenant(work, box), box, null), { kind: 'open', id, by: operator.userId, floatFen });
  await addShift(work, box, id, { operator, floatFen });
  return { shiftId: id };
}

/** A car with a quote leaves first: its payment belongs to the shift that issued the quote. */
async function noQuoteInFlight(db: Db, box: Box): Promise<void> {
  const [waiting] = await db.raw<{ name: string; plate: string | null }>(
    `SELECT g.gate_name AS name, l.state->'phase'->'vehicle'->>'plate' AS plate FROM lane_live l
     JOIN park_gate g ON g.tenant_id = l.tenant_id AND g.id = l.gate_id
     WHERE l.tenant_id = $1 AND l.park_id = $2 AND g.box_id = $3 AND l.state->'phase'->>'name' IN ('awaiting', 'deducting') LIMIT 1`,
    [box.tenantId, box.parkId, box.boxId],
  );
  if (waiting)
    throw ruleRefused(
      fill(
        text(
          '车道“{lane}”有车待缴费，请先处理后再交班',
          'A vehicle in lane “{lane}” is awaiting payment. Handle it before handing over.',
        ),
        { lane: waiting.name },
      ),
    );
}

/** What of a shift is written down when it is counted. */
async function figures(db: Db, row: ShiftRow, count: Count): Promise<Record<string, unknown>> {
  const { tenderedFen, changeFen, refundFen, dropFen, correctionFen, payments, releases, waivedFen } = await sumsOf(
    db,
    row.tenantId,
    row.id,
  );
  return {
    cashFen: tenderedFen - changeFen,
    refundFen,
    dropFen,
    correctionFen,
    payments,
    releases,
    waivedFen,
    ...count,
  };
}

const handover: Effect = async (found, _, work) => {
  const row = found as ShiftRow;
  const db = inTenant(work, row);
  const till = await lockTill(db, row, row);
  stepped(till, { kind: 'handover', by: work.person.userId });
  await noQuoteInFlight(db, row);
  const cut = work.now.toISOString();
  await give(db, row, null, { working: row.id, cut });
  return { cutTime: cut };
};

const resume: Effect = async (found, _, work) => {
  const row = found as ShiftRow;
  const db = inTenant(work, row);
  stepped(await lockTill(db, row, row), { kind: 'resume', by: work.person.userId });
  await give(db, row, row.id, { working: row.id, cut: null });
  return { cutTime: null };
};

const piecesOf = (given: unknown): { pieces: Pieces; fen: number } => {
  const pieces = given as Pieces;
  const fen = given !== null && typeof given === 'object' && !Array.isArray(given) ? countedFen(pieces) : null;
  if (fen === null)
    throw new Refused('bad_input', {}, [
      { field: 'pieces', msg: text('请按面额填写张数', 'Enter the number of notes and coins for each denomination') },
    ]);
  return { pieces, fen };
};

const count: Effect = async (found, input, work) => {
  const row = found as ShiftRow;
  const db = inTenant(work, row);
  const { pieces, fen } = piecesOf(input.pieces);
  const { till } = stepped(await lockTill(db, row, row), {
    kind: 'count',
    by: work.person.userId,
    countedFen: fen,
    keepFen: input.keepFen as number,
  });
  return { pieces, ...(await figures(db, row, till.shift!.count!)) };
};

const confirm: Effect = async (found, input, work) => {
  const row = found as ShiftRow;
  const { signer, takeOver } = input as { signer: { userId: string; name: string }; takeOver: boolean };
  const next = takeOver ? newId() : null;
  const { till, left } = stepped(await lockTill(inTenant(work, row), row, row), {
    kind: 'confirm',
    by: signer.userId,
    next,
  }) as { till: { shift: WorkedShift | null }; left: WorkedShift };
  if (next) await addShift(work, row, next, { operator: signer, floatFen: till.shift!.floatFen });
  else await give(inTenant(work, row), row, null, { working: null, cut: null });
  return { witness: signer.name, witnessId: signer.userId, nextId: next, ...left.count };
};

const force: Effect = async (found, input, work) => {
  const row = found as ShiftRow;
  const db = inTenant(work, row);
  stepped(await lockTill(db, row, row), { kind: 'force', by: work.person.userId });
  const cut = row.status === 'counting' ? row.cutTime : work.now.toISOString();
  await give(db, row, null, { working: null, cut });
  return { forced: true, remark: input.remark, cutTime: cut, witness: who(work).name, witnessId: work.person.userId };
};

const recount: Effect = async (found, input, work) => {
  const row = found as ShiftRow;
  const db = inTenant(work, row);
  const done = countForced(
    workedShift(row, await sumsOf(db, row.tenantId, row.id)),
    work.person.userId,
    input.countedFen as number,
  );
  if (typeof done === 'string') throw refusedStep(done);
  return {
    ...(await figures(db, row, done.count!)),
    witness: who(work).name,
    witnessId: work.person.userId,
    remark: `${row.remark ?? ''}；${String(input.remark)}`.slice(0, 200),
  };
};

/** The office counts what came in; not the person whose cash it was. */
const deposit: Effect = async (found, input, work) => {
  const row = found as ShiftRow;
  if (!maySign(row.operatorId, work.person.userId)) throw refusedStep('own-signature');
  const depositFen = input.depositFen as number;
  return {
    slipNo: input.slipNo,
    depositFen,
    depositDifferenceFen: depositFen - row.dropFen! - row.handInFen!,
    depositBy: who(work).name,
    depositTime: work.now.toISOString(),
    ...(input.remark ? { remark: `${row.remark ? `${row.remark}；` : ''}${String(input.remark)}`.slice(0, 200) } : {}),
  };
};

/** The shift as it stands, with what the caller may do; no sums before the count. */
async function answerOf(work: Work, row: ShiftRow): Promise<Record<string, unknown>> {
  const [shown] = await present(shifts, [row as Stored], work.db, work.person, work.lang);
  return { ...shown, mine: row.operatorId === work.person.userId };
}

const moving =
  (
    name: 'handover' | 'resume' | 'count' | 'confirm',
    effect: Effect,
    inputOf: (work: Work) => Promise<Record<string, unknown>> = async () => ({}),
  ) =>
  async (work: Work): Promise<unknown> => {
    const { shiftId } = work.input as { shiftId: string };
    const row = await move(shifts, shiftId, name, await inputOf(work), work, effect);
    return answerOf(work, row as ShiftRow);
  };

async function signed(work: Work): Promise<Record<string, unknown>> {
  const { shiftId, account, password, takeOver } = work.input as {
    shiftId: string;
    account: string;
    password: string;
    takeOver?: boolean | null;
  };
  const row = await shiftOf(work, shiftId);
  // Before the shift is locked: proving a password takes time and a transaction of its own.
  return {
    signer: await signerAt(work, account, password, row, { code: 'shift:add', what: openShift.title }),
    takeOver: takeOver !== false,
  };
}

async function drop(work: Work): Promise<unknown> {
  const { shiftId, amountFen, remark } = work.input as { shiftId: string; amountFen: number; remark?: string | null };
  const row = await shiftOf(work, shiftId, true);
  stepped(await lockTill(inTenant(work, row), row, row), { kind: 'drop', dropFen: amountFen, by: work.person.userId });
  return ownRow(work, row, { kind: 'drop', amountFen: -amountFen, remark: remark ?? null, subjectId: row.id });
}

async function correct(work: Work): Promise<unknown> {
  const { shiftId, ofShiftId, amountFen, remark } = work.input as {
    shiftId: string;
    ofShiftId: string;
    amountFen: number;
    remark: string;
  };
  const row = await shiftOf(work, shiftId, true);
  const former = await shiftOf(work, ofShiftId);
  if (former.boxId !== row.boxId || !['closed', 'deposited'].includes(String(former.status)))
    throw new Refused('bad_input', {}, [
      {
        field: 'ofShiftId',
        msg: text('须为同一岗亭已交班的班次', 'It must be a shift of the same booth that was handed over'),
      },
    ]);
  if (!maySign(former.operatorId, work.person.userId)) throw refusedStep('own-signature');
  stepped(await lockTill(inTenant(work, row), row, row), {
    kind: 'correct',
    correctionFen: amountFen,
    by: work.person.userId,
  });
  return ownRow(work, row, { kind: 'correction', amountFen, remark, subjectId: former.id });
}

async function ownRow(
  work: Work,
  row: ShiftRow,
  entry: { kind: 'drop' | 'correction'; amountFen: number; remark: string | null; subjectId: string },
): Promise<unknown> {
  const id = newId();
  await writeEntries(inTenant(work, row), row, row.id, [
    { ...entry, id, time: work.now.getTime(), plateNumber: null, operator: who(work).name },
  ]);
  work.record({
    resource: shift.name,
    action: entry.kind,
    rowId: row.id,
    after: { amountFen: entry.amountFen, about: entry.subjectId, note: entry.remark },
    tenantId: row.tenantId,
    companyId: row.companyId,
    parkId: row.parkId,
  });
  return { entryId: id };
}

/** The shift of a box with its last receipts, so that one taken wrongly can be voided. */
async function current(work: Work): Promise<unknown> {
  const box = await boxOf(work, (work.input as { boxId: string }).boxId);
  const [till] = await inTenant(work, box).raw<{ shift_id: string | null; last_receipt: number }>(
    'SELECT shift_id, last_receipt FROM box_till WHERE tenant_id = $1 AND park_id = $2 AND box_id = $3',
    [box.tenantId, box.parkId, box.boxId],
  );
  const row = till?.shift_id ? await shiftOf(work, till.shift_id) : null;
  const receipts = row
    ? await inTenant(work, box).raw<Stored>(
        `SELECT id, time, receipt_no AS "receiptNo", plate_number AS "plateNumber", amount_fen AS "amountFen", operator
         FROM shift_entry WHERE tenant_id = $1 AND shift_id = $2 AND kind = 'cash' ORDER BY receipt_no DESC LIMIT 5`,
        [box.tenantId, row.id],
      )
    : [];
  return {
    boxId: box.boxId,
    boxName: box.boxName,
    parkId: box.parkId,
    lastReceipt: till?.last_receipt ?? 0,
    shift: row ? await answerOf(work, row) : null,
    receipts,
  };
}

const effects: Readonly<Record<string, Effect>> = { handover, resume, count, confirm, force, recount, deposit };

export const shiftServed: Served[] = [
  ...moves(shift, effects),
  serve(shiftNow, current),
  serve(openShift, open),
  serve(handOver, moving('handover', handover)),
  serve(resumeShift, moving('resume', resume)),
  serve(
    countShift,
    moving('count', count, async ({ input }) => input),
  ),
  serve(confirmShift, moving('confirm', confirm, signed)),
  serve(dropCash, drop),
  serve(correctCash, correct),
];
