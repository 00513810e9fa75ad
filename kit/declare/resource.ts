import type { Call } from './call.ts';
import type { Fields, Kind, Values } from './field.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Text } from './text.ts';

/**
 * Who owns a row. `platform`: one table for all, written by the platform operator, read by everyone.
 * `tenant`: one group of companies. `company`, `park`: narrower, and hidden from people without that company or lot.
 */
export type Scope = 'platform' | 'tenant' | 'company' | 'park';
export type Verb = 'list' | 'detail' | 'add' | 'edit' | 'remove' | 'export' | 'import';
export type PageKind = 'list' | 'tree' | 'record';

export type Wire = {
  /** e.g. `/api/updown/basePark`. */
  readonly base: string;
  /** Last part of the list's path; several where the contract names several for one list. Default `list`. */
  readonly list?: string | readonly string[];
  readonly detail?: string;
  readonly submit?: string;
  readonly remove?: string;
  /** Full path of an export the contract names itself. Every list can be exported besides. */
  readonly export?: string;
  /** The contract's spelling of the row's key, accepted beside `id` and answered beside it. */
  readonly key?: string;
  /** The contract has removal by GET here. */
  readonly removeByGet?: boolean;
};

export type RowAction = {
  readonly call: Call;
  /** The parameter of the call that carries the row's id (or another field of the row, see `from`). */
  readonly key: string;
  readonly from?: string;
  /** Polled with the answer's `commandIds` afterwards: the action is done when this says so. */
  readonly outcome?: Call;
  readonly label?: Text;
  readonly tone?: 'primary' | 'danger';
  /** Open only while fields of the row have one of these values each; `null` stands for a field without a value. */
  readonly when?: RowCondition | readonly RowCondition[];
  /** The confirmation before it happens; an action with input confirms by its form. */
  readonly confirm?: Text;
  /** Another confirmation for rows whose field has one of these values. */
  readonly confirmOf?: { readonly field: string; readonly is: Readonly<Record<string, Text>> };
};
export type RowCondition = {
  readonly field: string;
  readonly is: readonly string[];
  /** Open as well, whatever the field has, where this other field has a value. */
  readonly orWith?: string;
};

/** A resource that is configuration is kept as files too (kit/config): what rows are called there. */
export type Config = {
  /**
   * The folder of its files; of what belongs to a lot, within the lot's. One file holds all of a place where they are
   * `together`.
   */
  readonly folder: string;
  /** Fields whose values identify a row within its car park or, outside a lot, of its group. */
  readonly key: readonly string[];
  readonly together?: true;
  /**
   * Fields that are no configuration, besides those the kit leaves out by itself (personal data, secrets, pictures,
   * what the server writes).
   */
  readonly without?: readonly string[];
};

export type Resource<F extends Fields = Fields> = {
  readonly kind: 'resource';
  /** The table's and the permission codes' name: singular, camelCase. */
  readonly name: string;
  readonly title: Text;
  /**
   * What its page, table and menu entry are called: there are many of them. Follows from the title where English is
   * regular.
   */
  readonly many: Text;
  readonly area: string;
  /** The console screen; absent for a resource that is only part of other screens. */
  readonly route?: string;
  readonly page: PageKind;
  readonly help?: Text;
  readonly scope: Scope;
  /**
   * Another resource whose rows these are: a second screen and second calls over the same table, narrowed by its rules.
   */
  readonly rowsOf?: () => Resource;
  /** The menu group its page is added to, at the end, where `apps/menu.ts` does not place it among others. */
  readonly menu?: string;
  /** The row itself is the company or the lot that scopes narrow to. */
  readonly self?: 'company' | 'park';
  readonly fields: F;
  /** The field whose value names a row to a person. */
  readonly display: string;
  readonly unique: readonly (readonly string[])[];
  readonly index: readonly (readonly string[])[];
  /** The field that points at the parent row, for trees. */
  readonly parent?: string;
  readonly wire: Wire;
  readonly verbs: readonly Verb[];
  readonly list: readonly string[];
  readonly order: { readonly by: string; readonly desc: boolean };
  /**
   * Rows that have a value here are the system's own: nobody edits or removes them. The area's rules refuse it; this
   * shows it in the list.
   */
  readonly ownedBySystem?: string;
  /**
   * How fields are grouped in forms and records; a group with `onlyWith` is shown in records that have a value there.
   */
  readonly sections: readonly {
    readonly title: Text;
    readonly fields: readonly string[];
    readonly onlyWith?: string;
  }[];
  readonly lifecycle?: Lifecycle;
  readonly actions: readonly RowAction[];
  /** Rights that a call requires besides its own, such as one for large sums, by the code's verb. */
  readonly rights?: Readonly<Record<string, Text>>;
  /** Facts: partitioned by month of this dateTime field; lists of it have a default time range of so many days. */
  readonly facts?: { readonly by: string; readonly days: number };
  /** The dateTime field that `startTime` and `endTime` narrow, where the list is none of facts. */
  readonly range?: string;
  /** A date field: lists begin with days up to today; who narrows by that day or by time sees what is planned, too. */
  readonly until?: string;
  /** Parameters of the list that look in any of several relations to the same resource. */
  readonly either?: Readonly<Record<string, readonly string[]>>;
  /** Parameters of the list that the area's own `narrow` honours; those to search by are in the search bar. */
  readonly accepts?: Fields;
  /** What the console says after a form was sent or a row removed, where that does not take effect immediately. */
  readonly pending?: Text;
  /** Money and count columns added up over the whole filter and shown under the list. */
  readonly totals: readonly string[];
  readonly config?: Config;
  /** Sums by car park and day and, within a day, by these fields: see `rollup.ts`. */
  readonly rollup?: { readonly key: readonly string[] };
};

