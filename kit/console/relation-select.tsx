import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Select } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from './ask.ts';
import { useLater } from './later.ts';
import { useWords } from './words.ts';

export type Choice = { value: string; label: string } & Readonly<Record<string, unknown>>;
type Chosen = string | string[] | null;
export type RelationProps = {
  field: Field;
  value: Chosen;
  onChange: (value: Chosen) => void;
  /** The row's or the filter's other values; `field.within` narrows by one of them. */
  among: Readonly<Record<string, unknown>>;
  many?: boolean;
  /** To search by: a company includes those below it. */ below?: boolean;
  id?: string;
  /** Starts with its list open. */ opened?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
};

const words = {
  pick: text('请选择，可输入搜索', 'Select or type to search'),
  none: text('没有匹配项', 'No matches'),
  below: text('包含其下级单位', 'Includes subsidiaries'),
};
const searchDelayMs = 200;

const idsOf = (value: Chosen): string[] =>
  value === null ? [] : Array.isArray(value) ? value : value.split(',').filter(Boolean);

function BelowNote(): ReactNode {
  const { t } = useWords();
  return <p className="gh-note">{t(words.below)}</p>;
}
const aboveNote = (menu: ReactElement): ReactElement => (
  <>
    {menu}
    <BelowNote />
  </>
);

/** The rows to choose from, as found by what was typed, and those that are chosen. */
function useOptions(
  { field, among, below }: { field: Field; among: RelationProps['among']; below: boolean | undefined },
  ids: readonly string[],
  keyword: string,
  opened: boolean,
) {
  const target = field.target!();
  const path = `/api/gatehouse/options/${target.name}`;
  const narrow = {
    ...field.only,
    ...(field.within ? { [field.within]: among[field.within] ?? '', ...(below ? { below } : {}) } : {}),
  };
  const named = useQuery({
    queryKey: ['options', target.name, 'ids', ids.join(',')],
    queryFn: ({ signal }) => ask<Choice[]>(path, { ids }, { signal, quiet: true }),
    enabled: ids.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: ['options', target.name, keyword, narrow],
    queryFn: ({ signal }) => ask<Choice[]>(path, { keyword, ...narrow }, { signal, quiet: true }),
    enabled: opened,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const choices = new Map(
    [...(found.data ?? []), ...(named.data ?? []).filter((choice) => ids.includes(choice.value) && keyword === '')].map(
      (choice) => [choice.value, choice],
    ),
  );
  return {
    options: [...choices.values()],
    labelOf: (id: unknown) => named.data?.find((choice) => choice.value === id)?.label,
    loading: found.isFetching,
  };
}

/** Picks rows of another resource: the first 300 immediately, others by searching on the server. */
export function RelationSelect({
  field,
  value,
  onChange,
  among,
  many,
  below,
  id,
  opened: atOnce = false,
  disabled,
  invalid,
  describedBy,
}: RelationProps): ReactNode {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(atOnce);
  const keyword = useLater(typed, searchDelayMs);
  const target = field.target!();
  const ids = idsOf(value);
  const { options, labelOf, loading } = useOptions({ field, among, below }, ids, keyword, opened);
  return (
    <Select
      {...(id ? { id } : {})}
      aria-label={t(field.label)}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const } : {})}
      style={{ width: '100%' }}
      autoFocus={atOnce}
      defaultOpen={atOnce}
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      disabled={disabled ?? false}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      placeholder={t(words.pick)}
      {...(below && target.self === 'company' ? { popupRender: aboveNote } : {})}
      notFoundContent={loading ? <span className="gh-spin" /> : t(words.none)}
      loading={loading}
      value={many ? ids : (ids[0] ?? null)}
      options={options.map((choice) => ({ value: choice.value, label: choice.label }))}
      labelRender={(item) => item.label ?? labelOf(item.value) ?? '…'}
      onOpenChange={(open) => {
        if (open) setOpened(true);
        else setTyped('');
      }}
      onChange={(next: string | string[] | null | undefined) => {
        setTyped('');
        onChange(next === undefined || (Array.isArray(next) && next.length === 0) ? null : next);
      }}
    />
  );
}
