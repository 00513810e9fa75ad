/** What screens show between the vehicles: kept, and sent to the screens whenever it changes. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { ofTenant, tenantScope } from '#kit/server/db.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { getLedColor, ledDetail, saveLedColor } from '../model/led-calls.ts';
import { ledConfig, ledLines, linesOf } from '../model/led-config.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { queueCommands } from './commands-queue.ts';

type Values = Record<string, unknown>;
type Setting = Values &
  Stored & { tenantId: number; parkId: string; gateId: string | null; configType: string; ledRuleType: string };

const t = tableOf(ledConfig);
const ofLane = (gateId: unknown) => (gateId ? eq(t.gateId!, gateId) : isNull(t.gateId!));

async function check(values: Values, before: Setting | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values } as Setting;
  if (!now.parkId || !now.configType || !now.ledRuleType) return [];
  if (now.gateId && (await rowOf(parkGate, now.gateId, work.db)).parkId !== now.parkId)
    return [{ field: 'gateId', msg: text('车道不属于该车场', 'The lane belongs to another car park') }];
  const same = [
    eq(t.parkId!, now.parkId),
    ofLane(now.gateId),
    eq(t.configType!, now.configType),
    eq(t.ledRuleType!, now.ledRuleType),
    ...(before ? [ne(t.id!, before.id)] : []),
  ];
  const [found] = await work.db
    .select({ id: t.id! })
    .from(t)
    .where(scoped(ledConfig, work.db.scope, [and(...same)]))
    .limit(1);
  return found
    ? [
        {
          field: 'ledRuleType',
          msg: text(
            '该车道此时机与时段已有设置，请直接修改',
            'There is a setting for this lane, moment and hours already; change that one',
          ),
        },
      ]
    : [];
}

/**
 * All that one lane's screen shows by itself, its own settings before the lot's; empty lines where a moment has none.
 */
function programOf(settings: readonly Setting[], gateId: string): Values[] {
  const chosen = new Map<string, Setting>();
  for (const each of settings) {
    const key = `${each.configType} ${each.ledRuleType}`;
    if (each.gateId === gateId || (each.gateId === null && !chosen.has(key))) chosen.set(key, each);
  }
  return [...chosen.values()].map((each) => ({ when: each.configType, hours: each.ledRuleType, lines: linesOf(each) }));
}

/** Sends a lot's lanes what their screens show from now on; lanes without a screen are passed over. */
async function send({ tenantId, parkId, gateId }: Setting, work: Work): Promise<void> {
  const db = ofTenant(work.db, tenantId);
  const g = tableOf(parkGate);
  const [settings, gates] = await Promise.all([
    db
      .select()
      .from(t)
      .where(scoped(ledConfig, db.scope, [eq(t.parkId!, parkId)]))
      // The columns `Setting` names, of a table made from a declaration.
      .orderBy(asc(t.createdAt!)) as unknown as Promise<Setting[]>,
    db
      .select({ id: g.id! })
      .from(g)
      .where(scoped(parkGate, db.scope, [eq(g.parkId!, parkId), ...(gateId ? [eq(g.id!, gateId)] : [])])) as Promise<
      { id: string }[]
    >,
  ]);
  const commands = gates.map(({ id }) => ({
    name: 'program' as const,
    gateId: id,
    payload: { pages: programOf(settings, id) },
    cause: 'staff' as const,
    causeId: work.person.userId,
    remark: work.person.name,
  }));
  await queueCommands(db, tenantId, commands, work.now);
  work.afterCommit(() => wakeDispatch(tenantId));
}

const rules: Rules = {
  check,
  saved: (row: Setting, _: unknown, work: Work) => send(row, work),
};

