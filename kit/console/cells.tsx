import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { atHost } from '#kit/declare/check.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { Ago } from './ago.tsx';
import { duration, number, percent, wallTime } from './format.ts';
import { isNumeric } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { askBlob, download } from './ask.ts';
import { zone } from './me.ts';
import { Thumb } from './picture.tsx';
import { useWords } from './words.ts';
import type { Words } from './words.ts';

/** `value` is never empty here; `named` is what the server calls a relation's target. */
type Shown = { value: unknown; field: Field; words: Words; named: string | undefined };
type Cell = (shown: Shown) => ReactNode;

const yesNo = { yes: text('是', 'Yes'), no: text('否', 'No') };
const plain: Cell = ({ value }) => String(value);
const titled: Cell = ({ value, field, words }) => {
  const said = words.t(field.options?.[String(value)] ?? text(String(value), String(value)));
  return <span title={said}>{said}</span>;
};
/** Leads only where a page can be; what is no address of the web is told as it stands. */
const link: Cell = (shown) => {
  const href = atHost(String(shown.value), location.origin);
  return /^https?:\/\//i.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer noopener" onClick={(event) => event.stopPropagation()}>
      {String(shown.value)}
    </a>
  ) : (
    titled(shown)
  );
};
const relationName: Cell = ({ value, named }) => <span title={named}>{named ?? String(value).slice(0, 8)}</span>;

function tag({ value, field, words }: Shown): ReactNode {
  const key = String(value);
  const label = field.options?.[key];
  return (
    <span key={key} className={`gh-tag ${field.tones?.[key] ?? ''}`}>
      {label ? words.t(label) : key}
    </span>
  );
}

/** Eight characters are a new-energy plate; a car without one is recorded by a word. */
function plateBadge(value: string): ReactNode {
  const kind = /^[一-龥][A-Z]/.test(value) ? (value.length === 8 ? 'energy' : '') : 'none';
  return (
    <span className={`gh-plate ${kind}`}>{kind === 'none' ? value : `${value.slice(0, 2)}·${value.slice(2)}`}</span>
  );
}

function FileLink({ address }: { address: string }): ReactNode {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="gh-link"
      onClick={(event) => {
        event.stopPropagation();
        void askBlob(address).then((blob) => download(blob, address.split('/').pop()!.slice(0, 16)));
      }}
    >
      {t(text('下载', 'Download'))}
    </button>
  );
}

/** How a value of each kind is drawn, in a table cell and in the detail alike. */
const cells: { readonly [K in Kind]: Cell } = {
  text: titled,
  longText: titled,
  integer: ({ value, field }) => (field.ordinal ? String(value) : number(Number(value))),
  decimal: ({ value }) => number(Number(value)),
  money: ({ value }) => formatFen(Number(value)),
  percent: ({ value }) => percent(Number(value)),
  boolean: ({ value, words }) => (
    <span className={`gh-tag ${value ? 'ok' : ''}`}>{words.t(value ? yesNo.yes : yesNo.no)}</span>
  ),
  select: tag,
  multiSelect: (shown) => (shown.value as unknown[]).map((value) => tag({ ...shown, value })),
  relation: relationName,
  relations: ({ value, named, words }) =>
    named ?? words.t(text(`${(value as unknown[]).length}项`, `${(value as unknown[]).length} chosen`)),
  plate: ({ value }) => plateBadge(String(value)),
  phone: plain,
  idCard: plain,
  email: titled,
  url: link,
  date: plain,
  month: plain,
  dateTime: ({ value, field }) => (field.since ? <Ago instant={String(value)} /> : wallTime(String(value), zone())),
  timeOfDay: plain,
  duration: ({ value, words }) => duration(Number(value), words.lang),
  colour: ({ value }) => (
    <>
      <i className="gh-swatch" style={{ background: String(value) }} />
      {String(value)}
    </>
  ),
  image: ({ value, field, words }) => <Thumb address={String(value)} label={words.t(field.label)} />,
  file: ({ value }) => <FileLink address={String(value)} />,
  geoPoint: ({ value }) => {
    const { lng, lat } = value as { lng: number; lat: number };
    return `${lng.toFixed(6)}, ${lat.toFixed(6)}`;
  },
  json: ({ value }) => <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
  secret: () => '••••',
  cron: ({ value }) => <code>{String(value)}</code>,
};

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** One value of a row, drawn by its kind; when there is none, what that means or a dash. A table draws hundreds: they are no components of their own, which would each listen for the language. */
export function drawn(name: string, field: Field, row: AnyRow, words: Words): ReactNode {
  const value = row[name];
  if (isNothing(value)) return field.none ? words.t(field.none) : <span className="gh-dim">—</span>;
  const shown = cells[field.kind]({ value, field, words, named: row.labels?.[name] });
  return isNumeric(field.kind) && Number(value) < 0 ? <span className="gh-minus">{shown}</span> : shown;
}

/** One value of a row where it stands alone. */
export const Value = ({ name, field, row }: { name: string; field: Field; row: AnyRow }): ReactNode =>
  drawn(name, field, row, useWords());

/** A number of a kind as text: for totals and charts. */
export function asText(kind: Kind, value: number, words: Words): string {
  if (kind === 'money') return formatFen(Math.round(value));
  if (kind === 'percent') return percent(value);
  return kind === 'duration' ? duration(value, words.lang) : number(value);
}
