/**
 * A payment provider inside the installation, for demonstrations, tests and simulated days: own books in own
 * transactions, signed notices, and every bad day of a real one on request. A pay code ending in 0000 has no money, one
 * ending in 0001 waits for the driver's password.
 */
import { setTimeout as later } from 'node:timers/promises';
import { readTrade } from '#areas/billing/server/ids.ts';
import { committedEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { emit } from '#kit/server/events.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { CodeFault } from '#areas/billing/model/events.ts';
import type {
  GivenBack,
  Letter,
  Notice,
  PaymentChannel,
  ProfitSharing,
  ShareOutcome,
  ShareStatus,
  TradeStatus,
} from './channel.ts';
import { sign, signedBy } from './sign.ts';

export type SandboxSettings = {
  delayMs: number;
  copies: number;
  wrongSignature: boolean;
  amountOffFen: number;
  refuseRefunds: boolean;
  refundDelayMs: number;
};
export const calm: SandboxSettings = {
  delayMs: 0,
  copies: 1,
  wrongSignature: false,
  amountOffFen: 0,
  refuseRefunds: false,
  refundDelayMs: 0,
};

/** Handled by what stands behind the public notice call. */
export const sandboxNotified = committedEvent<{ letters: readonly Letter[] }>({
  name: 'sandboxNotified',
  area: 'billing',
  title: text('沙箱支付通知', 'Notices of the sandbox'),
  payload: { letters: text('签名的通知', 'Signed notices') },
  required: true,
});

const settingName = 'behaviour';

export async function sandboxSettings(database: Database): Promise<SandboxSettings> {
  const [row] = await database.read(platformScope, (db) =>
    db.raw<{ value: SandboxSettings }>('SELECT value FROM sandbox_setting WHERE name = $1', [settingName]),
  );
  return { ...calm, ...row?.value };
}

export async function setSandbox(database: Database, settings: SandboxSettings): Promise<void> {
  await database.write(platformScope, (db) =>
    db.raw(
      'INSERT INTO sandbox_setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [settingName, JSON.stringify(settings)],
    ),
  );
}

type Book = {
  trade_no: string;
  provider_no: string;
  amount_fen: number;
  state: 'paid' | 'pending' | 'failed';
  paid_at: string | null;
  refunded_fen: number;
  payload: { at: number; why?: CodeFault };
};
const bookColumns = 'trade_no, provider_no, amount_fen, state, paid_at, refunded_fen, payload';

const statusOf = (book: Book): TradeStatus => ({
  tradeNo: book.trade_no,
  state: book.state,
  amountFen: book.amount_fen,
  at: book.paid_at ? Date.parse(book.paid_at) : book.payload.at,
  channelNo: book.provider_no,
  ...(book.payload.why ? { why: book.payload.why } : {}),
});

export async function sandboxBooks(database: Database, tradeNos: readonly string[]): Promise<Book[]> {
  return database.read(platformScope, (db) =>
    db.raw<Book>(`SELECT ${bookColumns} FROM sandbox_trade WHERE trade_no = ANY($1::text[])`, [[...tradeNos]]),
  );
}

const outcome = (payCode: string | null): Book['state'] =>
  payCode === null || payCode.endsWith('0001') ? 'pending' : payCode.endsWith('0000') ? 'failed' : 'paid';

/** A code that ends so is refused for the reason that providers name; one that only ends in four noughts, for none. */
const whyOf = (payCode: string | null): { why?: CodeFault } =>
  payCode?.endsWith('10000') ? { why: 'code' } : payCode?.endsWith('20000') ? { why: 'money' } : {};

/** Enters trades into the sandbox's books; one that is there already keeps its state. */
async function enter(
  database: Database,
  trades: readonly { tradeNo: string; amountFen: number; at: number; payCode: string | null }[],
): Promise<Book[]> {
  const rows = trades.map(({ tradeNo, amountFen, at, payCode }) => {
    const state = outcome(payCode);
    return {
      trade_no: tradeNo,
      provider_no: `SB${newId().replaceAll('-', '')}`,
      amount_fen: amountFen,
      refunded_fen: 0,
      state,
      paid_at: state === 'paid' ? new Date(at).toISOString() : null,
      payload: { at, ...whyOf(payCode) },
      notices: 0,
    };
  });
  await database.write(platformScope, (db) =>
    insertRows(db, 'sandbox_trade', rows, 'ON CONFLICT (trade_no) DO NOTHING'),
  );
  return sandboxBooks(
    database,
    trades.map((trade) => trade.tradeNo),
  );
}

function letterOf(book: Book, settings: SandboxSettings): Letter {
  const body = Buffer.from(JSON.stringify({ ...statusOf(book), amountFen: book.amount_fen + settings.amountOffFen }));
  const signed = sign(readTrade(book.trade_no)?.tenantId ?? 0, body, Date.now(), settings.wrongSignature);
  return { body, header: (name) => (name === 'authorization' ? signed : null) };
}

const underWay = new Set<Promise<void>>();
/** Resolves when every notice that was under way has arrived or been given up. */
export const noticesArrived = async (): Promise<void> => {
  await Promise.all(underWay);
};

/**
 * Sends the notices of settled trades as the settings say: late, several times, wrong, or not at all. Nobody waits for
 * them.
 */
function notify(database: Database, books: readonly Book[], settings: SandboxSettings): void {
  const settled = books.filter((book) => book.state !== 'pending');
  if (settled.length === 0 || settings.copies === 0) return;
  const send = async () => {
    if (settings.delayMs > 0) await later(settings.delayMs, undefined, { ref: false });
    for (let copy = 0; copy < settings.copies; copy += 1)
      await emit(sandboxNotified, { letters: settled.map((book) => letterOf(book, settings)) }, { database });
    await database.write(platformScope, (db) =>
      db.raw('UPDATE sandbox_trade SET notices = notices + $2 WHERE trade_no = ANY($1::text[])', [
        settled.map((book) => book.trade_no),
        settings.copies,
      ]),
    );
  };
  // A provider whose notice does not arrive shrugs; we ask by ourselves after 30 seconds.
  const sending = send()
    .catch(() => undefined)
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
}

/**
 * The driver finishes (or gives up) a waiting payment on the phone. Answers what the books say now; null for an unknown
 * trade.
 */
export async function settleSandbox(database: Database, tradeNo: string, success = true): Promise<TradeStatus | null> {
  await database.write(platformScope, (db) =>
    db.raw(
      `UPDATE sandbox_trade SET state = $2::text, paid_at = CASE WHEN $2::text =
       'paid' THEN to_timestamp((payload->>'at')::bigint / 1000.0) END WHERE trade_no = $1 AND state = 'pending'`,
      [tradeNo, success ? 'paid' : 'failed'],
    ),
  );
  const books = await sandboxBooks(database, [tradeNo]);
  notify(database, books, await sandboxSettings(database));
  return books[0] ? statusOf(books[0]) : null;
}

const refundNumber = (refundNo: string): string => `SBR${refundNo.slice(-20)}`;

function readNotice(body: Buffer): TradeStatus | null {
  try {
    const { tradeNo, state, amountFen, at, channelNo, why } = JSON.parse(body.toString('utf8')) as Partial<TradeStatus>;
    const known =
      typeof tradeNo === 'string' &&
      (state === 'paid' || state === 'failed') &&
      Number.isSafeInteger(amountFen) &&
      Number.isSafeInteger(at) &&
      (channelNo === null || typeof channelNo === 'string');
    if (!known) return null;
    const fault = why === 'code' || why === 'money' ? { why } : {};
    return { tradeNo, state, amountFen: amountFen!, at: at!, channelNo, ...fault };
  } catch {
    return null;
  }
}

type RefundRow = { trade_no: string };

/** When the money of a refund will be there: as answered to the first request, and no other time since. Epoch ms. */
async function refundDue(database: Database, tradeNo: string, refundNo: string, atFirst: number): Promise<number> {
  const [row] = await database.write(platformScope, (db) =>
    db.raw<{ due: number }>(
      `UPDATE sandbox_trade SET payload = jsonb_set(payload, '{due}',
       jsonb_build_object($2::text, $3::bigint) || coalesce(payload->'due', '{}')) WHERE trade_no = $1
       RETURNING (payload->'due'->>$2)::bigint AS due`,
      [tradeNo, refundNo, atFirst],
    ),
  );
  return Number(row?.due ?? 0);
}

export const sandbox: PaymentChannel = {
  name: 'sandbox',
  async payCode(trades, { database }) {
    const settings = await sandboxSettings(database);
    const books = await enter(database, trades);
    notify(database, books, settings);
    // As many providers do, it only takes the order here: the notice brings the result.
    return books.map((book) => ({ ...statusOf(book), state: 'pending' as const }));
  },
  async prepay(trade, how, { database }) {
    await enter(database, [{ ...trade, payCode: null }]);
    return how.form === 'code'
      ? { code: `gatehouse-sandbox:pay?trade=${trade.tradeNo}&fen=${trade.amountFen}` }
      : { params: { sandbox: trade.tradeNo } };
  },
  query: async (tradeNos, { database }) => (await sandboxBooks(database, tradeNos)).map(statusOf),
  close: (tradeNo, { database }) =>
    database.write(platformScope, async (db) => {
      await db.raw(`UPDATE sandbox_trade SET state = 'failed' WHERE trade_no = $1 AND state = 'pending'`, [tradeNo]);
    }),
  async refund({ refundNo, tradeNo, amountFen }, { database }) {
    const settings = await sandboxSettings(database);
    const at = Date.now();
    if (settings.refuseRefunds) return { state: 'failed', channelNo: null, at, why: 'refused' };
    if ((await refundDue(database, tradeNo, refundNo, at + settings.refundDelayMs)) > at)
      return { state: 'pending', channelNo: null, at };
    const done = await database.write(platformScope, (db) =>
      db.raw<RefundRow>(
        `UPDATE sandbox_trade SET refunded_fen = refunded_fen + CASE WHEN payload->'refunds' ? $3 THEN 0 ELSE $2::bigint END,
         payload = jsonb_set(payload, '{refunds}', coalesce(payload->'refunds', '{}') || jsonb_build_object($3::text, $2::bigint))
       WHERE trade_no = $1 AND state = 'paid' AND (payload->'refunds' ? $3 OR refunded_fen + $2::bigint <= amount_fen) RETURNING trade_no`,
        [tradeNo, amountFen, refundNo],
      ),
    );
    return done.length > 0
      ? { state: 'done', channelNo: refundNumber(refundNo), at }
      : { state: 'failed', channelNo: null, at, why: 'beyond' };
  },
  async refundQuery({ refundNo, tradeNo }, { database }) {
    const found = await database.read(platformScope, (db) =>
      db.raw<RefundRow>(`SELECT trade_no FROM sandbox_trade WHERE trade_no = $1 AND payload->'refunds' ? $2`, [
        tradeNo,
        refundNo,
      ]),
    );
    return found.length > 0 ? { state: 'done', channelNo: refundNumber(refundNo), at: Date.now() } : null;
  },
  verifyNotice({ body, header }): Notice | null {
    const notice = readNotice(body);
    const merchant = notice && readTrade(notice.tradeNo)?.tenantId;
    return notice && merchant
      ? { status: notice, signatureRight: signedBy(merchant, body, header('authorization')) }
      : null;
  },
  thanks: { type: 'application/json', body: '{"code":200,"success":true}' },
  // Its books are this installation's own: there is nothing to hold them against.
  bill: async () => [],
  test: async () => undefined,
};

const givenBack = ({ account, amountFen }: { account: string; amountFen: number }): GivenBack => ({
  accounts: [account],
  amountFen,
  failed: null,
});

const atOnce = (): ShareOutcome => ({ state: 'done', at: Date.now() });
const allAtOnce = async (): Promise<ShareStatus> => ({ channelNo: null, over: true, parts: new Map(), all: atOnce() });
/** Parts of a past that was made up are shared, released and called back as they are requested. */
const sharesAtOnce: ProfitSharing = {
  register: async () => undefined,
  share: allAtOnce,
  query: async () => null,
  finish: allAtOnce,
  mostReceivers: 50,
  returns: { by: 'request', giveBack: async () => atOnce(), backQuery: async () => null },
  readNotice: () => null,
};

/**
 * In the place of providers that know nothing of a demonstration's past: a trade of it is entered as it was paid, then
 * treated as any.
 */
export const madeUpPast: PaymentChannel = {
  ...sandbox,
  refund: async (ask, terms) => {
    await enter(terms.database, [{ tradeNo: ask.tradeNo, amountFen: ask.totalFen, at: Date.now(), payCode: '' }]);
    const status = await sandbox.refund(ask, terms);
    return status.state === 'done' ? { ...status, back: (ask.shares?.parts ?? []).map(givenBack) } : status;
  },
  sharing: sharesAtOnce,
};
