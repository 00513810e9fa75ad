/** A 华夏智信 camera in mode 5 as its document says: forms, and whatever the answer orders is done. */
import { jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions, Posted } from '#device/adapters/emulation.ts';

const TYPE = 'application/x-www-form-urlencoded';
const COLOUR: Readonly<Record<string, string>> = {
  blue: '蓝',
  yellow: '黄',
  white: '白',
  black: '黑',
  green: '渐变绿',
  'yellow-green': '黄绿双拼',
};
const HOURS_OFF = 8 * 3_600;
const SIGNS: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '.' };
const altered = (bytes: Buffer): string => bytes.toString('base64').replace(/[+/=]/g, (sign) => SIGNS[sign]!);

type Ordered = {
  readonly gpio_data?: readonly { readonly ionum: string; readonly action: string }[];
  readonly rs485_data?: readonly { readonly encodetype: string; readonly data: string }[];
};

export async function emulate({ url, serial }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const frames: Buffer[] = [];
  const bodyOf = (car: EmulatedCar, faults: readonly DeviceFault[], trigger = 'hwtriger', later = 0): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    const none = has('no-plate') || car.plate === '';
    const fields: Readonly<Record<string, string | number | boolean>> = {
      type: has('offline') ? 'offline' : 'online',
      mode: 5,
      park_id: 'P1',
      cam_id: has('spoof') ? 'FFFFFFFFFFFF' : serial,
      cam_ip: '10.8.0.31',
      vdc_type: 'in',
      plate_num: none ? '无牌车' : car.plate,
      plate_color: COLOUR[car.colour] ?? '未知',
      plate_val: !none,
      confidence: 95,
      start_time: Math.floor(car.at / 1_000) + later + (has('clock') ? HOURS_OFF : 0),
      triger_type: trigger,
      is_whitelist: false,
      picture: altered(jpeg(has('big-picture') ? 1_200_000 : 9_000)),
      closeup_pic: altered(jpeg(900)),
    };
    return Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    );
  };
  const takeOrders = (answered: Posted): Posted => {
    if (answered.body === '') return answered;
    const { gpio_data: outputs = [], rs485_data: lines = [] } = JSON.parse(answered.body) as Ordered;
    if (outputs.some(({ ionum, action }) => ionum === 'io1' && action === 'on')) pulses.push(Date.now());
    for (const { encodetype, data } of lines) if (encodetype === 'hex2string') frames.push(Buffer.from(data, 'hex'));
    return answered;
  };
  return {
    port: null,
    pulses: () => pulses,
    serial: () => frames,
    message: (car, faults = []) => ({ path: '', type: TYPE, body: bodyOf(car, faults) }),
    car: async (car, faults = []) =>
      (await posted(url, TYPE, bodyOf(car, faults), faults, () => bodyOf(car, faults, 'swtriger', 1))).map(takeOrders),
    beat: async () =>
      takeOrders(
        await post(url, TYPE, Buffer.from(`type=heartbeat&mode=5&park_id=P1&cam_id=${serial}&cam_ip=10.8.0.31`)),
      ),
    close: async () => undefined,
  };
}
