import type { Lang, Text } from '#kit/declare/text.ts';
import { keep, kept } from './storage.ts';

const listeners = new Set<() => void>();
let current: Lang = kept<Lang>('lang') === 'en' ? 'en' : 'zh';

export const language = (): Lang => current;

/** Changes the language everywhere and remembers it. */
export function speak(lang: Lang): void {
  current = lang;
  keep('lang', lang);
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
}

/** Calls back when another language is spoken; answers how to stop that. */
export function onSpeak(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The words in the language of the moment, outside a component. */
export const say = (words: Text): string => words[current];
