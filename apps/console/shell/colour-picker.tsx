import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Colour } from './look/colour.ts';
import { useLookChoice } from './look/look.ts';
import { defaultColour } from './look/themes.ts';

export const colourWords = text('主题色', 'Theme colour');
const words = { own: text('自选颜色', 'Custom colour'), back: text('恢复默认', 'Reset to default') };

const offered: readonly Colour[] = [
  defaultColour,
  '#1767C9',
  '#0E9F6E',
  '#17B3A3',
  '#7048C9',
  '#C2185B',
  '#D9480F',
  '#B08A3E',
  '#495057',
];

/** Recolours the console. What carries words is darkened or lightened until it can be read, whatever is picked. */
export function ColourChoice(): ReactNode {
  const { t } = useWords();
  const { look, choose } = useLookChoice();
  const is = (colour: Colour): boolean => colour.toLowerCase() === look.colour.toLowerCase();
  return (
    <div className="colours" role="group" aria-label={t(colourWords)}>
      {offered.map((colour) => (
        <button
          key={colour}
          type="button"
          style={{ background: colour }}
          aria-label={colour}
          title={colour}
          aria-pressed={is(colour)}
          onClick={() => choose({ colour })}
        />
      ))}
      <label title={t(words.own)}>
        <span className="gh-sr">{t(words.own)}</span>
        <input
          type="color"
          value={look.colour.toLowerCase()}
          onChange={(event) => choose({ colour: event.target.value })}
        />
      </label>
      <button
        type="button"
        className="gh-link"
        disabled={is(defaultColour)}
        onClick={() => choose({ colour: defaultColour })}
      >
        {t(words.back)}
      </button>
    </div>
  );
}
