/** Whether a handheld takes cash now, by the settings of its car park. */
import { handheldSettings } from '#areas/handheld/model/parameter.ts';
import type { HandheldSettings } from '#areas/handheld/model/parameter.ts';
import { fill } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { HOUR } from '#domain/time/zone.ts';
import { words } from './words.ts';

/**
 * What holds where the car park has changed nothing, and for data that a handheld kept from before there were settings.
 */
export const usual: HandheldSettings = {
  cashAllowed: handheldSettings.cashAllowed.default as boolean,
  maxCash: handheldSettings.maxCash.default as number,
  offlineHours: handheldSettings.offlineHours.default as number,
  photo: handheldSettings.photo.default as boolean,
  slip: handheldSettings.slip.default as boolean,
};

export type Till = {
  /** Since the last word of the server. */
  readonly offlineMs: number;
  /** Taken today. */
  readonly takenFen: number;
  readonly dueFen: number;
};

/** Why none is taken; null where it is. */
export function whyNoCash(settings: HandheldSettings, { offlineMs, takenFen, dueFen }: Till): Text | null {
  if (!settings.cashAllowed) return words.noCash;
  if (offlineMs >= settings.offlineHours * HOUR) return fill(words.tooLong, { hours: settings.offlineHours });
  return settings.maxCash > 0 && takenFen + dueFen > settings.maxCash ? words.tooMuch : null;
}
