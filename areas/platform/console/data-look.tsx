import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { number } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { datasource, outsideTable, outsideTables } from '../model/datasource.ts';
import type { OutsideLook, OutsideTable } from '../model/datasource.ts';
import './tool.css';

const words = {
  back: text('返回列表', 'Back to the list'),
  find: text('按表名查找', 'Find a table'),
  pick: text('请选择一张表', 'Choose a table'),
  none: text('没有可读的表', 'No table that may be read'),
  view: text('视图', 'View'),
  about: text('约 {n} 行', 'About {n} rows'),
  columns: text('列', 'Columns'),
  name: text('列名', 'Column'),
  type: text('类型', 'Type'),
  must: text('必填', 'Required'),
  key: text('主键', 'Key'),
  note: text('说明', 'Comment'),
  rows: text('前 20 行', 'First 20 rows'),
  empty: text('没有数据', 'No rows'),
};

const qualifiedName = ({ schema, name }: OutsideTable): string => `${schema}.${name}`;

function Rows({ columns, rows }: OutsideLook): ReactNode {
  const { t } = useWords();
  const shown = columns.slice(0, rows[0]?.length ?? 0);
  return rows.length === 0 ? (
    <Nothing>{t(words.empty)}</Nothing>
  ) : (
    <WideFrame>
      <table className="gh-bill">
        <thead>
          <tr>
            {shown.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            <tr key={nth}>
              {row.map((cell, at) => (
                <td key={shown[at]!.name}>{cell ?? '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideFrame>
  );
}

function Table({ id, name }: { id: string; name: string }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [datasource.name, 'table', id, name],
    queryFn: ({ signal }) => ask<OutsideLook>(outsideTable, { id, tableName: name }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <>
      <h2 className="gh-group">{qualifiedName(data.table)}</h2>
      {data.table.note ? <p className="gh-dim">{data.table.note}</p> : null}
      <WideFrame>
        <table className="gh-bill">
          <caption className="gh-sr">{t(words.columns)}</caption>
          <thead>
            <tr>
              {[words.name, words.type, words.must, words.key, words.note].map((label) => (
                <th key={label.en} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.columns.map((column) => (
              <tr key={column.name}>
                <td>{column.name}</td>
                <td>{column.type}</td>
                <td>{column.required ? '✓' : ''}</td>
                <td>{column.isKey ? '✓' : ''}</td>
                <td>{column.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
      <h2 className="gh-group">{t(words.rows)}</h2>
      <Rows {...data} />
    </>
  );
}

function Tables(props: {
  tables: readonly OutsideTable[];
  chosen: string | null;
  onChoose: (name: string) => void;
}): ReactNode {
  const { tables, chosen, onChoose } = props;
  const { t } = useWords();
  return tables.length === 0 ? (
    <Nothing>{t(words.none)}</Nothing>
  ) : (
    <ul className="tool-tables">
      {tables.map((table) => (
        <li key={qualifiedName(table)}>
          <button
            type="button"
            className="gh-link"
            aria-pressed={chosen === qualifiedName(table)}
            onClick={() => onChoose(qualifiedName(table))}
          >
            {qualifiedName(table)}{' '}
            <small>
              {table.isView
                ? t(words.view)
                : table.rows === null
                  ? ''
                  : t(words.about).replace('{n}', number(table.rows))}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Tables of a data source and the first rows of one. Each request goes to the external database again. */
export default function DataLook({ id, onLeave }: { id: string; onLeave: () => void }): ReactNode {
  const { t } = useWords();
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [datasource.name, 'tables', id],
    queryFn: ({ signal }) => ask<OutsideTable[]>(outsideTables, { id }, { signal, quiet: true }),
    retry: false,
    gcTime: 0,
  });
  const part = find.trim().toLowerCase();
  const body = (tables: readonly OutsideTable[]) => (
    <div className="tool-look tool-body">
      <div>
        <input
          className="gh-input"
          type="search"
          aria-label={t(words.find)}
          placeholder={t(words.find)}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        <Tables
          tables={tables.filter((table) => qualifiedName(table).toLowerCase().includes(part))}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      <div className="tool-side">
        {chosen ? <Table key={chosen} id={id} name={chosen} /> : <p className="gh-dim">{t(words.pick)}</p>}
      </div>
    </div>
  );
  return (
    <Antd>
      <div className="gh-page">
        <div className="gh-card main">
          <div className="gh-tools gh-no-print">
            <h1>{t(datasource.title)}</h1>
            <span className="ways">
              <button type="button" className="gh-btn" onClick={onLeave}>
                {t(words.back)}
              </button>
            </span>
          </div>
          {error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : data ? (
            body(data)
          ) : (
            <span className="gh-spin" />
          )}
        </div>
      </div>
    </Antd>
  );
}
