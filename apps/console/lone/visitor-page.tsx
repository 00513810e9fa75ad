import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { sentBackLater } from '../guard.ts';
import './lone.css';

const words = {
  title: text('请登录后查看', 'Log in to see the data'),
  why: text('此地址无需登录即可打开，但其中的数据属于各单位，登录后才显示。', 'This address opens without a login; its data belong to companies and are shown after one.'),
  login: text('登录', 'Log in'),
};

/** What a visitor sees at the addresses that need no login: no data of anybody's, and the way to them. */
export default function VisitorPage(): ReactNode {
  const { t } = useWords();
  useEffect(() => { document.title = t(words.title); }, [t]);
  return (
    <main className="lone">
      <section>
        <h1>{t(words.title)}</h1>
        <p>{t(words.why)}</p>
        <p><code>{location.pathname}</code></p>
        <a className="gh-btn primary" href={sentBackLater('/login', location.pathname, location.search)}>{t(words.login)}</a>
      </section>
    </main>
  );
}
