/** Maximum cash at a gate (fen): used by the booth, its terminal and disconnected lanes. */
export const MOST_CASH_FEN = 10_000_000;
