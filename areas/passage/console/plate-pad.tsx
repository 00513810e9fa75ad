import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { PLATE_KINDS, PLATE_LETTERS, PROVINCES, canonicalPlate, plateKind } from '#domain/plate/plate.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';

const words = {
  plate: text('车牌号', 'Plate'),
  provinces: text('省份', 'Provinces'),
  letters: text('字母与数字', 'Letters and digits'),
  back: text('退格', 'Backspace'),
  clear: text('清空', 'Clear'),
  shape: text('号牌类型（推测）', 'Plate type (guess)'),
  odd: text('不是常见的车牌格式，请再核对', 'Unusual plate format, please check'),
};
const first = [...PROVINCES, '使', 'WJ', '民航', '无牌车'];
const digits = [...'1234567890'];
const letters = [...PLATE_LETTERS];
const last = [...'警学挂港澳领'];
const longest = 12;

type KeysProps = { signs: readonly string[]; isEntry?: boolean; onTap: (sign: string) => void };

/** `isEntry`: the tabulator stops at its first key. */
function Keys({ signs, isEntry = false, onTap }: KeysProps): ReactNode {
  return signs.map((sign) => (
    <button
      key={sign}
      type="button"
      tabIndex={signs.indexOf(sign) === 0 && isEntry ? 0 : -1}
      onClick={() => onTap(sign)}
    >
      {sign}
    </button>
  ));
}

/** What kind of plate it looks like, or that it looks like none. */
function PlateNote({ value }: { value: string }): ReactNode {
  const { t } = useWords();
  const kind = plateKind(value);
  return (
    <p className={kind === 'unknown' && value.length >= 7 ? 'odd' : ''} aria-live="polite">
      {value === ''
        ? ' '
        : kind === 'unknown'
          ? value.length >= 7
            ? t(words.odd)
            : ' '
          : `${t(words.shape)} ${t(PLATE_KINDS[kind])}`}
    </p>
  );
}

/** A dialog takes the focus to itself as it opens. */
function useFocusOnOpen(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [box]);
}

type PadProps = { id: string; value: string; onChange: (value: string) => void; onEnter?: () => void };

/**
 * A plate typed or tapped, where the caret stands: the province first, then letters and digits. What is typed is put
 * into its one spelling as soon as typing pauses.
 */
export function PlatePad({ id, value, onChange, onEnter }: PadProps): ReactNode {
  const { t } = useWords();
  const box = useRef<HTMLInputElement>(null);
  useFocusOnOpen(box);
  const put = (next: string, caret = next.length) => {
    onChange(canonicalPlate(next).slice(0, longest));
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(caret, caret);
    });
  };
  const tap = (sign: string) => {
    const { selectionStart, selectionEnd } = box.current!;
    const start = selectionStart ?? value.length;
    put(value.slice(0, start) + sign + value.slice(selectionEnd ?? start), start + sign.length);
  };
  const back = () => {
    const { selectionStart, selectionEnd } = box.current!;
    const end = selectionEnd ?? value.length;
    const start = selectionStart !== null && selectionStart < end ? selectionStart : Math.max(0, end - 1);
    put(value.slice(0, start) + value.slice(end), start);
  };
  return (
    <div className="ps-pad">
      <input
        ref={box}
        id={id}
        className={`gh-input plate ${value.length === 8 ? 'energy' : ''}`}
        aria-label={t(words.plate)}
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
        value={value}
        onChange={(event) =>
          onChange(
            (event.nativeEvent as InputEvent).isComposing ? event.target.value : canonicalPlate(event.target.value),
          )
        }
        onCompositionEnd={(event) => onChange(canonicalPlate(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onEnter?.();
          }
        }}
      />
      <PlateNote value={value} />
      {value === '' ? (
        <div className="keys provinces" role="group" aria-label={t(words.provinces)}>
          <Keys signs={first} isEntry onTap={tap} />
        </div>
      ) : (
        <div className="keys" role="group" aria-label={t(words.letters)}>
          <Keys signs={digits} isEntry onTap={tap} />
          <Keys signs={letters} onTap={tap} />
          <Keys signs={last} onTap={tap} />
        </div>
      )}
      <div className="edit">
        <button type="button" className="gh-btn" onClick={back} disabled={value === ''}>
          ⌫ {t(words.back)}
        </button>
        <button type="button" className="gh-btn" onClick={() => put('')} disabled={value === ''}>
          {t(words.clear)}
        </button>
      </div>
    </div>
  );
}
