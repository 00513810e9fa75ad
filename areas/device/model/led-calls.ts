import { call } from '#kit/declare/call.ts';
import { relation, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ledConfig, ledHours, ledMoments } from './led-config.ts';

/** The lines of a setting alone. */
export const ledDetail = call({
  name: 'ledConfig.lines',
  title: text('LED屏配置明细', 'Lines of an LED setting'),
  area: 'device',
  method: 'GET',
  path: '/api/updown/parkledconfigdetail/detail',
  permission: 'ledConfig:read',
  answer: 'object',
  input: {
    parkLedConfigId: relation(text('LED屏设置', 'LED setting'), () => ledConfig, { required: true, alias: ['id'] }),
    configType: select(text('显示时机', 'When'), ledMoments),
    ledRuleType: select(text('显示时段', 'Hours'), ledHours),
  },
  note: text(
    'details：[{ text, colour, effect, seconds }]；时机或时段不符时为空',
    'details: [{ text, colour, effect, seconds }]; empty where moment or hours are others',
  ),
});
