import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import { framed } from '../frame.ts';
import { FrameView } from '../frame-view.tsx';
import '#kit/console/look/page.css';

/** A visitor has no menu: for him there are the documents of this host alone. */
export default function VisitorFrame(): ReactNode {
  const { lang } = useWords();
  const params = new URLSearchParams(location.search);
  const name = (lang === 'en' ? params.get('i18n') : null) ?? params.get('name');
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  return (
    <main>
      <FrameView name={name} of={framed(params.get('src'), [], location.origin)} />
    </main>
  );
}
