/**
 * The mall's goods gate: two cameras of another maker, which post what they see and open by the answer. Trucks unload
 * for some minutes and leave.
 */
import type { Emulator } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';

type GoodsLane = { readonly secret: string; readonly serial: string };
/** `inside`: trucks that unload, and when each has done, epoch ms. */
export type LivingGoods = {
  readonly entry: GoodsLane;
  readonly exit: GoodsLane;
  inside: { readonly plate: string; readonly leaveAt: number }[];
};

const FAMILY = 'alphadigi';
/** Where the demo's own cameras are: beside the server. */
const HERE = '127.0.0.1, ::1';
const BEAT_MS = 20_000;
const EVERY_MS = 150_000;
/** Within the minutes that cost nothing. */
const UNLOADS_MS = 6 * 60_000;

async function lane(ask: Ask, { plan, site }: BuiltLot, areaId: string, way: 'in' | 'out'): Promise<GoodsLane> {
  const name = way === 'in' ? '货运入口' : '货运出口';
  const no = `${plan.code}-G${way === 'in' ? 1 : 2}`;
  const { parkId } = site;
  const { id: gateId } = await ask('POST', 'baseParkGate/submit', {
    gateName: name,
    gateNo: no,
    parkId,
    gateType: way,
    areaId,
  });
  const made = await ask('POST', 'parkdevices/submit', {
    deviceName: `${name}相机（臻识）`,
    deviceType: 'camera',
    sn: `${no}-VZ`,
    model: 'R3',
    parkId,
    gateId,
    family: FAMILY,
    sourceNetworks: HERE,
  });
  return { secret: String(made['secret']), serial: `5a1c09e2-${no.toLowerCase()}` };
}

export async function openGoodsGate(ask: Ask, lot: BuiltLot): Promise<LivingGoods> {
  const { records } = await ask('GET', 'baseParkArea/list', { parkId: lot.site.parkId, size: 20 });
  const areaId = (records.find(({ parentId }) => !parentId) ?? records[0]!).id;
  return { entry: await lane(ask, lot, areaId, 'in'), exit: await lane(ask, lot, areaId, 'out'), inside: [] };
}

const newTruck = (): string => `浙A${String(10_000 + Math.floor(Math.random() * 90_000))}`;

/** Who comes and who leaves at a moment; pure but for the plate. */
export function goodsMoves(
  goods: LivingGoods,
  now: number,
  cameAt: number,
  plate: () => string = newTruck,
): { readonly leaving: readonly string[]; readonly coming: string | null } {
  const leaving = goods.inside.filter(({ leaveAt }) => leaveAt <= now).map((each) => each.plate);
  const coming = now - cameAt >= EVERY_MS ? plate() : null;
  goods.inside = [
    ...goods.inside.filter(({ leaveAt }) => leaveAt > now),
    ...(coming === null ? [] : [{ plate: coming, leaveAt: now + UNLOADS_MS }]),
  ];
  return { leaving, coming };
}

/** Runs until stopped. */
export function liveAtGoods({
  url,
  goods,
  say,
}: {
  readonly url: string;
  readonly goods: LivingGoods;
  readonly say: (line: string) => void;
}): { stop: () => Promise<void> } {
  const stand = ({ secret, serial }: GoodsLane): Promise<Emulator> =>
    emulators[FAMILY]({ url: `${url}/device/${FAMILY}/${secret}`, serial });
  let cameras: Promise<readonly [Emulator, Emulator]> | null = null;
  let cameAt = 0;
  let busy = false;
  const round = async (): Promise<void> => {
    const [entry, exit] = await (cameras ??= Promise.all([stand(goods.entry), stand(goods.exit)]));
    const now = Date.now();
    const { leaving, coming } = goodsMoves(goods, now, cameAt);
    for (const plate of leaving) await exit.car({ plate, colour: 'yellow', at: Date.now() });
    if (coming !== null) {
      cameAt = now;
      await entry.car({ plate: coming, colour: 'yellow', at: Date.now() });
    }
    await Promise.all([entry.beat(), exit.beat()]);
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    round()
      .catch((error: unknown) => say(`demo: ${String((error as Error).message)}`))
      .finally(() => {
        busy = false;
      });
  }, BEAT_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
    },
  };
}
