import { create } from 'zustand';
import { lookChanged } from '#kit/console/look.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { firstLook, themeOf, tokensOf } from './themes.ts';
import type { Look } from './themes.ts';

let set: readonly string[] = [];

/** Writes a look's variables onto the document; null takes all of them away, as on the login page. */
export function wear(look: Look | null): void {
  const { style, dataset } = document.documentElement;
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
