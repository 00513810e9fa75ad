import type { SQL } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import type { Work } from './work.ts';

/** Rules that narrow a resource further than its scope, kept by name so that export, options and trees hold them too. */
const rules = new Map<string, (work: Work) => SQL | undefined>();

export const narrowBy = (of: Resource, rule: (work: Work) => SQL | undefined): void => void rules.set(of.name, rule);

export const narrowOf = (of: Resource, work: Work): SQL | undefined => rules.get(of.name)?.(work);
