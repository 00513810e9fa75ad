import type { ReactNode } from 'react';
import { signatures } from '#kit/declare/signatures.ts';
import { useWords } from './words.ts';
import './look/signatures.css';

/** Lines to sign on, below a report on paper; nothing on the screen. */
export function Signatures(): ReactNode {
  const { t } = useWords();
  return (
    <div className="gh-signatures" aria-hidden="true">
      {signatures.map((who) => (
        <span key={who.en}>{t(who)}</span>
      ))}
    </div>
  );
}
