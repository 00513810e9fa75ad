import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { ListState } from './address.ts';
import { ConditionWords } from './condition-words.tsx';
import { without } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { Icon } from './icon.tsx';
import { usePlace } from './place.ts';
import { useWords } from './words.ts';

const words = {
  chips: text('当前条件', 'Conditions in force'),
  keyword: text('关键字', 'Keyword'),
  remove: text('移除条件', 'Remove the condition'),
  clear: text('全部清除', 'Clear all'),
  back: text('返回报表', 'Back to the report'),
  backTo: text('返回“{page}”', 'Back to “{page}”'),
};

type Props = {
  state: Pick<ListState, 'filters' | 'keyword' | 'from'>;
  /** Those the address names; what holds anyway needs no chip. */
  conditions: readonly Condition[];
  onChange: (change: { filters?: Record<string, string>; keyword?: string }) => void;
};

function Chip({ children, onRemove }: { children: ReactNode; onRemove: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <button type="button" className="gh-chip" onClick={onRemove}>
      <span className="gh-sr">{t(words.remove)} </span>
      <span>{children}</span>
      <Icon name="close" size={12} />
    </button>
  );
}

/**
 * Everything a list or a report is narrowed by, also what came by a link and has no box in the search bar: a press
 * takes one off. Before them the way back to the page that led here.
 */
export function ConditionChips({ state, conditions, onChange }: Props): ReactNode {
  const { t } = useWords();
  const { go, titleOf } = usePlace();
  const { filters, keyword, from } = state;
  const activeCount = conditions.length + (keyword ? 1 : 0);
  if (activeCount === 0 && !from) return null;
  const title = from ? titleOf(from.split('?')[0]!) : null;
  return (
    <div className="gh-chips gh-no-print" role="group" aria-label={t(words.chips)}>
      {from ? (
        <button type="button" className="gh-link" onClick={() => go(from)}>
          <Icon name="left" size={14} />
          {title ? t(words.backTo).replace('{page}', t(title)) : t(words.back)}
        </button>
      ) : null}
      {keyword ? (
        <Chip onRemove={() => onChange({ keyword: '' })}>
          {t(words.keyword)}: {keyword}
        </Chip>
      ) : null}
      {conditions.map((condition) => (
        <Chip key={condition.name} onRemove={() => onChange({ filters: without(filters, condition) })}>
          <ConditionWords of={condition} filters={filters} />
        </Chip>
      ))}
      {activeCount > 1 ? (
        <button type="button" className="gh-link" onClick={() => onChange({ filters: {}, keyword: '' })}>
          {t(words.clear)}
        </button>
      ) : null}
    </div>
  );
}
