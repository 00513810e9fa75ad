import type { CSSProperties, ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { ColourChoice, colourWords } from '../colour-picker.tsx';
import { plainTokens, useLookChoice } from '../look/look.ts';
import { densities, themes, tokensOf } from '../look/themes.ts';
import type { Density, Look } from '../look/themes.ts';
import './theme-dialog.css';

const words = {
  title: text('选择主题', 'Choose a theme'),
  theme: text('主题', 'Theme'),
  density: text('界面密度', 'Density'),
};

/** A console of stamp size, dressed in the theme itself. */
function Stamp({ look }: { look: Look }): ReactNode {
  const style = Object.fromEntries(
    Object.entries({ ...plainTokens(), ...tokensOf(look) }).map(([name, value]) => [`--gh-${name}`, value]),
  ) as CSSProperties;
  return (
    <span className="stamp" style={style} aria-hidden="true">
      <i className="side">
        <b />
      </i>
      <i className="top" />
      <i className="page">
        <b />
        <u />
        <u />
      </i>
    </span>
  );
}

/** Ten themes and two densities, worn at once when picked. */
export default function ThemeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { look, choose } = useLookChoice();
  return (
    <Dialog title={t(words.title)} onClose={onClose} className="wide">
      <fieldset className="themes">
        <legend className="gh-sr">{t(words.theme)}</legend>
        {themes.map(({ name, title }) => (
          <label key={name}>
            <input
              type="radio"
              className="gh-sr"
              name="theme"
              value={name}
              checked={look.theme === name}
              onChange={() => choose({ theme: name })}
            />
            <Stamp look={{ ...look, theme: name }} />
            <span>{t(title)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="densities">
        <legend>{t(colourWords)}</legend>
        <ColourChoice />
      </fieldset>
      <fieldset className="densities">
        <legend>{t(words.density)}</legend>
        {(Object.keys(densities) as Density[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="density"
              checked={look.density === name}
              onChange={() => choose({ density: name })}
            />{' '}
            {t(densities[name])}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
