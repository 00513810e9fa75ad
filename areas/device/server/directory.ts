/** Who a serial number is, for every tenant at once: a device logs on before anybody knows whose it is. */
import type { DeviceIdentity, Welcome } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { isSecret } from './secret.ts';

type Found = DeviceIdentity & { secretHash: string };

const FIND = `
  SELECT n.sn, n.tenant_id AS "tenantId", n.device_id AS "deviceId", n.park_id AS "parkId", n.gate_id AS "gateId", n.secret_hash AS "secretHash",
    coalesce(d.clock_offset_ms, 0) AS "clockOffsetMs"
  FROM device_directory n JOIN park_device d ON d.tenant_id = n.tenant_id AND d.id = n.device_id AND d.deleted_at IS NULL
  WHERE n.sn = ANY($1::text[])`;

const findAll = async (database: Database, sns: readonly string[]): Promise<ReadonlyMap<string, Found>> =>
  new Map((await database.read(platformScope, (db) => db.raw<Found>(FIND, [sns]))).map((found) => [found.sn, found]));

const open = ({ sn, deviceId, tenantId, parkId, gateId, clockOffsetMs }: Found): DeviceIdentity => ({
  sn,
  deviceId,
  tenantId,
  parkId,
  gateId,
  clockOffsetMs,
});

/** The device of a serial number, when the secret is its own. */
export async function logOn(database: Database, sn: string, secret: string): Promise<DeviceIdentity | null> {
  const found = (await findAll(database, [sn])).get(sn);
  return found && isSecret(secret, found.secretHash) ? open(found) : null;
}

/** Who is asked after in one turn of the loop is looked up in one transaction: with a thousand busy devices, seven transactions in ten were for one each. */
export function identifier(database: Database): (sn: string) => Promise<DeviceIdentity | null> {
  let asked = new Set<string>();
  let answer: Promise<ReadonlyMap<string, Found>> | null = null;
  const lookUp = (): Promise<ReadonlyMap<string, Found>> => {
    const sns = [...asked];
    asked = new Set();
    answer = null;
    return findAll(database, sns);
  };
  return async (sn) => {
    asked.add(sn);
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
  FROM park_gate g WHERE g.tenant_id = $1 AND g.park_id = $2 AND g.deleted_at IS NULL AND ($3::uuid IS NULL OR g.id = $3) ORDER BY g.gate_name`;

/** Where a device stands and which lanes it may speak of: its own, or all of the lot when it stands in none. */
export async function welcome(database: Database, { tenantId, parkId, gateId }: DeviceIdentity): Promise<Welcome> {
  return database.read(tenantScope(tenantId), async (db) => {
    const [[lot], lanes] = await Promise.all([
      db.raw<{ parkName: string; zone: string }>(
        `SELECT park_name AS "parkName", zone FROM park WHERE tenant_id = $1 AND id = $2`,
        [tenantId, parkId],
      ),
      db.raw<Welcome['lanes'][number]>(LANES, [tenantId, parkId, gateId]),
    ]);
    return { parkName: lot?.parkName ?? '', zone: lot?.zone ?? 'Asia/Shanghai', lanes };
  });
}
