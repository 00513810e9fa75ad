import type { SQL } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import type { Work } from './work.ts';

/**
 * Rules that narrow a resource further than its scope, kept by name so that export, options and trees hold them too.
 */
const rules = new Map<string, (work: Work) => SQL | undefined>();

export const narrowBy = (of: Resource, rule: (work: Work) => SQL | undefined): void => void rules.set(of.name, rule);

export const narrowOf = (of: Resource, work: Work): SQL | undefined => rules.get(of.name)?.(work);

/** Rules that leave in a form's choices only what can be saved with its other values, by the name of what is chosen. */
const choosing = new Map<string, (work: Work) => Promise<SQL | undefined>>();

export const chooseBy = (of: Resource, rule: (work: Work) => Promise<SQL | undefined>): void =>
  void choosing.set(of.name, rule);

/** Applied where choices are offered, not where the names of chosen rows are looked up. */
export const choosableOf = async (of: Resource, work: Work): Promise<SQL | undefined> => choosing.get(of.name)?.(work);
