/**
 * The bridge to LoRaWAN: what a network server posts of a lot's sensors is passed on as the sensors' own
 * words.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { networkOf } from '#domain/network/network.ts';
import { readSensor, sensorCodecs } from '#domain/lorawan/codecs.ts';
import type { SensorModel } from '#domain/lorawan/codecs.ts';
import { chirpStackUplink, thingsStackUplink } from '#domain/lorawan/uplink.ts';
import type { Uplink } from '#domain/lorawan/uplink.ts';
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { lorawanKey, lorawanNetwork, lorawanUplink } from '#areas/road/model/lorawan.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { takeStreet } from './street.ts';

const HEADER = 'X-Gatehouse-Key';
const pathOf = (id: string): string => lorawanUplink.path.replace(':networkId', id);

/** 160 random bits: a plain hash of them can not be guessed back. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const rateDoors = (id: string): Door[] => [{ key: `lorawan:${id}`, most: 1_200, seconds: 60 }];
const missDoors = (network: string): Door[] => [{ key: `lorawan-miss:${network}`, most: 20, seconds: 900 }];

type Network = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  networkName: string;
};

/** A new key replaces the former one immediately; it is returned this once. */
async function makeKey(work: Work<typeof lorawanKey.input>): Promise<Once> {
  const network = (await rowOf(lorawanNetwork, work.input.networkId!, work.db)) as Network;
  const key = randomBytes(20).toString('hex');
  await ofTenant(work.db, network.tenantId).raw(
    'UPDATE lorawan_network SET key_hash = $3, key_time = $4, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
    [network.tenantId, network.id, seal(hashOf(key)), work.now.toISOString()],
  );
  work.record({
    resource: lorawanNetwork.name,
    action: 'key',
    rowId: network.id,
    tenantId: network.tenantId,
    companyId: network.companyId,
    parkId: network.parkId,
  });
  const issued = { networkName: network.networkName, path: pathOf(network.id), header: HEADER };
  return new Once({ ...issued, key }, { ...issued, key: null });
}

type Found = { tenantId: number; parkId: string; kind: string; keyHash: string | null };

function isKey(given: string | null, sealed: string | null): boolean {
  if (!given || !sealed) return false;
  const [a, b] = [Buffer.from(hashOf(given)), Buffer.from(unseal(sealed))];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** @throws Refused alike for a network that is not there, one out of use and a wrong key */
async function known(work: Work, id: string): Promise<Found> {
  const [found] = isId(id)
    ? await work.database.read(platformScope, (db) =>
        db.raw<Found>(
          'SELECT tenant_id AS "tenantId", park_id AS "parkId", network_kind AS kind, key_hash AS "keyHash" FROM lorawan_network WHERE id = $1 AND deleted_at IS NULL AND coalesce(enabled, true)',
          [id],
        ),
      )
    : [];
  if (found && isKey(work.request.header(HEADER.toLowerCase()), found.keyHash)) return found;
  await knock(work.database, missDoors(networkOf(work.request.ip)));
  throw new Refused('no_such_record', { what: text('LoRaWAN 网络或其密钥', 'The LoRaWAN network or its key') });
}

function readBody({ request }: Work, kind: string): Uplink | null {
  let body: unknown;
  try {
    body = JSON.parse(request.bytes?.toString('utf8') ?? '');
  } catch {
    return null;
  }
  return kind === 'thingsStack' ? thingsStackUplink(body) : chirpStackUplink(body);
}

/** Records that the network posted; at most once a minute, as a busy one posts many times a second. */
async function receive(
  database: Database,
  id: string,
  { tenantId }: Found,
  now: Date,
  problem: string | null,
): Promise<void> {
  await database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `UPDATE lorawan_network SET last_heard_at = $3, last_problem = coalesce($4, last_problem) WHERE tenant_id = $1 AND id = $2
        AND (last_heard_at IS NULL OR last_heard_at < $3::timestamptz - interval '1 minute'
          OR ($4::text IS NOT NULL AND $4::text IS DISTINCT FROM last_problem))`,
      [tenantId, id, now.toISOString(), problem],
    ),
  );
}

type Sensor = { id: string; codec: string | null };

/** Stores an uplink as a message of its sensor. @returns why it was of no use; null where it was stored */
async function take(database: Database, network: Found, up: Uplink, now: Date): Promise<string | null> {
  const [sensor] = await database.read(tenantScope(network.tenantId), (db) =>
    db.raw<Sensor>(
      `SELECT id, codec FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND device_type = 'sensor' AND lower(sn) = $3 AND deleted_at IS NULL`,
      [network.tenantId, network.parkId, up.devEui],
    ),
  );
  if (!sensor) return `地磁未登记 / sensor not entered: ${up.devEui}`;
  if (!sensor.codec || !Object.hasOwn(sensorCodecs, sensor.codec))
    return `地磁没有选 LoRaWAN 型号 / sensor without a LoRaWAN model: ${up.devEui}`;
  const reading = readSensor(sensor.codec as SensorModel, up.port, up.bytes);
  if (!reading) return null; // a port the model keeps for other things
  // Sensors have no clock: what counts is when a gateway received it, and never a time that has not come.
  const at = Math.min(up.at ?? now.getTime(), now.getTime());
  await takeStreet(
    database,
    network,
    [
      {
        kind: 'space',
        device: sensor.id,
        seq: up.frame,
        session: createHash('sha256').update(up.session).digest('hex').slice(0, 8),
        rawAt: at,
        at,
        sensor: null,
        occupied: reading.occupied,
        trigger: reading.kind,
        sinceSeconds: null,
        changes: null,
        batteryMv: reading.batteryMv,
        rssi: up.rssi,
      },
    ],
    now,
  );
  return null;
}

async function uplink(work: Work): Promise<unknown> {
  const id = String(work.input['networkId']).toLowerCase();
  const network = await known(work, id);
  await knock(work.database, rateDoors(id));
  const up = readBody(work, network.kind);
  // Joins, acknowledgements and the like are posted too where somebody ticks them: nothing to be sent again.
  const why = up ? await take(work.database, network, up, work.now) : '不是上行报文 / no uplink';
  await receive(work.database, id, network, work.now, up ? why : null);
  return { taken: why === null, why };
}

export const lorawanServed: Served[] = [
  serve(lorawanKey, makeKey),
  serve(lorawanUplink, (work) => uplink(work), { mode: 'open', signed: true }),
];
