import { call } from '#kit/declare/call.ts';
import { relation, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { ledColours, ledConfig, ledHours, ledMoments } from './led-config.ts';

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

const parkId = relation(text('车场', 'Car park'), () => park, { required: true });

export const saveLedColor = call({
  name: 'ledConfig.colour',
  title: text('统一颜色', 'One colour'),
  area: 'device',
  method: 'POST',
  path: '/api/updown/platUpPark/saveLedColor',
  permission: 'ledConfig:edit',
  answer: 'object',
  input: { parkId, color: select(text('颜色', 'Colour'), ledColours, { required: true, alias: ['colour'] }) },
  note: text(
    '把该车场各LED屏设置的每一行改为此颜色并下发到屏幕，答 settings 为改动的设置数',
    'Gives every line of the car park’s settings this colour and sends them to the screens; answers settings, how many changed',
  ),
});

export const getLedColor = call({
  name: 'ledConfig.colourNow',
  title: text('查询颜色', 'Colour'),
  area: 'device',
  method: 'GET',
  path: '/api/updown/platUpPark/getLedColor',
  permission: 'ledConfig:read',
  answer: 'object',
  input: { parkId },
  note: text(
    'color：该车场各行的颜色；没有设置或颜色不一时为空',
    'color: the colour of all lines of the car park; null where there are none or they differ',
  ),
});
