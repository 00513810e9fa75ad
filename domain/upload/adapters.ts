/** The profiles that ship. Each has its text public, and says where. */
import { apds } from './apds.ts';
import { cds } from './cds.ts';
import { np } from './np.ts';
import type { Profile } from './profile.ts';
import { pyun } from './pyun.ts';
import { webhook } from './webhook.ts';

export const adapters = { pyun, np, cds, apds, webhook } as const satisfies Readonly<Record<string, Profile>>;
type AdapterName = keyof typeof adapters;
export const isAdapter = (name: unknown): name is AdapterName =>
  typeof name === 'string' && Object.hasOwn(adapters, name);
