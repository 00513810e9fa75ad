/** Nobody hands over more at a gate (fen): the box, its terminal and lanes that are cut off go by this. */
export const MOST_CASH_FEN = 10_000_000;
