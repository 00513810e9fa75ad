import { relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { park } from './park.ts';
import { parkSettings } from './park-settings.ts';
import type { SettingKey } from './park-settings.ts';

const labels = Object.fromEntries(Object.entries(parkSettings).map(([key, { label }]) => [key, label])) as {
  [K in SettingKey]: Text;
};

/** One changed setting of a lot. Its value is checked by the kind the setting is declared with. */
export const parkParameter = resource({
  name: 'parkParameter',
  title: text('车场参数', 'Car park parameter'),
  area: 'lot',
  scope: 'park',
  config: { folder: 'settings', key: ['paramKey'], together: true },
  wire: { base: '/api/updown/parkParameter' },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    paramKey: select(text('参数', 'Parameter'), labels, { required: true, search: true, fixed: true }),
    paramValue: str(text('值', 'Value'), { required: true, max: 200 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'paramKey',
  unique: [['parkId', 'paramKey']],
  list: ['parkId', 'paramKey', 'paramValue', 'remark'],
});
