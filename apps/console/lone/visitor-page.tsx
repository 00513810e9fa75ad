import { Suspense, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Floating } from '#kit/console/floating.tsx';
import { Guarded } from '#kit/console/guarded.tsx';
import { PlaceContext } from '#kit/console/place.ts';
import type { Place } from '#kit/console/place.ts';
import { speak } from '#kit/console/language.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { sentBackLater } from '../guard.ts';
import { loginWords } from '../login-words.ts';
import { forget, pageOf, stands } from '../pages.ts';
import { useBrand } from '../shell/brand.ts';
import { client } from '../shell/client.ts';
import { useWhere } from '../shell/where.ts';
import './lone.css';

const words = {
  title: text('请登录后查看', 'Log in to see the data'),
  why: text(
    '此地址无需登录即可打开，但其中的数据属于各单位，登录后才显示。',
    'This address opens without a login; its data belong to companies and are shown after one.',
  ),
};

/**
 * The page as everybody has it. Each of its calls is the server's to answer; none has anything of a company's for a
 * visitor.
 */
function OpenPage({ path }: { path: string }): ReactNode {
  const { t } = useWords();
  const page = use(pageOf(path));
  const { title } = useBrand();
  useEffect(() => {
    if (page) document.title = `${t(page.title)} - ${t(title)}`;
  }, [page, title, t]);
  return page ? <page.component /> : null;
}

/** In place of a page that does not stand. */
function Instead(): ReactNode {
  const { t } = useWords();
  useEffect(() => {
    document.title = t(words.title);
  }, [t]);
  return (
    <div className="lone">
      <section>
        <h1>{t(words.title)}</h1>
        <p>
          <code>{location.pathname}</code>
        </p>
      </section>
    </div>
  );
}

function Visit(): ReactNode {
  const { t, lang } = useWords();
  const { path, search, replace } = useWhere();
  const { short } = useBrand();
  // Whatever else he wants to see, the console's beginning decides about.
  const place = useMemo<Place>(
    () => ({
      path,
      search,
      go: (address) => location.assign(address),
      replace: (params) => replace(path, params),
      become: (address) => replace(address, new URLSearchParams()),
      rename: () => undefined,
      titleOf: () => null,
    }),
    [path, search, replace],
  );
  return (
    <div className="visit">
      <header className="gh-no-print">
        <strong>{t(short)}</strong>
        <p>{t(words.why)}</p>
        <button
          type="button"
          className="gh-btn"
          lang={lang === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => speak(lang === 'zh' ? 'en' : 'zh')}
        >
          {t(loginWords.other)}
        </button>
        <a className="gh-btn primary" href={sentBackLater('/login', path, search)}>
          {t(loginWords.enter)}
        </a>
      </header>
      <main>
        <PlaceContext value={place}>
          <Guarded onRetry={() => forget(path)}>
            <Suspense
              fallback={
                <div className="pane-wait" aria-busy="true">
                  <span className="gh-spin" />
                </div>
              }
            >
              {stands(path) ? <OpenPage path={path} /> : <Instead />}
            </Suspense>
          </Guarded>
        </PlaceContext>
      </main>
    </div>
  );
}

/** What a visitor sees at the addresses that need no login: the page with nobody's data in it, and the way to them. */
export default function VisitorPage(): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <Visit />
      <Floating />
    </QueryClientProvider>
  );
}
