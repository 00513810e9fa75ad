/** Commands are written in the transaction of what causes them; the dispatcher sends them after the commit. */
import type { Command } from '#domain/lane/types.ts';
import type { CommandName, commandCauses } from '#areas/device/model/command.ts';
import { openFamilies } from '#areas/device/model/families.ts';
import type { TicketRule } from '#areas/device/model/bought-fields.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { AGAIN_MS, sender } from './commands-dispatch.ts';
import { commandKinds } from './commands-kinds.ts';

export type NewCommand = {
  /** Chosen by the caller where it must follow from what causes it; else a new one. */
  readonly id?: string;
  readonly name: CommandName;
  /** A device, or a lane whose fitting device is found. */
  readonly deviceId?: string;
  readonly gateId?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** For how long it may be done, where that is not the same for all of its name. */
  readonly validMs?: number;
  readonly cause: keyof typeof commandCauses;
  readonly causeId?: string | null;
  readonly remark?: string | null;
};

export type Queued = {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly status: string;
  readonly deviceId: string;
  readonly gateId: string | null;
  readonly parkId: string;
  readonly companyId: string;
};

/** A device as commands find it. */
type Fitting = {
  readonly id: string;
  readonly sn: string;
  readonly companyId: string;
  readonly parkId: string;
  readonly gateId: string | null;
  readonly boxId: string | null;
  readonly type: string;
  /** Of which other maker, and the board behind it; null where it speaks our own protocol. */
  readonly family: string | null;
  readonly board: string | null;
  /** For which cars it prints an entry ticket by itself. */
  readonly entryTickets: TicketRule | null;
};

/** What stands in lots: their devices, and where each lane is. */
export type Devices = {
  readonly devices: readonly Fitting[];
  readonly lanes: ReadonlyMap<string, { readonly parkId: string; readonly boxId: string | null }>;
};

type CommandRequest = {
  readonly parkIds?: readonly string[];
  readonly gateIds?: readonly string[];
  readonly deviceIds?: readonly string[];
};

/** Devices and lanes of lots, of the lots that lanes belong to, and devices by their ids. */
export async function devicesOf(
  db: Db,
  tenantId: number,
  { parkIds = [], gateIds = [], deviceIds = [] }: CommandRequest,
): Promise<Devices> {
  const lanes = await db.raw<{ id: string; parkId: string; boxId: string | null }>(
    'SELECT id, park_id AS "parkId", box_id AS "boxId" FROM park_gate WHERE tenant_id = $1 AND (park_id = ANY($2::uuid[]) OR id = ANY($3::uuid[]))',
    [tenantId, parkIds, gateIds],
  );
  const parks = [...new Set([...parkIds, ...lanes.map(({ parkId }) => parkId)])];
  const devices = await db.raw<Fitting>(
    `SELECT id, sn, company_id AS "companyId", park_id AS "parkId", gate_id AS "gateId", box_id AS "boxId", device_type AS type, family, board, entry_tickets AS "entryTickets" FROM park_device
     WHERE tenant_id = $1 AND deleted_at IS NULL AND (park_id = ANY($2::uuid[]) OR id = ANY($3::uuid[]))`,
    [tenantId, parks, deviceIds],
  );
  return { devices, lanes: new Map(lanes.map((lane) => [lane.id, lane])) };
}

/** What a board in a lane shows or speaks. */
const OF_BOARDS: ReadonlySet<CommandName> = new Set(['show', 'speak', 'program', 'light']);
/** Without a board on it a camera of another maker has nothing to show on: it would fail with every car. */
export const isMute = (
  { type, family, board }: Pick<Fitting, 'type' | 'family' | 'board'>,
  name: CommandName,
): boolean => type === 'camera' && family !== null && !board && OF_BOARDS.has(name);

/** A recogniser of another maker reads and raises nothing. */
const opensNot = ({ family }: Pick<Fitting, 'family'>, name: CommandName): boolean =>
  name === 'open' && family !== null && !(openFamilies as readonly string[]).includes(family);

/**
 * The device that does a command: the one named, if it can, or the best of the lane's kinds, one that raises barriers
 * before one that only reads; a box serves every lane of its lot, its own first.
 */
