/**
 * An agent of Rekor Scout as its guide says: each car a group of readings, posted as JSON with a cut of its picture.
 */
import { jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const TYPE = 'application/json';

export async function emulate({ url, serial }: EmulatorOptions): Promise<Emulator> {
  const bodyOf = (car: EmulatedCar, faults: readonly DeviceFault[], later = 0): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    const at = car.at + later + (has('clock') ? 8 * 3_600_000 : 0);
    const camera = has('spoof') ? 999 : Number(serial);
    const uuids = [0, 252, 859].map((ms) => `AGENT-cam${camera}-${at + ms}`);
    const plate = has('no-plate') ? '' : car.plate;
    return Buffer.from(
      JSON.stringify({
        data_type: 'alpr_group',
        version: 4,
        epoch_start: at,
        epoch_end: at + 1_257,
        agent_uid: 'AGENT',
        agent_version: '4.1.0',
        company_id: '44c9274f-0000-0000-0000-000000000000',
        camera_id: camera,
        uuids,
        best_uuid: uuids[1],
        best_plate_number: plate,
        best_confidence: 92.075203,
        best_plate: {
          plate,
          confidence: 92.075203,
          matches_template: 0,
          plate_index: 0,
          region: 'cn',
          coordinates: [],
        },
        candidates: [{ plate, confidence: 92.075203, matches_template: 0 }],
        travel_direction: 181.2,
        is_parked: false,
        vehicle_crop_jpeg: jpeg(has('big-picture') ? 3_000_000 : 9_000).toString('base64'),
      }),
    );
  };
  return {
    port: null,
    pulses: () => [],
    message: (car, faults = []) => ({ path: '', type: TYPE, body: bodyOf(car, faults) }),
    car: (car, faults = []) => posted(url, TYPE, bodyOf(car, faults), faults, () => bodyOf(car, faults, 700)),
    beat: () =>
      post(
        url,
        TYPE,
        Buffer.from(
          JSON.stringify({
            data_type: 'heartbeat',
            version: 1,
            agent_uid: 'AGENT',
            timestamp: Date.now(),
            agent_version: '4.1.0',
          }),
        ),
      ),
    close: async () => undefined,
  };
}
