import type { ReactNode } from 'react';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps } from './filter-inputs.tsx';
import { today } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { notify } from './notices.ts';
import { quickRanges, rangeProblem } from './ranges.ts';
import { endsOf, timeRange } from './span.ts';
import { Antd } from './theme.tsx';
import { useWords } from './words.ts';

const shapes = { date: 'YYYY-MM-DD', month: 'YYYY-MM', dateTime: 'YYYY-MM-DD HH:mm:ss' } as const;

export type DateRangeProps = {
  kind: keyof typeof shapes;
  id: string;
  label: string;
  from: string;
  to: string;
  bounded?: boolean;
  /** Starts with its calendar open. */ opened?: boolean;
  onChange: (from: string, to: string) => void;
};

/** Two days, months or moments, as wall time of the lot's zone. `bounded`: at most 90 days. */
export function DateRange({ kind, id, label, from, to, bounded, opened = false, onChange }: DateRangeProps): ReactNode {
  const { t } = useWords();
  const shape = shapes[kind];
  const now = today(zone());
  const presets =
    kind === 'month'
      ? []
      : quickRanges.map(({ label: name, range }) => ({
          label: t(name),
          value: [dayjs(range(now).from), dayjs(range(now).to)] as [dayjs.Dayjs, dayjs.Dayjs],
        }));
  const pick = (next: [dayjs.Dayjs | null, dayjs.Dayjs | null] | null) => {
    const range = { from: next?.[0]?.format(shape) ?? '', to: next?.[1]?.format(shape) ?? '' };
    const problem = bounded && range.from && range.to ? rangeProblem(range) : null;
    if (problem) notify.error(t(problem));
    else onChange(range.from, range.to);
  };
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      aria-label={label}
      style={{ width: '100%' }}
      autoFocus={opened}
      defaultOpen={opened}
      allowEmpty={[true, true]}
      allowClear={!bounded}
      presets={presets}
      format={shape}
      {...(kind === 'month' ? { picker: 'month' as const } : {})}
      {...(kind === 'dateTime'
        ? {
            showTime: {
              defaultOpenValue: [dayjs('2000-01-01 00:00:00'), dayjs('2000-01-01 23:59:59')] as dayjs.Dayjs[],
            },
          }
        : {})}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={pick}
    />
  );
}

/** Search by a span of time. The list's own time range uses the parameters `startTime`, `endTime`. */
export default function DateFilter({ name, field, id, filters, put }: FilterProps): ReactNode {
  const { t } = useWords();
  const [from, to] = endsOf(name);
  const change = (start: string, end: string) => put({ [from]: start, [to]: end }, true);
  return (
    <Antd>
      <DateRange
        kind={field.kind as keyof typeof shapes}
        id={id}
        label={t(field.label)}
        from={filters[from] ?? ''}
        to={filters[to] ?? ''}
        bounded={name === timeRange}
        opened
        onChange={change}
      />
    </Antd>
  );
}
