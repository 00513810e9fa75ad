/** What other areas may ask about discounts. Times epoch ms, money in fen. */
export { deratesAtBox, giveAtBox, givenAtBox, takeBackAtBox } from './at-box.ts';
export { Cards, cardsOf } from './cards-gate.ts';
export { followLot } from './follow.ts';
export { couponsOf, Offers } from './gate.ts';
export { discountsOfStay } from './of-stay.ts';
export { endPlaced, placeDiscount } from './place.ts';
export type { Placing } from './place.ts';
export { endDerates } from './sweep.ts';
