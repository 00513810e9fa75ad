import { useMemo } from 'react';
import { usePreference } from './preference.ts';

/** How a person likes a list's columns. What is absent is as declared. */
export type ColumnChoice = { order?: string[]; hidden?: string[]; widths?: Record<string, number> };

/** All columns in the person's order; ones declared since then stand at their declared place. */
export function ordered(all: readonly string[], choice: ColumnChoice): string[] {
  const known = (choice.order ?? []).filter((name) => all.includes(name));
  const result = [...known];
  all.forEach((name, at) => {
    if (!known.includes(name)) result.splice(Math.min(at, result.length), 0, name);
  });
  return result;
}

const saveDelayMs = 600;

/** The person's choice of columns for a list. */
export function useColumnChoice(
  key: string,
  standard: ColumnChoice,
): [ColumnChoice, (change: ColumnChoice | null) => void] {
  const [held, hold] = usePreference<ColumnChoice>(key, saveDelayMs);
  const choice = useMemo(() => ({ ...standard, ...held }), [standard, held]);
  return [choice, (change) => hold(change === null ? null : { ...choice, ...change })];
}
