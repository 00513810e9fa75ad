import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { formatFen, parseFen } from '#domain/money/fen.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from './words.ts';

const ChoiceFilter = lazy(() => import('./filter-choice.tsx'));
const DateFilter = lazy(() => import('./filter-dates.tsx'));

export type FilterProps = {
  name: string; field: Field; id: string;
  filters: Readonly<Record<string, string>>;
  /** Puts parameters; `now` searches at once, else they wait for Enter or the button. An empty text takes one away. */
  put: (changes: Readonly<Record<string, string>>, now: boolean) => void;
};
type FilterInput = (props: FilterProps) => ReactNode;

const waiting = <span className="gh-await" />;

/** A box that filters by what is typed. */
const Typed: FilterInput = ({ name, field, id, filters, put }) => {
  const { t } = useWords();
  return <input className="gh-input" id={id} value={filters[name] ?? ''} placeholder={t(field.label)} onChange={(event) => put({ [name]: event.target.value }, false)} />;
};

/** Two boxes, from and to; `read` turns what was typed into the wire's number. */
const between = (read: (typed: string) => string | null, show: (wire: string) => string): FilterInput => function Between({ name, field, id, filters, put }) {
  const { t } = useWords();
  const box = (end: 'From' | 'To', label: string, own: string) => (
    <input
      key={filters[name + end] ?? ''} className="gh-input" id={own} inputMode="decimal" placeholder={label} aria-label={`${t(field.label)} ${label}`} defaultValue={show(filters[name + end] ?? '')}
      onBlur={(event) => put({ [name + end]: read(event.target.value) ?? '' }, false)} onKeyDown={(event) => event.key === 'Enter' && put({ [name + end]: read(event.currentTarget.value) ?? '' }, true)}
    />
  );
  return <span className="gh-pair">{box('From', t(text('从', 'from')), id)}<span className="gh-dim">–</span>{box('To', t(text('到', 'to')), `${id}-to`)}</span>;
};

const digits = (typed: string): string | null => (/^-?\d+(\.\d+)?$/.test(typed.trim()) ? typed.trim() : null);
const numbers = between(digits, (wire) => wire);
const yuan = between((typed) => parseFen(typed)?.toString() ?? null, (wire) => (wire === '' ? '' : formatFen(Number(wire))));
const share = between((typed) => (digits(typed) === null ? null : String(Math.round(Number(typed) * 100))), (wire) => (wire === '' ? '' : String(Number(wire) / 100)));

const Choice: FilterInput = (props) => <Suspense fallback={waiting}><ChoiceFilter {...props} /></Suspense>;
const Dates: FilterInput = (props) => <Suspense fallback={waiting}><DateFilter {...props} /></Suspense>;

/** How a field of each kind is searched by; null where it cannot be. */
export const filterInputs: { readonly [K in Kind]: FilterInput | null } = {
  text: Typed, longText: Typed, plate: Typed, phone: Typed, idCard: Typed, email: Typed, url: Typed, cron: null, timeOfDay: Typed,
  integer: numbers, decimal: numbers, duration: numbers, money: yuan, percent: share,
  boolean: Choice, select: Choice, multiSelect: Choice, relation: Choice, relations: Choice,
  date: Dates, month: Dates, dateTime: Dates,
  colour: null, image: null, file: null, geoPoint: null, json: null, secret: null,
};

export const isWide = (field: Field): boolean => field.kind === 'dateTime';

/** The name under which a list of facts, or a report, puts its own span of time into the search bar. */
export const timeRange = '(time range)';
