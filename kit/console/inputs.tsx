import { useState } from 'react';
import type { FC, ReactNode } from 'react';
import { Checkbox, ColorPicker, DatePicker, Input, InputNumber, Radio, Select, Switch, TimePicker, Upload } from 'antd';
import dayjs from 'dayjs';
import type { Field, Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from './ask.ts';
import { duration, instantOf, wallTime } from './format.ts';
import { Icon } from './icon.tsx';
import { zone } from './me.ts';
import { tell } from './notices.ts';
import { Thumb } from './picture.tsx';
import { RelationSelect } from './relation-select.tsx';
import { sha256 } from './sha256.ts';
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

const words = {
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
const full = { width: '100%' } as const;
const state = (invalid: boolean) => (invalid ? { status: 'error' as const } : {});
const said = ({ id, disabled, invalid, describedBy }: InputProps) => ({
  id,
  disabled,
  ...state(invalid),
  'aria-invalid': invalid,
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
});
const shownText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const line = (extra: { type?: string; upper?: boolean; hint?: 'plate' } = {}): FC<InputProps> =>
  function Line(props) {
    const { t } = useWords();
    const { value, onChange, field } = props;
    return (
      <Input
        {...said(props)}
        type={extra.type ?? 'text'}
        maxLength={field.max ?? 100}
        autoComplete="off"
        value={shownText(value)}
        {...(extra.hint ? { placeholder: t(words[extra.hint]) } : {})}
        onChange={(event) => onChange(extra.upper ? event.target.value.toUpperCase() : event.target.value)}
      />
    );
  };

const LongText: FC<InputProps> = (props) => (
  <Input.TextArea
    {...said(props)}
    autoSize={{ minRows: 2, maxRows: 8 }}
    maxLength={props.field.max ?? 2000}
    showCount
    value={shownText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
);

/** A number held as a whole count of `1/scale`: fen for yuan, hundredths for percent. Read as text, so no floating point rounds it. */
const scaled = (scale: 1 | 100, unit?: 'yuan' | '%'): FC<InputProps> =>
  function Scaled(props) {
    const { t } = useWords();
    const { field, value, onChange } = props;
    const bound = (limit: number | undefined) => (limit === undefined ? undefined : limit / scale);
    const read = (typed: string | number | null) =>
      onChange(typed === null || typed === '' ? null : Math.round(Number((Number(typed) * scale).toFixed(2))));
    const [min, max] = [bound(field.min), bound(field.max)];
    return (
      <InputNumber<string | number>
        {...said(props)}
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

const Decimal: FC<InputProps> = (props) => (
  <InputNumber<number>
    {...said(props)}
    style={full}
    controls={false}
    value={props.value as number | null}
    onChange={props.onChange}
  />
);

const Seconds: FC<InputProps> = (props) => {
  const { t, lang } = useWords();
  const value = props.value as number | null;
  return (
    <InputNumber<number>
      {...said(props)}
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

const Boolean: FC<InputProps> = ({ id, value, onChange, disabled, field }) => {
  const { t } = useWords();
  return (
    <Switch id={id} aria-label={t(field.label)} checked={value === true} disabled={disabled} onChange={onChange} />
  );
};

/** Up to three options are seen at a glance; more are a list to choose from. */
const Choice: FC<InputProps> = (props) => {
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
      {...said(props)}
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

const Choices: FC<InputProps> = (props) => {
  const { t } = useWords();
  const options = Object.entries(props.field.options ?? {}).map(([key, label]) => ({ value: key, label: t(label) }));
  const value = (props.value as string[] | null) ?? [];
  if (options.length <= 5)
    return <Checkbox.Group options={options} value={value} disabled={props.disabled} onChange={props.onChange} />;
  return (
    <Select
      {...said(props)}
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

const relation = (many: boolean): FC<InputProps> =>
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

const day = (picker: 'date' | 'month'): FC<InputProps> =>
  function Day(props) {
    const shape = picker === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM';
    return (
      <DatePicker
        {...said(props)}
        style={full}
        picker={picker}
        format={shape}
        value={props.value ? dayjs(String(props.value)) : null}
        onChange={(next) => props.onChange(next ? next.format(shape) : null)}
      />
    );
  };

/** Picked as wall time of the lot's zone, held as an instant. */
const Moment: FC<InputProps> = (props) => {
  const shape = 'YYYY-MM-DD HH:mm:ss';
  const change = (next: dayjs.Dayjs | null) => props.onChange(next ? instantOf(next.format(shape), zone()) : null);
  return (
    <DatePicker
      {...said(props)}
      style={full}
      showTime
      format={shape}
      value={props.value ? dayjs(wallTime(String(props.value), zone())) : null}
      onChange={change}
    />
  );
};

const TimeOfDay: FC<InputProps> = (props) => {
  const shape = String(props.value ?? '').length > 5 ? 'HH:mm:ss' : 'HH:mm';
  return (
    <TimePicker
      {...said(props)}
      style={full}
      format={shape}
      value={props.value ? dayjs(`2000-01-01 ${String(props.value)}`) : null}
      onChange={(next) => props.onChange(next ? next.format(shape) : null)}
    />
  );
};

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
      {...said(props)}
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
      {...said(props)}
      autoComplete="new-password"
      placeholder={isSet ? `•••• ${t(words.secret)}` : ''}
      value={isSet ? '' : shownText(props.value)}
      onChange={(event) => props.onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
};

const largestBytes = 10 * 1024 * 1024;

/** Sends a file's bytes under their own hash and answers its address. */
export async function sendFile(file: File): Promise<string> {
  const hash = await sha256(new Uint8Array(await file.arrayBuffer()));
  const { url } = await ask<{ url: string }>(
    `/api/updown/file/${hash}`,
    {},
    { method: 'POST', bytes: file, quiet: true },
  );
  return url;
}

const upload = (accept: string | undefined): FC<InputProps> =>
  function Upload1({ field, id, value, onChange, disabled }) {
    const { t } = useWords();
    const [busy, setBusy] = useState(false);
    const send = async (file: File) => {
      if (file.size > largestBytes) return tell.error(t(words.tooLarge));
      setBusy(true);
      await sendFile(file).then(onChange, (error: unknown) => tell.error(wordsOf(error)));
      setBusy(false);
    };
    return (
      <span style={{ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32 }}>
        {typeof value === 'string' && value !== '' ? (
          accept ? (
            <Thumb address={value} label={t(field.label)} />
          ) : (
            <code>{value.slice(-12)}</code>
          )
        ) : null}
        <Upload
          {...(accept ? { accept } : {})}
          showUploadList={false}
          disabled={disabled || busy}
          beforeUpload={(file) => {
            void send(file);
            return false;
          }}
        >
          <button type="button" id={id} className="gh-btn" disabled={disabled || busy}>
            {busy ? <span className="gh-spin" /> : <Icon name="upload" size={14} />}
            {t(value ? words.replace : words.upload)}
          </button>
        </Upload>
        {value && !field.required ? (
          <button type="button" className="gh-link" onClick={() => onChange(null)}>
            {t(words.clear)}
          </button>
        ) : null}
      </span>
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
  const Input1 = inputs[props.field.kind];
  return <Input1 {...props} />;
};
