/** What gateways say of spaces, of their bus and of passages. Shuffled, doubled and late words come to the same. */
import { later } from '#domain/guidance/counts.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { GuidanceEvent, IngestTarget } from '#areas/device/model/link.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { wakeBoards } from './boards.ts';
import { holdFloors, refreshTouched } from './figures.ts';
import type { Touched } from './figures.ts';

type Node = {
  id: string;
  companyId: string;
  gatewayId: string;
  address: number;
  groupId: string | null;
  fromGroupId: string | null;
};
type Of<K extends GuidanceEvent['kind']> = Extract<GuidanceEvent, { kind: K }>;
type Nodes = ReadonlyMap<string, Node>;

const keyOf = (gatewayId: string, address: number): string => `${gatewayId} ${address}`;
const ofKind = <K extends GuidanceEvent['kind']>(events: readonly GuidanceEvent[], kind: K): Of<K>[] =>
  events.filter((event): event is Of<K> => event.kind === kind);

const addressesOf = (event: GuidanceEvent): readonly number[] => {
  switch (event.kind) {
    case 'spaces':
      return event.changes.map(({ address }) => address);
    case 'nodes':
      return event.nodes.map(({ address }) => address);
    case 'counted':
      return [event.address];
    case 'air':
      return [...event.readings, ...event.fans].map(({ address }) => address);
  }
};

/** The devices that messages are about. */
async function nodesOf(db: Db, { tenantId, parkId }: IngestTarget, events: readonly GuidanceEvent[]): Promise<Nodes> {
  const rows = await db.raw<Node>(
    `SELECT d.id, d.company_id AS "companyId", d.gateway_id AS "gatewayId", d.bus_address::int AS address, d.group_id AS "groupId",
       d.from_group_id AS "fromGroupId"
     FROM dev_device d WHERE d.tenant_id = $1 AND d.park_id = $2 AND d.gateway_id = ANY($3::uuid[])
       AND d.bus_address = ANY($4::int[]) AND d.deleted_at IS NULL`,
    [tenantId, parkId, [...new Set(events.map(({ device }) => device))], [...new Set(events.flatMap(addressesOf))]],
  );
  return new Map(rows.map((node) => [keyOf(node.gatewayId, node.address), node]));
}

/** The last word about each device of a bus. */
function lastWords<T extends { readonly address: number }>(
  events: readonly { device: string; at: number; seq: number; words: readonly T[] }[],
  nodes: Nodes,
): (T & { id: string; at: string; seq: number })[] {
  const last = new Map<string, { at: number; seq: number; word: T }>();
  for (const { device, at, seq, words } of events)
    for (const word of words) {
      const node = nodes.get(keyOf(device, word.address));
      if (!node) continue;
      last.set(node.id, later(last.get(node.id) ?? null, { at, seq, word }));
    }
  return [...last].map(([id, { at, seq, word }]) => ({ ...word, id, at: isoOf(at), seq }));
}

const SPACES = `
  UPDATE parking_space s SET sensed_taken = r.taken, told_at = r.at, told_seq = r.seq,
    plate_number = CASE WHEN r.taken THEN r.plate END, picture = CASE WHEN r.taken THEN r.picture END
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, taken boolean, plate text, picture text, at timestamptz, seq bigint)
  WHERE s.tenant_id = $1 AND s.device_id = r.id AND s.deleted_at IS NULL
    AND (s.told_at IS NULL OR (r.at, r.seq) > (s.told_at, coalesce(s.told_seq, 0)))`;

/** A detector that reports on a space is online, unless its gateway has reported it lost since. */
const LAST_SEEN_SQL = `
  UPDATE dev_device d SET last_seen_at = greatest(d.last_seen_at, r.at),
    status = CASE WHEN d.status = 'fault' OR (d.status = 'lost' AND d.state_at >= r.at) THEN d.status ELSE 'online' END
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, at timestamptz) WHERE d.tenant_id = $1 AND d.id = r.id`;

