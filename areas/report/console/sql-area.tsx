import { useId, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';

/** As in templates.css: lines are counted by it. */
const LINE_PX = 20;
const [fewest, most] = [14, 26];

type Props = {
  label: string;
  value: string;
  problem: string | undefined;
  hint: string;
  area: RefObject<HTMLTextAreaElement | null>;
  longest: number;
  onChange: (value: string) => void;
};

/** Puts text where the cursor stands, as if it were typed, so that the browser's own undo takes it back. */
export function typeInto(area: HTMLTextAreaElement, typed: string): void {
  area.focus();
  document.execCommand('insertText', false, typed);
}

/** A new line begins where the one before began. */
function indented(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  const area = event.currentTarget;
  const line = area.value.slice(area.value.lastIndexOf('\n', area.selectionStart - 1) + 1, area.selectionStart);
  event.preventDefault();
  typeInto(area, `\n${/^ */.exec(line)![0]}`);
}

/** A statement with line numbers, because errors name line and column. */
export function SqlArea({ label, value, problem, hint, area, longest, onChange }: Props): ReactNode {
  const id = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const along = () => {
    gutter.current!.scrollTop = area.current!.scrollTop;
  };
  useLayoutEffect(along);
  const lines = value.split('\n').length;
  const wrong = Number(/(?:第|Line )(\d+)/.exec(problem ?? '')?.[1] ?? 0);
  return (
    <div className="gh-field full rt-area" data-field="sql" data-wrong={problem ? '' : undefined}>
      <label className="label" htmlFor={id}>
        <span className="must" aria-hidden="true">
          *
        </span>
        {label}
      </label>
      <div className="box" style={{ height: Math.min(Math.max(lines + 1, fewest), most) * LINE_PX + 18 }}>
        <div ref={gutter} className="gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, nth) => (
            <span key={nth} className={nth + 1 === wrong ? 'wrong' : ''}>
              {nth + 1}
            </span>
          ))}
        </div>
        <textarea
          id={id}
          ref={area}
          value={value}
          maxLength={longest}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          wrap="off"
          onChange={(event) => onChange(event.target.value)}
          onScroll={along}
          onKeyDown={indented}
        />
      </div>
      <div className="foot" id={`${id}-note`} role={problem ? 'alert' : undefined}>
        <span className={problem ? 'wrong' : 'hint'}>{problem ?? hint}</span>
      </div>
    </div>
  );
}
