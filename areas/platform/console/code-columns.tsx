import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { columnKinds } from '../model/code.ts';
import type { CodeColumn, ColumnKind } from '../model/code.ts';

const words = {
  column: text('列', 'Column'),
  type: text('类型', 'Type'),
  field: text('字段', 'Field'),
  kind: text('种类', 'Kind'),
  target: text('关联的表', 'Table'),
  byName: text('按列名猜测', 'A guess by its name'),
  byKey: text('外键', 'Foreign key'),
  zh: text('中文标签', 'Chinese label'),
  en: text('英文标签', 'English label'),
  required: text('必填', 'Required'),
  search: text('查询', 'Search'),
  list: text('列表', 'List'),
  personal: text('个人信息', 'Personal'),
  take: text('采用', 'Taken'),
};

const typed = ['field', 'zh', 'en'] as const;
const ticked = ['required', 'search', 'list', 'personal'] as const;

type Change = Partial<CodeColumn>;
type RowProps = { readonly of: CodeColumn; readonly onChange: (change: Change) => void };

/** What a column becomes; of a relation, rows of which table, and what that follows from. */
function KindOf({ of, onChange }: RowProps): ReactNode {
  const { t } = useWords();
  const labelOf = (label: Text) => `${of.column} ${t(label)}`;
  return (
    <>
      <select
        className="gh-input"
        aria-label={labelOf(words.kind)}
        value={of.kind}
        disabled={of.skip}
        onChange={(event) => onChange({ kind: event.target.value as ColumnKind })}
      >
        {Object.entries(columnKinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {t(label)}
          </option>
        ))}
      </select>
      {of.kind === 'relation' ? (
        <>
          <input
            type="text"
            className="gh-input"
            aria-label={labelOf(words.target)}
            placeholder={t(words.target)}
            value={of.target ?? ''}
            disabled={of.skip}
            onChange={(event) => onChange({ target: event.target.value, targetBy: null })}
          />
          {of.targetBy ? <small>{t(of.targetBy === 'key' ? words.byKey : words.byName)}</small> : null}
        </>
      ) : null}
    </>
  );
}

function Row({ of, onChange }: RowProps): ReactNode {
  const { t } = useWords();
  const labelOf = (label: Text) => `${of.column} ${t(label)}`;
  return (
    <tr className={of.skip ? 'skip' : ''}>
      <th scope="row">{of.column}</th>
      <td>{of.type}</td>
      {typed.slice(0, 1).map((name) => (
        <td key={name}>
          <input
            type="text"
            className="gh-input"
            aria-label={labelOf(words[name])}
            value={of[name]}
            disabled={of.skip}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </td>
      ))}
      <td>
        <KindOf of={of} onChange={onChange} />
      </td>
      {typed.slice(1).map((name) => (
        <td key={name}>
          <input
            type="text"
            className="gh-input"
            aria-label={labelOf(words[name])}
            value={of[name]}
            disabled={of.skip}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </td>
      ))}
      {ticked.map((name) => (
        <td key={name}>
          <input
            type="checkbox"
            aria-label={labelOf(words[name])}
            checked={of[name]}
            disabled={of.skip}
            onChange={(event) => onChange({ [name]: event.target.checked })}
          />
        </td>
      ))}
      <td>
        <input
          type="checkbox"
          aria-label={labelOf(words.take)}
          checked={!of.skip}
          onChange={(event) => onChange({ skip: !event.target.checked })}
        />
      </td>
    </tr>
  );
}

const heads = [
  words.column,
  words.type,
  words.field,
  words.kind,
  words.zh,
  words.en,
  words.required,
  words.search,
  words.list,
  words.personal,
  words.take,
];

type Props = { readonly columns: readonly CodeColumn[]; readonly onColumns: (next: readonly CodeColumn[]) => void };

/** What each column of the table becomes. */
export function CodeColumns({ columns, onColumns }: Props): ReactNode {
  const { t } = useWords();
  return (
    <WideFrame>
      <table className="gh-bill tool-columns">
        <thead>
          <tr>
            {heads.map((label) => (
              <th key={label.en} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((of, nth) => (
            <Row
              key={of.column}
              of={of}
              onChange={(change) => onColumns(columns.map((each, at) => (at === nth ? { ...each, ...change } : each)))}
            />
          ))}
        </tbody>
      </table>
    </WideFrame>
  );
}
