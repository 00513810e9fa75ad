import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { allows } from './deeds.ts';
import type { Deed } from './deeds.ts';
import type { AnyRow } from './fields.ts';
import { useWords } from './words.ts';

const words = { picked: text('已选 {n} 项', '{n} selected'), none: text('取消选择', 'Clear') };

type BatchProps = {
  rows: readonly AnyRow[];
  deeds: readonly Deed[];
  onDeed: (deed: Deed, rows: readonly AnyRow[]) => void;
  onClear: () => void;
  children?: (rows: readonly AnyRow[]) => ReactNode;
};

/** What can be done to the chosen rows at once; a deed open to some of them says to how many. */
export function Batch({ rows, deeds, onDeed, onClear, children }: BatchProps): ReactNode {
  const { t } = useWords();
  if (rows.length === 0) return null;
  return (
    <div className="gh-picked gh-no-print">
      <span role="status">{t(words.picked).replace('{n}', String(rows.length))}</span>
      {deeds.map((deed) => {
        const on = rows.filter((row) => allows(row, deed.name));
        return (
          <button
            key={deed.name}
            type="button"
            className={`gh-btn ${deed.danger ? 'danger' : ''}`}
            disabled={on.length === 0}
            onClick={() => onDeed(deed, on)}
          >
            {t(deed.label)}
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
