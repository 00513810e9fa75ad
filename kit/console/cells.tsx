import type { ReactNode } from 'react';
import { atHost } from '#kit/declare/check.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { Ago } from './ago.tsx';
import { isNothing, SECRET_TEXT, valueText } from '#kit/declare/value-text.ts';
import { isNumeric } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { askBlob, download } from './ask.ts';
import { zone } from './me.ts';
import { Thumb } from './picture.tsx';
import { useWords } from './words.ts';
import type { Words } from './words.ts';

/** `value` is never empty here; `named` is what the server calls a relation's target. */
type Shown = { value: unknown; field: Field; words: Words; named: string | undefined; row?: AnyRow };
type Cell = (shown: Shown) => ReactNode;

const plain = ({ value, field, words, named }: Shown): string =>
  valueText(field, value, { lang: words.lang, zone: zone(), nameOf: (_, id) => named ?? id.slice(0, 8) });
const titled: Cell = (shown) => {
  const words = plain(shown);
  return <span title={words}>{words}</span>;
};
/** Leads only where a page can be; what is no web address is shown as plain text. */
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

/** Plates that look unlike the usual blue ones; a new-energy plate is known by its eight characters too. */
const PLATE_LOOKS: Readonly<Record<string, string>> = {
  yellow: 'yellow',
  green: 'energy',
  'yellow-green': 'energy',
  white: 'none',
  black: 'none',
};

/** A car without a plate is recorded by a word. */
function plateBadge({ value, field, row }: Shown): ReactNode {
  const plate = String(value);
  if (!/^[一-龥][A-Z]/.test(plate)) return <span className="gh-plate none">{plate}</span>;
  const colour = field.colouredBy ? String(row?.[field.colouredBy]) : '';
  const look = PLATE_LOOKS[colour] ?? (plate.length === 8 ? 'energy' : '');
  return <span className={`gh-plate ${look}`}>{`${plate.slice(0, 2)}·${plate.slice(2)}`}</span>;
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
  integer: plain,
  decimal: plain,
  money: plain,
  percent: plain,
  boolean: (shown) => <span className={`gh-tag ${shown.value ? 'ok' : ''}`}>{plain(shown)}</span>,
  select: tag,
  multiSelect: (shown) => (shown.value as unknown[]).map((value) => tag({ ...shown, value })),
  relation: relationName,
  relations: ({ value, named, words }) =>
    named ?? words.t(text(`${(value as unknown[]).length}项`, `${(value as unknown[]).length} chosen`)),
  plate: plateBadge,
  phone: plain,
  idCard: plain,
  email: titled,
  url: link,
  date: plain,
  month: plain,
  dateTime: (shown) => (shown.field.since ? <Ago instant={String(shown.value)} /> : plain(shown)),
  timeOfDay: plain,
  duration: plain,
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
  json: (shown) => <code>{plain(shown)}</code>,
  secret: () => SECRET_TEXT,
  cron: (shown) => <code>{plain(shown)}</code>,
};

/**
 * One value of a row, drawn by its kind; when there is none, what that means or a dash. A table draws hundreds: they
 * are no components of their own, which would each listen for the language.
 */
export function drawn(name: string, field: Field, row: AnyRow, words: Words): ReactNode {
  const value = row[name];
  if (isNothing(value)) return field.none ? words.t(field.none) : <span className="gh-dim">—</span>;
  const shown = cells[field.kind]({ value, field, words, named: row.labels?.[name], row });
  return isNumeric(field.kind) && Number(value) < 0 ? <span className="gh-minus">{shown}</span> : shown;
}

/** One value of a row shown by itself. */
export const Value = ({ name, field, row }: { name: string; field: Field; row: AnyRow }): ReactNode =>
  drawn(name, field, row, useWords());

const numberOf = (kind: Kind): Field => ({ kind, label: text('', '') });

/** A number of a kind as text: for totals and charts, where a mean may be a part of a fen. */
export const asText = (kind: Kind, value: number, words: Words): string =>
  plain({ value: kind === 'money' ? Math.round(value) : value, field: numberOf(kind), words, named: undefined });
