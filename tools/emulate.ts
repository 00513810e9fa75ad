/**
 * Stands at a lane of a running server as a bought camera or relay would: `npm run emulate -- --family hikvision --park
 * <id>`.
 */
import { setTimeout as later } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  families,
  kindOfFamily,
  printerFamilies,
  relayFamilies,
  scannerFamilies,
} from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { DEVICE_FAULTS } from '#device/adapters/emulation.ts';
import type { DeviceFault, Emulator } from '#device/adapters/emulation.ts';
import type { ReadSlip } from '#device/adapters/escpos/read-slip.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { adapters } from '#device/adapters/index.ts';
import { openApi } from '#device/simulator/api.ts';
import { standAtDoor } from './emulate-door.ts';

const USAGE = `npm run emulate -- --family NAME (--park PARK | --lane LANE | --secret TEXT) [options]
  --family NAME      of ${Object.keys(families).join(', ')}
  --park PARK        id of a car park: it gets an entry and an exit of this family, and each car comes in and goes out
  --lane LANE        id of a lane without a camera: the device is entered there
  --relay NAME       of ${relayFamilies.join(', ')}: entered beside a camera that only reads, and opens for it
  --wired            the relay reports its barrier and the loop behind it, as wired to its inputs (not waveshare)
  --secret TEXT      of a camera that is entered already
  --from ADDRESS     where the server sees this machine (default 127.0.0.1)
  --cars N           how many come (default 10); of a scanner, how many codes
  --tickets RULE     of none, unread, all: for which cars a printer prints entry tickets by itself
  --codes LIST       what a scanner reads instead of codes that are made up
  --every SECONDS    one so often (default 5); a relay or printer stands for N times so long
  --faults LIST      of ${DEVICE_FAULTS.join(', ')}
  --mqtt URL         the server's broker: frigate publishes there instead of posting
  --keep             leave what was entered where it is; else it is removed at the end
  --url URL          the server (default http://127.0.0.1:8080)
  --door SN          instead of a family: a terminal at a door, by --secret and --mqtt (default mqtt://127.0.0.1:1883)
  --cards LIST       card numbers it is shown
  --fire SECONDS     its fire input is on for so long; it stays connected until the alarm is ended
  --user, --password an account that may enter devices (default admin; GATEHOUSE_ADMIN_PASSWORD)
What the server calls (hikvision, dahua, axis, relays) has to lie within its GATEHOUSE_CAMERA_NETWORKS: 127.0.0.0/8 for this machine.`;

