/** A garage for stories: one floor of numbered spaces, a gateway with a detector for each, two counters and a board. */
import { randomUUID } from 'node:crypto';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import type { Lot } from './figures.ts';

const base = '/api/updown/plat/navigation';

export type Garage = {
  readonly lot: Lot;
  readonly floorId: string;
  readonly gatewayId: string;
  readonly secret: string;
  readonly sn: string;
  readonly groupId: string;
  readonly spaces: readonly string[];
  readonly detectors: readonly string[];
  readonly types: ReadonlyMap<string, string>;
  readonly figures: (groupId?: string) => Promise<{ free: number; taken: number; unknown: number; closed: number }>;
  readonly add: (code: string, address: number, more?: Record<string, unknown>) => Promise<string>;
};

export async function openGarage(product: TestProduct, count = 4): Promise<Garage> {
  const parkId = await product.park(product.companies.child, `车库 ${randomUUID().slice(0, 8)}`, { totalStall: 300 });
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  const lot = { tenantId: row!.tenant_id, parkId };
  const { records } = await product.must('GET', `${base}/devDeviceType/list`, { size: 50 });
  const types = new Map<string, string>(
    records.map((type: { typeCode: string; id: string }) => [type.typeCode, type.id]),
  );
  const floor = await product.must('POST', `${base}/building/submit`, { parkId, buildingName: 'B2', floorNo: -2 });
  const sn = `GW${randomUUID().slice(0, 12)}`;
  const gateway = await product.must('POST', `${base}/devGateway/submit`, {
    parkId,
    gatewayName: 'B2 网关',
    sn,
    buildingId: floor.id,
    bus: 'rs485',
  });
  const group = await product.must('POST', `${base}/devGroup/submit`, { parkId, groupName: 'B2', countBy: 'spaces' });
  const add = async (code: string, address: number, more: Record<string, unknown> = {}): Promise<string> =>
    (
      await product.must('POST', `${base}/devDevice/submit`, {
        parkId,
        deviceName: `${code} ${address}`,
        deviceType: types.get(code),
        gatewayId: gateway.id,
        busAddress: address,
        buildingId: floor.id,
        ...more,
      })
    ).id;
  const detectors: string[] = [];
  const spaces: string[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    detectors.push(await add('detector', nth));
    const space = await product.must('POST', `${base}/parkingSpace/submit`, {
      parkId,
      buildingId: floor.id,
      spaceNo: `B2-${String(nth).padStart(3, '0')}`,
      deviceId: detectors.at(-1),
      x: nth * 2.5,
      y: 5,
    });
    spaces.push(space.id);
  }
  await product.must('POST', `${base}/devGroupToDevice/submit`, { groupId: group.id, deviceIds: detectors });
  return {
    lot,
    floorId: floor.id,
    gatewayId: gateway.id,
    secret: gateway.secret,
    sn,
    groupId: group.id,
    spaces,
    detectors,
    types,
    add,
    figures: async (groupId = group.id) => {
      const { free, taken, unknown, closed } = await product.must('GET', `${base}/devGroup/detail`, { groupId });
      return { free, taken, unknown, closed };
    },
  };
}
