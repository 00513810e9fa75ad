import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Line } from './finder.tsx';
import { looking } from './words.ts';

const words = {
  none: text('没有匹配项', 'No matches'),
  hint: text('↑ ↓ 选择，Enter 打开，Esc 关闭', '↑ ↓ to choose, Enter opens, Esc closes'),
};

export type Option = { key: string; label: string; note?: string; icon: string; onPick: () => void };
export type OptionGroup = { key: string; title?: string; options: readonly Option[] };

/**
 * The chosen entry of a list that may grow: the one that was seen chosen stays it, wherever it moves to; with other
 * words typed, the first one again.
 */
function useChoice(options: readonly Option[], typed: string): { here: number; choose: (at: number) => void } {
  const [chosen, setChosen] = useState({ key: '', typed });
  const at = chosen.typed === typed ? options.findIndex(({ key }) => key === chosen.key) : -1;
  const choose = (to: number) => setChosen({ key: options[to]!.key, typed });
  useEffect(() => {
    if (at < 0 && options.length > 0) choose(0);
  });
  return { here: Math.max(0, at), choose };
}

/** What the keys do that the input passes on. */
function useListKeys(
  { typed, keysRef }: Line,
  options: readonly Option[],
  here: number,
  choose: (at: number) => void,
): void {
  useEffect(() => {
    const work: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose((here + 1) % options.length),
      ArrowUp: () => choose((here - 1 + options.length) % options.length),
      Enter: () => options[here]!.onPick(),
      ...(typed === '' ? { Home: () => choose(0), End: () => choose(options.length - 1) } : {}),
    };
    keysRef.current = (event) => {
      if (options.length === 0 || event.nativeEvent.isComposing || !work[event.key]) return;
      event.preventDefault();
      work[event.key]!();
    };
  });
}

type OptionButtonProps = { id: string; option: Option; isChosen: boolean; onChoose: () => void };

function OptionButton({ id, option, isChosen, onChoose }: OptionButtonProps): ReactNode {
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="option"
      onMouseMove={() => {
        if (!isChosen) onChoose();
      }}
      onClick={option.onPick}
    >
      <Icon name={option.icon} size={16} />
      <span>{option.label}</span>
      {option.note ? <small>{option.note}</small> : null}
    </button>
  );
}

/** What answers the line, the chosen entry marked. `busy`: something is still being looked for. */
export function FoundList({
  title,
  line,
  groups,
  busy,
}: {
  title: string;
  line: Line;
  groups: readonly OptionGroup[];
  busy: boolean;
}): ReactNode {
  const { t } = useWords();
  const { typed, listId, keysRef, onChosen } = line;
  const options = groups.flatMap((group) => group.options);
  const { here, choose } = useChoice(options, typed);
  const some = options.length > 0;
  useEffect(() => {
    onChosen(some ? `${listId}-${here}` : undefined);
    if (some) document.getElementById(`${listId}-${here}`)!.scrollIntoView({ block: 'nearest' });
  }, [onChosen, listId, here, some]);
  useListKeys(line, options, here, choose);
  useEffect(
    () => () => {
      keysRef.current = null;
      onChosen(undefined);
    },
    [keysRef, onChosen],
  );
  return (
    <>
      <div className="found" id={listId} role="listbox" aria-label={title} aria-busy={busy} hidden={!some}>
        {groups.map((group) =>
          group.options.length === 0 ? null : (
            <div key={group.key} role="group" aria-label={group.title ?? title}>
              {group.title ? <h3 aria-hidden="true">{group.title}</h3> : null}
              {group.options.map((option) => {
                const at = options.indexOf(option);
                return (
                  <OptionButton
                    key={option.key}
                    id={`${listId}-${at}`}
                    option={option}
                    isChosen={at === here}
                    onChoose={() => choose(at)}
                  />
                );
              })}
            </div>
          ),
        )}
      </div>
      {some ? null : (
        <p className="nothing" role="status">
          {t(busy ? looking : words.none)}
        </p>
      )}
      <p className="hint">{busy && some ? t(looking) : t(words.hint)}</p>
    </>
  );
}
