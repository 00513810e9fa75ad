/**
 * Columns that a page draws beside a resource's own: an area that knows the rows' figures provides them, and exports
 * include them on request.
 */
import type { Fields } from '#kit/declare/field.ts';
import type { Work } from '#kit/server/work.ts';

type Beside = {
  readonly fields: Fields;
  /** What is known of each row, by its id; null where the caller may not see it. */
  readonly values: (work: Work) => Promise<(id: string) => Readonly<Record<string, number | null>>>;
};

const beside = new Map<string, Beside>();

/** @param resource - the name of the resource whose lists show them */
export const exportBeside = (resource: string, columns: Beside): void => void beside.set(resource, columns);

export const columnsBeside = (resource: string): Beside | undefined => beside.get(resource);
