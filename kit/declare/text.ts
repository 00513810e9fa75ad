/** A word or sentence in both languages of the product. Written where it is used; the glossary decides the words. */
export type Text = { readonly zh: string; readonly en: string };

export type Lang = 'zh' | 'en';

export const text = (zh: string, en: string): Text => ({ zh, en });

/** Fills `{name}` places of both languages; a value may itself be a Text. */
export function fill(pattern: Text, params: Readonly<Record<string, Text | string | number>>): Text {
  const put = (lang: Lang) =>
    pattern[lang].replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = params[name];
      return value === undefined ? place : typeof value === 'object' ? value[lang] : String(value);
    });
  return { zh: put('zh'), en: put('en') };
}
