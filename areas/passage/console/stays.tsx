import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { ListPage } from '#kit/console/list-page.tsx';
import { usePlace } from '#kit/console/place.ts';
import { stayShown } from './stay-shown.ts';
import { StayPictures, StayStory } from './stay-story.tsx';

const StoryDrawer = lazy(() => import('./story-drawer.tsx'));

/** Stays with their pictures, bills and stories. `?open=<stay>` opens one of them: other pages lead here so. */
export default function Stays(): ReactNode {
  const { search, replace } = usePlace();
  const params = new URLSearchParams(search);
  const open = params.get('open');
  const close = () => {
    params.delete('open');
    replace(params);
  };
  return (
    <>
      <ListPage of={stayShown} lead={(row) => <StayPictures stayId={row.id} />} detail={(row) => <StayStory stayId={row.id} />} />
      {open ? <Suspense fallback={null}><StoryDrawer stayId={open} onClose={close} /></Suspense> : null}
    </>
  );
}