/** The contract speaks of `details`, a list of lines; here they are the fields of the form. */
const flat = (work: Work): Work => {
  const { details, ...rest } = work.raw;
  if (details === undefined || details === null || details === '') return work;
  const lines: unknown = typeof details === 'string' ? parsed(details) : details;
  if (!Array.isArray(lines) || lines.length > ledLines.length)
    throw new Refused('bad_input', {}, [
      {
        field: 'details',
        msg: text(`应为不超过${ledLines.length}行的列表`, `must be a list of at most ${ledLines.length} lines`),
      },
    ]);
  const fields = Object.fromEntries(
    lines.flatMap((line: Values | null, at) =>
      ['text', 'colour', 'effect', 'seconds'].flatMap((name) =>
        line?.[name] === undefined ? [] : [[`${name}${at + 1}`, line[name]]],
      ),
    ),
  );
  return { ...work, raw: { ...rest, ...fields } };
};

function parsed(spoken: string): unknown {
  try {
    return JSON.parse(spoken);
  } catch {
    return null;
  }
}

async function detail(work: Work): Promise<unknown> {
  const { parkLedConfigId, configType, ledRuleType } = work.input as {
    parkLedConfigId: string;
    configType?: string | null;
    ledRuleType?: string | null;
  };
  const row = await rowOf(ledConfig, parkLedConfigId, work.db);
  const fits = (!configType || row.configType === configType) && (!ledRuleType || row.ledRuleType === ledRuleType);
  return {
    parkLedConfigId: row.id,
    configType: row.configType,
    ledRuleType: row.ledRuleType,
    details: fits ? linesOf(row) : [],
  };
}

/**
 * A setting that is taken away is taken from the screens, too: the removal is stored first, then the lanes are sent
 * their lines anew.
 */
async function removeSettings(work: Work, plain: Plain): Promise<unknown> {
  const ids = String(work.raw.ids ?? work.raw.id ?? work.raw.parkLedConfigId ?? '')
    .split(',')
    .filter(Boolean);
  const found = await Promise.all(ids.map((id) => rowOf(ledConfig, id, work.db).catch(() => null)));
  const rows = found as (Setting | null)[];
  const answer = await plain(work);
  for (const row of rows) if (row) await send(row, work);
  return answer;
}

export const ledRules: Rules = {
  ...rules,
  verbs: { remove: removeSettings, submit: (work, plain) => plain(flat(work)) },
};

async function settingsOf(work: Work, lock: boolean): Promise<Setting[]> {
  const lot = await rowOf(park, String(work.input['parkId']), work.db);
  const db = ofTenant(work.db, Number(lot.tenantId));
  const rows = db
    .select()
    .from(t)
    .where(scoped(ledConfig, db.scope, [eq(t.parkId!, lot.id)]))
    .orderBy(asc(t.id!));
  return (await (lock ? rows.for('no key update') : rows)) as Setting[];
}

/** Every line with text in one colour; screens are sent it once. */
async function colourAll(work: Work): Promise<{ settings: number }> {
  const colour = String(work.input['color']);
  const settings = (await settingsOf(work, true)).filter((row) => linesOf(row).some((line) => line.colour !== colour));
  for (const row of settings) {
    const after = Object.fromEntries(
      ledLines.filter((nth) => row[`text${nth}`]).map((nth) => [`colour${nth}`, colour] as const),
    );
    await ofTenant(work.db, row.tenantId)
      .update(t)
      .set({ ...after, updatedBy: work.person.userId, updatedAt: work.now.toISOString() })
      .where(scoped(ledConfig, tenantScope(row.tenantId), [eq(t.id!, row.id)]));
    work.record({
      resource: ledConfig.name,
      action: 'colour',
      rowId: row.id,
      after,
      tenantId: row.tenantId,
      companyId: String(row.companyId),
      parkId: row.parkId,
    });
  }
  if (settings[0]) await send({ ...settings[0], gateId: null }, work);
  return { settings: settings.length };
}

async function colourNow(work: Work): Promise<{ color: string | null }> {
  const colours = new Set((await settingsOf(work, false)).flatMap(linesOf).map((line) => line.colour));
  return { color: colours.size === 1 ? [...colours][0]! : null };
}

export const ledServed: Served[] = [
  serve(ledDetail, detail),
  serve(saveLedColor, colourAll),
  serve(getLedColor, colourNow),
];
