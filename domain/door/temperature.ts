/**
 * What a reading of a thermal camera means. It finds raised skin temperature; a clinical thermometer decides. All in
 * tenths of a degree.
 */
export type Bounds = { readonly warn: number; readonly low: number; readonly high: number };
export type Level = 'normal' | 'suspect' | 'implausible';

export const USUAL: Bounds = { warn: 373, low: 340, high: 420 };

/**
 * Below what a living forehead has, or above what anybody survives, it is the camera that is wrong: taken again, no
 * warning.
 */
export const levelOf = (tempDeci: number, { warn, low, high }: Bounds): Level =>
  tempDeci < low || tempDeci > high ? 'implausible' : tempDeci >= warn ? 'suspect' : 'normal';

/** How long a warning waits for a second reading. */
export const SECOND_READING_MS = 15 * 60_000;
/** How long it is kept who a reading is of, and its picture. */
export const READING_DAYS = 30;
