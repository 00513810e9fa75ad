import { keep, kept } from '#kit/console/storage.ts';
import { select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** The rows of the try-out tables: a name that is searched for, and a sex. They live in this browser alone. */
export type Someone = { id: string; name: string; sex: '0' | '1' };

export const fields = {
  name: str(text('姓名', 'Name'), { required: true, max: 20, search: true }),
  sex: select(text('性别', 'Sex'), { 0: text('男', 'Male'), 1: text('女', 'Female') }, { required: true }),
};

const entry = 'sample-people';
const first: readonly Someone[] = Array.from({ length: 45 }, (_, at) => ({
  id: String(at + 1),
  name: `P-${String(at + 1).padStart(2, '0')}`,
  sex: at % 2 === 0 ? '0' : '1',
}));

export const people = (): readonly Someone[] => kept<Someone[]>(entry) ?? first;
const put = (rows: readonly Someone[]): void => keep(entry, rows);

export function addSomeone(given: Omit<Someone, 'id'>): void {
  const id = String(Math.max(0, ...people().map((row) => Number(row.id))) + 1);
  put([{ id, ...given }, ...people()]);
}
export const changeSomeone = (changed: Someone): void =>
  put(people().map((row) => (row.id === changed.id ? changed : row)));
export const removePeople = (ids: readonly string[]): void => put(people().filter(({ id }) => !ids.includes(id)));

/** One page of those whose name has the words in it. */
export function pageOfPeople(
  rows: readonly Someone[],
  name: string,
  page: number,
  size: number,
): { records: readonly Someone[]; total: number } {
  const found = rows.filter((row) => row.name.toLowerCase().includes(name.trim().toLowerCase()));
  return { records: found.slice((page - 1) * size, page * size), total: found.length };
}
