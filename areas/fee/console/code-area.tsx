import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { lineOf } from './json-places.ts';

const words = {
  line: text('第{n}行', 'Line {n}'),
  none: text('没有错误', 'No errors'),
  faults: text('{n}处错误', '{n} errors'),
};
/** As in code-area.css: lines are counted by it. */
const LINE_PX = 20;
const [fewest, most] = [18, 34];

export type CodeFault = { readonly from: number; readonly to: number; readonly words: string };
type Props = {
  value: string;
  onChange: (value: string) => void;
  faults: readonly CodeFault[];
  label: string;
  readOnly: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** Puts text in place of a range, as if it were typed, so that the browser's own undo takes it back. */
export function typeInto(area: HTMLTextAreaElement, from: number, to: number, typed: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  document.execCommand('insertText', false, typed);
}

/** Selects a range and brings its line into view. */
export function show(area: HTMLTextAreaElement, { from, to }: { from: number; to: number }): void {
  area.focus();
  area.setSelectionRange(from, to);
  area.scrollTop = Math.max(0, (lineOf(area.value, from) - 6) * LINE_PX);
}

/** A new line begins where the one before began. */
function indented(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  const area = event.currentTarget;
  const { selectionStart: from, selectionEnd: to, value } = area;
  const before = value.slice(value.lastIndexOf('\n', from - 1) + 1, from);
  const open = /[[{]\s*$/.test(before) ? '  ' : '';
  event.preventDefault();
  typeInto(area, from, to, `\n${/^ */.exec(before)![0]}${open}`);
}

/** A text with its line numbers; lines with a fault are marked, with the message below. */
export function CodeArea({ value, onChange, faults, label, readOnly, area, onKey }: Props): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [gutter, bands] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const lines = useMemo(() => value.split('\n').length, [value]);
  const wrong = useMemo(
    () => new Map(faults.map((fault) => [lineOf(value, fault.from), fault.words])),
    [faults, value],
  );
  const along = () => {
    for (const each of [gutter, bands]) each.current!.scrollTop = area.current!.scrollTop;
  };
  useLayoutEffect(along);
  const rows = Array.from({ length: lines }, (_, nth) => nth + 1);
  return (
    <div className="fr-code">
      <div className="field" style={{ height: Math.min(Math.max(lines + 1, fewest), most) * LINE_PX + 18 }}>
        <div ref={gutter} className="gutter" aria-hidden="true">
          {rows.map((nth) => (
            <span key={nth} className={wrong.has(nth) ? 'wrong' : ''} title={wrong.get(nth)}>
              {nth}
            </span>
          ))}
        </div>
        <div className="paper">
          <div ref={bands} className="bands" aria-hidden="true">
            {rows.map((nth) => (
              <span key={nth} className={wrong.has(nth) ? 'wrong' : ''} />
            ))}
          </div>
          <textarea
            ref={area}
            value={value}
            readOnly={readOnly}
            aria-label={label}
            aria-invalid={faults.length > 0}
            aria-describedby={id}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            wrap="off"
            onChange={(event) => onChange(event.target.value)}
            onScroll={along}
            onKeyDown={(event) => {
              onKey?.(event);
              if (!event.defaultPrevented) indented(event);
            }}
          />
        </div>
      </div>
      <div id={id} className="faults" role="status">
        <b className={faults.length > 0 ? 'wrong' : 'right'}>
          {faults.length === 0 ? t(words.none) : t(words.faults).replace('{n}', String(faults.length))}
        </b>
        {faults.length === 0 ? null : (
          <ul>
            {faults.map((fault, nth) => (
              <li key={nth}>
                <button type="button" className="gh-link" onClick={() => show(area.current!, fault)}>
                  {t(words.line).replace('{n}', String(lineOf(value, fault.from)))}
                </button>{' '}
                {fault.words}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
