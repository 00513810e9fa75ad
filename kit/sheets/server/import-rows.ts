/** Rows of a file on their way into the table: many in one statement where their checks allow it, else each by itself. */
import { checkFields } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rulesOf } from '#kit/server/rules.ts';
import type { Rules } from '#kit/server/rules.ts';
import { add, addTogether, rowToAdd } from '#kit/server/save.ts';
import type { AuditEntry, Work } from '#kit/server/work.ts';

/** What the form would have sent, and what could not be read. */
export type Reading = { input: Record<string, unknown>; wrongs: Problem[] };

/** Saves one row inside a savepoint of its own: all of it or nothing. Answers what is wrong with it. */
async function saveRow(of: Resource, { input, wrongs }: Reading, work: Work): Promise<readonly Problem[]> {
  if (wrongs.length > 0) {
    const named = new Set(wrongs.map(({ field }) => field));
    const writable = Object.fromEntries(
      Object.entries(of.fields).filter(([name, field]) => !field.readOnly && !named.has(name)),
    );
    return [...wrongs, ...checkFields(writable, input, true).problems];
  }
  const entries: AuditEntry[] = [];
  const afterwards: (() => void)[] = [];
  await work.db.raw('SAVEPOINT one_row');
  try {
    await add(
      of,
      input,
      { ...work, raw: input, record: (entry) => entries.push(entry), afterCommit: (then) => afterwards.push(then) },
      rulesOf(of),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await work.db.raw('ROLLBACK TO SAVEPOINT one_row');
    return error.problems.length > 0 ? error.problems : [{ field: '', msg: error.words }];
  } finally {
    await work.db.raw('RELEASE SAVEPOINT one_row').catch(() => undefined); // gone already when the transaction itself is lost
  }
  entries.forEach(work.record);
  afterwards.forEach(work.afterCommit);
  return [];
}

/** Rows of a file that are stored in one statement. */
const BATCH = 200;
type Numbered = { readonly line: number; readonly reading: Reading };
type Outcome = { readonly line: number; readonly problems: readonly Problem[] };

/** Whether a row's checks look at no other row of the file, so that several may be stored at once. */
const isApart = ({ apart, check, fill: filled, saved }: Rules): boolean =>
  apart === true || (!check && !filled && !saved);

export const rowsAtOnce = (of: Resource): number => (isApart(rulesOf(of)) ? BATCH : 1);

/** Saves rows of a file; answers what is wrong with those that are not saved. */
export async function saveRows(of: Resource, lines: readonly Numbered[], work: Work): Promise<Outcome[]> {
  if (lines.length > 1) return saveTogether(of, lines, work);
  const outcomes: Outcome[] = [];
  for (const { line, reading } of lines) {
    const problems = await saveRow(of, reading, work);
    if (problems.length > 0) outcomes.push({ line, problems });
  }
  return outcomes;
}

/**
 * Saves rows in one statement; those that it leaves out are tried one by one, which answers why. Where the statement
 * itself fails, all of them are.
 */
async function saveTogether(of: Resource, lines: readonly Numbered[], work: Work): Promise<Outcome[]> {
  const rules = rulesOf(of);
  const outcomes: Outcome[] = [];
  const ready: (Numbered & { readonly row: Record<string, unknown> & { id: string } })[] = [];
  const oneByOne: Numbered[] = [];
  for (const each of lines) {
    const { input, wrongs } = each.reading;
    const row =
      wrongs.length > 0
        ? null
        : await rowToAdd(of, input, { ...work, raw: input }, rules).catch((error: unknown) => {
            if (error instanceof Refused) return null;
            throw error;
          });
    if (row) ready.push({ ...each, row });
    else oneByOne.push(each);
  }
  const stored = ready.length === 0 ? new Set<string>() : await storedOf(of, ready, work, rules);
  for (const { row, ...each } of ready) if (!stored.has(row.id)) oneByOne.push(each);
  for (const { line, reading } of oneByOne.toSorted((a, b) => a.line - b.line)) {
    const problems = await saveRow(of, reading, work);
    if (problems.length > 0) outcomes.push({ line, problems });
  }
  return outcomes;
}

async function storedOf(
  of: Resource,
  ready: readonly { readonly row: Record<string, unknown> & { id: string } }[],
  work: Work,
  rules: Rules,
): Promise<ReadonlySet<string>> {
  const entries: AuditEntry[] = [];
  await work.db.raw('SAVEPOINT some_rows');
  try {
    const recording = { ...work, record: (entry: AuditEntry) => entries.push(entry) };
    const ids = await addTogether(
      of,
      ready.map(({ row }) => row),
      recording,
      rules,
    );
    entries.forEach(work.record);
    return ids;
  } catch {
    // What is wrong, and with which row, is answered by saving them one by one.
    await work.db.raw('ROLLBACK TO SAVEPOINT some_rows');
    return new Set();
  } finally {
    await work.db.raw('RELEASE SAVEPOINT some_rows').catch(() => undefined); // gone already when the transaction itself is lost
  }
}
