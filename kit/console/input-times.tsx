import type { FC } from 'react';
import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { instantOf, wallTime } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { full, inputAttributes } from './input-parts.tsx';
import type { InputProps } from './input-parts.tsx';

export const day = (picker: 'date' | 'month'): FC<InputProps> =>
  function Day(props) {
    const shape = picker === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM';
    return (
      <DatePicker
        {...inputAttributes(props)}
        style={full}
        picker={picker}
        format={shape}
        value={props.value ? dayjs(String(props.value)) : null}
        onChange={(next) => props.onChange(next ? next.format(shape) : null)}
      />
    );
  };

/** Picked as wall time of the lot's zone, held as an instant. */
export const Moment: FC<InputProps> = (props) => {
  const shape = 'YYYY-MM-DD HH:mm:ss';
  const change = (next: dayjs.Dayjs | null) => props.onChange(next ? instantOf(next.format(shape), zone()) : null);
  return (
    <DatePicker
      {...inputAttributes(props)}
      style={full}
      showTime
      format={shape}
      value={props.value ? dayjs(wallTime(String(props.value), zone())) : null}
      onChange={change}
    />
  );
};

export const TimeOfDay: FC<InputProps> = (props) => {
  const shape = String(props.value ?? '').length > 5 ? 'HH:mm:ss' : 'HH:mm';
  return (
    <TimePicker
      {...inputAttributes(props)}
      style={full}
      format={shape}
      value={props.value ? dayjs(`2000-01-01 ${String(props.value)}`) : null}
      onChange={(next) => props.onChange(next ? next.format(shape) : null)}
    />
  );
};

type ClockTimeProps = { label: string; value: string; onChange: (value: string) => void };
/** A time of day outside a form, `HH:mm`; never empty. */
export const ClockTime: FC<ClockTimeProps> = ({ label, value, onChange }) => (
  <TimePicker
    format="HH:mm"
    needConfirm={false}
    allowClear={false}
    aria-label={label}
    value={dayjs(`2000-01-01 ${value}`)}
    onChange={(next) => {
      if (next) onChange(next.format('HH:mm'));
    }}
  />
);
