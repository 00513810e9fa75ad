/** What the device link, billing's news and other areas may ask of passages. */
export { laneShown, lanesShown, standingAt, standingWith } from './box-board.ts';
export { changeLot, ingestBatch, ingestTogether, ordersPaid, remoteGiven, sweepLanes } from './ingest.ts';
export type { Target } from './ingest.ts';
export { liveNews } from './live.ts';
export { lastPicture } from './last-picture.ts';
export { forgetLot } from './lot.ts';
export { checkLotFigures } from './check.ts';
export { quoteNow, beginWindows, costUntil, replateDebt, settleDebts } from './debts.ts';
export type { CurrentQuote, DebtChange } from './debts.ts';
export { changeKerb, voidKerb } from './kerb.ts';
export type { KerbBill, KerbStay } from './kerb.ts';
export { kerbTariffs, takeKerbCash } from './kerb-cash.ts';
export type { KerbCash } from './kerb-cash.ts';
export type { KerbCashTaken } from './kerb-cash.ts';
export { channelsOf, lotOf, openTicket, readTicket, ticketOf } from './driver.ts';
export type { LotRow } from './driver.ts';
export { doerAtBox } from './terminal.ts';
