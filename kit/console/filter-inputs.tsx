import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen, parseFen } from '#domain/money/fen.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Instead } from './guarded.tsx';
import { Icon } from './icon.tsx';
import { part } from './part.tsx';
import { endsOf, spanWords } from './span.ts';
import { useWords } from './words.ts';

const loadChoice = () => import('./filter-choice.tsx');
const loadDates = () => import('./filter-dates.tsx');

export type FilterProps = {
  name: string;
  field: Field;
  id: string;
  filters: Readonly<Record<string, string>>;
  /**
   * Puts parameters; `now` searches immediately, else they wait for Enter or the button. An empty text takes one
   * away.
   */
  put: (changes: Readonly<Record<string, string>>, now: boolean) => void;
};
type FilterInput = (props: FilterProps) => ReactNode;

const wait = <span className="gh-await" />;
/** Placeholder for a picker that failed to load: same size, with a retry button. */
const instead = (): Instead => (why, retry) => <Lost why={why.message} onRetry={retry} />;

function Lost({ why, onRetry }: { why: string; onRetry: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <span role="alert" className="gh-lost" title={why}>
      <span>{why}</span>
      <button type="button" className="gh-link" onClick={onRetry}>
        {t(text('重试', 'Try again'))}
      </button>
    </span>
  );
}

const ChoiceFilter = part(loadChoice, { wait, instead });
const DateFilter = part(loadDates, { wait, instead });

/** A box that filters by what is typed. */
const Typed: FilterInput = ({ name, field, id, filters, put }) => {
  const { t } = useWords();
  return (
    <input
      className="gh-input"
      id={id}
      value={field.options?.[filters[name] ?? ''] ? t(field.options[filters[name]!]!) : (filters[name] ?? '')}
      placeholder={t(field.label)}
      onChange={(event) => put({ [name]: event.target.value }, false)}
    />
  );
};

/** Two boxes, from and to; `read` turns what was typed into the wire's number. */
const between = (read: (typed: string) => string | null, show: (wire: string) => string): FilterInput =>
  function Between({ name, field, id, filters, put }) {
    const { t } = useWords();
    const box = (end: 'From' | 'To', label: string, own: string) => (
      <input
        key={filters[name + end] ?? ''}
        className="gh-input"
        id={own}
        inputMode="decimal"
        placeholder={label}
        aria-label={`${t(field.label)} ${label}`}
        defaultValue={show(filters[name + end] ?? '')}
        onBlur={(event) => put({ [name + end]: read(event.target.value) ?? '' }, false)}
        onKeyDown={(event) =>
          event.key === 'Enter' && put({ [name + end]: read(event.currentTarget.value) ?? '' }, true)
        }
      />
    );
    return (
      <span className="gh-pair">
        {box('From', t(text('从', 'from')), id)}
        <span className="gh-dim">–</span>
        {box('To', t(text('到', 'to')), `${id}-to`)}
      </span>
    );
  };

const digits = (typed: string): string | null => (/^-?\d+(\.\d+)?$/.test(typed.trim()) ? typed.trim() : null);
const numbers = between(digits, (wire) => wire);
const yuan = between(
  (typed) => parseFen(typed)?.toString() ?? null,
  (wire) => (wire === '' ? '' : formatFen(Number(wire))),
);
const share = between(
  (typed) => (digits(typed) === null ? null : String(Math.round(Number(typed) * 100))),
  (wire) => (wire === '' ? '' : String(Number(wire) / 100)),
);

type RestingProps = { id: string; words: ReactNode; chosen: boolean; onWarm: () => void; onWake: () => void };

/**
 * A placeholder that has the appearance of the input until it is used: pickers weigh more than the rest of a list
 * page together.
 */
const Resting = ({ id, words, chosen, onWarm, onWake }: RestingProps): ReactNode => (
  <button
    type="button"
    aria-haspopup="listbox"
    id={id}
    className={`gh-input gh-resting ${chosen ? '' : 'gh-dim'}`}
    onPointerEnter={onWarm}
    onFocus={onWarm}
    onClick={onWake}
  >
    <span>{words}</span>
    <Icon name="down" size={13} />
  </button>
);

/** Chosen values need their names, which the real input knows. */
const Choice: FilterInput = function Choice(props) {
  const { t } = useWords();
  const [awake, setAwake] = useState(false);
  if (!awake && !props.filters[props.name])
    return (
      <Resting
        id={props.id}
        words={t(text('全部', 'All'))}
        chosen={false}
        onWarm={() => void loadChoice()}
        onWake={() => setAwake(true)}
      />
    );
  return <ChoiceFilter {...props} opened={awake} />;
};

const Dates: FilterInput = function Dates(props) {
  const { t } = useWords();
  const [awake, setAwake] = useState(false);
  const [from, to] = endsOf(props.name).map((end) => props.filters[end] ?? '');
  if (awake) return <DateFilter {...props} />;
  return (
    <Resting
      id={props.id}
      words={from || to ? spanWords(from ?? '', to ?? '') : t(text('不限', 'Any time'))}
      chosen={Boolean(from || to)}
      onWarm={() => void loadDates()}
      onWake={() => setAwake(true)}
    />
  );
};

/** How a field of each kind is searched by; null where it cannot be. */
export const filterInputs: { readonly [K in Kind]: FilterInput | null } = {
  text: Typed,
  longText: Typed,
  plate: Typed,
  phone: Typed,
  idCard: Typed,
  email: Typed,
  url: Typed,
  cron: null,
  timeOfDay: Typed,
  integer: numbers,
  decimal: numbers,
  duration: numbers,
  money: yuan,
  percent: share,
  boolean: Choice,
  select: Choice,
  multiSelect: Choice,
  relation: Choice,
  relations: Choice,
  date: Dates,
  month: Dates,
  dateTime: Dates,
  colour: null,
  image: null,
  file: null,
  geoPoint: null,
  json: null,
  secret: null,
};

export const isWide = (field: Field): boolean => field.kind === 'dateTime';
