import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from './ask.ts';
import { endsOf, spanWords } from './filter-inputs.tsx';
import { percent, wallTime } from './format.ts';
import { useMe, zone } from './me.ts';
import type { Choice } from './relation-select.tsx';
import { useWords } from './words.ts';

const words = {
  printed: text('打印于', 'Printed'),
  keyword: text('关键字', 'Keyword'),
  yes: text('是', 'Yes'),
  no: text('否', 'No'),
};

/** Whether anything is asked of a field; most are left alone. */
const isAsked = (name: string, filters: Readonly<Record<string, string>>): boolean =>
  [name, ...endsOf(name)].some((key) => (filters[key] ?? '') !== '');

/** A condition in words; the rows it points at by their names. */
function Said({
  name,
  field,
  filters,
}: {
  name: string;
  field: Field;
  filters: Readonly<Record<string, string>>;
}): ReactNode {
  const { t } = useWords();
  const value = filters[name] ?? '';
  const target = value === '' ? undefined : field.target?.();
  const named = useQuery({
    queryKey: ['options', target?.name, 'ids', value],
    queryFn: ({ signal }) =>
      ask<Choice[]>(`/api/gatehouse/options/${target!.name}`, { ids: value }, { signal, quiet: true }),
    enabled: target !== undefined,
    staleTime: 60_000,
  });
  const [from, to] = endsOf(name).map((end) => filters[end] ?? '') as [string, string];
  const amount = (wire: string): string =>
    wire === '' || (field.kind !== 'money' && field.kind !== 'percent')
      ? wire
      : field.kind === 'money'
        ? formatFen(Number(wire))
        : percent(Number(wire));
  const spoken =
    value === ''
      ? spanWords(amount(from), amount(to))
      : target
        ? (named.data ?? []).map((choice) => choice.label).join(', ')
        : field.kind === 'boolean'
          ? t(value === 'true' ? words.yes : words.no)
          : value
              .split(',')
              .map((each) => (field.options?.[each] ? t(field.options[each]) : each))
              .join(', ');
  return (
    <span>
      {t(field.label)}: {spoken}
    </span>
  );
}

/** What stands above a list, a report or a record on paper only: its name, what it was narrowed to, when and by whom it was printed. */
export function PrintHead({
  title,
  fields,
  filters,
  keyword = '',
}: {
  title: string;
  fields: readonly (readonly [string, Field])[];
  filters: Readonly<Record<string, string>>;
  keyword?: string;
}): ReactNode {
  const { t } = useWords();
  const me = useMe((state) => state.me);
  const [printed, setPrinted] = useState('');
  useEffect(() => {
    const note = () => flushSync(() => setPrinted(wallTime(new Date().toISOString(), zone())));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return (
    <div className="gh-print-head">
      <h2>{title}</h2>
      <p>
        {keyword ? (
          <span>
            {t(words.keyword)}: {keyword}
          </span>
        ) : null}
        {fields
          .filter(([name]) => isAsked(name, filters))
          .map(([name, field]) => (
            <Said key={name} name={name} field={field} filters={filters} />
          ))}
        <span>
          {t(words.printed)} {printed}
          {me ? ` · ${me.realName}` : ''}
        </span>
      </p>
    </div>
  );
}
