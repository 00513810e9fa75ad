import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
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

type PadProps = { id: string; value: string; onChange: (value: string) => void; onEnter?: () => void };

/** A plate typed or tapped, where the caret stands: the province first, then letters and digits. What is typed is put into its one spelling as soon as typing pauses. */
export function PlatePad({ id, value, onChange, onEnter }: PadProps): ReactNode {
  const { t } = useWords();
  const box = useRef<HTMLInputElement>(null);
  /** A dialog takes the focus to itself as it opens. */
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const kind = plateKind(value);
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
  const keys = (signs: readonly string[], from: number) =>
    signs.map((sign) => (
      <button
        key={sign}
        type="button"
        tabIndex={signs.indexOf(sign) === 0 && from === 0 ? 0 : -1}
        onClick={() => tap(sign)}
      >
        {sign}
      </button>
    ));
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
      <p className={kind === 'unknown' && value.length >= 7 ? 'odd' : ''} aria-live="polite">
        {value === ''
          ? ' '
          : kind === 'unknown'
            ? value.length >= 7
              ? t(words.odd)
              : ' '
            : `${t(words.shape)} ${t(PLATE_KINDS[kind])}`}
      </p>
      {value === '' ? (
        <div className="keys provinces" role="group" aria-label={t(words.provinces)}>
          {keys(first, 0)}
        </div>
      ) : (
        <div className="keys" role="group" aria-label={t(words.letters)}>
          {keys(digits, 0)}
          {keys(letters, 1)}
          {keys(last, 1)}
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
