/**
 * What other areas may do with money. Everything runs inside the caller's transaction unless it takes a `Database`. Money is fen, times
 * are epoch ms, days are the lot's own.
 *
 * A passing goes like this: `ordersOf(…, { lock: true })` or a new entry, `orderStep` of domain/ledger for each deed, then one `writeMoney`
 * with the entries as they are now, the steps' postings, and what the stays add to their days. After the commit: `kickMoney()`.
 */
export { hearCash } from './cash.ts';
export type { CashMove } from './cash.ts';
export { addUp, stayDeltas, takenAway } from './days.ts';
export type { DayDelta, StayFact } from './days.ts';
export { checkMoney, ledgerSum, recompute } from './check.ts';
export type { Difference, MoneyCheck } from './check.ts';
export { noted } from './entry.ts';
export type { MoneyNote, OrderAbout, OrderEntry, Place } from './entry.ts';
export { ordersOf, ordersOfStays, placesOf, settledBy, settledOf } from './load.ts';
export { reconcileAll, reconcileDay } from './reconcile.ts';
export type { Account } from './reconcile.ts';
export type { BillLine } from './channel/channel.ts';
export { refundedBy, refundLeft } from './refund.ts';
export { beginTrade, prepay } from './trades.ts';
export type { Begun, Paid } from './trades.ts';
export { hearPaid, kickMoney, moneyRound, moneyWorker } from './worker.ts';
export type { PaidHearer } from './worker.ts';
export { hearCards, hearDerates, writeMoney } from './write.ts';
export type { DeratedOrder, MoneyBatch } from './write.ts';
import './notice.ts';
export { setMadeUp } from './channel/channels.ts';
export { setReach } from './channel/reach.ts';
export { allowSandbox, loginApp, payWays, wayOfCode } from './channel/merchant.ts';
export type { PayWay } from './channel/merchant.ts';
export { calm, noticesArrived, setSandbox, settleSandbox } from './channel/sandbox.ts';
export type { SandboxSettings } from './channel/sandbox.ts';
