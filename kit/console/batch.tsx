import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { allows } from './item-actions.ts';
import type { ItemAction } from './item-actions.ts';
import type { AnyRow } from './fields.ts';
import { useWords } from './words.ts';

const words = { picked: text('已选 {n} 项', '{n} selected'), none: text('取消选择', 'Clear') };

type BatchProps = {
  rows: readonly AnyRow[];
  actions: readonly ItemAction[];
  onAction: (action: ItemAction, rows: readonly AnyRow[]) => void;
  onClear: () => void;
  children?: (rows: readonly AnyRow[]) => ReactNode;
};

/** Actions on the chosen rows; one that is allowed for some of them shows for how many. */
export function Batch({ rows, actions, onAction, onClear, children }: BatchProps): ReactNode {
  const { t } = useWords();
  if (rows.length === 0) return null;
  return (
    <div className="gh-picked gh-no-print">
      <span role="status">{t(words.picked).replace('{n}', String(rows.length))}</span>
      {actions.map((action) => {
        const on = rows.filter((row) => allows(row, action.name));
        return (
          <button
            key={action.name}
            type="button"
            className={`gh-btn ${action.danger ? 'danger' : ''}`}
            disabled={on.length === 0}
            onClick={() => onAction(action, on)}
          >
            {t(action.label)}
            {on.length < rows.length ? ` (${on.length})` : ''}
          </button>
        );
      })}
      {children?.(rows)}
      <button type="button" className="gh-link" onClick={onClear}>
        {t(words.none)}
      </button>
    </div>
  );
}
