/** What the handhelds of a roadside car park may do. */
import { handheldSettings, pdaParameter } from '#areas/handheld/model/parameter.ts';
import type { HandheldSettings } from '#areas/handheld/model/parameter.ts';
import { lotSettings } from '#areas/road/server/door.ts';

export const { of: handheldSettingsOf, rules: parameterRules } = lotSettings<HandheldSettings>(
  pdaParameter,
  handheldSettings,
);