function deviceFor({ devices, lanes }: Devices, { name, deviceId, gateId }: NewCommand): Fitting | undefined {
  const [kinds, lane] = [commandKinds[name].devices, lanes.get(gateId ?? '')];
  if (deviceId !== undefined)
    return devices.find((each) => each.id === deviceId && kinds.includes(each.type) && !opensNot(each, name));
  const reads = (device: Fitting): number => Number(opensNot(device, name));
  const away = (device: Fitting): number => Number(device.boxId !== (lane?.boxId ?? null));
  return devices
    .filter(
      (device) =>
        kinds.includes(device.type) &&
        !isMute(device, name) &&
        (device.gateId === gateId || (device.type === 'box' && device.parkId === lane?.parkId)),
    )
    .sort(
      (a, b) =>
        reads(a) - reads(b) ||
        kinds.indexOf(a.type) - kinds.indexOf(b.type) ||
        away(a) - away(b) ||
        (a.id < b.id ? -1 : 1),
    )[0];
}

/** The printer of a lane that prints a ticket for a car let in by itself; null where none does. */
export const ticketPrinter = ({ devices }: Devices, gateId: string, plateRead: boolean): string | null =>
  devices
    .filter(
      ({ type, gateId: at, entryTickets }) =>
        type === 'printer' && at === gateId && (entryTickets === 'all' || (entryTickets === 'unread' && !plateRead)),
    )
    .map(({ id }) => id)
    .sort()[0] ?? null;

const INSERT = `
  INSERT INTO device_command (tenant_id, company_id, park_id, id, time, gate_id, device_id, sn, command, status, cause,
    cause_id, remark, payload, tries, sent_time, due_time, valid_until)
  SELECT $2, r.company_id, r.park_id, r.id, $3::timestamptz, r.gate_id, r.device_id, r.sn, r.name, $4, r.cause,
    r.cause_id, r.remark, r.payload, r.tries, r.sent_time, r.due_time, r.valid_until
  FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, follows boolean, company_id uuid, park_id uuid, gate_id uuid,
    device_id uuid, sn text, name text, cause text, cause_id text, remark text, payload jsonb, tries int,
    sent_time timestamptz, due_time timestamptz, valid_until timestamptz)
  WHERE NOT r.follows OR NOT EXISTS (SELECT 1 FROM device_command c WHERE c.tenant_id = $2 AND c.id = r.id OFFSET 0)
  RETURNING id, sn, command AS name, status, device_id AS "deviceId", gate_id AS "gateId", park_id AS "parkId", company_id AS "companyId"`;

const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString();

/**
 * `at once`: the caller sends them after the commit, so they are written as sent, to be sent again by the dispatcher
 * where an answer is due.
 */
type Written = 'queued' | 'at once';

function rowOf(devices: Devices, command: NewCommand, now: Date, written: Written) {
  const device = deviceFor(devices, command);
  if (!device) return null;
  const { id, name, gateId, payload, cause, causeId, remark } = command;
  const { answers } = commandKinds[name];
  const validMs = command.validMs ?? commandKinds[name].validMs;
  const state =
    written === 'queued'
      ? { tries: 0, sent_time: null, due_time: now.toISOString() }
      : { tries: 1, sent_time: now.toISOString(), due_time: answers ? later(now, AGAIN_MS[0]!) : null };
  return {
    id: id ?? newId(),
    follows: id !== undefined,
    company_id: device.companyId,
    park_id: device.parkId,
    gate_id: gateId ?? device.gateId,
    device_id: device.id,
    sn: device.sn,
    name,
    cause,
    cause_id: causeId ?? null,
    remark: remark ?? null,
    payload: payload ?? {},
    valid_until: later(now, validMs),
    ...state,
  };
}

type CommandRow = NonNullable<ReturnType<typeof rowOf>>;

async function insert(
  db: Db,
  tenantId: number,
  rows: readonly CommandRow[],
  now: Date,
  written: Written,
): Promise<Queued[]> {
  if (rows.length === 0) return [];
  const queued = await db.raw<Queued>(INSERT, [
    JSON.stringify(rows),
    tenantId,
    now.toISOString(),
    written === 'queued' ? 'queued' : 'sent',
  ]);
  const place = new Map(rows.map(({ id }, nth) => [id, nth]));
  return queued.sort((a, b) => place.get(a.id)! - place.get(b.id)!);
}

