import { useSyncExternalStore } from 'react';
import type { Lang, Text } from '#kit/declare/text.ts';
import { language, onSpeak } from './language.ts';

export type Words = { lang: Lang; t: (words: Text) => string };

const localized: Record<Lang, Words> = {
  zh: { lang: 'zh', t: (words) => words.zh },
  en: { lang: 'en', t: (words) => words.en },
};

/** The language of the moment and `t(text)`, the words in it. */
export const useWords = (): Words => localized[useSyncExternalStore(onSpeak, language, language)];
