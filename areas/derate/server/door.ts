/** What other areas may ask about discounts. Times epoch ms, money in fen. */
export { deratesAtBox, giveAtBox, givenAtBox, takeBackAtBox } from './at-box.ts';
export { Cards, cardsOf } from './cards-gate.ts';
export { followLot } from './follow.ts';
export { couponsOf, Offers } from './gate.ts';
export { discountsOfStay } from './of-stay.ts';
export { endDerates } from './sweep.ts';