/**
 * Writes commands under the transaction's tenant. A lane without a fitting device gets none, and an id already written
 * is not written again: neither is among the answers. The caller calls `wakeDispatch(tenantId)` after the commit.
 */
export async function queueCommands(
  db: Db,
  tenantId: number,
  commands: readonly NewCommand[],
  now = new Date(),
): Promise<Queued[]> {
  if (commands.length === 0) return [];
  const devices = await devicesOf(db, tenantId, {
    gateIds: commands.flatMap(({ gateId }) => gateId ?? []),
    deviceIds: commands.flatMap(({ deviceId }) => deviceId ?? []),
  });
  return insert(
    db,
    tenantId,
    commands.flatMap((command) => rowOf(devices, command, now, 'queued') ?? []),
    now,
    'queued',
  );
}

/** One command; null when no device can take it. */
export async function queueCommand(
  db: Db,
  tenantId: number,
  command: NewCommand,
  now = new Date(),
): Promise<Queued | null> {
  return (await queueCommands(db, tenantId, [command], now))[0] ?? null;
}

/**
 * A lane's commands to its devices. `dueFen` is shown with lines that demand money. Alerts are for people, not devices.
 */
export function laneCommands(commands: readonly Command[], dueFen?: (lane: string) => number | null): NewCommand[] {
  return commands.flatMap((each): NewCommand[] => {
    const cause = { gateId: each.lane, cause: 'lane' } as const;
    switch (each.command) {
      case 'open':
        return [
          { id: each.commandId, name: 'open', gateId: each.lane, cause: each.cause.kind, causeId: each.cause.id },
        ];
      case 'close':
        return [{ ...cause, name: 'close' }];
      case 'show': {
        const due = dueFen?.(each.lane) ?? null;
        return [{ ...cause, name: 'show', payload: { lines: each.lines, ...(due === null ? {} : { dueFen: due }) } }];
      }
      case 'speak':
        return [{ ...cause, name: 'speak', payload: { zh: each.words.zh, en: each.words.en } }];
      case 'ask': {
        const candidates = each.candidates.map((one) => ({
          ...one,
          inAt: one.inAt === null ? null : new Date(one.inAt).toISOString(),
        }));
        return [
          {
            ...cause,
            name: 'ask',
            payload: {
              lane: each.lane,
              passing: each.passing,
              read: each.read,
              why: each.why,
              picture: each.picture,
              candidates,
            },
          },
        ];
      }
      case 'ticket': // its printer is found, and its text made, by whoever knows the templates
      case 'alert':
        return [];
    }
  });
}

/**
 * Writes the commands to a lot's lanes; answers what to call after the commit: it sends them, for a car waits. Without
 * a dispatcher (in a job, in a test) they wait to be found.
 */
export async function queueLaneCommands(
  db: Db,
  tenantId: number,
  devices: Devices,
  commands: readonly Command[],
  dueFen?: (lane: string) => number | null,
  now = new Date(),
): Promise<() => void> {
  const send = sender();
  const written: Written = send ? 'at once' : 'queued';
  const rows = new Map(
    laneCommands(commands, dueFen)
      .flatMap((command) => rowOf(devices, command, now, written) ?? [])
      .map((row) => [row.id, row]),
  );
  const queued = await insert(db, tenantId, [...rows.values()], now, written);
  return () => {
    for (const { id, sn, name } of queued)
      send?.({ id, sn, name, payload: rows.get(id)!.payload, until: Date.parse(rows.get(id)!.valid_until) });
  };
}

/**
 * What orders the commands of a device that passes over older ones, epoch ms: the engine's clock at this moment, not
 * when a round began, since rounds of two servers overlap. Read while the row that the round is about is held.
 */
export async function commandRevision(db: Db): Promise<number> {
  const [clock] = await db.raw<{ revision: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS revision',
  );
  return Number(clock!.revision);
}
