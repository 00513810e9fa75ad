/** Who a serial number is, for every tenant at once: a device logs on before anybody knows whose it is. */
import type { DeviceIdentity, Welcome } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { isSecret } from './secret.ts';

type Found = DeviceIdentity & { secretHash: string; boxId: string | null };

const FIND = `
  SELECT n.sn, n.tenant_id AS "tenantId", n.device_id AS "deviceId", n.park_id AS "parkId", n.gate_id AS "gateId",
    n.secret_hash AS "secretHash", d.device_type AS kind, d.box_id AS "boxId",
    coalesce(d.clock_offset_ms, 0) AS "clockOffsetMs"
  FROM device_directory n JOIN park_device d ON d.tenant_id = n.tenant_id AND d.id = n.device_id AND d.deleted_at IS NULL
  WHERE n.sn = ANY($1::text[])`;

/** Lanes of the lots where terminals stand that are bound to none. */
const LANES_OF = `
  SELECT g.id, g.tenant_id AS "tenantId", g.park_id AS "parkId", g.box_id AS "boxId" FROM park_gate g
  WHERE g.tenant_id = ANY($1::int[]) AND g.park_id = ANY($2::uuid[]) AND g.deleted_at IS NULL`;
type LaneOf = { id: string; tenantId: number; parkId: string; boxId: string | null };

const findAll = async (database: Database, sns: readonly string[]): Promise<ReadonlyMap<string, Found>> =>
  database.read(platformScope, async (db) => {
    const found = await db.raw<Omit<Found, 'lanes'>>(FIND, [sns]);
    const terminals = found.filter(({ kind, gateId }) => kind === 'box' && gateId === null);
    const lanes =
      terminals.length === 0
        ? []
        : await db.raw<LaneOf>(LANES_OF, [
            [...new Set(terminals.map(({ tenantId }) => tenantId))],
            [...new Set(terminals.map(({ parkId }) => parkId))],
          ]);
    return new Map(found.map((each) => [each.sn, { ...each, lanes: lanesOf(each, lanes) }]));
  });

/**
 * Its own; of a terminal that is bound to none those of its box, and those that belong to every box of the lot; of one
 * without a box all.
 */
function lanesOf({ kind, tenantId, parkId, gateId, boxId }: Omit<Found, 'lanes'>, all: readonly LaneOf[]): string[] {
  if (gateId !== null) return [gateId];
  if (kind !== 'box') return [];
  return all
    .filter((lane) => lane.tenantId === tenantId && lane.parkId === parkId)
    .filter((lane) => boxId === null || lane.boxId === null || lane.boxId === boxId)
    .map(({ id }) => id);
}

const open = ({ sn, deviceId, tenantId, parkId, gateId, kind, lanes, clockOffsetMs }: Found): DeviceIdentity => ({
  sn,
  deviceId,
  tenantId,
  parkId,
  gateId,
  kind,
  lanes,
  clockOffsetMs,
});

/** The device of a serial number, when the secret is its own. */
export async function logOn(database: Database, sn: string, secret: string): Promise<DeviceIdentity | null> {
  const found = (await findAll(database, [sn])).get(sn);
  return found && isSecret(secret, found.secretHash) ? open(found) : null;
}

/**
 * Devices requested in one turn of the event loop are looked up in one transaction: with a thousand busy devices, seven
 * transactions in ten were for one each.
 */
export function identifier(database: Database): (sn: string) => Promise<DeviceIdentity | null> {
  let requested = new Set<string>();
  let answer: Promise<ReadonlyMap<string, Found>> | null = null;
  const lookUp = (): Promise<ReadonlyMap<string, Found>> => {
    const sns = [...requested];
    requested = new Set();
    answer = null;
    return findAll(database, sns);
  };
  return async (sn) => {
    requested.add(sn);
    answer ??= new Promise<void>((then) => {
      setImmediate(then);
    }).then(lookUp);
    const found = (await answer).get(sn);
    return found ? open(found) : null;
  };
}

export const identify = (database: Database, sn: string): Promise<DeviceIdentity | null> => identifier(database)(sn);

const LANES = `
  SELECT g.id, g.gate_name AS name, CASE WHEN g.gate_type = 'out' THEN 'exit' ELSE 'entry' END AS direction
  FROM park_gate g WHERE g.tenant_id = $1 AND g.park_id = $2 AND g.deleted_at IS NULL AND g.id = ANY($3::uuid[]) ORDER BY g.gate_name`;

/** Where a device stands and which lanes it may speak of. */
export async function welcome(database: Database, { tenantId, parkId, lanes: own }: DeviceIdentity): Promise<Welcome> {
  return database.read(tenantScope(tenantId), async (db) => {
    const [[lot], lanes] = await Promise.all([
      db.raw<{ parkName: string; zone: string }>(
        `SELECT park_name AS "parkName", zone FROM park WHERE tenant_id = $1 AND id = $2`,
        [tenantId, parkId],
      ),
      db.raw<Welcome['lanes'][number]>(LANES, [tenantId, parkId, own]),
    ]);
    return { parkName: lot?.parkName ?? '', zone: lot?.zone ?? 'Asia/Shanghai', lanes };
  });
}
