import type { FC } from 'react';
import { Checkbox, Radio, Select, Switch } from 'antd';
import { RelationSelect } from './relation-select.tsx';
import { useWords } from './words.ts';
import { words, full, inputAttributes } from './input-parts.tsx';
import type { InputProps } from './input-parts.tsx';

export const Boolean: FC<InputProps> = ({ id, value, onChange, disabled, field }) => {
  const { t } = useWords();
  return (
    <Switch id={id} aria-label={t(field.label)} checked={value === true} disabled={disabled} onChange={onChange} />
  );
};

/** Up to three options are seen at a glance; more are a list to choose from. */
export const Choice: FC<InputProps> = (props) => {
  const { t } = useWords();
  const { field, value, onChange, disabled } = props;
  const options = Object.entries(field.options ?? {}).map(([key, label]) => ({ value: key, label: t(label) }));
  if (options.length <= 3)
    return (
      <Radio.Group
        id={props.id}
        aria-label={t(field.label)}
        options={options}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <Select
      {...inputAttributes(props)}
      style={full}
      allowClear={!field.required}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t(words.pick)}
      value={(value as string | null) ?? null}
      options={options}
      onChange={(next) => onChange(next ?? null)}
    />
  );
};

export const Choices: FC<InputProps> = (props) => {
  const { t } = useWords();
  const options = Object.entries(props.field.options ?? {}).map(([key, label]) => ({ value: key, label: t(label) }));
  const value = (props.value as string[] | null) ?? [];
  if (options.length <= 5)
    return <Checkbox.Group options={options} value={value} disabled={props.disabled} onChange={props.onChange} />;
  return (
    <Select
      {...inputAttributes(props)}
      style={full}
      mode="multiple"
      placeholder={t(words.pick)}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={options}
      onChange={props.onChange}
    />
  );
};

export const relation = (many: boolean): FC<InputProps> =>
  function Related({ field, id, value, onChange, among, disabled, invalid, describedBy }) {
    return (
      <RelationSelect
        field={field}
        id={id}
        many={many}
        value={(value as string | string[] | null) ?? null}
        onChange={onChange}
        among={among}
        disabled={disabled}
        invalid={invalid}
        {...(describedBy ? { describedBy } : {})}
      />
    );
  };
