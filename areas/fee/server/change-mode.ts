/** Converts a draft to another mode: same version, same price, another form. */
import { and, eq } from 'drizzle-orm';
import { inFull, toComplexMode, toSimpleMode } from '#domain/fee/modes.ts';
import type { Unsaid } from '#domain/fee/modes.ts';
import type { RuleRows } from '#domain/fee/complex.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { engineRule } from '#areas/fee/model/engine-rule.ts';
import { feeRule, ruleFields, ruleModes } from '#areas/fee/model/fee-rule.ts';
import { parkFeeRule } from '#areas/fee/model/park-fee-rule.ts';
import { changeMode } from '#areas/fee/model/rule-calls.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { periodFields, plantRows, removeRowsOf } from './complex.ts';
import type { CarriedArea } from './complex.ts';
import { changedBy, savedAs, versionOf } from './versions.ts';
import type { Mode, Version } from './versions.ts';

type Values = Readonly<Record<string, unknown>>;
/** What the columns of a version become, and its rows in complex mode. */
type Form = { readonly values: Values; readonly areas: readonly CarriedArea[] };

const named = (mode: Mode) => ({ mode: ruleModes[mode] });

function unsaidRefused(mode: Mode, { place, words }: Unsaid): Refused {
  return ruleRefused(
    fill(text('{mode}写不出：{what}（{place}）', '{mode} mode cannot say: {what} ({place})'), {
      ...named(mode),
      what: words,
      place,
    }),
  );
}

/** Columns of the other forms say nothing any more. */
const cleared: Values = {
  ...Object.fromEntries(Object.keys(ruleFields).map((name) => [name, null])),
  maxFee: null,
  faults: null,
};

function simpleForm(version: Version): Form {
  const { value: rule, unsaid } = toSimpleMode(version.rule!);
  if (unsaid) throw unsaidRefused('simple', unsaid);
  const values = Object.fromEntries(Object.entries(ruleFields).map(([wire, engine]) => [wire, rule[engine] ?? null]));
  const read = engineRule(values);
  if (read.problems) throw new Refused('bad_input', {}, read.problems);
  return { values: { ...values, rule: read.rule }, areas: [] };
}

const areasOf = ({ areas, periods, subPeriods }: RuleRows): CarriedArea[] =>
  areas.map(({ id, areaName, freeMinutes, dayMaxFee }) => ({
    areaName,
    freeMinutes,
    dayMaxFee,
    remark: null,
    periods: periods
      .filter(({ areaRuleId }) => areaRuleId === id)
      .map((period) => ({
        ...periodFields({ ...period, remark: null }),
        subPeriods: subPeriods
          .filter(({ periodId }) => periodId === period.id)
          .map(({ startMinute, endMinute, unitMinutes, unitFee, roundUp }) => ({
            startMinute,
            endMinute,
            unitMinutes,
            unitFee,
            roundUp,
            remark: null,
          })),
      })),
  }));

async function complexForm(version: Version, work: Work): Promise<Form> {
  const p = tableOf(parkArea);
  const names = (await work.db
    .select({ id: p.id!, name: p.areaName! })
    .from(p)
    .where(scoped(parkArea, work.db.scope, [eq(p.parkId!, version.parkId)]))) as {
    id: string;
    name: string;
  }[];
  const { value: rows, unsaid } = toComplexMode(version.rule!, new Map(names.map(({ id, name }) => [id, name])));
  if (unsaid) throw unsaidRefused('complex', unsaid);
  return { values: { ...rows.head }, areas: areasOf(rows) };
}

async function formOf(version: Version, mode: Mode, work: Work): Promise<Form> {
  if (mode === 'simple') return simpleForm(version);
  return mode === 'complex' ? complexForm(version, work) : { values: { rule: inFull(version.rule!) }, areas: [] };
}

async function change(work: Work): Promise<unknown> {
  const { id, mode, updatedAt } = work.input as { id: string; mode: Mode; updatedAt?: string };
  const version = await versionOf(id, work, true);
  if (!isEmpty(updatedAt) && Date.parse(updatedAt!) !== Date.parse(String(version.updatedAt)))
    throw new Refused('changed_meanwhile');
  if (version.status !== 'draft')
    throw ruleRefused(
      text('已发布的规则不能修改，请先保存为新的草稿', 'A published rule stays as it is; save it as a new draft first'),
    );
  if (version.mode === mode) return { ...savedAs(version), mode };
  if ([version.mode, mode].includes('complex') && !work.permits('parkFeeRule:edit'))
    throw new Refused('not_permitted', { what: parkFeeRule.title });
  if (version.rule === null)
    throw ruleRefused(
      text(
        '规则还不完整，请先补全再改用其他模式',
        'The rule is not complete yet; complete it before writing it in another mode',
      ),
    );
  const { values, areas } = await formOf(version, mode, work);
  if (version.mode === 'complex') await removeRowsOf(version, work);
  const t = tableOf(feeRule);
  const changes = {
    ...cleared,
    ...values,
    mode,
    ...changedBy(work),
    updatedAt: work.now.toISOString(),
    updatedBy: work.person.userId,
  };
  await work.db
    .update(t)
    .set(changes)
    .where(and(eq(t.tenantId!, version.tenantId), eq(t.id!, version.id)));
  if (mode === 'complex') await plantRows({ ...version, ...changes } as Version, areas, work);
  work.record({
    resource: feeRule.name,
    action: 'changeMode',
    rowId: version.id,
    before: { mode: version.mode },
    after: { mode },
    tenantId: version.tenantId,
    companyId: version.companyId,
    parkId: version.parkId,
  });
  return { ...savedAs(version), mode };
}

export const changeModeServed: Served[] = [serve(changeMode, change)];
