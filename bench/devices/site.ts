/** Lots with lanes and a camera in each, brought onto a server by its own calls. */
import type { Api } from '#device/simulator/api.ts';
import { atOnce } from '#kit/server/at-once.ts';

export type Lane = { readonly sn: string; readonly secret: string };
/** An entry and an exit that the same cars use. */
export type Way = { readonly entry: Lane; readonly exit: Lane };
export type Site = { readonly parkIds: readonly string[]; readonly ways: readonly Way[] };

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

async function lane(api: Api, parkId: string, sn: string, gateType: 'in' | 'out'): Promise<Lane> {
  const { id: gateId } = await api.post<{ id: string }>('/api/updown/baseParkGate/submit', {
    parkId,
    gateName: sn,
    gateType,
  });
  const { secret } = await api.post<{ secret: string }>('/api/updown/parkdevices/submit', {
    deviceName: sn,
    parkId,
    deviceType: 'camera',
    sn,
    gateId,
  });
  return { sn, secret };
}

export async function site(
  api: Api,
  { lots, devices }: { readonly lots: number; readonly devices: number },
): Promise<Site> {
  const { id: companyId } = await api.post<{ id: string }>('/api/updown/basecompany/submit', {
    companyName: '基准停车',
  });
  const [parkIds, ways] = [[] as string[], [] as Way[]];
  await atOnce(
    AT_ONCE,
    Array.from({ length: lots }, (_, nth) => nth),
    async (nth) => {
      parkIds[nth] = await lot(api, companyId, nth);
    },
  );
  await atOnce(
    AT_ONCE,
    Array.from({ length: Math.floor(devices / 2) }, (_, nth) => nth),
    async (nth) => {
      const parkId = parkIds[nth % lots]!;
      ways[nth] = {
        entry: await lane(api, parkId, `B${nth + 1}-IN`, 'in'),
        exit: await lane(api, parkId, `B${nth + 1}-OUT`, 'out'),
      };
    },
  );
  return { parkIds, ways };
}
