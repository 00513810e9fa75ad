/**
 * A 臻识 camera with HTTP push, as its document says: it numbers results from 1 after a restart, and fires its relay at
 * every `ok`.
 */
import { cameraList, jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions, Posted } from '#device/adapters/emulation.ts';

const COLOUR: Readonly<Record<string, number>> = {
  unknown: 0,
  blue: 1,
  yellow: 2,
  white: 3,
  black: 4,
  green: 5,
  'yellow-green': 6,
};
const HOURS_OFF = 8 * 3_600;

const bodies =
  (serial: string) =>
  (car: EmulatedCar, faults: readonly DeviceFault[], id: number, triggerType = 1): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    const sec = Math.floor(car.at / 1_000) + (has('clock') ? HOURS_OFF : 0);
    const date = new Date(car.at);
    const scene = jpeg(has('big-picture') ? 1_200_000 : 9_000);
    const result = {
      license: has('no-plate') || car.plate === '' ? '_无_' : car.plate,
      plateid: id,
      colorType: COLOUR[car.colour] ?? 0,
      type: has('no-plate') || car.plate === '' ? 31 : 1,
      confidence: 97,
      direction: 4,
      triggerType,
      isoffline: has('offline') ? 1 : 0,
      is_fake_plate: 0,
      timeStamp: {
        Timeval: {
          sec,
          usec: (car.at % 1_000) * 1_000,
          decyear: date.getFullYear(),
          decmon: date.getMonth() + 1,
          decday: date.getDate(),
          dechour: date.getHours(),
        },
      },
      imageFile: scene.toString('base64'),
      imageFileLen: scene.length,
      imageFragmentFile: jpeg(900).toString('base64'),
      gioouts: [{ ionum: 0, ctrltype: 0 }],
    };
    const serialno = has('spoof') ? 'ffffffff-00000000' : serial;
    return Buffer.from(
      JSON.stringify({
        AlarmInfoPlate: {
          channel: 0,
          deviceName: '入口一号',
          ipaddr: '10.8.0.21',
          serialno,
          result: { PlateResult: result },
        },
      }),
    );
  };

type Listing = {
  readonly operate_type: number;
  readonly white_list_data: readonly {
    readonly plate: string;
    readonly enable?: number;
    readonly need_alarm?: number;
    readonly overdue_time?: string;
  }[];
};
/** It takes no more plates from one answer. */
const MOST_PLATES = 5;

/** Its clock is that of China. To take off '' empties the list. */
function listed(cars: Map<string, number | null>, { operate_type: type, white_list_data: all }: Listing): void {
  for (const { plate, enable, need_alarm: alarm, overdue_time: until } of all.slice(0, MOST_PLATES)) {
    if (type === 1 && plate === '') cars.clear();
    else if (type === 1) cars.delete(plate);
    else if (enable === 1 && alarm === 0)
      cars.set(plate, until ? Date.parse(`${until.replace(' ', 'T')}+08:00`) : null);
  }
}

export async function emulate({ url, serial }: EmulatorOptions): Promise<Emulator> {
  let plateid = 0;
  const pulses: number[] = [];
  const serial485: Buffer[] = [];
  const bodyOf = bodies(serial);

  const list = cameraList();
  const takeOrders = (answered: Posted): Posted => {
    const operation = /"white_list_operate"/.test(answered.body)
      ? (JSON.parse(answered.body) as { Response_AlarmInfoPlate: { white_list_operate: Listing } })
      : null;
    if (operation) list.write((cars) => listed(cars, operation.Response_AlarmInfoPlate.white_list_operate));
    if (/"info"\s*:\s*"ok"/.test(answered.body)) pulses.push(Date.now());
    for (const [, data, length] of answered.body.matchAll(/"data"\s*:\s*"([^"]+)"\s*,\s*"dataLen"\s*:\s*(\d+)/g)) {
      const frame = Buffer.from(data!, 'base64');
      if (frame.length === Number(length)) serial485.push(frame);
    }
    return answered;
  };
  return {
    port: null,
    pulses: () => pulses,
    serial: () => serial485,
    list,
    message: (car, faults = []) => ({
      path: 'plate',
      type: 'application/json',
      body: bodyOf(car, faults, (plateid += 1)),
    }),
    car: async (car, faults = []) => {
      if (faults.includes('restart')) plateid = 0;
      const next = (trigger?: number): Buffer => bodyOf(car, faults, (plateid += 1), trigger);
      return (await posted(`${url}/plate`, 'application/json', next(), faults, () => next(8))).map(takeOrders);
    },
    beat: async () =>
      takeOrders(
        await post(
          `${url}/beat`,
          'application/x-www-form-urlencoded',
          Buffer.from(
            `device_name=in1&ipaddr=10.8.0.21&serialno=${serial}&channel_num=1&user_name=admin&pass_wd=hidden-word`,
          ),
        ),
      ),
    close: async () => undefined,
  };
}
