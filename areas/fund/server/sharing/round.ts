/** The clock's part of sharing: what is due is requested, what is open is queried, what is over is booked. */
import { refundsAt } from '#areas/billing/server/door.ts';
import type { ProfitSharing, ShareOutcome, Terms } from '#areas/billing/server/door.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { book, putOff } from './outcomes.ts';
import type { Answered } from './outcomes.ts';
import { planShares } from './plan.ts';
import { registerAll, registerFor } from './register.ts';
import { isRefusal } from './refusal.ts';
import { nextRequest } from './requests.ts';
import type { Request } from './requests.ts';
import { receiversOf } from './rows.ts';
import type { Share } from './rows.ts';

type Counter = {
  readonly database: Database;
  readonly tenantId: number;
  readonly sharing: ProfitSharing;
  readonly terms: Terms;
};

const rowsOf = (request: Request): readonly Share[] => (request.kind === 'back' ? [request.row] : request.rows);

const sumOf = (rows: readonly Share[]): number => rows.reduce((sum, { amountFen }) => sum + Number(amountFen), 0);

/** Shares parts, or finds what became of them. A receiver of several payments of a trade has one part of it there. */
async function shareParts(
  { database, tenantId, sharing, terms }: Counter,
  { shareNo, rows, isNew }: Extract<Request, { kind: 'share' }>,
): Promise<Answered[]> {
  const ids = rows.map(({ receiverId }) => receiverId!);
  const receivers = await database.read(tenantScope(tenantId), (db) => receiversOf(db, tenantId, ids));
  const accountOf = new Map(receivers.map(({ id, accountNo }) => [id, accountNo]));
  const channelNo = rows[0]!.channelTradeNo;
  let status = isNew ? null : await sharing.query({ shareNo, channelNo }, terms);
  if (!status) {
    await registerFor({ database, tenantId, sharing, terms }, receivers, rows[0]!.merchantRef);
    const byAccount = Map.groupBy(rows, (row) => accountOf.get(row.receiverId!)!);
    const parts = [...byAccount].map(([account, own]) => ({ account, amountFen: sumOf(own) }));
    status = await sharing.share({ shareNo, channelNo, parts }, terms);
  }
  const { channelNo: order, over } = status;
  return rows.map((row) => {
    const open: ShareOutcome = over
      ? { state: 'failed', at: Date.now(), why: 'NO_SUCH_RECEIVER' }
      : { state: 'pending', at: Date.now() };
    const outcome = status.parts.get(accountOf.get(row.receiverId!)!) ?? status.all ?? open;
    return { id: row.id, number: shareNo, outcome, channelNo: order };
  });
}

async function finishOne(
  { sharing, terms }: Counter,
  { shareNo, rows, isNew }: Extract<Request, { kind: 'finish' }>,
): Promise<Answered[]> {
  const request = { shareNo, channelNo: rows[0]!.channelTradeNo };
  const status = (isNew ? null : await sharing.query(request, terms)) ?? (await sharing.finish(request, terms));
  const outcome: ShareOutcome = status.all ?? { state: status.over ? 'done' : 'pending', at: Date.now() };
  return rows.map(({ id }) => ({ id, number: shareNo, outcome, channelNo: status.channelNo }));
}

async function backOne(
  { database, tenantId, sharing, terms }: Counter,
  { row, isNew }: Extract<Request, { kind: 'back' }>,
): Promise<Answered[]> {
  const { returns } = sharing;
  if (returns.by !== 'request') throw new Error(`${row.payType} takes parts back with refunds alone`);
  const [receiver] = await database.read(tenantScope(tenantId), (db) => receiversOf(db, tenantId, [row.receiverId!]));
  const request = {
    shareNo: row.shareNo!,
    backNo: row.backNo!,
    account: receiver!.accountNo,
    amountFen: Number(row.backFen),
  };
  const outcome = (isNew ? null : await returns.backQuery(request, terms)) ?? (await returns.giveBack(request, terms));
  return [{ id: row.id, number: row.backNo!, outcome }];
}

const sent = (counter: Counter, request: Request): Promise<Answered[]> =>
  request.kind === 'share'
    ? shareParts(counter, request)
    : request.kind === 'finish'
      ? finishOne(counter, request)
      : backOne(counter, request);

type Payment = { readonly tenantId: number; readonly paymentId: string };

/** One request of a trade. @returns whether there may be another at once */
async function step(database: Database, payment: Payment, now: Date, force: boolean): Promise<boolean> {
  const { tenantId, paymentId } = payment;
  const scope = tenantScope(tenantId);
  const request = await database.write(scope, (db) => nextRequest(db, { ...payment, now, force }));
  if (!request) return false;
  const rows = rowsOf(request);
  const at = { tenantId, now };
  try {
    const { payType, merchantRef } = rows[0]!;
    const { channel, terms } = await refundsAt(database, tenantId, payType, merchantRef);
    if (!channel.sharing) throw new Error(`${payType} shares nothing`);
    const answers = await sent({ database, tenantId, sharing: channel.sharing, terms }, request);
    await database.write(scope, (db) => book({ ...at, db }, paymentId, answers));
    return answers.every(({ outcome }) => outcome.state !== 'pending');
  } catch (error) {
    if (!isRefusal(error)) {
      await database.write(scope, (db) => putOff({ ...at, db }, rows));
      return false;
    }
    const outcome: ShareOutcome = { state: 'failed', at: now.getTime(), why: error.message };
    const number = request.kind === 'back' ? request.row.backNo! : request.shareNo;
    await database.write(scope, (db) =>
      book(
        { ...at, db },
        paymentId,
        rows.map(({ id }) => ({ id, number, outcome })),
      ),
    );
    return true;
  }
}

/** Requests of one trade that follow one another at once: its parts, what comes back, the rest. */
const MOST_STEPS = 12;

/** All that the shares of a payment's trade want just now. `force`: also what waits for its time. */
export async function shareOne(database: Database, payment: Payment, now: Date, force = false): Promise<void> {
  for (let nth = 0; nth < MOST_STEPS; nth += 1) if (!(await step(database, payment, now, force && nth === 0))) return;
}

const TRADES_AT_ONCE = 4;

/** A payment of each trade of a group with a share that is due. */
const dueTrades = (db: Db, tenantId: number, now: Date): Promise<Payment[]> =>
  db.raw<Payment>(
    `SELECT tenant_id AS "tenantId", min(payment_id) AS "paymentId" FROM profit_share WHERE tenant_id = $1
      AND status IN ('planned', 'sent', 'returning', 'failed') AND due_time <= $2 AND deleted_at IS NULL
     GROUP BY tenant_id, pay_type, channel_trade_no LIMIT 1000`,
    [tenantId, now.toISOString()],
  );

/** Everything that is due at `now`, once. */
export async function shareRound(database: Database, now: Date): Promise<void> {
  await registerAll(database, now);
  await planShares(database, now);
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT DISTINCT tenant_id AS "tenantId" FROM share_receiver'),
  );
  for (const { tenantId } of tenants) {
    const due = await database.read(tenantScope(tenantId), (db) => dueTrades(db, tenantId, now));
    await atOnce(TRADES_AT_ONCE, due, (payment) => shareOne(database, payment, now));
  }
}
