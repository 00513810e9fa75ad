/** Expert mode: a tariff written down in full. */
import { isEmpty } from '#kit/declare/check.ts';
import { json } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { add } from '#kit/server/save.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { feeRule, versionFields } from '#areas/fee/model/fee-rule.ts';
import { saveTariff } from '#areas/fee/model/rule-calls.ts';
import { writtenRule } from './test-fee.ts';
import { saveOver, savedAs, savingRules, versionOf } from './versions.ts';
import type { Saving, Version } from './versions.ts';

/** The same rows, with the tariff itself as what is entered. */
const asWritten = {
  ...feeRule,
  fields: { ...versionFields, rule: json(text('收费办法', 'Tariff'), { required: true }) },
} as Resource;

export const expertSaving: Saving = {
  of: asWritten,
  mode: 'expert',
  rules: savingRules('expert', ({ rule }) => ({ rule })),
};

/** @throws Refused `bad_input`, each fault by its place below `field` */
export function writtenTariff(raw: unknown, field: string): Version['rule'] {
  const rule = writtenRule(raw, field);
  if (rule.form !== 2)
    throw new Refused('bad_input', {}, [
      { field: `${field}.form`, msg: text('专家模式的收费办法须为 form 2', 'A tariff in expert mode is of form 2') },
    ]);
  return rule;
}

export const expertServed: Served[] = [
  serve(saveTariff, async (plain) => {
    const work = plain;
    const { id, tariff, ...rest } = plain.input;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value)));
    const values = { ...given, rule: writtenTariff(tariff, 'tariff') };
    if (!id) return savedAs((await add(asWritten, values, work, expertSaving.rules)) as Version);
    return savedAs(await saveOver(expertSaving, await versionOf(id, work, true), values, work));
  }),
];
