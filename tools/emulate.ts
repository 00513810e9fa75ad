/** Drives a lane of a running server as a bought camera would: `npm run emulate -- --family hikvision --url http://…/device/hikvision/<secret>`. */
import { setTimeout as later } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { families } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { DEVICE_FAULTS } from '#device/adapters/emulation.ts';
import type { DeviceFault } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { openApi } from '#device/simulator/api.ts';

const USAGE = `npm run emulate -- --family NAME --lane LANE [options]
  --family NAME      of ${Object.keys(families).join(', ')}
  --lane LANE        id of a lane: a camera of the family is entered there, known by this machine's address
  --secret TEXT      of a device that is entered already, instead of --lane
  --from ADDRESS     where the server sees this machine (default 127.0.0.1)
  --cars N           how many come (default 10)
  --every SECONDS    one so often (default 5)
  --faults LIST      of ${DEVICE_FAULTS.join(', ')}
  --url URL          the server (default http://127.0.0.1:8080)
  --user, --password an account that may enter devices (default admin; GATEHOUSE_ADMIN_PASSWORD)`;

const { values } = parseArgs({
  options: {
    family: { type: 'string' },
    lane: { type: 'string' },
    secret: { type: 'string' },
    from: { type: 'string', default: '127.0.0.1' },
    cars: { type: 'string', default: '10' },
    every: { type: 'string', default: '5' },
    faults: { type: 'string', default: '' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const faults = values.faults.split(',').filter(Boolean);
const wrong = faults.filter((each) => !DEVICE_FAULTS.includes(each as DeviceFault));
if (
  values.help ||
  !values.family ||
  !Object.hasOwn(families, values.family) ||
  (!values.lane && !values.secret) ||
  wrong.length > 0
) {
  console.log(wrong.length > 0 ? `no such fault: ${wrong.join(', ')}\n${USAGE}` : USAGE);
  process.exit(values.help ? 0 : 2);
}
const family = values.family as FamilyName;

/** Enters a camera at the lane; its secret is told once. */
async function entered(lane: string): Promise<string> {
  const api = await openApi(values.url, values.user, values.password ?? process.env['GATEHOUSE_ADMIN_PASSWORD'] ?? '');
  const { parkId } = await api.get<{ parkId: string }>('/api/updown/baseParkGate/detail', { id: lane });
  const made = await api.post<{ secret: string }>('/api/updown/parkdevices/submit', {
    parkId,
    gateId: lane,
    deviceName: `${family} ${Date.now().toString(36)}`,
    deviceType: 'camera',
    sn: `EM-${Date.now().toString(36)}`,
    family,
    sourceNetworks: values.from,
  });
  return made.secret;
}

const secret = values.secret ?? (await entered(values.lane!));
const camera = await emulators[family]({
  url: `${values.url}/device/${family}/${secret}`,
  serial: `emulated-${secret.slice(0, 8)}`,
});
console.log(`beat: ${(await camera.beat()).status}`);
const PROVINCES = '浙苏沪皖闽';
for (let nth = 0; nth < Number(values.cars); nth += 1) {
  const plate = `${PROVINCES[nth % PROVINCES.length]}A${String(10_000 + ((nth * 7_919) % 90_000))}`;
  const posted = await camera.car({ plate, colour: 'blue', at: Date.now() }, faults as DeviceFault[]);
  console.log(
    `${plate}  ${posted.map(({ status, ms }) => `${status} ${Math.round(ms)} ms`).join(', ')}  pulses ${camera.pulses().length}`,
  );
  await later(Number(values.every) * 1_000);
  await camera.beat();
}
await camera.close();
