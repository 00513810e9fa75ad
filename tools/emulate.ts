/** Stands at a lane of a running server as a bought camera or relay would: `npm run emulate -- --family hikvision --lane <id>`. */
import { setTimeout as later } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { families, relayFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { DEVICE_FAULTS } from '#device/adapters/emulation.ts';
import type { DeviceFault, Emulator } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { openApi } from '#device/simulator/api.ts';

const USAGE = `npm run emulate -- --family NAME --lane LANE [options]
  --family NAME      of ${Object.keys(families).join(', ')}
  --lane LANE        id of a lane: the device is entered there, known by this machine's address
  --relay NAME       of ${relayFamilies.join(', ')}: entered at the lane, too, and opens it (for cameras that only read)
  --secret TEXT      of a camera that is entered already, instead of --lane
  --from ADDRESS     where the server sees this machine (default 127.0.0.1)
  --cars N           how many come (default 10)
  --every SECONDS    one so often (default 5); a relay alone stands for N times so long
  --faults LIST      of ${DEVICE_FAULTS.join(', ')}
  --mqtt URL         the server's broker: frigate publishes there instead of posting
  --url URL          the server (default http://127.0.0.1:8080)
  --user, --password an account that may enter devices (default admin; GATEHOUSE_ADMIN_PASSWORD)
What the server calls (hikvision, dahua, axis, relays) has to lie within its GATEHOUSE_CAMERA_NETWORKS: 127.0.0.0/8 for this machine.`;

const { values } = parseArgs({
  options: {
    family: { type: 'string' },
    lane: { type: 'string' },
    relay: { type: 'string' },
    secret: { type: 'string' },
    from: { type: 'string', default: '127.0.0.1' },
    cars: { type: 'string', default: '10' },
    every: { type: 'string', default: '5' },
    faults: { type: 'string', default: '' },
    mqtt: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const faults = values.faults.split(',').filter(Boolean);
const isRelay = (name: string | undefined): boolean => relayFamilies.includes(name as FamilyName);
const wrong = [
  ...faults.filter((each) => !DEVICE_FAULTS.includes(each as DeviceFault)).map((each) => `no such fault: ${each}`),
  ...(values.family && !Object.hasOwn(families, values.family) ? [`no such family: ${values.family}`] : []),
  ...(values.relay && !isRelay(values.relay) ? [`no relay: ${values.relay}`] : []),
  ...(values.relay && !values.lane ? ['--relay needs --lane'] : []),
  ...(isRelay(values.family) && !values.lane ? ['a relay needs --lane'] : []),
];
if (values.help || !values.family || (!values.lane && !values.secret) || wrong.length > 0) {
  console.log([...wrong, USAGE].join('\n'));
  process.exit(values.help ? 0 : 2);
}
const family = values.family as FamilyName;
const LOGIN = { name: 'admin', password: 'Emulated-2026' };

type Entered = { readonly id: string; readonly sn: string; readonly secret: string };
type Api = Awaited<ReturnType<typeof openApi>>;
let server: Api | null = null;
const api = async (): Promise<Api> =>
  (server ??= await openApi(values.url, values.user, values.password ?? process.env['GATEHOUSE_ADMIN_PASSWORD'] ?? ''));

/** Enters a device at the lane; its secret is told once. */
async function entered(of: FamilyName, lane: string): Promise<Entered> {
  const { parkId } = await (await api()).get<{ parkId: string }>('/api/updown/baseParkGate/detail', { id: lane });
  const stamp = Date.now().toString(36);
  const sn = `EM-${of.slice(0, 3)}-${stamp}`;
  const made = await (
    await api()
  ).post<{ id: string; secret: string }>('/api/updown/parkdevices/submit', {
    parkId,
    gateId: lane,
    deviceName: `${of} ${stamp}`,
    deviceType: isRelay(of) ? 'gate' : 'camera',
    sn,
    family: of,
    sourceNetworks: values.from,
  });
  return { ...made, sn };
}

/** Tells the server where the device is called. */
async function called(id: string, { port }: Emulator): Promise<void> {
  if (port === null) return;
  const row = await (await api()).get<object>('/api/updown/parkdevices/detail', { id });
  await (
    await api()
  ).post('/api/updown/parkdevices/submit', {
    ...row,
    ipAddress: values.from,
    port,
    loginName: LOGIN.name,
    loginSecret: LOGIN.password,
  });
}

async function stood(of: FamilyName): Promise<Emulator> {
  const device =
    values.secret && !isRelay(of) ? { id: null, sn: '', secret: values.secret } : await entered(of, values.lane!);
  const { id, sn, secret } = device;
  const serial = of === 'rekor' ? String(Number.parseInt(secret.slice(0, 6), 16)) : `emulated-${secret.slice(0, 8)}`;
  const emulator = await emulators[of]({
    url: `${values.url}/device/${of}/${secret}`,
    serial,
    ...(id === null ? {} : { login: LOGIN }),
    ...(values.mqtt && of === 'frigate' && sn ? { mqtt: { url: values.mqtt, sn, secret } } : {}),
  });
  if (id !== null) await called(id, emulator);
  return emulator;
}

const PROVINCES = '浙苏沪皖闽';
/** Cars come, each told as the family tells it. */
async function drive(camera: Emulator, relay: Emulator | null): Promise<void> {
  console.log(`beat: ${(await camera.beat()).status}`);
  for (let nth = 0; nth < Number(values.cars); nth += 1) {
    const plate = `${PROVINCES[nth % PROVINCES.length]}A${String(10_000 + ((nth * 7_919) % 90_000))}`;
    const posted = await camera.car({ plate, colour: 'blue', at: Date.now() }, faults as DeviceFault[]);
    const answers = posted.map(({ status, ms }) => `${status} ${Math.round(ms)} ms`).join(', ');
    await later(Number(values.every) * 1_000);
    await camera.beat();
    console.log(`${plate}  ${answers}  pulses ${(relay ?? camera).pulses().length}`);
  }
}

const device = await stood(family);
if (isRelay(family)) {
  console.log(`${family} listens on port ${device.port}`);
  for (let nth = 0; nth < Number(values.cars); nth += 1) {
    await later(Number(values.every) * 1_000);
    console.log(`pulses ${device.pulses().length}`);
  }
} else {
  const relay = values.relay ? await stood(values.relay as FamilyName) : null;
  await drive(device, relay);
  await relay?.close();
}
await device.close();
