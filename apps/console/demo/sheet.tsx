import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import type { Text } from '#kit/declare/text.ts';
import './demo.css';

/** A page of one card: what it is called, one line of what it shows, its buttons, and the thing itself. */
export function Sheet({
  title,
  note,
  tools,
  children,
}: {
  title: Text;
  note: Text;
  tools?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { t } = useWords();
  return (
    <div className="gh-page">
      <section className="gh-card">
        <div className="gh-tools">
          <h1>{t(title)}</h1>
          <span className="gap" />
          {tools}
        </div>
        <div className="demo">
          <p className="note">{t(note)}</p>
          {children}
        </div>
      </section>
    </div>
  );
}
