/** What other areas may ask about vehicles. */
export { carKindOf, carKindsOf, modelOfColour, seedCarKinds, typeOfKind } from './car-kinds.ts';
export type { CarKind, CarKinds, CarModelOf, CarTypeOf } from './car-kinds.ts';
export { listClassAt, listClassesFor } from './car-list.ts';
export type { ListEntry } from './car-list.ts';
export {
  bookApproved,
  bookingAt,
  bookingsById,
  callOff,
  markArrived,
  openBookings,
  refreshBookings,
  spacesKept,
} from './space-booking.ts';
export type { ApprovedWish, Arrival, GateBooking } from './space-booking.ts';
export { changesLocked } from './village-lock.ts';
