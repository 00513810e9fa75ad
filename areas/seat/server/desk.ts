/** A step of a group's desk: loaded, decided by the rules, written, sent to devices and screens. */
import { liveNews } from '#areas/passage/server/door.ts';
import { devicesOf, queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import type { NewCommand } from '#areas/device/server/door.ts';
import { step } from '#domain/queue/queue.ts';
import type { Fact, Refusal } from '#domain/queue/facts.ts';
import type { Call, Desk, DeskEvent } from '#domain/queue/queue.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { loadDesk, saveDesk, writeFacts } from './desk-rows.ts';

/** How often time alone is looked at. */
export const DESK_EVERY_MS = 2_000;

type CallState = 'ringing' | 'answered' | 'ended' | 'fallback';
/** What is sent to the intercom when its call changes, and the text shown there. */
const callStates: Readonly<Partial<Record<Fact['kind'], CallState>>> = {
  queued: 'ringing',
  joined: 'ringing',
  lost: 'ringing',
  handedOver: 'ringing',
  answered: 'answered',
  ended: 'ended',
  abandoned: 'ended',
  fallback: 'fallback',
};
const words: Readonly<Record<CallState, Text>> = {
  ringing: text('正在为您接通，请稍候', 'Connecting you, please wait'),
  answered: text('已接通，正在为您处理', 'Somebody is looking after you'),
  ended: text('通话已结束', 'The call is over'),
  fallback: text('已通知现场人员，请稍候', 'Staff on site have been notified, please wait'),
};

/** The last word of a step about each call. */
function lastWords(facts: readonly Fact[]): ReadonlyMap<string, CallState> {
  const last = new Map<string, CallState>();
  for (const { kind, call } of facts) {
    const state = callStates[kind];
    if (state) last.set(call, state);
  }
  return last;
}

/** To the intercom of the lane; where nobody answers, to the terminals of the booths as well. */
async function notifyDevices(
  db: Db,
  tenantId: number,
  desk: Desk,
  facts: readonly Fact[],
  now: Date,
): Promise<boolean> {
  const commands: NewCommand[] = [];
  for (const [id, state] of lastWords(facts)) {
    const { lane } = desk.calls.get(id)!;
    const { devices, lanes } = await devicesOf(db, tenantId, { gateIds: [lane] });
    const box = lanes.get(lane)?.boxId ?? null;
    const terminals = devices.filter(({ type, boxId }) => type === 'box' && (box === null || boxId === box));
    const intercoms = devices.filter(({ type, gateId }) => type === 'intercom' && gateId === lane);
    for (const { id: deviceId } of [...intercoms, ...(state === 'fallback' ? terminals : [])])
      commands.push({
        name: 'call',
        deviceId,
        payload: { callId: id, lane, state, zh: words[state].zh, en: words[state].en },
        ...(state === 'fallback' ? { validMs: 120_000 } : {}),
        cause: 'lane',
        causeId: id,
      });
  }
  return (await queueCommands(db, tenantId, commands, now)).length > 0;
}

const lotsOf = (desk: Desk, facts: readonly Fact[]): Set<string> =>
  new Set(facts.flatMap(({ call }) => desk.calls.get(call)?.lot ?? []));

type Moved = {
  readonly desk: Desk;
  readonly refused: Refusal | null;
  /** To be called after the commit. */
  readonly after: () => void;
};

/**
 * Goes on by events, one after the other, at `now`. `came`: rows of calls whose press is among them are written by it,
 * in time for what follows from them.
 */
export async function moveDesk(
  db: Db,
  tenantId: number,
  events: readonly DeskEvent[],
  now: Date,
  came: (desk: Desk, event: Extract<DeskEvent, { kind: 'press' }>) => Promise<void> = async () => undefined,
): Promise<Moved> {
  const at = now.getTime();
  const before = await loadDesk(db, tenantId, at);
  let desk = before;
  let saved = before;
  let refused: Refusal | null = null;
  const facts: Fact[] = [];
  for (const event of events) {
    const next = step(desk, event, at);
    if (event.kind === 'press' && next.desk.calls.has(event.call.id)) {
      // A lane has one row of an open call: the one before is over before the next is written.
      await saveDesk(db, tenantId, saved, desk, at);
      saved = desk;
      await came(next.desk, event);
    }
    desk = next.desk;
    refused ??= next.refused;
    facts.push(...next.facts);
  }
  await saveDesk(db, tenantId, saved, desk, at);
  await writeFacts(db, tenantId, desk, facts, at);
  const isQueued = await notifyDevices(db, tenantId, desk, facts, now);
  return {
    desk,
    refused,
    after: () => {
      if (isQueued) wakeDispatch(tenantId);
      for (const lot of lotsOf(desk, facts)) liveNews.value()(tenantId, lot, 'call', {});
    },
  };
}

const TENANTS = `
  SELECT tenant_id AS id FROM call_record WHERE status IN ('queued', 'talking') AND deleted_at IS NULL
  UNION SELECT tenant_id FROM seat_user WHERE presence NOT IN ('offline', 'break') AND deleted_at IS NULL`;

/**
 * What time alone brings about: rings nobody took, seats that fell silent, calls nobody answers. Run every few seconds.
 */
export async function sweepDesks(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) => db.raw<{ id: number }>(TENANTS));
  const failed: unknown[] = [];
  for (const { id } of tenants) {
    await database
      .write(tenantScope(id), (db) => moveDesk(db, id, [{ kind: 'tick' }], now))
      .then(({ after }) => after())
      .catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${tenants.length} desks were not swept`);
}

/** Who waits at car parks a seat may answer, the next first. */
export const openCalls = (desk: Desk, lots: readonly string[] | null): Call[] =>
  [...desk.calls.values()].filter(
    ({ state, lot }) => (state === 'queued' || state === 'talking') && (lots === null || lots.includes(lot)),
  );