const { values } = parseArgs({
  options: {
    family: { type: 'string' },
    park: { type: 'string' },
    lane: { type: 'string' },
    relay: { type: 'string' },
    secret: { type: 'string' },
    from: { type: 'string', default: '127.0.0.1' },
    cars: { type: 'string', default: '10' },
    every: { type: 'string', default: '5' },
    faults: { type: 'string', default: '' },
    mqtt: { type: 'string' },
    door: { type: 'string' },
    cards: { type: 'string', default: '' },
    codes: { type: 'string', default: '' },
    tickets: { type: 'string', default: 'none' },
    fire: { type: 'string' },
    keep: { type: 'boolean', default: false },
    wired: { type: 'boolean', default: false },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.door && values.secret && !values.help) {
  await standAtDoor({
    mqtt: values.mqtt ?? 'mqtt://127.0.0.1:1883',
    sn: values.door,
    secret: values.secret,
    fireS: values.fire === undefined ? null : Number(values.fire),
    cards: values.cards.split(',').filter(Boolean),
    everyS: Number(values.every),
  }).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
  process.exit();
}
const faults = values.faults.split(',').filter(Boolean) as DeviceFault[];
const isRelay = (name: string | undefined): boolean => relayFamilies.includes(name as FamilyName);
/** It sends nothing by itself and stands there to be called. */
const isCalled = (name: string | undefined): boolean => isRelay(name) || printerFamilies.includes(name as FamilyName);
const isScanner = scannerFamilies.includes(values.family as FamilyName);
const places = [values.park, values.lane, values.secret].filter(Boolean).length;
const wrong = [
  ...faults.filter((each) => !DEVICE_FAULTS.includes(each)).map((each) => `no such fault: ${each}`),
  ...(values.family && !Object.hasOwn(families, values.family) ? [`no such family: ${values.family}`] : []),
  ...(values.relay && !isRelay(values.relay) ? [`no relay: ${values.relay}`] : []),
  ...(values.relay && values.secret ? ['--relay needs --park or --lane'] : []),
  ...(isCalled(values.family) && !values.lane ? ['what is only called needs --lane'] : []),
  ...(isScanner && values.park ? ['a scanner needs --lane or --secret: an exit, with a car that waits to pay'] : []),
];
if (values.help || !values.family || places !== 1 || wrong.length > 0) {
  console.log([...wrong, USAGE].join('\n'));
  process.exit(values.help ? 0 : 2);
}
const family = values.family as FamilyName;
const LOGIN = { name: 'admin', password: 'Emulated-2026' };
/** From the opening until a car counts as passed, where the device does not see it. */
const PASSED_AFTER_SEC = 2;
/** What a camera kept while it was cut off is so old. */
const KEPT_FOR_MS = 3_600_000;
const LANES = '/api/updown/baseParkGate';
const DEVICES = '/api/updown/parkdevices';

type Entered = { readonly id: string; readonly sn: string; readonly secret: string };
type Api = Awaited<ReturnType<typeof openApi>>;
let server: Api | null = null;
const api = async (): Promise<Api> =>
  (server ??= await openApi(values.url, values.user, values.password ?? process.env['GATEHOUSE_ADMIN_PASSWORD'] ?? ''));
/** What takes away again what was entered, the last first. */
const undo: (() => Promise<unknown>)[] = [];
const removal = (path: string, id: string) => async () => (await api()).post(`${path}/remove`, { ids: id });

/** A lane that two cameras stand at is opened by the older one, and this would wait in vain. */
async function mustBeFree(lane: string): Promise<void> {
  const other = await (
    await api()
  ).find<{ deviceName: string; deviceType: string; gateId: string }>(
    `${DEVICES}/list`,
    { gateId: lane },
    ({ deviceType, gateId }) => gateId === lane && deviceType === 'camera',
  );
  if (other) throw new Error(`${other.deviceName} stands at this lane already: choose --park, or another lane`);
}

/** Adds a device to the lane; its secret is shown once. */
async function entered(of: FamilyName, lane: string): Promise<Entered> {
  if (kindOfFamily(of) === 'camera') await mustBeFree(lane);
  const { parkId } = await (await api()).get<{ parkId: string }>(`${LANES}/detail`, { id: lane });
  const stamp = `${Date.now().toString(36)}${undo.length}`;
  const sn = `EM-${of.slice(0, 3)}-${stamp}`;
  const made = await (
    await api()
  ).post<{ id: string; secret: string }>(`${DEVICES}/submit`, {
    parkId,
    gateId: lane,
    deviceName: `${of} ${stamp}`,
    deviceType: kindOfFamily(of),
    sn,
    family: of,
    sourceNetworks: values.from,
    passedAfterSec: PASSED_AFTER_SEC,
    ...(printerFamilies.includes(of) ? { entryTickets: values.tickets } : {}),
  });
  undo.push(removal(DEVICES, made.id));
  return { ...made, sn };
}

/** A lane of its own for the family. */
async function laneOf(parkId: string, gateType: 'in' | 'out'): Promise<string> {
  const gateName = `${family} ${gateType} ${Date.now().toString(36)}`;
  const { id } = await (await api()).post<{ id: string }>(`${LANES}/submit`, { parkId, gateName, gateType });
  undo.push(removal(LANES, id));
  return id;
}

/** Tells the server where the device is called, and what it calls itself where it is one of a host's. */
async function known(of: FamilyName, id: string, serial: string, { port }: Emulator): Promise<void> {
  const shared = adapters[of].shared ? { nativeId: serial } : {};
  if (port === null && !adapters[of].shared) return;
  const row = await (await api()).get<object>(`${DEVICES}/detail`, { id });
  const address =
    port === null ? {} : { ipAddress: values.from, port, loginName: LOGIN.name, loginSecret: LOGIN.password };
  await (await api()).post(`${DEVICES}/submit`, { ...row, ...address, ...shared });
}

async function stood(of: FamilyName, lane: string | undefined): Promise<Emulator> {
  const device = lane ? await entered(of, lane) : { id: null, sn: '', secret: values.secret! };
  const { id, sn, secret } = device;
  const serial = of === 'rekor' ? String(Number.parseInt(secret.slice(0, 6), 16)) : `emulated-${secret.slice(0, 8)}`;
  const emulator = await emulators[of]({
    url: `${values.url}/device/${of}/${secret}`,
    serial,
    ...(id === null ? {} : { login: LOGIN }),
    ...(values.wired ? { wired: true } : {}),
    ...(values.mqtt && of === 'frigate' && sn ? { mqtt: { url: values.mqtt, sn, secret } } : {}),
  });
  undo.push(() => emulator.close());
  if (id !== null) await known(of, id, serial, emulator);
  return emulator;
}

type Post = { readonly way: string; readonly camera: Emulator; readonly pulses: () => number };

/** A camera at a lane, with the relay that opens for it where one was named. */
async function post(way: string, lane: string | undefined): Promise<Post> {
  const camera = await stood(family, lane);
  const relay = values.relay ? await stood(values.relay as FamilyName, lane) : null;
  console.log(`${way}: beat ${(await camera.beat()).status}`);
  return { way, camera, pulses: () => (relay ?? camera).pulses().length };
}

const PROVINCES = '浙苏沪皖闽';
/** Cars enter, each reported in the family's protocol, and leave again if there is an exit. */
async function drive(lanes: readonly Post[]): Promise<void> {
  for (let nth = 0; nth < Number(values.cars); nth += 1) {
    const plate = `${PROVINCES[nth % PROVINCES.length]}A${String(10_000 + ((nth * 7_919) % 90_000))}`;
    for (const { way, camera, pulses } of lanes) {
      const at = Date.now() - (faults.includes('offline') ? KEPT_FOR_MS : 0);
      const posts = await camera.car({ plate, colour: 'blue', at }, faults);
      const answers = posts.map(({ status, ms }) => `${status} ${Math.round(ms)} ms`).join(', ');
      await later(Number(values.every) * 500);
      await camera.beat();
      await later(Number(values.every) * 500);
      console.log(`${way} ${plate}  ${answers}  pulses ${pulses()}`);
    }
  }
}

/** Pay codes are held before it, each once; those that are given come first. */
async function scan(): Promise<void> {
  const { scan: hold, beat } = await stood(family, values.lane);
  // What is connected to is found within some seconds.
  for (let nth = 0; nth < 20 && (await beat()).status !== 200; nth += 1) await later(500);
  console.log(`beat ${(await beat()).status}`);
  const given = values.codes.split(',').filter(Boolean);
  for (let nth = 0; nth < (given.length || Number(values.cars)); nth += 1) {
    const code = given[nth] ?? `13${String(Date.now())}${String(nth).padStart(3, '0')}`;
    const answers = await hold!(code, faults);
    console.log(
      `${code.slice(0, 2)}…  ${answers.map(({ status, ms }) => `${status} ${Math.round(ms)} ms`).join(', ')}`,
    );
    await later(Number(values.every) * 1_000);
  }
}

/** A slip as it comes out of the printer. */
const slipText = ({ lines, qr, barcodes }: ReadSlip): string =>
  ['-'.repeat(32), ...lines, ...qr.map((each) => `[QR] ${each}`), ...barcodes.map((each) => `[128] ${each}`)].join(
    '\n',
  );

async function end(): Promise<void> {
  const all = values.keep ? [] : undo.splice(0).toReversed();
  for (const step of all) await step();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void end().finally(() => process.exit(130));
  });

try {
  if (isCalled(family)) {
    const { port, pulses, printer } = await stood(family, values.lane);
    console.log(`${family} listens on port ${port}`);
    let shown = 0;
    for (let nth = 0; nth < Number(values.cars); nth += 1) {
      await later(Number(values.every) * 1_000);
      if (!printer) console.log(`pulses ${pulses().length}`);
      else for (; shown < printer.slips().length; shown += 1) console.log(slipText(printer.read()[shown]!));
    }
  } else if (isScanner) await scan();
  else if (values.park) {
    const [entry, exit] = [await laneOf(values.park, 'in'), await laneOf(values.park, 'out')];
    await drive([await post('in', entry), await post('out', exit)]);
  } else await drive([await post('lane', values.lane)]);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await end();
}
process.exit();
