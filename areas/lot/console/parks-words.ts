import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';

/** Questions about one car park, in a dialog above the list. */
export const boxWords = {
  codes: text('二维码', 'Codes'),
  settings: text('参数', 'Parameters'),
  upkeep: text('维护', 'Upkeep'),
};

export type Box = { kind: keyof typeof boxWords; row: AnyRow };
