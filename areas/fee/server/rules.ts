import { and, desc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { describeRule } from '#domain/fee/describe.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { formFields } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { add, crud, edit, idsIn, rowOf } from '#kit/server/crud.ts';
import type { Rules } from '#kit/server/crud.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { move, moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { engineRule } from '#areas/fee/model/engine-rule.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';

/** A version as stored. `rule` is the engine's own form of it, frozen with the version. */
export type Version = Stored & {
  tenantId: number; parkId: string; carTypeId: string; carModelId: string | null; ruleName: string; version: number;
  status: 'draft' | 'published' | 'retired'; effectiveFrom: string | null; effectiveUntil: string | null; rule: FeeRule;
};

const t = tableOf(feeRule);
const family = ({ parkId, carTypeId, carModelId }: Pick<Version, 'parkId' | 'carTypeId' | 'carModelId'>) =>
  [eq(t.parkId!, parkId), eq(t.carTypeId!, carTypeId), carModelId ? eq(t.carModelId!, carModelId) : isNull(t.carModelId!)];

/** All versions of one car type (and model) of a lot, newest first. The car type's row is locked, so that versions are made one after the other. */
async function versionsOf(of: Pick<Version, 'parkId' | 'carTypeId' | 'carModelId'>, work: Work): Promise<Version[]> {
  await rowOf(carType, of.carTypeId, work.db, { lock: true });
  return await work.db.select().from(t).where(scoped(feeRule, work.db.scope, family(of))).orderBy(desc(t.version!)) as unknown as Version[];
}

const draftThere = text('该车类已有草稿，请修改草稿', 'There is a draft for this car type already; please change that');

async function check(values: Partial<Version>, before: Version | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values } as Version;
  const problems: Problem[] = [];
  const read = engineRule(now);
  if (read.problems) problems.push(...read.problems);
  if (before === null) {
    for (const [field, of] of [['carTypeId', carType], ['carModelId', carModel]] as const) {
      const id = now[field];
      if (id && (await rowOf(of, id, work.db)).parkId !== now.parkId) problems.push({ field, msg: fill(text('{title}不属于该车场', 'The {title} belongs to another car park'), { title: of.title }) });
    }
    const versions = problems.length > 0 ? [] : await versionsOf(now, work);
    if (versions.some(({ status }) => status === 'draft')) problems.push({ field: 'carTypeId', msg: draftThere });
  }
  return problems;
}

const rules: Rules = {
  check: check as never,
  fill: async (values, before, work) => {
    const now = { ...before, ...values } as unknown as Version;
    const read = engineRule(now);
    if (read.problems) throw new Refused('bad_input', {}, read.problems);
    if (before !== null) return { rule: read.rule, ...(now.ruleName ? {} : { ruleName: describeRule(read.rule).zh.slice(0, 60) }) };
    const versions = await versionsOf({ ...now, carModelId: now.carModelId ?? null }, work);
    const type = await rowOf(carType, now.carTypeId, work.db);
    return { rule: read.rule, version: (versions[0]?.version ?? 0) + 1, ruleName: now.ruleName || (type.typeName as string) };
  },
  removing: async (row) => {
    if ((row as unknown as Version).status !== 'draft') throw ruleRefused(text('已发布的规则不能删除，账单还要引用它', 'A published rule cannot be removed: bills name it'));
  },
};

/** A published version stays as it is: what is saved becomes the draft of the next one. */
async function submit(plain: Served, work: Work): Promise<unknown> {
  const given = [work.raw.FeeRuleID, work.raw.id].find((each) => !isEmpty(each));
  if (given === undefined) return plain.work(work);
  const row = await rowOf(feeRule, idsIn(feeRule, { id: given })[0]!, work.db, { lock: true }) as unknown as Version;
  if (row.status === 'draft') return plain.work(work);
  if (!work.permits('feeRule:edit')) throw new Refused('not_permitted', { what: feeRule.title });
  const draft = (await versionsOf(row, work)).find(({ status }) => status === 'draft');
  const names = formFields(feeRule, true);
  const kept = Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name]]));
  const { id: _, FeeRuleID: __, updatedAt: ___, ...changes } = work.raw;
  const wanted = { ...kept, ...changes, parkId: row.parkId, carTypeId: row.carTypeId, carModelId: row.carModelId };
  const saved = draft ? await edit(feeRule, draft.id, wanted, work, rules) : await add(feeRule, wanted, work, rules);
  return { id: saved.id, FeeRuleID: saved.id, version: saved.version };
}

/** From when a version holds: as asked, not before now. The first of its kind changes no price and may hold from before: a lot taken over brings its price. */
function startOf(asked: unknown, now: Date, first: boolean): string {
  if (typeof asked !== 'string') return now.toISOString();
  if (first) return new Date(asked).toISOString();
  if (Date.parse(asked) < now.getTime() - 60_000) throw new Refused('bad_input', {}, [{ field: 'effectiveFrom', msg: text('生效时间不能早于现在：已发生的停车不能改价', 'It cannot take effect before now: prices of what has happened stay') }]);
  return new Date(Math.max(Date.parse(asked), now.getTime())).toISOString();
}