const NODES = `
  UPDATE dev_device d SET state_at = r.at, state_seq = r.seq, version = coalesce(r.version, d.version), faults = coalesce(r.faults, d.faults),
    status = CASE WHEN r.state = 'lost' AND d.last_seen_at > r.at THEN 'online' ELSE r.state END,
    last_seen_at = CASE WHEN r.state = 'lost' THEN d.last_seen_at ELSE greatest(d.last_seen_at, r.at) END
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, state text, version text, faults int, at timestamptz, seq bigint)
  WHERE d.tenant_id = $1 AND d.id = r.id AND (d.state_at IS NULL OR (r.at, r.seq) > (d.state_at, coalesce(d.state_seq, 0)))`;

const LOST = `
  UPDATE park_device g SET last_seq = greatest(g.last_seq, r.seq), children_lost =
    (SELECT count(*) FROM dev_device d WHERE d.tenant_id = $1 AND d.gateway_id = r.id AND d.status = 'lost' AND d.deleted_at IS NULL)
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, seq bigint) WHERE g.tenant_id = $1 AND g.id = r.id`;

const wordsOf = <T extends { readonly address: number }, E extends GuidanceEvent>(
  events: readonly E[],
  words: (event: E) => readonly T[],
) => events.map((event) => ({ device: event.device, at: event.at, seq: event.seq, words: words(event) }));

async function takeSpaces(db: Db, tenantId: number, events: readonly Of<'spaces'>[], nodes: Nodes): Promise<void> {
  const content = JSON.stringify(
    lastWords(
      wordsOf(events, ({ changes }) => changes),
      nodes,
    ),
  );
  await db.raw(SPACES, [tenantId, content]);
  await db.raw(LAST_SEEN_SQL, [tenantId, content]);
}

async function takeNodes(db: Db, tenantId: number, events: readonly Of<'nodes'>[], nodes: Nodes): Promise<void> {
  const lastStates = lastWords(
    wordsOf(events, (event) => event.nodes),
    nodes,
  );
  await db.raw(NODES, [tenantId, JSON.stringify(lastStates)]);
}

type Passed = { group_id: string | null; from_group_id: string | null; way: 'in' | 'out'; n: number };

/** Each number of a gateway is counted once; what a car adds to one group it takes from the other. */
async function takeCounted(
  db: Db,
  { tenantId, parkId }: IngestTarget,
  events: readonly Of<'counted'>[],
  nodes: Nodes,
): Promise<void> {
  const rows = events.flatMap(({ device, address, way, n, at, seq }) => {
    const node = nodes.get(keyOf(device, address));
    if (!node) return [];
    return [
      {
        tenant_id: tenantId,
        company_id: node.companyId,
        park_id: parkId,
        id: newId(),
        at: isoOf(at),
        group_id: node.groupId,
        from_group_id: node.fromGroupId,
        gateway_id: device,
        seq,
        bus_address: address,
        way,
        n,
      },
    ];
  });
  const stored = await insertRows<Passed>(
    db,
    'group_passage',
    rows,
    'ON CONFLICT DO NOTHING RETURNING group_id, from_group_id, way, n::int',
  );
  const moved = new Map<string, { came: number; went: number }>();
  const add = (id: string | null, came: boolean, n: number): void => {
    if (id === null) return;
    const sums = moved.get(id) ?? { came: 0, went: 0 };
    sums[came ? 'came' : 'went'] += n;
    moved.set(id, sums);
  };
  for (const { group_id: group, from_group_id: from, way, n } of stored) {
    add(group, way === 'in', n);
    add(from, way === 'out', n);
  }
  if (moved.size === 0) return;
  await db.raw(
    `UPDATE dev_group g SET came_in = coalesce(g.came_in, 0) + r.came, went_out = coalesce(g.went_out, 0) + r.went
     FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, came int, went int) WHERE g.tenant_id = $1 AND g.id = r.id`,
    [tenantId, JSON.stringify([...moved].map(([id, sums]) => ({ id, ...sums })))],
  );
}

