/**
 * What other areas may do with money. Everything runs inside the caller's transaction unless it takes a `Database`.
 * Money is fen, times are epoch ms, days are the lot's own.
 *
 * A passing goes like this: `ordersOf(…, { lock: true })` or a new entry, `orderStep` of domain/ledger for each action,
 * then one `writeMoney` with the entries as they are now, the steps' postings, and what the stays add to their days.
 * After the commit: `kickMoney()`.
 */
export { addUp, stayDeltas, takenAway } from './days.ts';
export type { DayDelta, StayFact } from './days.ts';
export { checkMoney, ledgerSum, recompute } from './check.ts';
export type { Difference, MoneyCheck } from './check.ts';
export { noted } from './entry.ts';
export type { MoneyNote, OrderAbout, OrderEntry, Place } from './entry.ts';
export { nameId, readTrade, tradeOf } from './ids.ts';
export { ordersOf, ordersOfStays, placesOf, settledBy, settledOf } from './load.ts';
export { reconcileAll, reconcileDay } from './reconcile.ts';
export type { Account } from './reconcile.ts';
export { ChannelFault } from './channel/channel.ts';
export type { BillLine, ProfitSharing, ShareOutcome, ShareStatus, Terms } from './channel/channel.ts';
export { channelAt, channelNamed, refundsAt } from './channel/channels.ts';
export { refundedBy, refundLeft } from './refund.ts';
export { combinedPaid, prepayCombined } from './combined-trades.ts';
export { beginTrade, prepay } from './trades.ts';
export type { Begun } from './trades.ts';
export type { Paid } from './words.ts';
export { kickMoney, moneyRound, moneyWorker } from './worker.ts';
export { writeMoney } from './write.ts';
export type { DeratedOrder, MoneyBatch } from './write.ts';
export { madeUp } from './channel/channels.ts';
export { reach } from './channel/reach.ts';
export { loginApp, payWays, playMoney, wayOfCode } from './channel/merchant.ts';
export type { PayWay } from './channel/merchant.ts';
export { calm, noticesArrived, setSandbox, settleSandbox } from './channel/sandbox.ts';
export type { SandboxSettings } from './channel/sandbox.ts';
