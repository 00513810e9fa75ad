/** A bridge that posts each car as the simple form of this system has it: what a reader beside a camera would send. */
import { jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const TYPE = 'application/json';

export async function emulate({ url, serial }: EmulatorOptions): Promise<Emulator> {
  let count = 0;
  const bodyOf = (car: EmulatedCar, faults: readonly DeviceFault[], later = 0): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    const at = car.at + later + (has('clock') ? 8 * 3_600_000 : 0);
    if (later === 0) count += 1;
    return Buffer.from(
      JSON.stringify({
        id: `${car.at}-${count}`,
        camera: has('spoof') ? 'another' : serial,
        plate: has('no-plate') ? '' : car.plate,
        colour: car.colour,
        confidence: 0.97,
        time: new Date(at).toISOString(),
        image: jpeg(has('big-picture') ? 3_000_000 : 9_000).toString('base64'),
      }),
    );
  };
  return {
    port: null,
    pulses: () => [],
    message: (car, faults = []) => ({ path: '', type: TYPE, body: bodyOf(car, faults) }),
    car: (car, faults = []) => posted(url, TYPE, bodyOf(car, faults), faults, () => bodyOf(car, faults, 700)),
    beat: () => post(url, TYPE, Buffer.from(JSON.stringify({ camera: serial, plate: null, time: null }))),
    close: async () => undefined,
  };
}
