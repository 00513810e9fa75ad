/** What other areas may ask about discounts. Times epoch ms, money in fen. */
export { followLot } from './follow.ts';
export { couponsOf, Offers } from './gate.ts';
export { endDerates } from './sweep.ts';
