import { create } from 'zustand';
import { lookChanged, token } from '#kit/console/look.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { firstLook, themeOf, themes, tokensOf } from './themes.ts';
import type { Look } from './themes.ts';

let set: readonly string[] = [];
let plain: Readonly<Record<string, string>> | null = null;

const names = new Set(themes.flatMap(({ tokens, brand }) => [...Object.keys(tokens), ...Object.keys(tokensOf({ ...firstLook, theme: 'white', colour: brand ?? '#000000' }))]));

/** What tokens.css says itself: for a picture of one theme inside another. */
export const plainTokens = (): Readonly<Record<string, string>> => plain ?? {};

/** The values of tokens.css alone, without the ground that stood before the shell. */
function untouched(): Record<string, string> {
  for (const name of names) document.documentElement.style.removeProperty(`--gh-${name}`);
  return Object.fromEntries([...names].map((name) => [name, token(name)]));
}

/** Writes a look's variables onto the document; null takes all of them away, as on the login page. */
export function wear(look: Look | null): void {
  const { style, dataset } = document.documentElement;
  plain ??= untouched();
  const tokens = look ? tokensOf(look) : {};
  for (const name of set) if (!(name in tokens)) style.removeProperty(`--gh-${name}`);
  for (const [name, value] of Object.entries(tokens)) style.setProperty(`--gh-${name}`, value);
  set = Object.keys(tokens);
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
