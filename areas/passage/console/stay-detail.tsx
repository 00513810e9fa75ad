import { Suspense, lazy } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { StayPictures as Pictures, StayStory as Story } from './stay-story.tsx';

const LazyPictures = lazy(() => import('./stay-story.tsx').then(({ StayPictures: drawn }) => ({ default: drawn })));
const LazyStory = lazy(() => import('./stay-story.tsx').then(({ StayStory: drawn }) => ({ default: drawn })));

const waiting = (
  <div aria-busy="true">
    <span className="gh-spin" />
  </div>
);

/** The parts of a stay's detail; with their bills and orders they come when the first detail is opened, not with the list. */
export const StayPictures = (props: ComponentProps<typeof Pictures>): ReactNode => (
  <Suspense fallback={waiting}>
    <LazyPictures {...props} />
  </Suspense>
);
export const StayStory = (props: ComponentProps<typeof Story>): ReactNode => (
  <Suspense fallback={waiting}>
    <LazyStory {...props} />
  </Suspense>
);
