import type { Resource } from '#kit/declare/resource.ts';
import type { Served } from './served.ts';

/**
 * All resources of the product, registered once by the composition root; needed where a row must know who points at it.
 */
let all: readonly Resource[] = [];

export function registerResources(resources: readonly Resource[]): void {
  const names = new Set<string>();
  for (const { name } of resources) {
    if (names.has(name)) throw new Error(`two resources are called ${name}`);
    names.add(name);
  }
  all = resources;
}

export const registeredResources = (): readonly Resource[] => all;

export const resourceNamed = (name: string): Resource | undefined => all.find((each) => each.name === name);

const rowsName = (of: Resource): string => (of.rowsOf?.() ?? of).name;

/** Fields of other resources that hold a row of this one in place. */
export const pointersAt = (of: Resource): { from: Resource; field: string; many: boolean }[] =>
  all
    .filter((from) => !from.rowsOf)
    .flatMap((from) =>
      Object.entries(from.fields)
        .filter(([, field]) => field.target && !field.outlives && rowsName(field.target()) === rowsName(of))
        .map(([field, { kind }]) => ({ from, field, many: kind === 'relations' })),
    );

let calls: readonly Served[] = [];

/** All calls of the product, registered with their routes; the documents are generated from them. */
export const registerServed = (served: readonly Served[]): void => {
  calls = served;
};

export const registeredServed = (): readonly Served[] => calls;
