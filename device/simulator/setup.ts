/**
 * Brings the lots, lanes, devices and prices of a simulation onto the server, by its own calls. What stands under the
 * same name is used again.
 */
import type { Api } from './api.ts';
import type { ParkRow } from './series.ts';
import type { Memory } from './state.ts';
import type { DeviceMemory } from './virtual-device.ts';

export type LaneSite = {
  readonly gateId: string;
  readonly name: string;
  readonly direction: 'entry' | 'exit' | 'inner';
  readonly camera: DeviceMemory;
  readonly scanner: DeviceMemory | null;
  readonly screen: DeviceMemory | null;
};
export type ParkSite = {
  readonly row: ParkRow;
  readonly parkId: string;
  readonly name: string;
  readonly box: DeviceMemory;
  readonly boxName: string;
  readonly lanes: readonly LaneSite[];
  /** Who takes cash there; anybody where nobody is named. */ readonly attendant?: string;
};

export type SetupOptions = {
  readonly api: Api;
  readonly company: string;
  readonly zone: string;
  readonly memory: Memory;
  /** Prices hold from here on, epoch ms. */
  readonly from: number;
  readonly say: (line: string) => void;
};

type Row = { readonly id: string; readonly [name: string]: unknown };

const WORDS = ['东', '西', '南', '北', '中'];
/** One lane for so many spaces, at least one each way. */
const SPACES_PER_LANE = 150;

/** The row of this name, or a new one. */
async function ensure(
  api: Api,
  path: { list: string; submit: string },
  key: string,
  row: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; fresh: boolean; answer: Row }> {
  const known = await api.find<Row>(
    path.list,
    { [key]: row[key], ...filter },
    (each) => each[key] === row[key] && Object.entries(filter).every(([name, value]) => each[name] === value),
  );
  if (known) return { id: known.id, fresh: false, answer: known };
  const answer = await api.post<Row>(path.submit, row);
  return { id: answer.id, fresh: true, answer };
}

const at = (base: string, list = 'list'): { list: string; submit: string } => ({
  list: `/api/updown/${base}/${list}`,
  submit: `/api/updown/${base}/submit`,
});

async function company(api: Api, name: string): Promise<string> {
  return (await ensure(api, at('basecompany'), 'companyName', { companyName: name })).id;
}

/** A device of the simulation keeps its secret in the state file; one whose secret is lost gets a new one. */
async function device(
  options: SetupOptions,
  row: { sn: string; deviceName: string; deviceType: string; parkId: string; gateId?: string; boxId?: string },
): Promise<DeviceMemory> {
  const { api, memory } = options;
  const { id, answer } = await ensure(api, at('parkdevices'), 'sn', row);
  const known = memory.devices[row.sn];
  if (known && typeof answer.secret !== 'string') return known;
  const secret =
    typeof answer.secret === 'string'
      ? answer.secret
      : (await api.post<{ secret: string }>('/api/gatehouse/parkDevice/resetSecret', { deviceId: id })).secret;
  if (known) known.secret = secret;
  return (memory.devices[row.sn] = known ?? { sn: row.sn, secret, seq: 0, passing: 0, waiting: {} });
}

async function lane(
  options: SetupOptions,
  parkId: string,
  boxId: string,
  prefix: string,
  direction: 'entry' | 'exit',
  nth: number,
): Promise<LaneSite> {
  const gateName = `${WORDS[nth % WORDS.length]}${direction === 'entry' ? '入口' : '出口'}${nth >= WORDS.length ? nth + 1 : ''}`;
  const { id: gateId } = await ensure(
    options.api,
    at('baseParkGate'),
    'gateName',
    { gateName, parkId, gateType: direction === 'entry' ? 'in' : 'out', boxId },
    { parkId },
  );
  const sn = `${prefix}-${direction === 'entry' ? 'E' : 'X'}${nth + 1}`;
  const here = { parkId, gateId };
  const camera = await device(options, {
    sn: `${sn}-CAM`,
    deviceName: `${gateName}相机`,
    deviceType: 'camera',
    ...here,
  });
  if (direction === 'entry') return { gateId, name: gateName, direction, camera, scanner: null, screen: null };
  return {
    gateId,
    name: gateName,
    direction,
    camera,
    scanner: await device(options, { sn: `${sn}-QR`, deviceName: `${gateName}扫码器`, deviceType: 'scanner', ...here }),
    screen: await device(options, { sn: `${sn}-LED`, deviceName: `${gateName}显示屏`, deviceType: 'screen', ...here }),
  };
}

/** Serial numbers carry a mark of the lot's own id, so that two installations of one table do not meet. */
const prefixOf = (parkId: string): string => `SIM-${parkId.replaceAll('-', '').slice(-10)}`;

async function site(options: SetupOptions, row: ParkRow, companyId: string): Promise<ParkSite> {
  const { api } = options;
  const parkName = [row.city, row.name].filter(Boolean).join(' ').slice(0, 60);
  const { id: parkId } = await ensure(api, at('basePark'), 'parkName', {
    parkName,
    companyId,
    totalStall: row.capacity,
    zone: options.zone,
    parkType: 'public',
  });
  const { id: boxId } = await ensure(api, at('baseParkBox'), 'boxName', { boxName: '值班岗亭', parkId }, { parkId });
  const prefix = prefixOf(parkId);
  const box = await device(options, { sn: `${prefix}-BOX`, deviceName: '岗亭终端', deviceType: 'box', parkId, boxId });
  const each = 1 + Math.floor(row.capacity / SPACES_PER_LANE);
  const lanes: LaneSite[] = [];
  for (let nth = 0; nth < each; nth += 1)
    lanes.push(
      await lane(options, parkId, boxId, prefix, 'entry', nth),
      await lane(options, parkId, boxId, prefix, 'exit', nth),
    );
  await price(options, parkId);
  return { row, parkId, name: parkName, box, boxName: '值班岗亭', lanes };
}

/** Temporary cars: a quarter of an hour free, then by the hour, with a cap a day. */
const PRICE = { freeMinutes: 15, unitMinutes: 60, unitFee: 500, dayMaxFee: 4000 };

async function price({ api, from }: SetupOptions, parkId: string): Promise<void> {
  const type = await api.find<Row>(
    '/api/updown/plat/parkCarType/list',
    { parkId, kind: 'temp' },
    (each) => each.parkId === parkId && each.kind === 'temp',
  );
  if (!type) throw new Error(`the lot ${parkId} has no car type for temporary cars`);
  const rules = '/api/updown/platParkFeeRule';
  const known = await api.find<Row>(
    `${rules}/list`,
    { parkId, carTypeId: type.id },
    (each) => each.carTypeId === type.id && each.status === 'published',
  );
  if (known) return;
  const draft = await api.find<Row>(
    `${rules}/list`,
    { parkId, carTypeId: type.id },
    (each) => each.carTypeId === type.id && each.status === 'draft',
  );
  const { id } = draft ?? (await api.post<Row>(`${rules}/submit`, { parkId, carTypeId: type.id, ...PRICE }));
  await api.post('/api/gatehouse/feeRule/publish', { id, ids: id, effectiveFrom: new Date(from).toISOString() });
}

export async function setUp(options: SetupOptions, rows: readonly ParkRow[]): Promise<ParkSite[]> {
  const companyId = await company(options.api, options.company);
  const sites: ParkSite[] = [];
  for (const row of rows) {
    sites.push(await site(options, row, companyId));
    options.say(`${sites.at(-1)!.name}: ${sites.at(-1)!.lanes.length} lanes`);
  }
  return sites;
}
