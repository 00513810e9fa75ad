import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { drawn } from '#kit/console/cells.tsx';
import { Nothing } from '#kit/console/empty.tsx';
import { columnWidth, isNumeric } from '#kit/console/fields.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { DataTable } from '#kit/console/table.tsx';
import type { Column } from '#kit/console/table.tsx';
import { useWords } from '#kit/console/words.ts';
import type { ResultColumn, TemplateAnswer } from '../model/report-template.ts';

const words = {
  none: text('没有符合条件的数据', 'Nothing was found'),
  number: text('序号', 'No.'),
  yes: text('是', 'Yes'),
  no: text('否', 'No'),
  yuan: text('（元）', ' (CNY)'),
};

const fieldOf = ({ title, kind }: ResultColumn): Field => ({
  kind,
  label: kind === 'money' ? text(`${title}${words.yuan.zh}`, `${title}${words.yuan.en}`) : text(title, title),
});

/** Text that a sheet would run as a formula gets a quote before it, as in files. */
const guarded = (value: string): string => value.replace(/[\t\r\n]+/g, ' ').replace(/^(?=[=+\-@＝＋－＠])/, "'");

function asText({ kind, words: known }: ResultColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (known?.[String(value)] !== undefined) return known[String(value)]!;
  if (typeof value === 'boolean') return words[value ? 'yes' : 'no'].zh;
  if (typeof value === 'number') return kind === 'money' ? formatFen(value).replaceAll(',', '') : String(value);
  return kind === 'dateTime'
    ? wallTime(String(value), zone())
    : kind === 'text'
      ? guarded(String(value))
      : String(value);
}

/** The result as sheets take it from the clipboard: a line each, tabs between. */
export const asLines = ({ columns, records }: TemplateAnswer): string =>
  [
    columns.map(({ title }) => guarded(title)),
    ...records.map((record) => columns.map((column) => asText(column, record[column.name]))),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');

const WIDEST = 360;
const looked = 200;

/** Pixels that the longest text of a column takes, within reason; Chinese characters are as wide as they are high. */
function widthOf(column: ResultColumn, records: TemplateAnswer['records']): number {
  if (column.kind !== 'text') return 0;
  const widths = records
    .slice(0, looked)
    .map((record) =>
      [...asText(column, record[column.name])]
        .slice(0, 60)
        .reduce((sum, letter) => sum + (letter > '\u2e80' ? 14 : 8.2), 24),
    );
  return Math.min(WIDEST, Math.max(0, ...widths));
}

/** What a template found, as it was ordered by its statement. */
export function TemplateResult({
  answer: { columns, records },
  label,
}: {
  answer: TemplateAnswer;
  label: string;
}): ReactNode {
  const localized = useWords();
  const { t } = localized;
  const rows = useMemo(() => records.map((record, nth): AnyRow => ({ id: String(nth), record })), [records]);
  const drawnColumns = useMemo(
    () =>
      columns.map((column, nth): Column => {
        const field = fieldOf(column);
        return {
          id: `c${nth}`,
          title: t(field.label),
          width: Math.max(
            columnWidth({ ...field, ...(column.kind === 'text' ? { width: 72 } : {}) }, t),
            widthOf(column, records),
          ),
          ...(isNumeric(field.kind) ? { align: 'right' as const } : {}),
          cell: ({ record }) => {
            const value = (record as Readonly<Record<string, unknown>>)[column.name];
            // More digits than a number holds come as text and stay so.
            return typeof value === 'string' && isNumeric(field.kind)
              ? value
              : drawn(
                  'value',
                  field,
                  { id: '', value: typeof value === 'string' ? (column.words?.[value] ?? value) : value },
                  localized,
                );
          },
        };
      }),
    [columns, records, localized, t],
  );
  const serial: Column = { id: '#', title: t(words.number), width: 56, align: 'mid', cell: (_, index) => index + 1 };
  return (
    <div className="result">
      <DataTable
        label={label}
        columns={[serial, ...drawnColumns]}
        rows={rows}
        empty={
          rows.length === 0 ? (
            <Nothing>
              <span>{t(words.none)}</span>
            </Nothing>
          ) : undefined
        }
      />
    </div>
  );
}
