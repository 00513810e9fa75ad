import { eq } from 'drizzle-orm';
import type { LotSettings } from '#domain/lane/lookup.ts';
import { check, isEmpty } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { add, edit } from '#kit/server/save.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkParameter } from '#areas/lot/model/park-parameter.ts';
import { parkSettings } from '#areas/lot/model/park-settings.ts';
import type { ParkSettings, SettingKey } from '#areas/lot/model/park-settings.ts';

const fields = parkSettings as Readonly<Record<string, Field>>;

/** A value as stored (text) read by the kind of its setting; the default where it is absent or no longer fits. */
function read(key: string, stored: unknown): unknown {
  const field = fields[key]!;
  const checked = isEmpty(stored) ? { value: null } : check(field, stored);
  return checked.problem || checked.value === null ? (field.default ?? null) : checked.value;
}

/** All settings of a lot, complete with defaults. */
export async function settingsOf(db: Db, parkId: string): Promise<ParkSettings> {
  return (await settingsOfAll(db, [parkId])).get(parkId)!;
}

/** The same for several lots at once. */
export async function settingsOfAll(db: Db, parkIds: readonly string[]): Promise<ReadonlyMap<string, ParkSettings>> {
  const t = tableOf(parkParameter);
  const rows =
    parkIds.length === 0
      ? []
      : await db
          .select({ parkId: t.parkId!, key: t.paramKey!, value: t.paramValue! })
          .from(t)
          .where(scoped(parkParameter, { ...db.scope, companyIds: null, parkIds }));
  return new Map(
    parkIds.map((parkId) => {
      const mine = new Map(rows.filter((row) => row.parkId === parkId).map((row) => [row.key as string, row.value]));
      return [
        parkId,
        Object.fromEntries(Object.keys(fields).map((key) => [key, read(key, mine.get(key))])) as ParkSettings,
      ];
    }),
  );
}

/** The part that a lane's rules ask for, in their shape. */
export const laneSettings = (of: ParkSettings): LotSettings => ({
  repeatSeconds: of.repeatSeconds!,
  minConfidence: of.minConfidence! / 10_000,
  fullRule: { temporary: of.fullTemporary!, fixed: of.fullFixed!, keepForFixed: of.keepForFixed! },
  groupFullRule: of.groupFullRule!,
  expiredPassRule: of.expiredPassRule!,
  noPlateRule: of.noPlateRule!,
  noEntryRule: of.noEntryRule!,
  autoAcceptFuzzy: of.autoAcceptFuzzy!,
  quoteSeconds: of.quoteSeconds!,
  leaveMinutes: of.leaveMinutes!,
  gateSeconds: of.gateSeconds!,
  passageSeconds: of.passageSeconds!,
  openOnAccepted: of.openOnAccepted!,
});

function problemOf(key: string, value: unknown, at: string): Problem[] {
  const field = fields[key]!;
  const checked = check(field, value);
  return checked.problem
    ? [
        {
          field: at,
          msg: fill(text('{label}{problem}', '{label} {problem}'), { label: field.label, problem: checked.problem }),
        },
      ]
    : [];
}

const rules: Rules = {
  check: (values, before) => {
    const { paramKey, paramValue } = { ...before, ...values } as Record<string, unknown>;
    return paramValue === undefined ? [] : problemOf(String(paramKey), paramValue, 'paramValue');
  },
};

/**
 * Several settings of a lot in one go: `{ parkId, settings: { key: value } }`; an empty value goes back to the default.
 */
async function saveAll(work: Work, parkId: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const unknown = Object.keys(given).filter((key) => !(key in fields));
  const problems = [
    ...unknown.map((key): Problem => ({ field: key, msg: text(`没有参数“${key}”`, `There is no parameter “${key}”`) })),
    ...Object.entries(given)
      .filter(([key, value]) => key in fields && !isEmpty(value))
      .flatMap(([key, value]) => problemOf(key, value, key)),
  ];
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const t = tableOf(parkParameter);
  const lots = tableOf(park);
  const [lot] = await work.db
    .select({ tenantId: lots.tenantId! })
    .from(lots)
    .where(scoped(park, work.db.scope, [eq(lots.id!, parkId)]));
  const stored = lot
    ? await work.db
        .select({ id: t.id!, key: t.paramKey! })
        .from(t)
        .where(scoped(parkParameter, work.db.scope, [eq(t.tenantId!, lot.tenantId), eq(t.parkId!, parkId)]))
        .for('update')
    : [];
  const ids = new Map(stored.map((row) => [row.key as string, row.id as string]));
  for (const [key, value] of Object.entries(given) as [SettingKey, unknown][]) {
    const paramValue = String(isEmpty(value) ? (fields[key]!.default ?? '') : value);
    const id = ids.get(key);
    if (id) await edit(parkParameter, id, { paramValue }, work, rules);
    else if (paramValue !== '') await add(parkParameter, { parkId, paramKey: key, paramValue }, work, rules);
  }
  return settingsOf(work.db, parkId);
}

/** Saved one by one, or all of a lot at once as `settings`. */
export const settingRules: Rules = {
  ...rules,
  verbs: {
    submit: async (work, plain) => {
      const { parkId, settings } = work.raw;
      if (typeof settings !== 'object' || settings === null) return plain(work);
      if (!work.permits('parkParameter:edit')) throw new Refused('not_permitted', { what: parkParameter.title });
      return saveAll(work, String(parkId), settings as Record<string, unknown>);
    },
  },
};
