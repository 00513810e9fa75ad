import { MAX_PLATE } from '#domain/plate/plate.ts';
import { dateTime, integer, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** An event: the numbers of one device have no gap and no repeat, also across its reboots; the first ever is 1. */
export const eventFields = {
  seq: integer(text('序号', 'Number'), {
    required: true,
    min: 1,
    help: text(
      '本设备事件的连续编号，从 1 起，重启不归零',
      "Contiguous number of this device's events, from 1, kept across reboots",
    ),
  }),
  at: dateTime(text('设备时间', 'Device time'), {
    required: true,
    help: text('事件发生时本机时钟的时间', "When it happened, by the device's own clock"),
  }),
} as const;

/** A report that is no event: it names the last event made, so that a gap at the end shows too. */
export const reportFields = {
  seq: integer(text('末号', 'Last number'), {
    required: true,
    min: 0,
    help: text(
      '本设备最后一个事件的编号，尚无事件为 0',
      'Number of the last event this device made, 0 before the first',
    ),
  }),
  at: dateTime(text('设备时间', 'Device time'), { required: true }),
} as const;

export const passing = integer(text('过车号', 'Passing'), {
  required: true,
  min: 1,
  max: 2_147_483_647,
  help: text(
    '本车道每来一辆车加一；同一辆车的各事件用同一个号',
    'One more for each vehicle that comes into the lane; all events of one vehicle carry the same',
  ),
});

export const LANE_DEVICES = ['camera', 'gate'] as const;
/** Kinds that speak of berths and of no lane. */
export const STREET_DEVICES = ['sensor', 'concentrator', 'lock', 'guide'] as const;
/** Kinds that speak of doors. */
export const DOOR_DEVICES = ['door'] as const;
/** Kinds that speak for the devices of garage guidance. */
export const GUIDANCE_DEVICES = ['guidance'] as const;
/** Kinds that ring for help at a lane. */
export const INTERCOM_DEVICES = ['intercom'] as const;
export const EVERY_DEVICE = [
  ...LANE_DEVICES,
  'screen',
  'scanner',
  'box',
  'charger',
  ...STREET_DEVICES,
  ...DOOR_DEVICES,
  ...GUIDANCE_DEVICES,
  ...INTERCOM_DEVICES,
] as const;

/** As long as plates are kept. */
export const plateText = str(text('车牌', 'Plate'), { max: MAX_PLATE });
