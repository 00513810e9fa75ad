import type { ReactNode } from 'react';
import { Select } from 'antd';
import { text } from '#kit/declare/text.ts';
import type { FilterProps } from './filter-inputs.tsx';
import { RelationSelect } from './relation-select.tsx';
import { Antd } from './theme.tsx';
import { useWords } from './words.ts';

const words = { all: text('全部', 'All'), yes: text('是', 'Yes'), no: text('否', 'No') };

/** Search by chosen values: any of several options, yes or no, or another resource's row. */
export default function ChoiceFilter({
  name,
  field,
  id,
  filters,
  put,
  opened,
}: FilterProps & { /** The press that brought it here also opens it. */ opened: boolean }): ReactNode {
  const { t } = useWords();
  const value = filters[name] ?? '';
  const change = (next: string) => put({ [name]: next }, true);
  if (field.kind === 'relation' || field.kind === 'relations') {
    return (
      <Antd>
        <RelationSelect
          below
          many={value.includes(',')}
          id={id}
          field={field}
          opened={opened}
          value={value || null}
          among={filters}
          onChange={(next) => change(Array.isArray(next) ? next.join(',') : (next ?? ''))}
        />
      </Antd>
    );
  }
  if (field.kind === 'boolean') {
    const options = [
      { value: 'true', label: t(words.yes) },
      { value: 'false', label: t(words.no) },
    ];
    return (
      <Antd>
        <Select<string>
          id={id}
          autoFocus={opened}
          defaultOpen={opened}
          aria-label={t(field.label)}
          style={{ width: '100%' }}
          allowClear
          placeholder={t(words.all)}
          value={value || null}
          options={options}
          onChange={(next) => change(next ?? '')}
        />
      </Antd>
    );
  }
  const options = Object.entries(field.options ?? {}).map(([key, label]) => ({ value: key, label: t(label) }));
  return (
    <Antd>
      <Select<string[]>
        id={id}
        autoFocus={opened}
        defaultOpen={opened}
        mode="multiple"
        aria-label={t(field.label)}
        style={{ width: '100%' }}
        allowClear
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t(words.all)}
        value={value ? value.split(',') : []}
        options={options}
        onChange={(next) => change(next.join(','))}
      />
    </Antd>
  );
}
