/**
 * An opening whose outcome no device reports is settled by a person who has looked at the barrier: once, with a reason,
 * on record. One that did open is then an opening like any other, by the command that caused it.
 */
import { and, eq, gte } from 'drizzle-orm';
import { deviceCommand } from '#areas/device/model/command.ts';
import { settleOpening } from '#areas/device/model/device-action.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import type { BoughtDevice, NativeFact } from '#areas/device/model/bought-link.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { boughtDevice, journalFacts } from './bought.ts';

type Command = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  deviceId: string;
  gateId: string | null;
  time: string;
  attemptTime: string | null;
  command: string;
  status: string;
};

const LISTED_DAYS = 31;
/** The lane still knows what an opening of that age was for. */
const LANE_MS = 3_600_000;
/** What is journaled reaches the lane within this time. */
const UNDER_WAY_MS = 5_000;

const SETTLED = `
  UPDATE device_command c SET status = $4, answered_time = $5::timestamptz, error = $6, result = $7::jsonb, due_time = NULL
  WHERE c.tenant_id = $1 AND c.time = $2::timestamptz AND c.id = $3 AND c.status = 'uncertain' RETURNING c.id`;
/** The vehicle that the opening was for, where it still stands at the lane. */
const WAITS = `
  SELECT (l.state->'phase'->'vehicle'->'passings'->>-1)::int AS passing FROM lane_live l
  WHERE l.tenant_id = $1 AND l.gate_id = $2 AND l.state->'phase'->'opening'->>'commandId' = $3`;
const PASSES = `
  UPDATE device_count SET passed_at = $5::timestamptz,
    opened = jsonb_build_object('device', $3::text, 'camera', coalesce(opened->>'camera', car->>'device'), 'commandId', $4::text, 'passing', $6::int)
  WHERE tenant_id = $1 AND about_id = $2`;
/** Whoever drives on next did not pass by it. */
const STAYED = `UPDATE device_count SET passed_at = NULL, opened = NULL WHERE tenant_id = $1 AND about_id = $2 AND opened->>'commandId' = $3`;

async function commandOf(work: Work, id: string): Promise<Command> {
  const t = tableOf(deviceCommand);
  const since = new Date(work.now.getTime() - LISTED_DAYS * 86_400_000).toISOString();
  const [found] = isId(id)
    ? ((await work.db
        .select()
        .from(t)
        .where(scoped(deviceCommand, work.db.scope, [and(eq(t.id!, id), gte(t.time!, since))]))
        .limit(1)) as Command[])
    : [];
  if (!found) throw new Refused('no_such_record', { what: deviceCommand.title });
  return found;
}

/** Records the opening at the lane, and waits for the passage of the vehicle that it was for. */
async function recordOpening(db: Db, command: Command, device: BoughtDevice, now: Date): Promise<void> {
  const { tenantId, id, gateId } = command;
  const [waits] = await db.raw<{ passing: number }>(WAITS, [tenantId, gateId, id]);
  const rawAt = Date.parse(command.attemptTime ?? command.time);
  const about = { message: 'gate', live: true } as const;
  const up: NativeFact = {
    ...about,
    key: `gate/${id}`,
    rawAt,
    payload: { gate: 'up', by: 'command', commandId: id, assumed: true },
  };
  const down: NativeFact = { ...about, key: `down/${id}`, rawAt: rawAt + 1, payload: { gate: 'down', by: 'unknown' } };
  await journalFacts(db, device, waits ? [up] : [up, down], now);
  const passedAt =
    waits && device.passedAfterMs > 0
      ? new Date(now.getTime() + UNDER_WAY_MS + device.passedAfterMs).toISOString()
      : null;
  if (waits) await db.raw(PASSES, [tenantId, gateId, device.deviceId, id, passedAt, waits.passing]);
}

/** What a person sees at a barrier says nothing of a slip or a text, and neither is taken as done by his word. */
const notOpening = text(
  '只有开闸需要核实。小票是否打出，请看打印机，需要时再打印一次；屏显与播报不必核实',
  'Only an opening is settled. Whether a slip came out, look at the printer, and print it once more where it is missing; texts and voices need no settling',
);

export const settleCalls: Served[] = [
  serve(settleOpening, async (work) => {
    const { commandId, found, remark } = work.input;
    const command = await commandOf(work, commandId!.trim().toLowerCase());
    const db = ofTenant(work.db, command.tenantId);
    if (command.command !== 'open') throw ruleRefused(notOpening);
    const opened = found === 'opened';
    const why = opened
      ? null
      : faultOf(text(`现场核实未开闸：${remark}`, `Looked up on site, it did not open: ${remark}`));
    const done = await db.raw(SETTLED, [
      command.tenantId,
      command.time,
      command.id,
      opened ? 'answered' : 'failed',
      work.now.toISOString(),
      why,
      JSON.stringify({ found, by: work.person.name, reason: remark }),
    ]);
    if (done.length === 0)
      throw ruleRefused(text('该开闸不是“不确定”，或已核实', 'This opening is not uncertain, or was settled already'));
    const device = await boughtDevice(work.database, command.deviceId);
    const recent = work.now.getTime() - Date.parse(command.time) <= LANE_MS;
    if (command.gateId !== null && device && recent) {
      if (opened) await recordOpening(db, command, device, work.now);
      else await db.raw(STAYED, [command.tenantId, command.gateId, command.id]);
    }
    work.record({
      resource: parkDevice.name,
      action: 'settleOpening',
      rowId: command.deviceId,
      after: { commandId: command.id, found, remark },
      tenantId: command.tenantId,
      companyId: command.companyId,
      parkId: command.parkId,
    });
    return { commandId: command.id, status: opened ? 'answered' : 'failed' };
  }),
];