/** Of a resource that is not known by name, its values alone: any name may be one of them. */
export type Row<R> = R extends Resource<infer F> ? Values<F> & (string extends keyof F ? unknown : RowFrame) : never;
/** What every row carries besides its fields. */
export type RowFrame = {
  id: string;
  tenantId: number;
  companyId?: string | null;
  parkId?: string | null;
  createdAt: string;
  updatedAt: string;
  createdBy: string | null;
};

type Name<F> = keyof F & string;
/** What a declaration says: names of fields are checked here, so that a Resource itself can stand for any. */
type Options<F extends Fields> = {
  name: string;
  title: Text;
  area: string;
  fields: F;
  scope: Scope;
  wire: Wire;
  list: readonly Name<F>[];
  display?: Name<F>;
  parent?: Name<F>;
  unique?: readonly (readonly Name<F>[])[];
  index?: readonly (readonly Name<F>[])[];
  totals?: readonly Name<F>[];
  sections?: readonly { title: Text; fields: readonly Name<F>[]; onlyWith?: Name<F> }[];
  facts?: { by: Name<F>; days: number };
  range?: Name<F>;
  until?: Name<F>;
  either?: Readonly<Record<string, readonly Name<F>[]>>;
  order?: { by: Name<F> | 'createdAt' | 'updatedAt'; desc: boolean };
  config?: Config & { key: readonly Name<F>[]; without?: readonly Name<F>[] };
} & Partial<
  Omit<
    Resource<F>,
    | 'kind'
    | 'fields'
    | 'name'
    | 'title'
    | 'area'
    | 'scope'
    | 'wire'
    | 'list'
    | 'display'
    | 'parent'
    | 'unique'
    | 'index'
    | 'totals'
    | 'sections'
    | 'facts'
    | 'range'
    | 'until'
    | 'either'
    | 'order'
    | 'config'
  >
>;

const writing: readonly Verb[] = ['list', 'detail', 'add', 'edit', 'remove', 'export'];
const reading: readonly Verb[] = ['list', 'detail', 'export'];

/** The English plural of a regular noun. Records are named by many already, and Chinese has one form. */
const manyOf = ({ zh, en }: Text): Text => ({
  zh,
  en: /[^s]s$|ware$/.test(en)
    ? en
    : /[^aeiou]y$/.test(en)
      ? `${en.slice(0, -1)}ies`
      : /(x|ss|ch|sh)$/.test(en)
        ? `${en}es`
        : `${en}s`,
});

/** Declares a resource. Everything left out has the default a plain list wants. */
export function resource<const F extends Fields>(options: Options<F>): Resource<F> {
  const names = Object.keys(options.fields);
  const display = options.display ?? names.find((name) => /name$|Name$|^plate/.test(name)) ?? names[0]!;
  return {
    kind: 'resource',
    page: options.parent ? 'tree' : 'list',
    unique: [],
    index: [],
    sections: [],
    actions: [],
    totals: [],
    order: { by: options.facts?.by ?? 'createdAt', desc: true },
    verbs: options.page === 'record' ? reading : writing,
    many: options.page === 'record' ? options.title : manyOf(options.title),
    ...options,
    display,
  };
}

/** The fields of a form, in order. */
export const formFields = (of: Resource, adding: boolean): string[] =>
  Object.entries(of.fields)
    .filter(([, field]) => !field.readOnly && !field.hidden && (adding || !field.fixed))
    .map(([name]) => name);

/** Kinds that are looked in for a part of what they say. */
export const textKinds = ['text', 'longText', 'email', 'url', 'phone', 'idCard', 'cron', 'plate'] as const;
export type TextKind = (typeof textKinds)[number];
export const isTextKind = (kind: Kind): kind is TextKind => (textKinds as readonly Kind[]).includes(kind);

/** The fields a list's keyword is looked for in: the row's name and its other searchable text. */
export const keywordFields = ({ fields, display }: Resource): string[] =>
  Object.entries(fields)
    .filter(([name, field]) => isTextKind(field.kind) && (name === display || field.search))
    .map(([name]) => name);

/** A part that begins with a slash is a whole path: some of the contract's lists live elsewhere than their detail. */
const whole = (of: Resource, part: string): string => (part.startsWith('/') ? part : `${of.wire.base}/${part}`);

/** Lists that the contract names, as full paths. */
export const listPaths = (of: Resource): string[] => [of.wire.list ?? 'list'].flat().map((part) => whole(of, part));
export const detailPath = (of: Resource): string => whole(of, of.wire.detail ?? 'detail');
export const submitPath = (of: Resource): string => whole(of, of.wire.submit ?? 'submit');
export const removePath = (of: Resource): string => whole(of, of.wire.remove ?? 'remove');

/** All permission codes a resource brings: its verbs, its lifecycle's and its row actions. */
export function permissionsOf(of: Resource): string[] {
  const verbs = of.verbs.map((verb) => (verb === 'list' || verb === 'detail' ? 'read' : verb));
  const staff = Object.entries(of.lifecycle?.actions ?? {})
    .filter(([, action]) => action.by === 'staff' || action.by === 'owner')
    .map(([name]) => name);
  return [...new Set([...verbs, ...staff, ...Object.keys(of.rights ?? {})])].map((verb) => `${of.name}:${verb}`);
}
