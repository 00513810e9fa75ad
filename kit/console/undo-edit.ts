import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from './ask.ts';
import type { AnyRow } from './fields.ts';
import { say } from './language.ts';
import { fetchDetail, pathOf } from './listing.ts';
import { notify } from './notices.ts';

const words = {
  undone: text('已恢复为修改前', 'Restored as it was'),
  changed: text('此后又有修改，未能撤销', 'Changed again since; not undone'),
};

/** Whether an edit can be taken back: not what waits for somebody's approval, nor what nobody may read again. */
export const canUndo = (of: Resource, names: readonly string[]): boolean =>
  !of.pending && names.length > 0 && names.every((name) => of.fields[name] && of.fields[name].kind !== 'secret');

/** Whether the record still has what was saved: nobody has changed these fields since. */
export const isAsSaved = (now: AnyRow, saved: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify(now[name] ?? null) === JSON.stringify(saved[name] ?? null));

/** Writes the former values back, as another edit on record; not over what somebody else has changed meanwhile. */
export async function undoEdit(
  of: Resource,
  before: AnyRow,
  saved: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Promise<boolean> {
  try {
    const now = await fetchDetail(of, before);
    if (!isAsSaved(now, saved, names)) {
      notify.error(say(words.changed));
      return false;
    }
    const former = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
    await ask(
      pathOf(of, 'submit'),
      { ...former, id: before.id, updatedAt: now.updatedAt },
      { method: 'POST', key: newKey(), quiet: true },
    );
    notify.ok(say(words.undone));
    return true;
  } catch (error) {
    notify.error(wordsOf(error));
    return false;
  }
}
