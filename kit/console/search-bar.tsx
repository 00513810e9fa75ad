import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { filterInputs, isWide } from './filter-inputs.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

const words = {
  search: text('查询', 'Search'),
  reset: text('重置', 'Reset'),
  more: text('展开', 'More'),
  less: text('收起', 'Less'),
  keyword: text('关键字', 'Keyword'),
  form: text('查询条件', 'Filters'),
};

export type SearchBarProps = {
  fields: readonly (readonly [string, Field])[];
  filters: Readonly<Record<string, string>>;
  /** Left out where the list has no text to look in. */
  keyword?: string | undefined;
  onSearch: (filters: Record<string, string>, keyword: string) => void;
  onReset: () => void;
  /** Shortcuts that share the line of the buttons. */
  children?: ReactNode;
};

/** With the keyword and the buttons they fill one line of a wide window. */
const foldedCount = 2;

/** After Enter in a box the arrows are for the rows. */
const toRows = (form: HTMLFormElement): void => {
  if (document.activeElement?.matches('input'))
    form.closest('.gh-page')?.querySelector<HTMLElement>('.gh-table')?.focus();
};

type KeywordCellProps = { id: string; value: string; onChange: (value: string) => void };

function KeywordCell({ id, value, onChange }: KeywordCellProps): ReactNode {
  const { t } = useWords();
  return (
    <div className="cell">
      <label htmlFor={id}>{t(words.keyword)}</label>
      <input
        id={id}
        className="gh-input"
        data-keyword=""
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function MoreButton({ open, onClick }: { open: boolean; onClick: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <button type="button" className="gh-btn plain" aria-expanded={open} onClick={onClick}>
      {t(open ? words.less : words.more)}
      <Icon name={open ? 'up' : 'down'} size={14} />
    </button>
  );
}

/**
 * The conditions of a list. Choices search immediately, typed ones with Enter or the button; reset returns to page 1
 * and the defaults.
 */
export function SearchBar({ fields, filters, keyword, onSearch, onReset, children }: SearchBarProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [draft, setDraft] = useState<Record<string, string>>({ ...filters });
  const [typed, setTyped] = useState(keyword ?? '');
  const [open, setOpen] = useState(false);
  /**
   * A new address refills the fields. Not an effect: those run again whenever a hidden tab returns, and would wipe what
   * was typed.
   */
  const [from, setFrom] = useState({ filters, keyword });
  if (from.filters !== filters || from.keyword !== keyword) {
    setFrom({ filters, keyword });
    setDraft({ ...filters });
    setTyped(keyword ?? '');
  }
  /** Leaving a box and pressing the button come in one event, before the next drawing. */
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);
  const usable = fields.filter(([, field]) => filterInputs[field.kind] !== null);
  const isUsed = ([name]: readonly [string, Field], at: number) =>
    at < foldedCount || [name, `${name}From`, `${name}To`].some((key) => filters[key]);
  const shown = open ? usable : usable.filter(isUsed);
  const put = (changes: Readonly<Record<string, string>>, now: boolean) => {
    latest.current = { ...latest.current, ...changes };
    setDraft(latest.current);
    if (now) onSearch(latest.current, typed);
  };
  return (
    <form
      className="gh-card gh-no-print"
      role="search"
      aria-label={t(words.form)}
      onSubmit={(event) => {
        event.preventDefault();
        toRows(event.currentTarget);
        onSearch(latest.current, typed);
      }}
    >
      <div className="gh-search" data-open={open ? '' : undefined}>
        {keyword === undefined ? null : <KeywordCell id={`${id}-k`} value={typed} onChange={setTyped} />}
        {shown.map(([name, field]) => {
          const Input = filterInputs[field.kind]!;
          return (
            <div key={name} className={`cell ${isWide(field) ? 'wide' : ''}`}>
              <label htmlFor={`${id}-${name}`} title={t(field.label)}>
                {t(field.label)}
              </label>
              <Input name={name} field={field} id={`${id}-${name}`} filters={draft} put={put} />
            </div>
          );
        })}
        <div className={`doing ${children ? 'whole' : ''}`}>
          {children}
          <button type="submit" className="gh-btn primary">
            <Icon name="search" size={14} />
            {t(words.search)}
          </button>
          <button type="button" className="gh-btn" onClick={onReset}>
            {t(words.reset)}
          </button>
          {usable.length > foldedCount ? <MoreButton open={open} onClick={() => setOpen(!open)} /> : null}
        </div>
      </div>
    </form>
  );
}
