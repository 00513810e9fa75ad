/** What one version of a tariff says that another does not, sentence by sentence of their outlines. */
import type { AreaNames } from './describe-tariff.ts';
import { noNames } from './describe-tariff.ts';
import { outline } from './outline.ts';
import type { FeeRule } from './types.ts';
import type { Words } from './words.ts';

export type OutlineChange = {
  /** The part of the outline the sentences stand in. */
  readonly title: Words;
  readonly removed: readonly Words[];
  readonly added: readonly Words[];
};

type Parts = ReadonlyMap<string, { readonly title: Words; readonly lines: readonly Words[] }>;

/** Parts by their titles; of parts with the same title the sentences stand together. */
function partsOf(rule: FeeRule, areaNames: AreaNames): Parts {
  const parts = new Map<string, { title: Words; lines: Words[] }>();
  for (const { title, lines } of outline(rule, areaNames)) {
    const part = parts.get(title.zh) ?? { title, lines: [] };
    part.lines.push(...lines);
    parts.set(title.zh, part);
  }
  return parts;
}

/** The lines of `from` that `other` does not have, each as often as it has it less often. */
function lacking(from: readonly Words[], other: readonly Words[]): Words[] {
  const left = new Map<string, number>();
  for (const { zh } of other) left.set(zh, (left.get(zh) ?? 0) + 1);
  return from.filter(({ zh }) => {
    const count = left.get(zh) ?? 0;
    left.set(zh, count - 1);
    return count <= 0;
  });
}

/**
 * Parts that differ, in the order of the outlines: first those of `after`, then those only `before` has. Empty where
 * both say the same, which two rules may though they are written otherwise.
 */
export function outlineChanges(before: FeeRule, after: FeeRule, areaNames: AreaNames = noNames): OutlineChange[] {
  const [was, is] = [partsOf(before, areaNames), partsOf(after, areaNames)];
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    const { title } = (is.get(key) ?? was.get(key))!;
    const [old, now] = [was.get(key)?.lines ?? [], is.get(key)?.lines ?? []];
    const [removed, added] = [lacking(old, now), lacking(now, old)];
    return removed.length + added.length === 0 ? [] : [{ title, removed, added }];
  });
}
