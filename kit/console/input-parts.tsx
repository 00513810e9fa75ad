import type { FC } from 'react';
import { Input } from 'antd';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from './words.ts';

export type InputProps = {
  field: Field;
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The other values of the form. */
  among: Readonly<Record<string, unknown>>;
  disabled: boolean;
  invalid: boolean;
  describedBy: string | undefined;
};

export const words = {
  pick: text('请选择', 'Select'),
  secret: text('留空则不修改', 'Leave blank to keep unchanged'),
  lng: text('经度', 'Longitude'),
  lat: text('纬度', 'Latitude'),
  seconds: text('秒', 's'),
  yuan: text('元', 'yuan'),
  upload: text('上传', 'Upload'),
  replace: text('更换', 'Replace'),
  clear: text('清除', 'Clear'),
  tooLarge: text('文件不能超过10MB', 'The file is larger than 10 MB'),
  plate: text('如 京A12345', 'e.g. 京A12345'),
};

export const full = { width: '100%' } as const;

export const state = (invalid: boolean) => (invalid ? { status: 'error' as const } : {});

export const inputAttributes = ({ id, disabled, invalid, describedBy }: InputProps) => ({
  id,
  disabled,
  ...state(invalid),
  'aria-invalid': invalid,
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
});

export const shownText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export const line = (extra: { type?: string; upper?: boolean; hint?: 'plate' } = {}): FC<InputProps> =>
  function Line(props) {
    const { t } = useWords();
    const { value, onChange, field } = props;
    return (
      <Input
        {...inputAttributes(props)}
        type={extra.type ?? 'text'}
        maxLength={field.max ?? 100}
        autoComplete="off"
        value={shownText(value)}
        {...(extra.hint ? { placeholder: t(words[extra.hint]) } : {})}
        onChange={(event) => onChange(extra.upper ? event.target.value.toUpperCase() : event.target.value)}
      />
    );
  };
