/** Settings of a roadside car park. */
import { text } from '#kit/declare/text.ts';
import { RdParameter, roadSettings } from '#areas/road/model/road-settings.ts';
import type { RoadSettings } from '#areas/road/model/road-settings.ts';
import { lotSettings } from './lot-settings.ts';

const days = /^\d{1,4}(,\d{1,4})*$/;

export const { of: roadSettingsOf, rules: settingRules } = lotSettings<RoadSettings>(
  RdParameter,
  roadSettings,
  (key, value) =>
    key === 'noticeDays' && !days.test(String(value))
      ? text('填天数，用逗号分开，如 1,7,30', 'Days divided by commas, such as 1,7,30')
      : null,
);
