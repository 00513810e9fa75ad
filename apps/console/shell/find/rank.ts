import type { Lang, Text } from '#kit/declare/text.ts';
import { readingOf } from './pinyin.ts';
import type { Reading } from './pinyin.ts';

/** A screen that can be gone to. `way`: the names above it in the menu. */
export type Place = { path: string; label: Text; icon: string; way: readonly Text[] };

const readings = new Map<string, Reading>();
function soundsOf(label: string): Reading {
  let reading = readings.get(label);
  if (!reading) readings.set(label, (reading = readingOf(label)));
  return reading;
}

/**
 * How well a label answers what was typed, least first: its beginning, a word of it or in it, its sound; null where it
 * does not.
 */
export function rank(label: Text, typed: string, lang: Lang): number | null {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return 0;
  const both = [label[lang], label[lang === 'zh' ? 'en' : 'zh']].map((words) => words.toLowerCase());
  const prefix = both.findIndex((words) => words.startsWith(wanted));
  if (prefix >= 0) return prefix;
  const parts = wanted.split(/\s+/);
  const words = both.flatMap((each) => each.split(/[\s/,()-]+/));
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 2;
  if (both.some((each) => each.includes(wanted))) return 3;
  if (!/^[a-z' ]+$/.test(wanted)) return null;
  const sound = wanted.replace(/[' ]/g, '');
  const { initials, whole } = soundsOf(label.zh);
  return (
    [
      initials.startsWith(sound),
      whole.startsWith(sound),
      initials.includes(sound),
      sound.length > 2 && whole.includes(sound),
    ]
      .map((fits, at) => (fits ? 4 + at : null))
      .find((found) => found !== null) ?? null
  );
}

/** What answers by its label, best first; among equals in the order given. */
export const ranked = <T extends { label: Text }>(all: readonly T[], typed: string, lang: Lang): T[] =>
  all
    .flatMap((one) => {
      const at = rank(one.label, typed, lang);
      return at === null ? [] : [{ one, at }];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** The places that answer, best first; among equals in the order of the menu. */
export const found = (places: readonly Place[], typed: string, lang: Lang): Place[] => ranked(places, typed, lang);
