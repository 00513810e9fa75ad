/** Rules: what may change of one that is in use, how coupons are issued by it, and how it ends. */
import { randomInt } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { couponStep, issue } from '#domain/coupon/coupon.ts';
import { restOf } from '#domain/coupon/limits.ts';
import { balanceOf } from '#domain/derate/account.ts';
import { mostCharged } from '#domain/derate/terms.ts';
import { formatFen } from '#domain/money/fen.ts';
import { park } from '#areas/lot/model/park.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parksForRule, parksOfRule, rulesOfStore } from '../model/calls.ts';
import { couponRule } from '../model/coupon-rule.ts';
import { couponStore } from '../model/coupon-store.ts';
import { grantParks, sendCoupons } from '../model/row-calls.ts';
import { groupOf, requestedId, ofStore } from './own.ts';
import { couponOf, couponsWhere, Purses, writeCoupons } from './rows.ts';
import { sizeOf, termsOf } from '../model/terms.ts';
import { termsProblems } from './terms.ts';
import type { Rule } from './terms.ts';

/** Letters and digits nobody takes for another; 12 of them are 60 random bits. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const newNo = (): string => Array.from({ length: 12 }, () => SIGNS[randomInt(SIGNS.length)]).join('');

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
/** What may still change of a rule that coupons stand on. */
const OPEN = new Set(['remark', 'autoUse', 'claimFrom', 'claimUntil', 'perPerson', 'perPlateDay']);

/** From its first enabling on a rule only grows: more coupons, more money, a later end, more car parks. */
function frozenProblems(now: Rule, before: Rule, changed: readonly string[]): Problem[] {
  if (before.status === 'draft') return [];
  const grows: Readonly<Record<string, boolean>> = {
    budgetNum: now.budgetNum >= before.budgetNum,
    budgetFen: (now.budgetFen ?? 0) >= (before.budgetFen ?? 0),
    validUntil: before.validUntil !== null && now.validUntil !== null && now.validUntil >= before.validUntil,
    parkIds: (before.parkIds ?? []).every((id) => now.parkIds?.includes(id)),
  };
  const msg = text('规则已启用过，此项不能再改', 'This rule was enabled before: this may not change any more');
  const less = text('规则已启用过，只能增加或延后', 'This rule was enabled before: it may only grow or end later');
  return changed.flatMap((field) =>
    OPEN.has(field) || grows[field] ? [] : [{ field, msg: field in grows ? less : msg }],
  );
}

async function ownProblems(now: Rule, work: Work): Promise<Problem[]> {
  const problems: Problem[] = [];
  const group = await groupOf(work, now.companyId);
  if (now.bearer === 'platform' && !work.person.platform)
    problems.push({
      field: 'bearer',
      msg: text('平台承担的规则由平台运营建立', 'Rules the platform pays for are made by its operators'),
    });
  if (now.storeId && (await rowOf(couponStore, now.storeId, work.db)).tenantId !== group)
    problems.push({ field: 'storeId', msg: text('商家不属于该集团', 'The store belongs to another group') });
  for (const id of now.parkIds ?? [])
    if ((await rowOf(park, id, work.db)).tenantId !== group)
      problems.push({ field: 'parkIds', msg: text('车场不属于该集团', 'A car park belongs to another group') });
  return problems;
}

export const ruleRules: Rules = {
  narrow: ofStore(couponRule),
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Rule;
    const changed = before ? Object.keys(values).filter((name) => !same(values[name], before[name])) : [];
    return [
      ...termsProblems(now),
      ...(before ? frozenProblems(now, before as Rule, changed) : []),
      ...(await ownProblems(now, work)),
    ];
  },
  fill: (_, before) =>
    before
      ? {}
      : { claimCode: newNo(), issued: 0, claimed: 0, used: 0, cancelled: 0, benefitFen: 0, usedFen: 0, reservedFen: 0 },
  removing: async (row) => {
    if (row.status !== 'draft')
      throw ruleRefused(text('已启用过的规则不能删除，请取消', 'A rule that was enabled is cancelled, not removed'));
  },
};

