import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { looking } from './words.ts';
import './finder.css';

/** The line as the list below it knows it. */
export type Line = {
  typed: string;
  /** Given to the list; the entry at place n has `<listId>-<n>`. */
  listId: string;
  /** What the list does with a key pressed in the line. */
  keysRef: React.RefObject<((event: React.KeyboardEvent) => void) | null>;
  /** Passes the chosen entry's id to the input; undefined where there is none. */
  onChosen: (id: string | undefined) => void;
};

/** Stands below the line until what answers has come. */
export function Looking(): ReactNode {
  const { t } = useWords();
  return (
    <p className="nothing" role="status">
      {t(looking)}
    </p>
  );
}

type FinderProps = { title: string; placeholder: string; onClose: () => void; children: (line: Line) => ReactNode };

/**
 * A line to type into, there at once; what answers may still be on its way. All by the keyboard if one likes: the focus
 * stays in the line.
 */
export function Finder({ title, placeholder, onClose, children }: FinderProps): ReactNode {
  const listId = useId();
  const line = useRef<HTMLInputElement>(null);
  const keysRef = useRef<((event: React.KeyboardEvent) => void) | null>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  // The opening box gives the focus to its first button; the line wants it.
  useEffect(() => line.current!.focus(), []);
  return (
    <Dialog title={title} onClose={onClose} className="finder">
      <input
        ref={line}
        className="gh-input"
        role="combobox"
        aria-expanded={chosen !== undefined}
        aria-controls={chosen === undefined ? undefined : listId}
        aria-activedescendant={chosen}
        aria-label={title}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => keysRef.current?.(event)}
      />
      {children({ typed, listId, keysRef, onChosen: setChosen })}
    </Dialog>
  );
}
