import { boolean, integer, json, select, str } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** How a driver pays at a section: after leaving, time bought ahead, or a session he begins himself. */
export const payModes = {
  after: text('先停后付', 'Pay after parking'),
  prepaid: text('预付', 'Prepaid time'),
  start: text('车主自助开始', 'Driver starts a session'),
};

/** Price class of a street, as tariffs ask for it (`values.zone`). */
export const zoneClasses = { 1: text('一类', 'Class 1'), 2: text('二类', 'Class 2'), 3: text('三类', 'Class 3') };

/**
 * What a section at the roadside has besides an area. The columns are those of `parkArea`; its own forms do not ask for
 * them.
 */
export const sectionFields = {
  road: str(text('道路', 'Road'), { search: true, max: 60 }),
  side: select(text('路侧', 'Side'), {
    left: text('左侧', 'Left'),
    right: text('右侧', 'Right'),
    middle: text('中央', 'Middle'),
  }),
  /** Corners of the section on the map, `{ lng, lat }` in GCJ-02 degrees, at least two. */
  line: json(text('走向', 'Line'), {
    help: text('沿路依次的点，至少两个', 'Points along the street, at least two'),
  }),
  zoneClass: select(text('价格类区', 'Price class'), zoneClasses, { search: true, default: '1' }),
  payMode: select(text('付费方式', 'Way of paying'), payModes, { search: true, default: 'after' }),
  numberPrefix: str(text('泊位号前缀', 'Berth number prefix'), {
    max: 12,
    help: text(
      '如 R03，泊位号为前缀加六位以内的数字',
      'Such as R03; a berth number is the prefix and up to six digits',
    ),
  }),
  numberFrom: integer(text('起始号', 'First number'), { ordinal: true, min: 0, max: 999_999 }),
  numberTo: integer(text('终止号', 'Last number'), { ordinal: true, min: 0, max: 999_999 }),
  guardHours: str(text('值守时段', 'Attended hours'), {
    max: 40,
    help: text('如 07:30-20:00；可写多段，用逗号分开', 'Such as 07:30-20:00; several spans are separated by commas'),
  }),
};

const unasked = (field: Field): Field => {
  const { search: _, default: __, ...rest } = field;
  return { ...rest, hidden: true, readOnly: true };
};

/** The same as columns alone. `section` is true for an area of a roadside car park. */
export const sectionColumns: Readonly<Record<string, Field>> = {
  section: boolean(text('路内泊位段', 'Roadside section'), { hidden: true, readOnly: true, default: false }),
  ...Object.fromEntries(Object.entries(sectionFields).map(([name, field]) => [name, unasked(field)])),
};