const publish: Effect = async (plain, asked, work) => {
  const row = plain as unknown as Version;
  const known = (await versionsOf(row, work)).filter(({ id, status }) => id !== row.id && status !== 'draft');
  const effectiveFrom = startOf(asked.effectiveFrom, work.now, known.length === 0);
  const others = known.filter(({ status }) => status === 'published');
  const later = others.filter((each) => each.effectiveFrom! > effectiveFrom).map((each) => each.effectiveFrom!).sort();
  for (const each of others.filter((other) => other.effectiveFrom! <= effectiveFrom && (other.effectiveUntil === null || other.effectiveUntil > effectiveFrom))) {
    await work.db.update(t).set({ effectiveUntil: effectiveFrom, updatedAt: work.now.toISOString(), updatedBy: work.person.userId } as never).where(and(eq(t.tenantId!, each.tenantId), eq(t.id!, each.id)));
    if (Date.parse(effectiveFrom) <= work.now.getTime()) await move(feeRule, each.id, 'supersede', {}, work, 'none');
  }
  return { effectiveFrom, effectiveUntil: later[0] ?? null, publishedBy: work.person.name, publishedTime: work.now.toISOString() };
};

const retire: Effect = async (plain, _, work) => {
  const { effectiveFrom, effectiveUntil } = plain as unknown as Version;
  const now = work.now.toISOString();
  const end = effectiveFrom! > now ? effectiveFrom! : now;
  return { effectiveUntil: effectiveUntil !== null && effectiveUntil < end ? effectiveUntil : end };
};

/** What bills and lanes need of a version. `from`, `until`: ISO; `until` null while nothing follows. */
export type RuleInForce = { readonly id: string; readonly name: string; readonly version: number; readonly rule: FeeRule; readonly carTypeId: string; readonly carModelId: string | null; readonly from: string; readonly until: string | null };

const shown = (row: Version): RuleInForce => ({ id: row.id, name: row.ruleName, version: row.version, rule: row.rule, carTypeId: row.carTypeId, carModelId: row.carModelId, from: row.effectiveFrom!, until: row.effectiveUntil });

/**
 * The version in force at an instant (epoch ms) for a car type of a lot: one for the car model before one for all models. Answers
 * also for the past, as drafts alone are never in force. Null when none is.
 */
export async function ruleInForce(db: Db, parkId: string, carTypeId: string, at: number, carModelId: string | null = null): Promise<RuleInForce | null> {
  const when = new Date(at).toISOString();
  const rows = await db.select().from(t).where(scoped(feeRule, db.scope, [
    eq(t.parkId!, parkId), eq(t.carTypeId!, carTypeId), carModelId ? or(eq(t.carModelId!, carModelId), isNull(t.carModelId!)) : isNull(t.carModelId!),
    ne(t.status!, 'draft'), lte(t.effectiveFrom!, when), or(isNull(t.effectiveUntil!), gt(t.effectiveUntil!, when)),
  ])).orderBy(desc(t.effectiveFrom!), desc(t.version!)) as unknown as Version[];
  const found = rows.find((row) => row.carModelId !== null) ?? rows[0];
  return found ? shown(found) : null;
}

/** Every version of a lot that ever was in force, for callers that price many stays. */
export async function rulesOfPark(db: Db, parkId: string): Promise<RuleInForce[]> {
  const rows = await db.select().from(t).where(scoped(feeRule, db.scope, [eq(t.parkId!, parkId), ne(t.status!, 'draft')])).orderBy(desc(t.effectiveFrom!), desc(t.version!)) as unknown as Version[];
  return rows.map(shown);
}

/** The version a stay froze, by its id; null when it is not in scope. */
export async function ruleById(db: Db, id: string): Promise<RuleInForce | null> {
  const [row] = await db.select().from(t).where(scoped(feeRule, db.scope, [eq(t.id!, id)])).limit(1) as unknown as Version[];
  return row ? shown(row) : null;
}

/** The clock's `supersede`: versions whose successor has come into force are retired. Says how many. Prices do not depend on it. */
export async function retireSuperseded(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const moved = await db.update(t).set({ status: 'retired', updatedAt: now.toISOString() } as never).where(and(eq(t.status!, 'published'), lte(t.effectiveUntil!, now.toISOString()), isNull(t.deletedAt!))).returning({ id: t.id! });
    return moved.length;
  });
}

export const rulesServed: Served[] = [
  ...crud(feeRule, rules as never).map((each): Served => (each.call.name === 'feeRule.submit' ? { ...each, work: (work) => submit(each, work) } : each)),
  ...moves(feeRule, { publish: publish as never, retire: retire as never, supersede: 'none' }),
];
