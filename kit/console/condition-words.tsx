import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { valueText } from '#kit/declare/value-text.ts';
import { ask } from './ask.ts';
import type { Condition } from './conditions.ts';
import type { Choice } from './relation-select.tsx';
import { zone } from './me.ts';
import { endsOf, spanWords } from './span.ts';
import { useWords } from './words.ts';

/** Kinds whose bounds are sent in their smallest unit. */
const amounts: ReadonlySet<Kind> = new Set<Kind>(['money', 'percent', 'duration']);
const words = { yes: text('是', 'Yes'), no: text('否', 'No') };
/** The most names shown; beyond that their number is. */
const mostNames = 3;

/** A condition in words: its field and the wanted values; rows it points at by their names. */
export function ConditionWords({
  of: { name, field },
  filters,
}: {
  of: Condition;
  filters: Readonly<Record<string, string>>;
}): ReactNode {
  const { t, lang } = useWords();
  const value = filters[name] ?? '';
  const target = value === '' ? undefined : field.target?.();
  const named = useQuery({
    queryKey: ['options', target?.name, 'ids', value],
    queryFn: ({ signal }) =>
      ask<Choice[]>(`/api/gatehouse/options/${target!.name}`, { ids: value }, { signal, quiet: true }),
    enabled: target !== undefined,
    staleTime: 60_000,
  });
  const amount = (wire: string): string => {
    if (wire === '' || !amounts.has(field.kind)) return wire;
    return valueText(field, Number(wire), { lang, zone: zone(), nameOf: (_, id) => id });
  };
  const oneOf = (each: string): string => {
    if (field.kind === 'boolean') return t(each === 'true' ? words.yes : words.no);
    return field.options?.[each] ? t(field.options[each]) : each.replace(/^"(.*)"$/, '$1');
  };
  const spoken = (): string => {
    const [from, to] = endsOf(name).map((end) => amount(filters[end] ?? '')) as [string, string];
    if (value === '') return spanWords(from, to);
    const all = target ? (named.data ?? []).map(({ label }) => label) : value.split(',').map(oneOf);
    const more = (target ? value.split(',').length : all.length) - mostNames;
    return `${all.slice(0, mostNames).join(', ')}${more > 0 ? ` +${more}` : ''}`;
  };
  return (
    <>
      {t(field.label)}: {spoken()}
    </>
  );
}
