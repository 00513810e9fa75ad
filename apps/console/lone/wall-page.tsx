import { Suspense, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Guarded } from '#kit/console/guarded.tsx';
import { PlaceContext } from '#kit/console/place.ts';
import type { Place } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { forget, pageOf } from '../pages.ts';
import '#kit/console/look/page.css';
import './lone.css';

function Whole({ path }: { path: string }): ReactNode {
  const { t } = useWords();
  const page = use(pageOf(path));
  useEffect(() => {
    if (page) document.title = t(page.title);
  }, [page, t]);
  return page ? <page.component /> : null;
}

/** A page that has the whole window: nothing of the console stands around it. */
export default function WallPage({ path }: { path: string }): ReactNode {
  const place = useMemo<Place>(
    () => ({
      path,
      search: location.search,
      go: (address) => location.assign(address),
      replace: () => undefined,
      become: () => undefined,
      rename: () => undefined,
      titleOf: () => null,
    }),
    [path],
  );
  return (
    <main className="alone">
      <PlaceContext value={place}>
        <Guarded onRetry={() => forget(path)}>
          <Suspense fallback={<span className="gh-spin" />}>
            <Whole path={path} />
          </Suspense>
        </Guarded>
      </PlaceContext>
    </main>
  );
}
