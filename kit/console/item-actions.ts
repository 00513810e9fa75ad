import type { Fields } from '#kit/declare/field.ts';
import type { Call } from '#kit/declare/call.ts';
import type { Transition } from '#kit/declare/lifecycle.ts';
import type { Resource, RowAction } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from './ask.ts';
import { fieldsOf } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { pathOf } from './listing.ts';
import { confirm, notify } from './notices.ts';
import { say } from './language.ts';

/**
 * An action on one row or several. `main`: the most frequent one, its button before all others. `run` sends it;
 * `fields` are prompted for first, or `sure` is confirmed where it has none.
 */
export type ItemAction = {
  name: string;
  label: Text;
  danger: boolean;
  batch: boolean;
  main: boolean;
  fields?: Fields;
  /** By the row, of an action on one. */
  sure?: (row: AnyRow) => Text;
  run: (rows: readonly AnyRow[], values: Readonly<Record<string, unknown>>, key: string) => Promise<unknown>;
};

export const words = {
  remove: text('删除', 'Delete'),
  removed: text('删除成功', 'Deleted'),
  done: text('操作成功', 'Done'),
  about: text('{label} · {names}', '{label} · {names}'),
  sureRemove: text('将永久删除{names}，是否继续？', 'This permanently deletes {names}. Continue?'),
  named: text('“{name}”', '“{name}”'),
  between: text('、', ', '),
  andMore: text('{names}等 {n} 条', '{names} and {n} more'),
  nameless: text('所选的 {n} 条{what}', '{n} of {what}'),
  sureAction: text('确定要{action}吗？', '{action}: are you sure?'),
};

const ids = (rows: readonly AnyRow[]): string => rows.map((row) => row.id).join(',');

function transition(of: Resource, name: string, action: Transition): ItemAction {
  const { path, key = 'ids', with: fixed = {} } = action.wire!;
  const full = path.startsWith('/') ? path : `${of.wire.base}/${path}`;
  return {
    name,
    label: action.label,
    danger: action.tone === 'danger',
    main: action.tone === 'primary',
    batch: action.batch === true,
    ...(action.ask ? { fields: action.ask } : { sure: () => fill(words.sureAction, { action: action.label }) }),
    run: (rows, values, once) =>
      ask(full, { [key]: ids(rows), ...values, ...fixed }, { method: 'POST', key: once, quiet: true }),
  };
}

/** What the person fills in for a row action: the call's input without the key that the row gives. */
function inputFields(call: Call, key: string): Fields | undefined {
  const fields = Object.fromEntries(
    Object.entries(call.input).filter(([name, field]) => name !== key && !field.hidden && !field.readOnly),
  );
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** An action that came without a command has nothing to wait for. */
const isGiven = (commandIds: unknown): boolean => !Array.isArray(commandIds) || commandIds.length > 0;

const sureOf =
  ({ confirm: usual, confirmOf }: RowAction, label: Text) =>
  (row: AnyRow): Text =>
    confirmOf?.is[String(row[confirmOf.field])] ?? usual ?? fill(words.sureAction, { action: label });

function rowAction(action: RowAction): ItemAction {
  const fields = inputFields(action.call, action.key);
  const label = action.label ?? action.call.title;
  return {
    name: action.call.name,
    label,
    danger: action.tone === 'danger',
    main: action.tone === 'primary',
    batch: false,
    ...(fields ? { fields } : { sure: sureOf(action, label) }),
    run: ([row], values, once) =>
      ask<{ commandIds?: unknown }>(
        action.call,
        { [action.key]: row![action.from ?? 'id'], ...values },
        { key: once, quiet: true },
      ).then(
        (answer) =>
          action.outcome &&
          isGiven(answer.commandIds) &&
          ask(action.outcome, { commandIds: answer.commandIds }, { quiet: true }),
      ),
  };
}

const removal = (of: Resource): ItemAction => ({
  name: 'remove',
  label: words.remove,
  danger: true,
  main: false,
  batch: true,
  run: (rows, _, once) =>
    ask(pathOf(of, 'remove'), {}, { method: 'POST', query: { ids: ids(rows) }, key: once, quiet: true }),
});

/** All actions a declaration names, in the order of their buttons; a row's `may` names those it allows. */
export function itemActionsOf(of: Resource): ItemAction[] {
  const actions = Object.entries(of.lifecycle?.actions ?? {}).filter(
    ([, action]) => action.wire && (action.by === 'staff' || action.by === 'owner'),
  );
  return [
    ...actions.map(([name, action]) => transition(of, name, action)),
    ...of.actions.map(rowAction),
    ...(of.verbs.includes('remove') ? [removal(of)] : []),
  ];
}

/** Rows name a row action by its whole name or by its verb. */
export const allows = (row: AnyRow, name: string): boolean =>
  row.may !== undefined && (row.may.includes(name) || row.may.includes(name.split('.').pop()!));

const mostNames = 3;

/** What rows are called: the first few, and how many there are besides. Where rows of a kind have no name, how many. */
export function namesOf(of: Resource, rows: readonly AnyRow[]): Text {
  const field = fieldsOf(of)[of.display];
  const names = rows.slice(0, mostNames).flatMap((row): Text[] => {
    const value = row.labels?.[of.display] ?? row[of.display];
    if (typeof value !== 'string' || value === '') return [];
    return [field?.options?.[value] ?? text(value, value)];
  });
  if (names.length === 0) return fill(words.nameless, { n: rows.length, what: of.many });
  const listed = names
    .map((name) => fill(words.named, { name }))
    .reduce((before, name) =>
      fill(text('{before}{between}{name}', '{before}{between}{name}'), { before, between: words.between, name }),
    );
  const more = rows.length - names.length;
  // In Chinese one says how many there are in all, in English how many there are besides.
  return more > 0
    ? {
        zh: fill(words.andMore, { names: listed, n: rows.length }).zh,
        en: fill(words.andMore, { names: listed, n: more }).en,
      }
    : listed;
}

/** What is about to be done, and to which rows. */
export const titleOf = (of: Resource, { label }: ItemAction, rows: readonly AnyRow[]): Text =>
  fill(words.about, { label, names: namesOf(of, rows) });

/** Confirms where needed, runs the action and shows the outcome. */
export async function perform(of: Resource, action: ItemAction, rows: readonly AnyRow[]): Promise<boolean> {
  const question =
    action.name === 'remove'
      ? {
          title: fill(words.about, { label: words.remove, names: of.title }),
          body: fill(words.sureRemove, { names: namesOf(of, rows) }),
          ok: words.remove,
        }
      : { title: titleOf(of, action, rows), body: action.sure!(rows[0]!) };
  if (!(await confirm({ ...question, danger: action.danger }))) return false;
  const failed = await action.run(rows, {}, newKey()).then(() => null, wordsOf);
  if (failed === null) notify.ok(say(action.name === 'remove' ? (of.pending ?? words.removed) : words.done));
  else notify.error(failed);
  return failed === null;
}
