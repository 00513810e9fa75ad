import { type SQL } from 'drizzle-orm';
import type { Fields, Values } from '#kit/declare/field.ts';
import { type Problem } from '#kit/declare/refused.ts';
import { type Resource } from '#kit/declare/resource.ts';
import { type Stored } from './rows.ts';
import type { Work } from './work.ts';

/**
 * What an area adds to a declared resource where saving touches more than its row. All run inside the call's transaction. They are methods,
 * so that an area may name the row by a type of its own that has fewer fields or knows more of them.
 */
export type Rules<F extends Fields = Fields> = {
  /** Says what a declaration cannot: problems named by field. `before` is null when adding. */
  check?(values: Partial<Values<F>>, before: (Values<F> & Stored) | null, work: Work): Promise<Problem[]> | Problem[];
  /** Fields the server writes on its own before the row is stored. */
  fill?(
    values: Partial<Values<F>>,
    before: (Values<F> & Stored) | null,
    work: Work,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
  saved?(after: Values<F> & Stored, before: (Values<F> & Stored) | null, work: Work): Promise<void>;
  removing?(row: Values<F> & Stored, work: Work): Promise<void>;
  /** Narrows every list and look-up of this resource further than its scope does. */
  narrow?: (work: Work) => SQL | undefined;
  /** Takes the place of what a verb's call does; `plain` is that, for before, after or instead of it. */
  verbs?: { readonly [V in CallVerb]?: (work: Work, plain: Plain) => Promise<unknown> };
};

/** What a verb's call does by the declaration and its rules alone. */
export type Plain = (work: Work) => Promise<unknown>;

/** The calls of a resource; `submit` adds and edits, a second path of a list is a list. */
export type CallVerb = 'list' | 'detail' | 'submit' | 'remove';

export const ruled = new Map<string, Rules>();

/** The rules a resource was served with, for imports: a row from a file is saved no other way than one from the form. */
export const rulesOf = (of: Resource): Rules => ruled.get(of.name) ?? {};
