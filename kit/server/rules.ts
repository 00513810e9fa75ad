import { type SQL } from 'drizzle-orm';
import type { Fields, Values } from '#kit/declare/field.ts';
import { type Problem } from '#kit/declare/refused.ts';
import { type Resource } from '#kit/declare/resource.ts';
import { type Stored } from './rows.ts';
import type { Work } from './work.ts';

/**
 * What an area adds to a declared resource where saving touches more than its row. All run inside the call's
 * transaction. They are methods, so that an area may name the row by a type of its own that has fewer fields or knows
 * more of them.
 */
export type Rules<F extends Fields = Fields> = {
  /** Checks what a declaration cannot express: problems by field. `before` is null when adding. */
  check?(values: Partial<Values<F>>, before: (Values<F> & Stored) | null, work: Work): Promise<Problem[]> | Problem[];
  /** Fields the server writes on its own before the row is stored. */
  fill?(
    values: Partial<Values<F>>,
    before: (Values<F> & Stored) | null,
    work: Work,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
  saved?(after: Values<F> & Stored, before: (Values<F> & Stored) | null, work: Work): Promise<void>;
  /**
   * `check`, `fill` and `saved` look at no other row of the resource and change none: rows of a file are stored many at
   * a time.
   */
  readonly apart?: boolean;
  removing?(row: Values<F> & Stored, work: Work): Promise<void>;
  /** Narrows every list and look-up of this resource further than its scope does. */
  narrow?: (work: Work) => SQL | undefined;
  /** Takes the place of what a verb's call does; `plain` is that, for before, after or instead of it. */
  verbs?: { readonly [V in CallVerb]?: (work: Work, plain: Plain) => Promise<unknown> };
  readonly files?: Filing;
};

/** The content of a configuration file: names of fields and their values, without ids. */
export type FileDoc = Readonly<Record<string, unknown>>;

/**
 * How rows are kept as files (kit/config) where that is not field by field. Everything runs in the transaction of the
 * call that asks.
 */
export type Filing = {
  /** Content of a file besides the fields of its resource. */
  readonly also?: readonly string[];
  /** The values of `also`, a row each in order; null for a row that has no file. */
  read?(rows: readonly Stored[], work: Work): Promise<readonly (FileDoc | null)[]>;
  /**
   * What has been entered over a row already and waits for somebody else's word, such as a draft; `also` as `read`
   * gives it.
   */
  waiting?(row: Stored, work: Work): Promise<readonly { readonly row: Stored; readonly also: FileDoc }[]>;
  /**
   * Takes the place of the call that saves. `values` as a form sends them, with those of `also`; `plain` is that call.
   * @returns the row's id
   */
  save?(row: Stored | null, values: FileDoc, plain: () => Promise<string>, work: Work): Promise<string>;
  /** Saves all rows of a lot together, where its call accepts only the whole set. */
  saveAll?(parkId: string, rows: readonly FileDoc[], work: Work): Promise<void>;
};

/** What a verb's call does by the declaration and its rules alone. */
export type Plain = (work: Work) => Promise<unknown>;

/** The calls of a resource; `submit` adds and edits, a second path of a list is a list. */
export type CallVerb = 'list' | 'detail' | 'submit' | 'remove';

export const ruled = new Map<string, Rules>();

/**
 * The rules a resource was served with, for imports: a row from a file is saved no other way than one from the form.
 */
export const rulesOf = (of: Resource): Rules => ruled.get(of.name) ?? {};
