/** An Axis camera with the Verifier: a car is new, then better known; its relay is switched by a call with digest. */
import { calledWith, jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

export async function emulate({ url, serial, login }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  let [packet, carID] = [0, 0];
  const called = login
    ? await calledWith(login, (request) => {
        if (/port\.cgi\?action=\d:\/\d+%5C$/.test(request.url)) pulses.push(Date.now());
        return '';
      })
    : null;
  const bodyOf = (car: EmulatedCar, faults: readonly DeviceFault[]): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    packet += 1;
    carID += 1;
    return Buffer.from(
      JSON.stringify({
        packetCounter: String(packet),
        capture_timestamp: String(car.at + (has('clock') ? 8 * 3_600_000 : 0)),
        plateUTF8: has('no-plate') ? '' : car.plate,
        plateConfidence: '0.93',
        carID: String(carID),
        carState: 'new',
        carMoveDirection: 'unknown',
        camera_info: { SerialNumber: has('spoof') ? 'FFFFFFFFFFFF' : serial },
        ImageArray: [
          {
            ImageType: 'vehicle',
            ImageFormat: 'jpg',
            BinaryImage: jpeg(has('big-picture') ? 3_000_000 : 9_000).toString('base64'),
          },
        ],
      }),
    );
  };
  return {
    port: called?.port ?? null,
    pulses: () => pulses,
    message: (car, faults = []) => ({ path: '', type: 'application/json', body: bodyOf(car, faults) }),
    car: (car, faults = []) => {
      if (faults.includes('restart')) [packet, carID] = [0, 0];
      return posted(url, 'application/json', bodyOf(car, faults), faults, () => bodyOf(car, faults));
    },
    beat: () => post(url, 'application/json', Buffer.from(JSON.stringify({ camera_info: { SerialNumber: serial } }))),
    close: async () => called?.close(),
  };
}
