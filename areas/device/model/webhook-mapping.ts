/**
 * Which fields of somebody's JSON are those of a recognition: lines `name = path`, as they are kept on a device that
 * posts by the universal webhook.
 */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** What may be named, and what it is. */
export const mappingNames = {
  plate: text('车牌', 'Plate'),
  time: text('时间', 'Time'),
  id: text('事件或车辆编号', 'Id of the event or the car'),
  camera: text('相机', 'Camera'),
  confidence: text('可信度（0–1 或 0–100）', 'Confidence (0 to 1, or 0 to 100)'),
  colour: text('车牌颜色', 'Colour of the plate'),
  picture: text('图片（base64 的 JPEG）', 'Picture (JPEG in base64)'),
  each: text('一条消息含多次识别的列表', 'List of recognitions in one message'),
  only: text('只收此字段为所列值的', 'Only where this field has one of these values'),
};
export type MappingName = keyof typeof mappingNames;
type PathName = Exclude<MappingName, 'only'>;

/** Names and places in lists from the whole message on, or, within a list, from its entry on. */
export type Path = { readonly whole: boolean; readonly steps: readonly string[] };
export type Mapping = Readonly<Partial<Record<PathName, Path>>> & {
  readonly only?: { readonly path: Path; readonly values: readonly string[] };
};
export type MappingFault = { readonly line: number; readonly msg: Text };

/** A fault with its line, as it is shown. */
export const faultLine = ({ line, msg }: MappingFault): Text =>
  line === 0 ? msg : text(`第 ${line} 行：${msg.zh}`, `line ${line}: ${msg.en}`);

const MOST_STEPS = 12;

/** `data.results[0].plate`; `$.camera` is of the whole message where `each` names a list. */
export function readPath(given: string): Path | null {
  const whole = given.startsWith('$.');
  const steps = (whole ? given.slice(2) : given).replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const right = steps.length <= MOST_STEPS && steps.every((step) => step !== '' && !/[[\]=\s]/.test(step));
  return right ? { whole, steps } : null;
}

const isName = (name: string): name is MappingName => Object.hasOwn(mappingNames, name);
const UNKNOWN = text(
  `只认 ${Object.keys(mappingNames).join('、')}`,
  `it must be one of ${Object.keys(mappingNames).join(', ')}`,
);
const NO_PATH = text('应为“名称 = 路径”', 'it must be “name = path”');
const NO_VALUES = text('路径后应有值', 'values must follow the path');
const NEEDED: readonly PathName[] = ['plate', 'time'];

/** The mapping in these lines, with what is wrong in them. Empty lines and those that begin with `#` count as nothing. */
export function readMapping(lines: string): { readonly mapping: Mapping; readonly faults: readonly MappingFault[] } {
  const faults: MappingFault[] = [];
  const mapping: { -readonly [K in keyof Mapping]: Mapping[K] } = {};
  for (const [nth, line] of lines.split('\n').entries()) {
    const plain = line.trim();
    if (plain === '' || plain.startsWith('#')) continue;
    const [name = '', ...rest] = plain.split('=').map((part) => part.trim());
    const [first = '', ...values] = rest.join('=').split(/\s+/);
    const path = readPath(first);
    const fault = !isName(name)
      ? UNKNOWN
      : path === null || (name !== 'only' && values.length > 0)
        ? NO_PATH
        : name === 'only' && values.length === 0
          ? NO_VALUES
          : null;
    if (fault) faults.push({ line: nth + 1, msg: fault });
    else if (name === 'only') mapping.only = { path: path!, values };
    else mapping[name as PathName] = path!;
  }
  for (const name of NEEDED)
    if (!mapping[name] && faults.length === 0)
      faults.push({
        line: 0,
        msg: text(`缺少 ${name}（${mappingNames[name].zh}）`, `${name} (${mappingNames[name].en}) is missing`),
      });
  return { mapping, faults };
}

const lines = (...all: readonly string[]): string => all.join('\n');
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const JPEG = '/9j/…';

export type Preset = { readonly name: string; readonly title: Text; readonly mapping: string; readonly sample: string };

/** Messages as they are known, to begin with. The first is this product's own, and counts where nothing is entered. */
export const mappingPresets: readonly Preset[] = [
  {
    name: 'own',
    title: text('本系统的简单格式', 'The simple form of this system'),
    mapping: lines(
      'id = id',
      'camera = camera',
      'plate = plate',
      'colour = colour',
      'confidence = confidence',
      'time = time',
      'picture = image',
    ),
    sample: json({
      id: 'gate-1/4711',
      camera: 'gate-1',
      plate: '浙A12345',
      colour: 'blue',
      confidence: 0.97,
      time: '2026-03-01T08:00:00+08:00',
      image: JPEG,
    }),
  },
  {
    name: 'milesight',
    title: text('Milesight HTTP Post', 'Milesight HTTP Post'),
    mapping: lines(
      'camera = device',
      'plate = plate',
      'confidence = confidence',
      'time = time_msec',
      'picture = full_image',
      'colour = plate_color',
    ),
    sample: json({
      device: 'Network Camera',
      time: '2026-03-01 08:00:00',
      time_msec: '2026-03-01 08:00:00.120',
      plate: '浙A12345',
      type: 'Visitor',
      plate_color: 'Blue',
      direction: 'Approach',
      confidence: '0.97',
      plate_image: JPEG,
      full_image: JPEG,
    }),
  },
  {
    name: 'uniview',
    title: text('宇视停车场接口', 'Uniview parking interface'),
    mapping: lines(
      'camera = deviceId',
      'id = params.recordId',
      'plate = params.plateNo',
      'colour = params.plateColor',
      'confidence = params.confidence',
      'time = params.picTime',
    ),
    sample: json({
      deviceId: '210235C3',
      params: {
        recordId: '88',
        picTime: '2026-03-01 08:00:00',
        plateNo: '浙A12345',
        plateColor: '蓝',
        confidence: 96,
        picInfo: [],
      },
    }),
  },
  {
    name: 'unifi',
    title: text('UniFi Protect 告警', 'UniFi Protect alarm'),
    mapping: lines(
      'each = alarm.triggers',
      'only = key license_plate_known license_plate_unknown license_plate_of_interest',
      'plate = value',
      'id = eventId',
      'camera = device',
      'time = timestamp',
    ),
    sample: json({
      alarm: {
        name: 'plates',
        triggers: [
          {
            key: 'license_plate_unknown',
            value: '浙A12345',
            device: 'F4E2C6000001',
            eventId: '65f0a1',
            timestamp: 1_772_323_200_120,
          },
        ],
      },
      timestamp: 1_772_323_200_500,
    }),
  },
];