export const ruleNamed = async (work: Work, id: unknown, lock = false): Promise<Rule> =>
  (await rowOf(couponRule, requestedId(id, couponRule.title), work.db, {
    lock,
    narrow: ofStore(couponRule)(work),
  })) as Rule;

const enable: Effect = async (row, _, work) => {
  const rule = row as Rule;
  if ((rule.parkIds ?? []).length === 0) throw ruleRefused(text('请先选择可用车场', 'First choose its car parks'));
  if (rule.storeId && (await rowOf(couponStore, rule.storeId, work.db)).enable !== true)
    throw ruleRefused(text('该商家已停用', 'This store is disabled'));
  const over = rule.validUntil !== null && Date.parse(rule.validUntil) <= work.now.getTime();
  if (over) throw ruleRefused(text('该规则的有效期已过', 'This rule is over'));
};

/**
 * The rule ends; those of its coupons that end with it let go what was held. What stands on the bill of a car inside
 * ends when that does.
 */
const cancel: Effect = async (row, input, work) => {
  const rule = row as Rule;
  const cancelType = String(input.type);
  const states = { 1: [], 2: ['unclaimed'], 3: ['unclaimed', 'held', 'giving'] }[cancelType] ?? [];
  const db = ofTenant(work.db, rule.tenantId);
  const purses = await Purses.hold(db, rule.tenantId, [rule.id]);
  const rows =
    states.length === 0
      ? []
      : await couponsWhere(db, rule.tenantId, 'c.rule_id = $2 AND c.status = ANY($3::text[])', [rule.id, states], true);
  const ended = rows.map((each) => {
    const step = couponStep(couponOf(each), purses.of(rule.id), { kind: 'cancel' });
    purses.put(rule.id, step.purse);
    return { coupon: step.coupon, also: { endRemark: String(input.remark) } };
  });
  await writeCoupons(db, rule.tenantId, ended);
  purses.count(rule.id, { cancelled: ended.length });
  await purses.write();
  return { cancelType, endRemark: input.remark };
};

export const ruleEffects: Record<string, Effect> = { enable, stop: 'none', cancelCouponRule: cancel };

const YEAR = 365 * 86_400_000;

/** Issues coupons: as many as the rule still may, each with what it may cost held. */
async function send(work: Work): Promise<unknown> {
  const { ruleId, num } = work.input as { ruleId: string; num: number };
  const rule = await ruleNamed(work, ruleId, true);
  if (rule.status !== 'enabled') throw ruleRefused(text('只有启用的规则可以发券', 'Only enabled rules issue coupons'));
  const { tenantId, companyId } = rule;
  const db = ofTenant(work.db, tenantId);
  const rest = restOf(
    { budgetNum: rule.budgetNum, perPerson: 0, perPlateDay: 0, claimFrom: null, claimUntil: null },
    rule.issued,
  );
  if (num > rest) throw ruleRefused(fill(text('最多还能发 {rest} 张', 'At most {rest} more may be issued'), { rest }));
  const [purses, terms] = [await Purses.hold(db, tenantId, [rule.id]), termsOf(rule)];
  const purse = issue(purses.of(rule.id), terms, num);
  if (!purse)
    throw ruleRefused(
      fill(text('余额不足：需冻结 {need} 元，可用 {have} 元', 'Insufficient balance: CNY {need} needed, {have} left'), {
        need: formatFen(num * mostCharged(terms)),
        have: formatFen(balanceOf(purses.of(rule.id))),
      }),
    );
  purses.put(rule.id, purse);
  purses.count(rule.id, { issued: num });
  await purses.write();
  await insertRows(db, 'coupon_info', couponRows(rule, num, work), '');
  const reservedFen = num * mostCharged(terms);
  work.record({
    resource: couponRule.name,
    action: 'sendRuleCoupon',
    rowId: rule.id,
    after: { num, reservedFen },
    tenantId,
    companyId,
  });
  return { ruleId: rule.id, num, reservedFen };
}

