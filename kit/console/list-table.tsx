import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { drawn } from './cells.tsx';
import { ordered, useColumnChoice } from './column-choice.ts';
import type { ColumnChoice } from './column-choice.ts';
import type { ItemAction } from './item-actions.ts';
import { allows } from './item-actions.ts';
import { columnFields, columnWidth, isNumeric, isWhole, isSortable } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { Pop } from './floating.tsx';
import { Icon } from './icon.tsx';
import { useKeys } from './keyboard.ts';
import { useMay } from './me.ts';
import { useNarrow } from './narrow.ts';
import type { Column } from './table.tsx';
import { useWords } from './words.ts';

/** Own drawings of single fields, by field name. */
export type Slots = Readonly<Record<string, (row: AnyRow) => ReactNode>>;

const words = {
  number: text('序号', 'No.'),
  doing: text('操作', 'Actions'),
  edit: text('编辑', 'Edit'),
  detail: text('详情', 'Details'),
  more: text('更多', 'More'),
};
export const editWords = words.edit;

/** The columns a list's address names, and the means to name others; empty where the person's own choice holds. */
type Named = { columns: string; onColumns: (columns: string) => void };

/** The choice of columns in force: the address's before the person's own. Widths are always his. */
function useChoice(
  of: Resource,
  all: readonly string[],
  { columns, onColumns }: Named,
): [ColumnChoice, (change: ColumnChoice | null) => void] {
  const standard = useMemo(() => ({ hidden: all.filter((name) => !of.list.includes(name)) }), [of, all]);
  const [own, setOwn] = useColumnChoice(`list:${of.name}`, standard);
  const choice = useMemo(() => {
    const named = columns.split(',').filter((name) => all.includes(name));
    return named.length === 0 ? own : { ...own, order: named, hidden: all.filter((name) => !named.includes(name)) };
  }, [all, columns, own]);
  const change = (next: ColumnChoice | null) => {
    if (choice === own || next?.widths) return setOwn(next);
    const changed = { ...choice, ...next };
    return onColumns(
      next === null
        ? ''
        : ordered(all, changed)
            .filter((name) => !changed.hidden?.includes(name))
            .join(','),
    );
  };
  return [choice, change];
}

const unnamed: Named = { columns: '', onColumns: () => undefined };

/** The columns a person sees of a resource, and the means to change them. */
export function useColumns(of: Resource, slots: Slots | undefined, firstNumber: number, named: Named = unnamed) {
  const wording = useWords();
  const { t } = wording;
  const whole = useMay()(`${of.name}:unmask`);
  const fields = useMemo(() => columnFields(of), [of]);
  const all = useMemo(
    () => [
      ...of.list,
      ...Object.keys(fields).filter(
        (name) => !of.list.includes(name) && !fields[name]!.hidden && fields[name]!.kind !== 'secret',
      ),
    ],
    [of, fields],
  );
  const [choice, setChoice] = useChoice(of, all, named);
  const names = useMemo(() => ordered(all, choice), [all, choice]);
  const shown = useMemo(() => names.filter((name) => !choice.hidden?.includes(name)), [names, choice]);
  const columns = useMemo<Column[]>(() => {
    const column = (name: string): Column => {
      const field = fields[name]!;
      return {
        id: name,
        title: t(field.label),
        width: choice.widths?.[name] ?? columnWidth(field, t),
        // The order of masked values would reveal them; the server does not sort by them either.
        sortable: isSortable(field) && (!field.personal || whole),
        ...(isNumeric(field.kind) ? { align: 'right' as const } : {}),
        whole: isWhole(field.kind),
        cell: (row) => slots?.[name]?.(row) ?? drawn(name, field, row, wording),
      };
    };
    const serial: Column = {
      id: '#',
      title: t(words.number),
      width: 48,
      align: 'mid',
      cell: (_, index) => firstNumber + index,
    };
    return [serial, ...shown.map((name, at) => ({ ...column(name), begins: at === 0 }))];
  }, [fields, slots, wording, t, shown, choice, firstNumber, whole]);
  const settings = {
    all: names.map((id) => ({ id, title: t(fields[id]!.label) })),
    shown,
    choice,
    onChange: setChoice,
  };
  const setWidth = (id: string, width: number) => setChoice({ widths: { ...choice.widths, [id]: width } });
  return { columns, settings, setWidth };
}

