/** Commands are written in the transaction of what causes them; the dispatcher sends them after the commit. */
import type { Command } from '#domain/lane/types.ts';
import type { CommandName, commandCauses } from '#areas/device/model/command.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { commandKinds } from './commands-kinds.ts';

export type NewCommand = {
  /** Chosen by the caller where it must follow from what causes it; else a new one. */
  readonly id?: string;
  readonly name: CommandName;
  /** A device, or a lane whose fitting device is found. */
  readonly deviceId?: string;
  readonly gateId?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
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

const FIND = `
  SELECT d.id, d.sn, d.company_id, d.park_id, coalesce(r.gate_id, d.gate_id) AS gate_id
  FROM park_device d LEFT JOIN park_gate g ON g.tenant_id = d.tenant_id AND g.id = r.gate_id
  WHERE d.tenant_id = $2 AND d.deleted_at IS NULL
    AND CASE WHEN r.device_id IS NOT NULL THEN d.id = r.device_id
        ELSE d.device_type = ANY(r.devices) AND (d.gate_id = r.gate_id OR (d.device_type = 'box' AND d.park_id = g.park_id)) END
  ORDER BY array_position(r.devices, d.device_type::text), (d.box_id IS NOT DISTINCT FROM g.box_id) DESC, d.id
  LIMIT 1`;

const INSERT = `
  INSERT INTO device_command (tenant_id, company_id, park_id, id, time, gate_id, device_id, sn, command, status, cause, cause_id, remark, payload, tries, due_time, valid_until)
  SELECT $2, d.company_id, d.park_id, r.id, $3::timestamptz, d.gate_id, d.id, d.sn, r.name, 'queued', r.cause, r.cause_id, r.remark, r.payload, 0, $3::timestamptz, r.valid_until
  FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, name text, device_id uuid, gate_id uuid, cause text, cause_id text, remark text, payload jsonb, valid_until timestamptz, devices text[])
  CROSS JOIN LATERAL (${FIND}) d
  WHERE NOT EXISTS (SELECT 1 FROM device_command c WHERE c.tenant_id = $2 AND c.id = r.id)
  RETURNING id, sn, command AS name, status, device_id AS "deviceId", gate_id AS "gateId", park_id AS "parkId", company_id AS "companyId"`;

/**
 * Writes commands under the transaction's tenant. A lane without a fitting device gets none, and an id already written
 * is not written again: neither is among the answers. The caller calls `wakeDispatch(tenantId)` after the commit.
 */
export async function queueCommands(db: Db, tenantId: number, commands: readonly NewCommand[], now = new Date()): Promise<Queued[]> {
  if (commands.length === 0) return [];
  const rows = commands.map(({ id, name, deviceId, gateId, payload, cause, causeId, remark }) => ({
    id: id ?? newId(), name, device_id: deviceId ?? null, gate_id: gateId ?? null, cause, cause_id: causeId ?? null, remark: remark ?? null,
    payload: payload ?? {}, valid_until: new Date(now.getTime() + commandKinds[name].validMs).toISOString(), devices: commandKinds[name].devices,
  }));
  const queued = await db.raw<Queued>(INSERT, [JSON.stringify(rows), tenantId, now.toISOString()]);
  const place = new Map(rows.map(({ id }, nth) => [id, nth]));
  return queued.sort((a, b) => place.get(a.id)! - place.get(b.id)!);
}

/** One command; null when no device can take it. */
export async function queueCommand(db: Db, tenantId: number, command: NewCommand, now = new Date()): Promise<Queued | null> {
  return (await queueCommands(db, tenantId, [command], now))[0] ?? null;
}

/** What a lane is told to do, as commands to its devices. `dueFen` is shown with lines that ask for money. Alerts are for people, not devices. */
export function laneCommands(commands: readonly Command[], dueFen?: (lane: string) => number | null): NewCommand[] {
  return commands.flatMap((each): NewCommand[] => {
    const cause = { gateId: each.lane, cause: 'lane' } as const;
    switch (each.command) {
      case 'open': return [{ id: each.commandId, name: 'open', gateId: each.lane, cause: each.cause.kind, causeId: each.cause.id }];
      case 'close': return [{ ...cause, name: 'close' }];
      case 'show': {
        const due = dueFen?.(each.lane) ?? null;
        return [{ ...cause, name: 'show', payload: { lines: each.lines, ...(due === null ? {} : { dueFen: due }) } }];
      }
      case 'speak': return [{ ...cause, name: 'speak', payload: { zh: each.words.zh, en: each.words.en } }];
      case 'ask': {
        const candidates = each.candidates.map((one) => ({ ...one, inAt: one.inAt === null ? null : new Date(one.inAt).toISOString() }));
        return [{ ...cause, name: 'ask', payload: { lane: each.lane, passing: each.passing, read: each.read, why: each.why, picture: each.picture, candidates } }];
      }
      case 'alert': return [];
    }
  });
}

/** Writes a lane's commands; answers what to call after the commit. */
export async function queueLaneCommands(db: Db, tenantId: number, commands: readonly Command[], dueFen?: (lane: string) => number | null): Promise<() => void> {
  const queued = await queueCommands(db, tenantId, laneCommands(commands, dueFen));
  return () => { if (queued.length > 0) wakeDispatch(tenantId); };
}
