/** Lots with lanes and a camera in each, brought onto a server by its own calls. */
import type { Api } from '#device/simulator/api.ts';
import { atOnce } from '#kit/server/at-once.ts';

export type Place = { readonly parkId: string; readonly gateId: string };
export type Lane = { readonly sn: string; readonly secret: string };
/** An entry and an exit that the same cars use. */
type Way<T> = { readonly entry: T; readonly exit: T };
export type Site<T> = { readonly parkIds: readonly string[]; readonly ways: readonly Way<T>[] };

const AT_ONCE = 6;

async function lot(api: Api, companyId: string, nth: number): Promise<string> {
  const { id: parkId } = await api.post<{ id: string }>('/api/updown/basePark/submit', {
    companyId,
    parkName: `基准车场${nth + 1}`,
    totalStall: 100_000,
  });
  const kinds = await api.get<{ kind: string; value: string }[]>('/api/updown/baseSelect/getSelectCarKindType', {
    parkId,
  });
  const { id } = await api.post<{ id: string }>('/api/updown/platParkFeeRule/submit', {
    parkId,
    CarTypeID: kinds.find(({ kind }) => kind === 'temp')!.value,
    freeMinutes: 60,
    firstMinutes: 60,
    firstFee: 500,
    unitMinutes: 30,
    unitFee: 500,
    dayMaxFee: 3000,
  });
  await api.post('/api/gatehouse/feeRule/publish', { ids: id });
  return parkId;
}

async function place(api: Api, parkId: string, gateName: string, gateType: 'in' | 'out'): Promise<Place> {
  const { id } = await api.post<{ id: string }>('/api/updown/baseParkGate/submit', { parkId, gateName, gateType });
  return { parkId, gateId: id };
}

/** A camera of our own protocol at a lane. */
export async function ownCamera(api: Api, { parkId, gateId }: Place, sn: string): Promise<Lane> {
  const { secret } = await api.post<{ secret: string }>('/api/updown/parkdevices/submit', {
    deviceName: sn,
    parkId,
    deviceType: 'camera',
    sn,
    gateId,
  });
  return { sn, secret };
}

/** @param fit what is put at each lane, by its place and a name of its own; `nth` counts all lanes */
export async function site<T>(
  api: Api,
  { company, lots, devices }: { readonly company: string; readonly lots: number; readonly devices: number },
  fit: (at: Place, name: string, nth: number) => Promise<T>,
): Promise<Site<T>> {
  const { id: companyId } = await api.post<{ id: string }>('/api/updown/basecompany/submit', { companyName: company });
  const [parkIds, ways] = [[] as string[], [] as Way<T>[]];
  await atOnce(
    AT_ONCE,
    Array.from({ length: lots }, (_, nth) => nth),
    async (nth) => {
      parkIds[nth] = await lot(api, companyId, nth);
    },
  );
  const lane = async (parkId: string, name: string, gateType: 'in' | 'out', nth: number): Promise<T> =>
    fit(await place(api, parkId, name, gateType), name, nth);
  await atOnce(
    AT_ONCE,
    Array.from({ length: Math.floor(devices / 2) }, (_, nth) => nth),
    async (nth) => {
      const parkId = parkIds[nth % lots]!;
      ways[nth] = {
        entry: await lane(parkId, `B${nth + 1}-IN`, 'in', 2 * nth),
        exit: await lane(parkId, `B${nth + 1}-OUT`, 'out', 2 * nth + 1),
      };
    },
  );
  return { parkIds, ways };
}
