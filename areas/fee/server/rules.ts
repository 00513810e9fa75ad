/** Simple mode, and what happens to versions of every mode: published, approved, retired, removed. */
import { and, eq, inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { move } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { engineRule } from '#areas/fee/model/engine-rule.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { park, parkTypes } from '#areas/lot/model/park.ts';
import { resultsOf } from './case-results.ts';
import { versionWithRows } from './complex-rows.ts';
import { complexSaving, removeRowsOf } from './complex.ts';
import { savingRules, submitting, versionOf, versionsOf } from './versions.ts';
import type { Saving, Version } from './versions.ts';

const t = tableOf(feeRule);

/** `parkType` narrows a list to lots of a kind: the curb's, on the roadside's screen. */
function ofLots(work: Work): SQL | undefined {
  const kinds = isEmpty(work.raw.parkType) ? [] : String(work.raw.parkType).split(',');
  if (kinds.length === 0) return undefined;
  if (!kinds.every((kind) => Object.hasOwn(parkTypes, kind)))
    throw new Refused('bad_input', {}, [
      { field: 'parkType', msg: text('没有这种车场类型', 'There is no such kind of car park') },
    ]);
  const p = tableOf(park);
  return inArray(
    t.parkId!,
    work.db
      .select({ id: p.id! })
      .from(p)
      .where(scoped(park, work.db.scope, [inArray(p.parkType!, kinds)])),
  );
}

export const simpleSaving: Saving = {
  of: feeRule,
  mode: 'simple',
  rules: { ...savingRules('simple', engineRule), narrow: ofLots },
};

/**
 * From when a version holds: as requested, not before now. The first of its kind changes no price and may hold from
 * before: a lot taken over brings its price.
 */
function startOf(wanted: unknown, now: Date, first: boolean): string {
  if (typeof wanted !== 'string') return now.toISOString();
  if (first) return new Date(wanted).toISOString();
  if (Date.parse(wanted) < now.getTime() - 60_000)
    throw new Refused('bad_input', {}, [
      {
        field: 'effectiveFrom',
        msg: text(
          '生效时间不能早于现在：已发生的停车不能改价',
          'The effective time cannot be in the past; past stays keep their price',
        ),
      },
    ]);
  return new Date(Math.max(Date.parse(wanted), now.getTime())).toISOString();
}

/** Nothing is published that is not complete, nor against a known case unless a second person has given a reason. */
async function mayBePublished(row: Version, work: Work): Promise<void> {
  if (row.rule === null) {
    const faults = (row.faults ?? []).slice(0, 3);
    throw ruleRefused(
      fill(text('规则还不完整，不能发布：{what}', 'The tariff is incomplete and cannot be published: {what}'), {
        what: text(faults.map(({ zh }) => zh).join('；'), faults.map(({ en }) => en).join('; ')),
      }),
    );
  }
  const failed = (await resultsOf(row, work)).filter(({ ok }) => !ok);
  if (failed.length === 0 || row.approvedTime !== null) return;
  const names = failed
    .slice(0, 5)
    .map(({ name }) => name)
    .join('、');
  throw ruleRefused(
    fill(
      text(
        '{count}个算例不符，须由他人复核后才能发布：{names}',
        '{count} test cases fail. Someone else must approve before publishing: {names}',
      ),
      { count: failed.length, names },
    ),
  );
}

const publish: Effect = async (plain, input, work) => {
  const row = plain as Version;
  await mayBePublished(row, work);
  const known = (await versionsOf(row, work)).filter(({ id, status }) => id !== row.id && status !== 'draft');
  const effectiveFrom = startOf(input.effectiveFrom, work.now, known.length === 0);
  const others = known.filter(({ status }) => status === 'published');
  const later = others
    .filter((each) => each.effectiveFrom! > effectiveFrom)
    .map((each) => each.effectiveFrom!)
    .sort();
  for (const each of others.filter(
    (other) =>
      other.effectiveFrom! <= effectiveFrom && (other.effectiveUntil === null || other.effectiveUntil > effectiveFrom),
  )) {
    await work.db
      .update(t)
      .set({ effectiveUntil: effectiveFrom, updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
      .where(and(eq(t.tenantId!, each.tenantId), eq(t.id!, each.id)));
    if (Date.parse(effectiveFrom) <= work.now.getTime()) await move(feeRule, each.id, 'supersede', {}, work, 'none');
  }
  return {
    effectiveFrom,
    effectiveUntil: later[0] ?? null,
    publishedBy: work.person.name,
    publishedTime: work.now.toISOString(),
  };
};

/** Four eyes: whoever changed the draft last cannot approve it. */
const approve: Effect = async (plain, input, work) => {
  if (plain.editorId === work.person.userId)
    throw ruleRefused(
      text('草稿须由修改人以外的人复核', 'A draft must be approved by someone other than its last editor'),
    );
  return { approvedBy: work.person.name, approvedReason: input.reason, approvedTime: work.now.toISOString() };
};

const retire: Effect = async (plain, _, work) => {
  const { effectiveFrom, effectiveUntil } = plain as Version;
  const now = work.now.toISOString();
  const end = effectiveFrom! > now ? effectiveFrom! : now;
  return { effectiveUntil: effectiveUntil !== null && effectiveUntil < end ? effectiveUntil : end };
};

/** Only drafts go, in complex mode with their rows. */
async function removeVersions(work: Work, plain: Plain): Promise<unknown> {
  for (const id of idsIn(feeRule, work.raw)) {
    const row = await versionOf(id, work, true);
    if (row.status !== 'draft')
      throw ruleRefused(
        text('已发布的规则不能删除，账单还要引用它', 'Published tariffs cannot be deleted; bills refer to them'),
      );
    await removeRowsOf(row, work);
  }
  return plain(work);
}

const wholeVersion = async (work: Work): Promise<unknown> =>
  versionWithRows(
    (await rowOf(complexSaving.of, idsIn(complexSaving.of, work.raw)[0]!, work.db, {
      narrow: complexSaving.rules.narrow?.(work),
    })) as Stored,
    work,
  );

/** The rules of tariffs in both their modes. */
export const versionRules: Record<string, Rules> = {
  feeRule: { ...simpleSaving.rules, verbs: { submit: submitting(simpleSaving), remove: removeVersions } },
  parkFeeRule: {
    ...complexSaving.rules,
    verbs: { detail: wholeVersion, submit: submitting(complexSaving), remove: removeVersions },
  },
};

export const versionEffects = { publish, approve, retire, supersede: 'none' } satisfies Record<string, Effect>;
