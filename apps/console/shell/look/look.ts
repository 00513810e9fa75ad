import { create } from 'zustand';
import { lookChanged, token } from '#kit/console/look.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { firstLook, themeOf, themes, tokensOf } from './themes.ts';
import type { Look } from './themes.ts';

let sheet: CSSStyleSheet | undefined;
let plain: Readonly<Record<string, string>> | null = null;

const names = new Set(
  themes.flatMap(({ tokens, brand }) => [
    ...Object.keys(tokens),
    ...Object.keys(tokensOf({ ...firstLook, theme: 'white', colour: brand ?? '#000000' })),
  ]),
);

/** What tokens.css says itself: for a picture of one theme inside another. */
export const plainTokens = (): Readonly<Record<string, string>> => plain ?? {};

/** The values of tokens.css alone, without the background shown before the shell. */
function untouched(): Record<string, string> {
  for (const name of names) document.documentElement.style.removeProperty(`--gh-${name}`);
  return Object.fromEntries([...names].map((name) => [name, token(name)]));
}

/**
 * Applied after tokens.css, for screens only: paper is white in every theme. Code that reads the variables itself reads
 * them again for printing.
 */
function sheetOfLook(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  document.adoptedStyleSheets.push(made);
  matchMedia('print').addEventListener('change', lookChanged);
  return made;
}

/** Gives the document a look's variables; null takes all of them away, as on the login page. */
export function wear(look: Look | null): void {
  plain ??= untouched();
  sheet ??= sheetOfLook();
  const values = Object.entries(look ? tokensOf(look) : {}).map(([name, value]) => `--gh-${name}: ${value};`);
  sheet.replaceSync(`@media screen { :root { ${values.join(' ')} } }`);
  const { dataset } = document.documentElement;
  if (look) dataset['theme'] = themeOf(look.theme).name;
  else delete dataset['theme'];
  lookChanged();
}

/** The chosen theme, colour and density; kept on this machine. */
export const useLookChoice = create<{ look: Look; choose: (change: Partial<Look>) => void }>((put, get) => ({
  look: { ...firstLook, ...kept<Partial<Look>>('look') },
  choose: (change) => {
    const look = { ...get().look, ...change };
    keep('look', look);
    wear(look);
    put({ look });
  },
}));
