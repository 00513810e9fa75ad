/**
 * Plate Recognizer Stream as its guide says: a webhook in parts, plates in small letters, a picture named by the time.
 */
import { jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const TYPE = 'multipart/form-data; boundary=4f2c9d1be7';

function parts(json: object, image: Buffer): Buffer {
  const head = (name: string, more: string): string =>
    `--4f2c9d1be7\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(
      `${head('json', '')}${JSON.stringify(json)}\r\n${head('upload', '; filename="shot.jpg"\r\nContent-Type: image/jpeg')}`,
    ),
    image,
    Buffer.from('\r\n--4f2c9d1be7--\r\n'),
  ]);
}

export async function emulate({ url, serial }: EmulatorOptions): Promise<Emulator> {
  const bodyOf = (car: EmulatedCar, faults: readonly DeviceFault[], later = 0): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    const when = new Date(car.at + later + (has('clock') ? 8 * 3_600_000 : 0)).toISOString();
    const camera = has('spoof') ? 'camera-9' : serial;
    const filename = `${camera}_screenshots/${when.slice(2, 10)}/${when.slice(11, 23).replaceAll(':', '-')}000.jpg`;
    const plate = has('no-plate') ? '' : car.plate.toLowerCase();
    const json = {
      hook: { target: url, id: camera, event: 'recognition', filename },
      data: {
        camera_id: camera,
        filename,
        timestamp: when.replace('Z', '000Z'),
        timestamp_local: when.replace('T', ' ').replace('Z', '000+00:00'),
        results: [
          {
            box: { xmin: 460, ymin: 57, xmax: 557, ymax: 82 },
            plate,
            region: { code: 'cn', score: 0.413 },
            score: 0.939,
            candidates: [{ score: 0.939, plate }],
            dscore: 0.741,
            vehicle: { score: 0.867, type: 'Sedan', box: { xmin: 387, ymin: 23, xmax: 1493, ymax: 577 } },
            direction: 225,
            source_url: 'rtsp://10.8.0.61/live',
            position_sec: 4,
          },
        ],
      },
    };
    return parts(json, jpeg(has('big-picture') ? 3_000_000 : 9_000));
  };
  return {
    port: null,
    pulses: () => [],
    message: (car, faults = []) => ({ path: '', type: TYPE, body: bodyOf(car, faults) }),
    car: (car, faults = []) => posted(url, TYPE, bodyOf(car, faults), faults, () => bodyOf(car, faults, 700)),
    beat: () =>
      post(
        url,
        'application/json',
        Buffer.from(
          JSON.stringify({ hook: { target: url, id: serial, event: 'heartbeat' }, data: { camera_id: serial } }),
        ),
      ),
    close: async () => undefined,
  };
}