export type ShownColumns = ReturnType<typeof useColumns>;

/** A button of a row besides the declared ones; `main` is what is mostly done with it, and stands before all. */
export type RowAction = { key: string; label: string; main?: boolean; danger?: boolean; onPick: () => void };
type Buttons = {
  actions: readonly ItemAction[];
  onDetail?: (row: AnyRow) => void;
  onEdit?: (row: AnyRow) => void;
  onAction: (action: ItemAction, row: AnyRow, index: number) => void;
  extra?: (row: AnyRow) => readonly RowAction[];
};

const inLine = 2;

/**
 * The column of row buttons: the first two in line, what is mostly done before all, the rest in a menu; in a narrow
 * window all of them, to leave the width to the data.
 */
export function useButtonColumn(
  { actions, onDetail, onEdit, onAction, extra }: Buttons,
  rows: readonly AnyRow[],
): Column | null {
  const { t } = useWords();
  const narrow = useNarrow();
  const possible = actions.filter((action) => rows.some((row) => allows(row, action.name)));
  const editable = onEdit && rows.some((row) => allows(row, 'edit'));
  if (possible.length === 0 && !editable && !onDetail && !extra) return null;
  const cell = (row: AnyRow, index: number): ReactNode => {
    const items: RowAction[] = [
      ...(extra?.(row) ?? []),
      ...possible
        .filter((action) => allows(row, action.name))
        .map((action) => ({
          key: action.name,
          label: t(action.label),
          danger: action.danger,
          main: action.main,
          onPick: () => onAction(action, row, index),
        })),
    ];
    const all = [
      ...items.filter(({ main }) => main),
      ...(onDetail ? [{ key: 'detail', label: t(words.detail), onPick: () => onDetail(row) }] : []),
      ...(onEdit && allows(row, 'edit') ? [{ key: 'edit', label: t(words.edit), onPick: () => onEdit(row) }] : []),
      ...items.filter(({ main }) => !main),
    ];
    const shown = narrow ? [] : all.length <= inLine + 1 ? all : all.slice(0, inLine);
    return (
      <span className="gh-rowbtns" onClick={(event) => event.stopPropagation()} role="presentation">
        {shown.map((item) => (
          <button
            key={item.key}
            type="button"
            className={`gh-link ${item.danger ? 'danger' : ''}`}
            onClick={item.onPick}
          >
            {item.label}
          </button>
        ))}
        {shown.length < all.length ? (
          <Pop
            label={t(narrow ? words.doing : words.more)}
            className="gh-link"
            button={narrow ? <Icon name="more" size={20} /> : t(words.more)}
            items={all.slice(shown.length)}
          />
        ) : null}
      </span>
    );
  };
  return { id: '(buttons)', title: t(words.doing), unseen: narrow, width: narrow ? 44 : 120, ends: true, cell };
}

/**
 * The row the keyboard stands on: j, k and the arrows move it, Enter opens it. It stays on its row when the list moves.
 */
export function useRowCursor(
  rows: readonly AnyRow[],
  open: (row: AnyRow, index: number) => void,
): { here: number; setHere: (index: number) => void } {
  const [id, setId] = useState<string | null>(null);
  const here = rows.findIndex((row) => row.id === id);
  const setHere = (index: number) => setId(rows[index]?.id ?? null);
  const move = (by: number) => {
    const next = Math.min(Math.max(here + by, 0), rows.length - 1);
    setHere(next);
    document.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const enter = () => {
    const row = rows[here];
    if (row) open(row, here);
  };
  useKeys({ j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), Enter: enter });
  return { here, setHere };
}
