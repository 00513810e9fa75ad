/** What the code of an entry ticket stands for: the QR code of its payment page, or its number as a bar code. */
import { canonicalPlate, isNoPlateCode, MAX_PLATE, noPlateCodeOf } from './plate.ts';

/** The payment page of one car, as it is printed and as `apps/driver` reads it. */
const ADDRESS = /^https?:\/\/\S+\/m\/pay\?[^#\s]*#p=([^&#\s]+)$/;
/** The number alone: no pay code is so short, no card so written. */
const NUMBER = /^[0-9A-HJ-NP-Z]{4,7}$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The plate that a ticket was printed for, or the code in place of one; null where it is no ticket. */
export function ticketIn(read: string): string | null {
  const bare = read.trim();
  const address = ADDRESS.exec(bare);
  if (address) {
    const plate = canonicalPlate(decoded(address[1]!));
    return plate === '' || plate.length > MAX_PLATE ? null : plate;
  }
  if (NUMBER.test(bare)) return noPlateCodeOf(bare);
  return isNoPlateCode(bare) ? canonicalPlate(bare) : null;
}

/** What is held before a reader is at most so long: the address of a payment page is the longest. */
export const MAX_SCANNED = 400;
