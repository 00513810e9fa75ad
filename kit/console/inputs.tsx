import { useState } from 'react';
import type { FC, ReactNode } from 'react';
import { ColorPicker, Input, InputNumber } from 'antd';
import type { Field, Kind } from '#kit/declare/field.ts';
import { useWords } from './words.ts';
import { words, full, state, inputAttributes, shownText, line } from './input-parts.tsx';
import type { InputProps } from './input-parts.tsx';
import { scaled, Decimal, Seconds } from './input-numbers.tsx';
import { Boolean, Choice, Choices, relation } from './input-choices.tsx';
import { day, Moment, TimeOfDay } from './input-times.tsx';
import { upload } from './input-files.tsx';
import { Offered } from './offered.tsx';

const LongText: FC<InputProps> = (props) => (
  <Input.TextArea
    {...inputAttributes(props)}
    autoSize={{ minRows: 2, maxRows: 8 }}
    maxLength={props.field.max ?? 2000}
    showCount
    value={shownText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
);

const Colour: FC<InputProps> = ({ value, onChange, disabled }) => (
  <ColorPicker
    disabledAlpha
    showText
    value={String(value || '#409EFF')}
    disabled={disabled}
    onChangeComplete={(next) => onChange(next.toHexString())}
  />
);

const Point: FC<InputProps> = ({ id, value, onChange, disabled, invalid }) => {
  const { t } = useWords();
  const [held, setHeld] = useState<{ lng: number | null; lat: number | null }>(
    (value as { lng: number; lat: number } | null) ?? { lng: null, lat: null },
  );
  const put = (change: Partial<typeof held>) => {
    const next = { ...held, ...change };
    setHeld(next);
    onChange(next.lng === null && next.lat === null ? null : next);
  };
  const box = (end: 'lng' | 'lat', own: string) => (
    <InputNumber<number>
      id={own}
      style={full}
      controls={false}
      disabled={disabled}
      {...state(invalid)}
      placeholder={t(words[end])}
      aria-label={t(words[end])}
      value={held[end]}
      onChange={(next) => put({ [end]: next })}
    />
  );
  return (
    <span className="gh-pair">
      {box('lng', id)}
      <span className="gh-dim">,</span>
      {box('lat', `${id}-lat`)}
    </span>
  );
};

const Json: FC<InputProps> = (props) => {
  const [typed, setTyped] = useState(
    typeof props.value === 'string' ? props.value : props.value ? JSON.stringify(props.value, null, 2) : '',
  );
  return (
    <Input.TextArea
      {...inputAttributes(props)}
      autoSize={{ minRows: 3, maxRows: 14 }}
      spellCheck={false}
      style={{ fontFamily: 'var(--gh-mono)' }}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        props.onChange(event.target.value);
      }}
    />
  );
};

const Secret: FC<InputProps> = (props) => {
  const { t } = useWords();
  const isSet = props.value === '••••';
  return (
    <Input.Password
      {...inputAttributes(props)}
      autoComplete="new-password"
      placeholder={isSet ? `•••• ${t(words.secret)}` : ''}
      value={isSet ? '' : shownText(props.value)}
      onChange={(event) => props.onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
};

/** How a value of each kind is entered. */
export const inputs: { readonly [K in Kind]: FC<InputProps> } = {
  text: line(),
  longText: LongText,
  integer: scaled(1),
  decimal: Decimal,
  money: scaled(100, 'yuan'),
  percent: scaled(100, '%'),
  boolean: Boolean,
  select: Choice,
  multiSelect: Choices,
  relation: relation(false),
  relations: relation(true),
  plate: line({ upper: true, hint: 'plate' }),
  phone: line({ type: 'tel' }),
  idCard: line({ upper: true }),
  email: line({ type: 'email' }),
  url: line({ type: 'url' }),
  date: day('date'),
  month: day('month'),
  dateTime: Moment,
  timeOfDay: TimeOfDay,
  duration: Seconds,
  colour: Colour,
  image: upload('image/*'),
  file: upload(undefined),
  geoPoint: Point,
  json: Json,
  secret: Secret,
  cron: line(),
};

const wide: ReadonlySet<Kind> = new Set<Kind>(['longText', 'json', 'relations', 'url']);

export const isFull = (field: Field): boolean => wide.has(field.kind);

export const InputOf = (props: InputProps): ReactNode => {
  const Input1 = props.field.dictionary ? Offered : inputs[props.field.kind];
  return <Input1 {...props} />;
};
