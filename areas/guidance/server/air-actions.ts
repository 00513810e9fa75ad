/** What people do with fans, and what is seen of a day. */
import { resetFire } from '#domain/guidance/air.ts';
import type { Air } from '#domain/guidance/air.ts';
import { building } from '#areas/guidance/model/building.ts';
import { devDevice } from '#areas/guidance/model/device.ts';
import { devDeviceType } from '#areas/guidance/model/device-type.ts';
import { airDay, commandFans, resetFans, ventilating } from '#areas/guidance/model/ventilating.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';

const MOST_MANUAL_MS = 86_400_000;
const DAY_MS = 86_400_000;
type Given = Record<string, unknown>;
type Row = { id: string; tenantId: number; companyId: string; parkId: string };

const wrong = (field: string, msg: Text): Problem => ({ field, msg });
const held = (work: Work): Promise<Row & Given> =>
  rowOf<Resource>(ventilating, String(work.input['id']), work.db, { lock: true }) as Promise<Row & Given>;

function note(work: Work, action: string, { id, tenantId, companyId, parkId }: Row, after: Given): void {
  work.record({ resource: ventilating.name, action, rowId: id, after, tenantId, companyId, parkId });
}

async function command(work: Work): Promise<null> {
  const zone = await held(work);
  const { turn, reason, until } = work.input as { turn: 'on' | 'off' | 'auto'; reason: string; until?: string | null };
  const end = until ? Date.parse(until) : null;
  const now = work.now.getTime();
  if (turn !== 'auto' && (end === null || end <= now || end > now + MOST_MANUAL_MS))
    throw new Refused('bad_input', {}, [
      wrong('until', text('须在 24 小时之内的将来', 'Must be in the future, within 24 hours')),
    ]);
  const by = work.person.name || work.person.account;
  const set = turn === 'auto' ? [null, null, null, null] : [turn, until, reason, by];
  await work.db.raw(
    'UPDATE ventilating SET hand_turn = $3, hand_until = $4, hand_reason = $5, hand_by = $6, updated_at = $7, updated_by = $8 WHERE tenant_id = $1 AND id = $2',
    [zone.tenantId, zone.id, ...set, work.now.toISOString(), work.person.userId],
  );
  note(work, 'command', zone, { turn, reason, until: until ?? null });
  return null;
}

async function reset(work: Work): Promise<null> {
  const zone = await held(work);
  if (zone['state'] !== 'fire')
    throw ruleRefused(text('消防没有接管，不需复位', 'The fire panel has not taken over: nothing to reset'));
  if (zone['fire'] === true)
    throw ruleRefused(text('消防信号仍在，不能复位', 'The fire input is still active'), 'fire-stands');
  const air = resetFire(zone['air'] as Air, work.now.getTime());
  await work.db.raw(
    `UPDATE ventilating SET air = $3::jsonb, state = $4, cause = $5, told_at = NULL WHERE tenant_id = $1 AND id = $2`,
    [zone.tenantId, zone.id, JSON.stringify(air), air.state, air.cause],
  );
  note(work, 'reset', zone, { reason: work.input['reason'] });
  return null;
}

type Spell = { from: string; to: string | null; running: boolean; cause: string };

/** Minutes by cause; fans at rest are a cause of their own, so that they fill the time. */
function minutesOf(spells: readonly Spell[], from: number, now: number): Record<string, number> {
  const minutes: Record<string, number> = {};
  for (const spell of spells) {
    const ms = (spell.to === null ? now : Date.parse(spell.to)) - Math.max(from, Date.parse(spell.from));
    const cause = spell.running ? spell.cause : 'rest';
    minutes[cause] = (minutes[cause] ?? 0) + Math.max(0, ms) / 60_000;
  }
  return Object.fromEntries(Object.entries(minutes).map(([cause, n]) => [cause, Math.round(n)]));
}

async function day(work: Work): Promise<unknown> {
  const zone = (await rowOf<Resource>(ventilating, String(work.input['id']), work.db)) as Row;
  const now = work.now.getTime();
  const from = now - DAY_MS;
  const parameters = [zone.tenantId, zone.id, new Date(from).toISOString()];
  const readings = await work.db.raw<{ at: string; mg: number }>(
    'SELECT at, mg::float8 AS mg FROM air_reading WHERE tenant_id = $1 AND ventilating_id = $2 AND at >= $3 AND deleted_at IS NULL ORDER BY at',
    parameters,
  );
  const spells = await work.db.raw<Spell>(
    `SELECT from_time AS "from", to_time AS "to", coalesce(running, false) AS running, cause FROM air_spell
     WHERE tenant_id = $1 AND ventilating_id = $2 AND (to_time IS NULL OR to_time >= $3) AND deleted_at IS NULL ORDER BY from_time`,
    parameters,
  );
  return { readings, spells, minutes: minutesOf(spells, from, now) };
}

/** Fans are fans and sensors sensors, all of the zone's own car park. */
async function devicesOf(work: Work, parkId: unknown, field: string, ids: unknown, code: string): Promise<Problem[]> {
  for (const id of (ids ?? []) as string[]) {
    const node = (await rowOf<Resource>(devDevice, id, work.db)) as Given;
    if (node['parkId'] !== parkId) return [wrong(field, text('不属于该车场', 'Belongs to another car park'))];
    const type = await rowOf(devDeviceType, String(node['deviceType']), work.db);
    if (type.typeCode !== code)
      return [
        wrong(field, code === 'fan' ? text('不是风机', 'Not a fan') : text('不是一氧化碳探头', 'Not a CO sensor')),
      ];
  }
  return [];
}

export const ventilatingRules: Rules = {
  check: async (values, before, work) => {
    const now: Given = { ...before, ...values };
    const problems: Problem[] = [];
    if (!(Number(now['stopMg']) < Number(now['startMg'])))
      problems.push(wrong('stopMg', text('须小于启动值', 'Must be below the start')));
    if (!(Number(now['startMg']) < Number(now['alarmMg'])))
      problems.push(wrong('alarmMg', text('须大于启动值', 'Must be above the start')));
    if (now['mode'] === 'auto' && ((now['coDeviceIds'] ?? []) as string[]).length === 0)
      problems.push(wrong('coDeviceIds', text('按一氧化碳须有探头', 'Needs a sensor')));
    const floor = (await rowOf<Resource>(building, String(now['buildingId']), work.db)) as Given;
    if (floor['parkId'] !== now['parkId'])
      problems.push(wrong('buildingId', text('不属于该车场', 'Belongs to another car park')));
    return [
      ...problems,
      ...(await devicesOf(work, now['parkId'], 'fanDeviceIds', now['fanDeviceIds'], 'fan')),
      ...(await devicesOf(work, now['parkId'], 'coDeviceIds', now['coDeviceIds'], 'co')),
    ];
  },
  fill: (_, before) => (before === null ? { state: 'off', cause: 'rest' } : {}),
};

export const airServed: Served[] = [serve(commandFans, command), serve(resetFans, reset), serve(airDay, day)];