function couponRows(rule: Rule, num: number, work: Work): Record<string, unknown>[] {
  const terms = termsOf(rule);
  const latest = work.now.getTime() + YEAR;
  const ends = [rule.validUntil, rule.claimUntil].flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  const validUntil = rule.validUntil ?? new Date(Math.min(latest, ...ends)).toISOString();
  const by = work.person.userId;
  const at = work.now.toISOString();
  return Array.from({ length: num }, () => ({
    tenant_id: rule.tenantId,
    company_id: rule.companyId,
    id: newId(),
    created_at: at,
    updated_at: at,
    created_by: by,
    updated_by: by,
    coupon_no: newNo(),
    status: 'unclaimed',
    rule_id: rule.id,
    store_id: rule.storeId,
    bearer: rule.bearer,
    derate_type: rule.derateType,
    derate_value: sizeOf(rule),
    time: at,
    valid_until: validUntil,
    benefit_fen: 0,
    charged_fen: 0,
    reserved_fen: mostCharged(terms),
    terms,
  }));
}

async function grant(work: Work): Promise<unknown> {
  const { ruleId, parkIds } = work.input as { ruleId: string; parkIds: string[] };
  const rule = await ruleNamed(work, ruleId, true);
  const ids = [...new Set(parkIds)];
  const now: Rule = { ...rule, parkIds: ids };
  const problems = [
    ...frozenProblems(now, rule, same(ids, rule.parkIds) ? [] : ['parkIds']),
    ...(await ownProblems({ ...now, bearer: 'own', storeId: null }, work)),
  ];
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const t = tableOf(couponRule);
  await work.db
    .update(t)
    .set({ parkIds: ids, updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
    .where(scoped(couponRule, work.db.scope, [eq(t.id!, rule.id), eq(t.tenantId!, rule.tenantId)]));
  work.record({
    resource: couponRule.name,
    action: 'grantRulePark',
    rowId: rule.id,
    before: { parkIds: rule.parkIds },
    after: { parkIds: ids },
    tenantId: rule.tenantId,
    companyId: rule.companyId,
  });
  return { ids };
}

const mayRead = (work: Work): void => {
  if (!work.permits('couponRule:read')) throw new Refused('not_permitted', { what: couponRule.title });
};

async function rulesListed(work: Work): Promise<unknown> {
  mayRead(work);
  const t = tableOf(couponRule);
  const { storeId } = work.input as { storeId?: string };
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(couponRule, work.db.scope, [storeId ? eq(t.storeId!, storeId) : undefined, ofStore(couponRule)(work)]),
    )
    .orderBy(asc(t.ruleName!))
    .limit(500);
  return rows.map((row) => ({ value: row.id, label: row.ruleName, status: row.status }));
}

const parksWhere = async (work: Work, tenantId: number | null, only: readonly string[] | null): Promise<unknown> => {
  const t = tableOf(park);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(park, work.db.scope, [tenantId === null ? undefined : eq(t.tenantId!, tenantId)]))
    .orderBy(asc(t.parkName!))
    .limit(2000);
  return rows
    .filter(({ id }) => only === null || only.includes(String(id)))
    .map((row) => ({ value: row.id, label: row.parkName }));
};

async function parksShown(work: Work, chosen: boolean): Promise<unknown> {
  mayRead(work);
  const { ruleId } = work.input as { ruleId?: string };
  if (!ruleId) return chosen ? [] : parksWhere(work, null, null);
  const rule = await ruleNamed(work, ruleId);
  return parksWhere(work, rule.tenantId, chosen ? (rule.parkIds ?? []) : null);
}

export const rulesServed: Served[] = [
  serve(sendCoupons, send),
  serve(grantParks, grant),
  serve(rulesOfStore, rulesListed),
  serve(parksOfRule, (work) => parksShown(work, true)),
  serve(parksForRule, (work) => parksShown(work, false)),
];
