import { useState } from 'react';
import type { ReactNode } from 'react';
import { defaultSize, paramsOf, stateOf } from '#kit/console/address.ts';
import { Value } from '#kit/console/cells.tsx';
import { Nothing } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { Pager } from '#kit/console/pager.tsx';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { DataTable } from '#kit/console/table.tsx';
import type { Column } from '#kit/console/table.tsx';
import { useWords } from '#kit/console/words.ts';
import type { Field } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { addSomeone, changeSomeone, fields, pageOfPeople, people, removePeople } from './people.ts';
import type { Someone } from './people.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const PersonForm = part(() => import('./person-form.tsx'));

const words = {
  note: text(
    '通用列表的样子：搜索、重置回到第 1 页、分页、新增、编辑、删除确认与成功提示。数据只在此浏览器中。',
    'How a list works: search, reset back to page 1, pages, add, edit, a delete that asks, and its success words. The rows are in this browser alone.',
  ),
  search: text('搜索', 'Search'),
  reset: text('重置', 'Reset'),
  add: text('新增', 'Add'),
  edit: text('编辑', 'Edit'),
  remove: text('删除', 'Delete'),
  refresh: text('刷新', 'Refresh'),
  buttons: text('操作', 'Actions'),
  nth: text('序号', 'No.'),
  please: text('提示', 'Please confirm'),
  sure: text('将永久删除“{name}”，是否继续？', 'This permanently deletes “{name}”. Continue?'),
  loaded: text('获取成功', 'Loaded'),
  added: text('新增成功', 'Added'),
  updated: text('更新成功', 'Saved'),
  removed: text('删除成功', 'Deleted'),
};

type Open = { row: Someone | null } | null;
type Buttons = { onEdit: (row: Someone) => void; onRemove: (row: AnyRow, index: number) => void };

function columnsOf(t: (words: Text) => string, first: number, buttons: Buttons | null): Column[] {
  const actions = (row: AnyRow, index: number): ReactNode => (
    <span className="row">
      <button type="button" className="gh-link" onClick={() => buttons?.onEdit(row as Someone)}>
        {t(words.edit)}
      </button>
      <button type="button" className="gh-link" onClick={() => buttons?.onRemove(row, index)}>
        {t(words.remove)}
      </button>
    </span>
  );
  return [
    { id: '#', title: t(words.nth), width: 64, cell: (_, index) => first + index },
    ...Object.entries<Field>(fields).map(([name, field]): Column => {
      const value = (row: AnyRow): ReactNode => <Value name={name} field={field} row={row} />;
      return { id: name, title: t(field.label), width: 100, cell: value };
    }),
    ...(buttons ? [{ id: 'buttons', title: t(words.buttons), width: 130, ends: true, cell: actions }] : []),
  ];
}

/** The rows that are kept in this browser, and what may be done with them. */
function usePeople() {
  const { t } = useWords();
  const [rows, setRows] = useState(people);
  const refresh = () => setRows(people());
  const save = async (before: Someone | null, values: Record<string, unknown>) => {
    const given = values as Omit<Someone, 'id'>;
    if (before) changeSomeone({ ...before, ...given });
    else addSomeone(given);
    refresh();
    notify.ok(t(before ? words.updated : words.added));
  };
  const remove = async (row: AnyRow) => {
    if (!(await confirm({ title: words.please, body: fill(words.sure, { name: String(row['name']) }), danger: true })))
      return;
    removePeople([row.id]);
    refresh();
    notify.ok(t(words.removed));
  };
  return { rows, refresh, save, remove };
}

type SearchFormProps = { typed: string; onType: (typed: string) => void; onSearch: () => void; onReset: () => void };

function SearchForm({ typed, onType, onSearch, onReset }: SearchFormProps): ReactNode {
  const { t } = useWords();
  return (
    <form
      className="row"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <input
        className="gh-input"
        style={{ maxWidth: 240 }}
        aria-label={t(fields.name.label)}
        placeholder={t(fields.name.label)}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <button type="submit" className="gh-btn primary">
        {t(words.search)}
      </button>
      <button type="button" className="gh-btn" onClick={onReset}>
        {t(words.reset)}
      </button>
    </form>
  );
}

/** `onAdd` is null where the table is only read. */
function Tools({ onAdd, onRefresh }: { onAdd: (() => void) | null; onRefresh: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <span className="status" role="status">
        {t(words.loaded)}
      </span>
      {onAdd ? (
        <button type="button" className="gh-btn primary" onClick={onAdd}>
          {t(words.add)}
        </button>
      ) : null}
      <button type="button" className="gh-btn" onClick={onRefresh}>
        {t(words.refresh)}
      </button>
    </>
  );
}

/**
 * The try-out table: read only at `/table`, with a dialog at `/crud`, with a whole form in the page at `/crud-form`.
 */
export default function PeoplePage(): ReactNode {
  const { t } = useWords();
  const { path, search, replace } = usePlace();
  const state = stateOf(new URLSearchParams(search));
  const { rows, refresh, save, remove } = usePeople();
  const [typed, setTyped] = useState(state.keyword);
  const [open, setOpen] = useState<Open>(null);
  const { records, total } = pageOfPeople(rows, state.keyword, state.page, state.size);
  const first = (state.page - 1) * state.size + 1;
  const show = (change: Partial<typeof state>) => replace(paramsOf({ ...state, ...change }));
  const reset = () => {
    setTyped('');
    show({ keyword: '', page: 1, size: defaultSize });
  };
  const columns = columnsOf(
    t,
    first,
    path === '/table' ? null : { onEdit: (row) => setOpen({ row }), onRemove: (row) => void remove(row) },
  );
  const title = path === '/table' ? titles.table : path === '/crud' ? titles.crud : titles.crudForm;
  const heading = t(open?.row ? words.edit : words.add);
  const given = open?.row ? { name: open.row.name, sex: open.row.sex } : { name: null, sex: '0' };
  return (
    <Sheet
      title={title}
      note={words.note}
      tools={<Tools onAdd={path === '/table' ? null : () => setOpen({ row: null })} onRefresh={refresh} />}
    >
      <SearchForm
        typed={typed}
        onType={setTyped}
        onSearch={() => show({ keyword: typed.trim(), page: 1 })}
        onReset={reset}
      />
      {open && path === '/crud-form' ? (
        <PersonForm
          key={open.row?.id ?? 'new'}
          title={heading}
          first={given}
          onSave={async (values) => {
            await save(open.row, values);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      <DataTable
        label={t(title)}
        columns={columns}
        rows={records}
        empty={records.length === 0 ? <Nothing filtered={state.keyword !== ''} onReset={reset} /> : undefined}
      />
      <Pager page={state.page} size={state.size} total={total} onPage={(page, size) => show({ page, size })} />
      {open && path === '/crud' ? (
        <AskDialog
          title={heading}
          fields={fields}
          first={given}
          run={(values) => save(open.row, values)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Sheet>
  );
}
