import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { ask } from './ask.ts';
import { Pop } from './floating.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

/** How a person likes a list's columns. What is absent is as declared. */
export type ColumnChoice = { order?: string[]; hidden?: string[]; widths?: Record<string, number> };

/** All columns in the person's order; ones declared since then stand at their declared place. */
export function ordered(all: readonly string[], choice: ColumnChoice): string[] {
  const known = (choice.order ?? []).filter((name) => all.includes(name));
  const result = [...known];
  all.forEach((name, at) => { if (!known.includes(name)) result.splice(Math.min(at, result.length), 0, name); });
  return result;
}

const path = '/api/gatehouse/preference';
const saveDelayMs = 600;

/** The person's choice of columns for a list, kept on the server. */
export function useColumnChoice(key: string, standard: ColumnChoice): [ColumnChoice, (change: ColumnChoice | null) => void] {
  const client = useQueryClient();
  const queryKey = ['preference', key];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => ask<ColumnChoice | null>(path, { key }, { signal, quiet: true }), staleTime: Infinity, retry: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const choice = useMemo(() => ({ ...standard, ...data }), [standard, data]);
  const put = (change: ColumnChoice | null) => {
    const value = change === null ? null : { ...choice, ...change };
    client.setQueryData(queryKey, value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(path, { key, value }, { method: 'POST', quiet: true }).catch(() => undefined), saveDelayMs);
  };
  return [choice, put];
}

const words = { columns: text('列设置', 'Columns'), earlier: text('前移', 'Move earlier'), later: text('后移', 'Move later'), standard: text('恢复默认', 'As declared') };

type Props = { all: readonly { id: string; title: string }[]; shown: readonly string[]; choice: ColumnChoice; onChange: (change: ColumnChoice | null) => void };

export function ColumnSettings({ all, shown, choice, onChange }: Props): ReactNode {
  const { t } = useWords();
  const ids = all.map(({ id }) => id);
  const move = (at: number, by: number) => {
    const order = [...ids];
    const [moved] = order.splice(at, 1);
    order.splice(at + by, 0, moved!);
    onChange({ order });
  };
  return (
    <Pop label={t(words.columns)} className="gh-btn icon" button={<Icon name="columns" />}>
      <div className="gh-columns">
        {all.map(({ id, title }, at) => (
          <div key={id}>
            <label><input type="checkbox" checked={shown.includes(id)} onChange={(event) => onChange({ hidden: event.target.checked ? (choice.hidden ?? []).filter((name) => name !== id) : [...(choice.hidden ?? []), id] })} /> {title}</label>
            <button type="button" className="gh-btn plain" disabled={at === 0} aria-label={`${t(words.earlier)} ${title}`} onClick={() => move(at, -1)}><Icon name="up" size={13} /></button>
            <button type="button" className="gh-btn plain" disabled={at === all.length - 1} aria-label={`${t(words.later)} ${title}`} onClick={() => move(at, 1)}><Icon name="down" size={13} /></button>
          </div>
        ))}
      </div>
      <hr />
      <button type="button" className="item" onClick={() => onChange(null)}>{t(words.standard)}</button>
    </Pop>
  );
}
