import type { FC } from 'react';
import { InputNumber } from 'antd';
import { duration } from '#kit/declare/format.ts';
import { useWords } from './words.ts';
import { words, full, inputAttributes } from './input-parts.tsx';
import type { InputProps } from './input-parts.tsx';

/**
 * A number held as a whole count of `1/scale`: fen for yuan, hundredths for percent. Read as text, so no floating point
 * rounds it.
 */
export const scaled = (scale: 1 | 100, unit?: 'yuan' | '%'): FC<InputProps> =>
  function Scaled(props) {
    const { t } = useWords();
    const { field, value, onChange } = props;
    const bound = (limit: number | undefined) => (limit === undefined ? undefined : limit / scale);
    const read = (typed: string | number | null) =>
      onChange(typed === null || typed === '' ? null : Math.round(Number((Number(typed) * scale).toFixed(2))));
    const [min, max] = [bound(field.min), bound(field.max)];
    return (
      <InputNumber<string | number>
        {...inputAttributes(props)}
        style={full}
        controls={false}
        precision={scale === 1 ? 0 : 2}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(unit ? { suffix: unit === '%' ? '%' : t(words.yuan) } : {})}
        value={value === null || value === undefined ? null : Number(value) / scale}
        onChange={read}
      />
    );
  };

export const Decimal: FC<InputProps> = (props) => (
  <InputNumber<number>
    {...inputAttributes(props)}
    style={full}
    controls={false}
    value={props.value as number | null}
    onChange={props.onChange}
  />
);

export const Seconds: FC<InputProps> = (props) => {
  const { t, lang } = useWords();
  const value = props.value as number | null;
  return (
    <InputNumber<number>
      {...inputAttributes(props)}
      style={full}
      min={0}
      precision={0}
      controls={false}
      suffix={value && value >= 60 ? `${t(words.seconds)} = ${duration(value, lang)}` : t(words.seconds)}
      value={value}
      onChange={props.onChange}
    />
  );
};