const READINGS = `
  UPDATE dev_device d SET air_ppm_deci = r."ppmDeci", air_ok = r.ok, air_at = r.at, air_seq = r.seq, last_seen_at = greatest(d.last_seen_at, r.at)
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, "ppmDeci" int, ok boolean, at timestamptz, seq bigint)
  WHERE d.tenant_id = $1 AND d.id = r.id AND (d.air_at IS NULL OR (r.at, r.seq) > (d.air_at, coalesce(d.air_seq, 0)))`;

const FANS = `
  UPDATE dev_device d SET fan_on = r."on", air_at = r.at, air_seq = r.seq, last_seen_at = greatest(d.last_seen_at, r.at),
    status = CASE WHEN r.fault THEN 'fault' ELSE 'online' END
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, "on" boolean, fault boolean, at timestamptz, seq bigint)
  WHERE d.tenant_id = $1 AND d.id = r.id AND (d.air_at IS NULL OR (r.at, r.seq) > (d.air_at, coalesce(d.air_seq, 0)))`;

/** The fire input of a gateway is that of all zones whose fans hang on it. */
const FIRE = `
  UPDATE ventilating v SET fire = $3, fire_at = $4
  WHERE v.tenant_id = $1 AND v.deleted_at IS NULL AND (v.fire_at IS NULL OR v.fire_at < $4)
    AND EXISTS (SELECT 1 FROM dev_device d WHERE d.tenant_id = $1 AND d.gateway_id = $2 AND d.id = ANY(v.fan_device_ids) AND d.deleted_at IS NULL)`;

async function takeAir(db: Db, tenantId: number, events: readonly Of<'air'>[], nodes: Nodes): Promise<void> {
  const readings = lastWords(
    wordsOf(events, (event) => event.readings),
    nodes,
  );
  const fans = lastWords(
    wordsOf(events, (event) => event.fans),
    nodes,
  );
  await db.raw(READINGS, [tenantId, JSON.stringify(readings)]);
  await db.raw(FANS, [tenantId, JSON.stringify(fans)]);
  for (const { device, fire, at } of events) if (fire !== null) await db.raw(FIRE, [tenantId, device, fire, isoOf(at)]);
}

const touchedBy = (nodes: Nodes): Touched => ({
  devices: new Set([...nodes.values()].map(({ id }) => id)),
  groups: new Set([...nodes.values()].flatMap(({ groupId, fromGroupId }) => [groupId ?? [], fromGroupId ?? []].flat())),
});

/** Stores gateway messages of one car park and recounts what they are about; resolves after the commit. */
export async function takeGuidance(
  database: Database,
  target: IngestTarget,
  events: readonly GuidanceEvent[],
  now = new Date(),
): Promise<void> {
  const { tenantId } = target;
  const { groups } = await database.write(tenantScope(tenantId), async (db) => {
    await holdFloors(db, target);
    const nodes = await nodesOf(db, target, events);
    const [spaces, states, counted] = [ofKind(events, 'spaces'), ofKind(events, 'nodes'), ofKind(events, 'counted')];
    if (states.length > 0) await takeNodes(db, tenantId, states, nodes);
    if (spaces.length > 0) await takeSpaces(db, tenantId, spaces, nodes);
    const airs = ofKind(events, 'air');
    if (airs.length > 0) await takeAir(db, tenantId, airs, nodes);
    if (counted.length > 0) await takeCounted(db, target, counted, nodes);
    const last = new Map<string, number>();
    for (const { device, seq } of events) last.set(device, Math.max(last.get(device) ?? 0, seq));
    const lastSeqs = [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, seq]) => ({ id, seq }));
    await db.raw(LOST, [tenantId, JSON.stringify(lastSeqs)]);
    if (spaces.length + states.length + counted.length === 0) return { groups: 0 };
    return refreshTouched(db, target, touchedBy(nodes), now);
  });
  if (groups > 0) wakeBoards(target);
}
