/** A tariff while it is written: the text, what it is, and its faults with their places. */
import { checkRule } from '#domain/fee/check.ts';
import type { Tariff } from '#domain/fee/form.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { placeOf, readJson } from './json-places.ts';

export type TextFault = { readonly from: number; readonly to: number; readonly msg: Text };
export type TextRead =
  | { readonly tariff: Tariff; readonly faults: readonly [] }
  | { readonly tariff?: undefined; readonly faults: readonly TextFault[] };

const form2 = text('请写明 "form": 2', 'Say "form": 2');
/** As many as a person can take in. */
const MOST = 20;

/** The tariff of a text, or its faults in the order they stand. */
export function readTariff(source: string): TextRead {
  const read = readJson(source);
  if (read.fault)
    return { faults: [{ from: read.fault.at, to: Math.min(source.length, read.fault.at + 1), msg: read.fault.msg }] };
  if ((read.value as { form?: unknown } | null)?.form !== 2)
    return { faults: [{ ...placeOf('form', read.places), msg: form2 }] };
  const faults = checkRule(read.value).map(({ field, words }): TextFault => ({
    ...placeOf(field, read.places),
    msg: { zh: `${field}：${words.zh}`, en: `${field}: ${words.en}` },
  }));
  return faults.length === 0
    ? { tariff: read.value as Tariff, faults: [] }
    : { faults: faults.sort((a, b) => a.from - b.from).slice(0, MOST) };
}
