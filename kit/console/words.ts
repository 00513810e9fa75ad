import { useSyncExternalStore } from 'react';
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export type Words = { lang: Lang; t: (words: Text) => string };

const said: Record<Lang, Words> = {
  zh: { lang: 'zh', t: (words) => words.zh },
  en: { lang: 'en', t: (words) => words.en },
};

/** The language of the moment and `t(text)`, the words in it. */
export const useWords = (): Words => said[useSyncExternalStore(subscribe, language, language)];

/** The words in the language of the moment, outside a component. */
export const say = (words: Text): string => words[current];
