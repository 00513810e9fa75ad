/** Sensors, locks and guidance screens: devices of their kinds, bound to berths. */
import { eq, sql } from 'drizzle-orm';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { queryText } from '#kit/server/filter.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import type { deviceTypes } from '#areas/device/model/park-device.ts';
import { atRoadside, deviceRules, saveShowingSecret } from '#areas/device/server/door.ts';
import { rdBindled, rdLed } from '#areas/road/model/devices.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { bind } from './bindings.ts';
import { lotNamed } from './berths.ts';
import type { Berth } from './berths.ts';
import { sectionNamed } from './sections.ts';

type Device = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  sn: string;
  berthNo: string | null;
};

/** Berth numbers as they are entered: divided by commas, each once. */
const numbersIn = (entered: unknown): string[] => [
  ...new Set(
    String(entered ?? '')
      .split(/[,，、\s]+/)
      .filter(Boolean),
  ),
];

async function berthsNamed(
  work: Work,
  tenantId: number,
  parkId: string,
  numbers: readonly string[],
): Promise<Pick<Berth, 'id' | 'berthNo'>[]> {
  if (numbers.length === 0) return [];
  return work.db.raw<{ id: string; berthNo: string }>(
    `SELECT id, berth_no AS "berthNo" FROM rd_berth WHERE tenant_id = $1 AND park_id = $2 AND berth_no = ANY($3::text[]) AND deleted_at IS NULL`,
    [tenantId, parkId, numbers],
  );
}

async function unknownBerths(now: Partial<Device>, work: Work): Promise<Problem[]> {
  const numbers = numbersIn(now.berthNo);
  const lot = await lotNamed(work, String(now.parkId));
  const found = await berthsNamed(work, lot.tenantId, lot.id, numbers);
  const missing = numbers.find((number) => !found.some(({ berthNo }) => berthNo === number));
  return missing
    ? [
        {
          field: 'berthNo',
          msg: text(`该车场没有泊位“${missing}”`, `The car park has no berth “${missing}”`),
        },
      ]
    : [];
}

/** Rules of one kind of device. `name`: what it is called where its form does not ask. */
const rulesOf = (kind: keyof typeof deviceTypes, name?: (sn: string) => string): Rules => ({
  verbs: { submit: saveShowingSecret },
  files: { read: async (rows, work) => (await atRoadside(rows, work)).map((isRoadside) => (isRoadside ? {} : null)) },
  narrow: () => eq(tableOf(parkDevice).deviceType!, kind),
  check: async (values, before, work) => [
    ...((await deviceRules.check?.(values, before, work)) ?? []),
    ...(await unknownBerths({ ...before, ...values } as Partial<Device>, work)),
  ],
  fill: (values, before) => ({
    ...('berthNo' in values ? { berthNo: numbersIn((values as Partial<Device>).berthNo).join(',') || null } : {}),
    ...(before === null
      ? {
          deviceType: kind,
          status: 'offline',
          ...(name ? { deviceName: name(String((values as Partial<Device>).sn)) } : {}),
          ...(kind === 'lock' ? { arm: 'unknown' } : {}),
        }
      : {}),
  }),
  saved: async (after, before, work) => {
    await deviceRules.saved?.(after, before, work);
    const device = after as Device;
    if (kind === 'guide' || device.berthNo === (before as Device | null)?.berthNo) return;
    const berths = await berthsNamed(work, device.tenantId, device.parkId, numbersIn(device.berthNo));
    await bind(work.db, device, berths, work.now.toISOString());
  },
  removing: async (row, work) => {
    await deviceRules.removing?.(row, work);
    await bind(work.db, row as Device, [], work.now.toISOString());
  },
});

const lineRules: Rules = {
  narrow: ({ raw, db }) => {
    const sn = queryText(raw.sn);
    if (sn === '') return undefined;
    const [t, d] = [tableOf(rdBindled), tableOf(parkDevice)];
    return sql`${t.ledId!} IN (SELECT ${d.id!} FROM ${d} WHERE ${scoped(parkDevice, db.scope, [eq(d.sn!, sn)])})`;
  },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as {
      parkId: string;
      ledId: string;
      sectionIds: string[] | null;
      berthIds: string[] | null;
    };
    const [sections, berths] = [now.sectionIds ?? [], now.berthIds ?? []];
    if (sections.length > 0 === berths.length > 0)
      return [{ field: 'sectionIds', msg: text('泊位段与泊位选一种', 'Choose either sections or berths') }];
    const elsewhere = (field: string): Problem => ({
      field,
      msg: text('不属于该车场', 'Belongs to another car park'),
    });
    const led = await rowOf(rdLed, now.ledId, work.db);
    if (led.parkId !== now.parkId) return [elsewhere('ledId')];
    for (const id of sections)
      if ((await sectionNamed(work, id)).parkId !== now.parkId) return [elsewhere('sectionIds')];
    for (const id of berths)
      if ((await rowOf(rdBerth, id, work.db)).parkId !== now.parkId) return [elsewhere('berthIds')];
    return [];
  },
};

export const devicesRules: Record<string, Rules> = {
  rdSensor: rulesOf('sensor', (sn) => `地磁 ${sn}`),
  lockDevice: rulesOf('lock'),
  rdLed: rulesOf('guide'),
  rdBindled: lineRules,
};
