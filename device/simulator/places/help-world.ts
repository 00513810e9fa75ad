/** Lanes with intercoms, car parks with seats granted, and people at seats, brought by the server's own calls. */
import { openApi } from '../api.ts';
import type { Api } from '../api.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import { add, beside, connected, openSetting } from './setting.ts';
import type { Run } from './setting.ts';

export type Lane = { readonly id: string; readonly parkId: string; readonly intercom: VirtualDevice };
export type Seat = { readonly api: Api; readonly account: string };
export type HelpWorld = {
  readonly lanes: readonly Lane[];
  readonly seats: readonly Seat[];
  /** How many may talk at once, by car park. */
  readonly granted: ReadonlyMap<string, number>;
};

const LOTS = 4;
const DAY_MS = 86_400_000;
/** At one car park fewer may talk than people answer. */
const FEW = 2;
const FIRST = 'Seat-first-2026';

/** A person at a seat: he gives himself a password of his own first, as everybody does. */
async function seatOf(run: Run, companyId: string, roleId: string, nth: number): Promise<Seat> {
  const { api, url, mark } = run;
  const account = `seat.${mark}.${nth + 1}`;
  const password = `Seat-${mark}-2026`;
  const userId = await add(api, 'sysuser', {
    account,
    realName: `坐席 ${nth + 1}`,
    companyId,
    password: FIRST,
    allParks: true,
  });
  await api.post('/api/updown/sysuser/grantRole', { userId, ids: roleId });
  const own = await openApi(url, account, FIRST);
  await own.post('/api/updown/sysuser/updatePassword', { oldPassword: FIRST, newPassword: password });
  await add(api, 'SipSeatuser', { userId });
  return { api: await openApi(url, account, password), account };
}

async function laneOf(run: Run, parkId: string, nth: number): Promise<Lane> {
  const { api, mark } = run;
  const id = await add(api, 'baseParkGate', {
    parkId,
    gateName: `${nth + 1} 道`,
    gateType: nth % 2 === 0 ? 'out' : 'in',
  });
  const sn = `SIM-${mark}-H${nth + 1}`;
  const { secret } = await api.post<{ secret: string }>('/api/updown/parkdevices/submit', {
    parkId,
    gateId: id,
    deviceName: `${nth + 1} 道对讲`,
    deviceType: 'intercom',
    sn,
  });
  const intercom = await connected(run, sn, secret);
  intercom.onCommand = () => ({ ok: true });
  return { id, parkId, intercom };
}

export async function openHelp(run: Run, companyId: string): Promise<HelpWorld> {
  const { api, sizes } = run;
  const granted = new Map<string, number>();
  for (let nth = 0; nth < LOTS; nth += 1) {
    const { parkId } = await openSetting(run, companyId, `求助 ${nth + 1}`);
    const seatNum = nth === 0 ? Math.min(FEW, sizes.seats) : sizes.seats;
    await add(api, 'cloudseats/grant', {
      parkId,
      seatNum,
      startTime: new Date(Date.now() - DAY_MS).toISOString(),
      endTime: new Date(Date.now() + DAY_MS).toISOString(),
    });
    granted.set(parkId, seatNum);
  }
  const parks = [...granted.keys()];
  const lanes = await beside(Array.from({ length: sizes.lanes }), 4, (_, nth) =>
    laneOf(run, parks[nth % parks.length]!, nth),
  );
  const roles = await api.get<{ id: string; builtIn?: string }[]>('/api/updown/sysrole/getListByCompany', {
    companyId,
  });
  const role = roles.find(({ builtIn }) => builtIn === 'seatAgent')!;
  const seats = await beside(Array.from({ length: sizes.seats }), 2, (_, nth) => seatOf(run, companyId, role.id, nth));
  return { lanes, seats, granted };
}
