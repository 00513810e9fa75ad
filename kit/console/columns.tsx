import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { ColumnChoice } from './column-choice.ts';
import { Pop } from './floating.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

const words = {
  columns: text('列设置', 'Columns'),
  earlier: text('前移', 'Move left'),
  later: text('后移', 'Move right'),
  standard: text('恢复默认', 'Reset to default'),
};

type Props = {
  all: readonly { id: string; title: string }[];
  shown: readonly string[];
  choice: ColumnChoice;
  onChange: (change: ColumnChoice | null) => void;
};

export function ColumnSettings({ all, shown, choice, onChange }: Props): ReactNode {
  const { t } = useWords();
  const ids = all.map(({ id }) => id);
  const move = (at: number, by: number) => {
    const order = [...ids];
    const [moved] = order.splice(at, 1);
    order.splice(at + by, 0, moved!);
    onChange({ order });
  };
  return (
    <Pop label={t(words.columns)} className="gh-btn icon" button={<Icon name="columns" />}>
      <div className="gh-columns">
        {all.map(({ id, title }, at) => (
          <div key={id}>
            <label>
              <input
                type="checkbox"
                checked={shown.includes(id)}
                onChange={(event) =>
                  onChange({
                    hidden: event.target.checked
                      ? (choice.hidden ?? []).filter((name) => name !== id)
                      : [...(choice.hidden ?? []), id],
                  })
                }
              />{' '}
              {title}
            </label>
            <button
              type="button"
              className="gh-btn plain"
              disabled={at === 0}
              aria-label={`${t(words.earlier)} ${title}`}
              onClick={() => move(at, -1)}
            >
              <Icon name="up" size={13} />
            </button>
            <button
              type="button"
              className="gh-btn plain"
              disabled={at === all.length - 1}
              aria-label={`${t(words.later)} ${title}`}
              onClick={() => move(at, 1)}
            >
              <Icon name="down" size={13} />
            </button>
          </div>
        ))}
      </div>
      <hr />
      <button type="button" className="item" onClick={() => onChange(null)}>
        {t(words.standard)}
      </button>
    </Pop>
  );
}
