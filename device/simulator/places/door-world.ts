/** Doors, their terminals and the people who have rights at them, brought by the server's own calls. */
import { virtualDoor } from '../door.ts';
import type { VirtualDoor } from '../door.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import { add, allOf, beside, connected } from './setting.ts';
import type { Setting, Run } from './setting.ts';

export type Passback = 'off' | 'hard' | 'timed';
export type Terminal = {
  readonly id: string;
  readonly gateId: string;
  /** What it leads into. */
  readonly areaId: string | null;
  readonly on: VirtualDevice;
  readonly door: VirtualDoor;
  readonly passback: Passback;
  /** Whether people have rights there. */
  readonly granted: boolean;
};
export type Person = {
  readonly id: string;
  readonly card: string;
  /** Whether the plan of his rights lets him in at all just now. */
  readonly inHours: boolean;
  /** When the server confirmed that the person has left, epoch ms. */
  leftAt: number | null;
};
export type DoorWorld = {
  readonly setting: Setting;
  readonly terminals: readonly Terminal[];
  readonly people: readonly Person[];
};

const HOUR_MS = 3_600_000;
const EVERY_DAY = ['1', '2', '3', '4', '5', '6', '7'];
/** The four kinds of terminals take turns. */
const KINDS = ['controller', 'face', 'reader', 'lift'] as const;
const PASS_MINUTES = 5;

/** At every hour, and an hour of the day that is far from now. */
async function plansOf(run: Run, { villageId }: Setting): Promise<{ always: string; never: string }> {
  const plan = (periodName: string, startTime: string, endTime: string): Promise<string> =>
    add(run.api, 'doortimeperiod', { villageId, periodName, weekDays: EVERY_DAY, startTime, endTime });
  const hour = new Date(Date.now() + 8 * HOUR_MS).getUTCHours();
  const far = (hour + 12) % 24;
  const two = (of: number): string => String(of).padStart(2, '0');
  return {
    always: await plan('全天', '00:00', '24:00'),
    never: await plan('此刻不开放', `${two(far)}:00`, `${two(far)}:59`),
  };
}

/** An eighth of the doors lead into an area that refuses passing back, an eighth into one that does for a while. */
const passbackOf = (nth: number): Passback => (nth % 8 === 1 ? 'hard' : nth % 8 === 2 ? 'timed' : 'off');

async function areasOf(run: Run, { villageId }: Setting): Promise<Record<Passback, string>> {
  const area = (areaName: string, more: object): Promise<string> =>
    add(run.api, 'doorarea', { villageId, areaName, ...more });
  return {
    off: await area('公共区', {}),
    hard: await area('机房', { antiPassback: 'hard' }),
    timed: await area('实验区', { antiPassback: 'timed', passMinutes: PASS_MINUTES }),
  };
}

export async function openTerminal(
  run: Run,
  { villageId }: Setting,
  of: { name: string; sn: string; areaId?: string; nth: number },
): Promise<Omit<Terminal, 'passback' | 'granted'>> {
  const gateId = await add(run.api, 'doorgate', {
    villageId,
    gateName: of.name,
    ...(of.areaId ? { areaId: of.areaId } : {}),
    readerSides: ['in', 'out'],
  });
  const { id, secret } = await run.api.post<{ id: string; secret: string }>('/api/updown/doordevice/submit', {
    villageId,
    gateId,
    deviceName: `${of.name}终端`,
    deviceType: KINDS[of.nth % KINDS.length],
    reader: 'both',
    sn: of.sn,
  });
  const on = await connected(run, of.sn, secret);
  return { id, gateId, areaId: of.areaId ?? null, on, door: virtualDoor(on) };
}

const cardOf = (first: number, nth: number): string => String(first + nth).padStart(10, '0');

/** People by a file, as HR brings them. Answers them in the order of their cards. */
export async function bringPeople(
  run: Run,
  { villageId }: Setting,
  of: { deptId: string; first: number; count: number },
): Promise<{ id: string; card: string }[]> {
  const lines = Array.from({ length: of.count }, (_, nth) => {
    const card = cardOf(of.first, nth);
    return `人员${card},P${card},${card}`;
  });
  const { saved, failed } = await run.api.upload<{ saved: number; failed: readonly unknown[] }>(
    '/api/updown/dooremployee/batchImport',
    { villageId, deptId: of.deptId },
    ['姓名,编号,卡号', ...lines].join('\n'),
  );
  if (saved !== of.count) throw new Error(`only ${saved} of ${of.count} people came in: ${JSON.stringify(failed[0])}`);
  const rows = await allOf<{ id: string; cardNo: string }>(run.api, '/api/updown/dooremployee/list', {
    villageId,
    deptId: of.deptId,
  });
  return rows.map(({ id, cardNo }) => ({ id, card: cardNo })).toSorted((a, b) => (a.card < b.card ? -1 : 1));
}

/** A right of a department at terminals; from then on its people are brought to them. */
export const grant = (
  run: Run,
  { villageId }: Setting,
  of: { deviceIds: readonly string[]; deptIds: readonly string[]; timePeriodId: string },
): Promise<string> =>
  add(run.api, 'doordevgrant', { villageId, ...of, startTime: new Date(Date.now() - HOUR_MS).toISOString() });

export async function openDoors(run: Run, setting: Setting): Promise<DoorWorld> {
  const { api, sizes, mark } = run;
  const { companyId, villageId } = setting;
  const plans = await plansOf(run, setting);
  const areas = await areasOf(run, setting);
  const terminals = await beside(
    Array.from({ length: sizes.doors }, (_, nth) => nth),
    4,
    async (nth): Promise<Terminal> => {
      const passback = passbackOf(nth);
      const of = { name: `${nth + 1} 号门`, sn: `SIM-${mark}-D${nth + 1}`, areaId: areas[passback], nth };
      return { ...(await openTerminal(run, setting, of)), passback, granted: nth < sizes.rights };
    },
  );
  const people: Person[] = [];
  const deviceIds = terminals.filter(({ granted }) => granted).map(({ id }) => id);
  // A tenth has a plan that lets nobody in just now.
  const late = Math.max(1, Math.round(sizes.people / 10));
  for (const [deptName, inHours, first, count] of [
    ['白班', true, 10_000_000, sizes.people - late],
    ['夜班', false, 20_000_000, late],
  ] as const) {
    const deptId = await add(api, 'door/basedept', { companyId, villageId, deptName });
    const own = await bringPeople(run, setting, { deptId, first, count });
    people.push(...own.map((each) => ({ ...each, inHours, leftAt: null })));
    await grant(run, setting, { deviceIds, deptIds: [deptId], timePeriodId: inHours ? plans.always : plans.never });
  }
  return { setting, terminals, people };
}
