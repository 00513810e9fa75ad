/** A Dahua camera with ITSAPI as receivers know it; opened by a call with digest. */
import { randomBytes } from 'node:crypto';
import { calledWith, jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const COLOUR: Readonly<Record<string, string>> = {
  blue: 'Blue',
  yellow: 'Yellow',
  green: 'ShadowGreen',
  'yellow-green': 'YellowGreen',
};
const local = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 23);

function bodyOf(serial: string, car: EmulatedCar, faults: readonly DeviceFault[]): Buffer {
  const has = (fault: DeviceFault): boolean => faults.includes(fault);
  const none = has('no-plate') || car.plate === '';
  return Buffer.from(
    JSON.stringify({
      Picture: {
        Plate: {
          PlateNumber: none ? '' : car.plate,
          PlateColor: COLOUR[car.colour] ?? 'Other',
          Confidence: 96,
          IsExist: !none,
          UploadNum: 1,
        },
        SnapInfo: {
          DeviceID: has('spoof') ? 'FFFFFFFFFF' : serial,
          AccurateTime: local(car.at + (has('clock') ? 8 * 3_600_000 : 0)),
          Direction: 'Obverse',
          DefenceCode: randomBytes(12).toString('base64'),
          LanNo: 1,
          OpenStrobe: false,
        },
        NormalPic: { PicName: 'n.jpg', Content: jpeg(has('big-picture') ? 3_000_000 : 9_000).toString('base64') },
        CutoutPic: { Content: jpeg(900).toString('base64') },
      },
    }),
  );
}

export async function emulate({ url, serial, login }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const called = login
    ? await calledWith(login, (request) => {
        if (/action=openStrobe/.test(request.url)) pulses.push(Date.now());
        return 'OK\r\n';
      })
    : null;
  const path = 'NotificationInfo/TollgateInfo';
  return {
    port: called?.port ?? null,
    pulses: () => pulses,
    message: (car, faults = []) => ({ path, type: 'application/json', body: bodyOf(serial, car, faults) }),
    car: (car, faults = []) =>
      posted(`${url}/${path}`, 'application/json', bodyOf(serial, car, faults), faults, () =>
        bodyOf(serial, car, faults),
      ),
    beat: () =>
      post(
        `${url}/NotificationInfo/KeepAlive`,
        'application/json',
        Buffer.from(JSON.stringify({ Active: 'keepAlive', DeviceID: serial })),
      ),
    close: async () => called?.close(),
  };
}
