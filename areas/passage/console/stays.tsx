import type { ReactNode } from 'react';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { part } from '#kit/console/part.tsx';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { usePlace } from '#kit/console/place.ts';
import { stayShown } from './stay-shown.ts';
import { StayPictures, StayStory } from './stay-detail.tsx';

const StoryDrawer = part(() => import('./story-drawer.tsx'));

/** How sure the camera was, as a share of certainty. */
const slots = {
  confidence: (row: AnyRow): ReactNode =>
    typeof row['confidence'] === 'number' ? (
      `${(row['confidence'] * 100).toFixed(1)}%`
    ) : (
      <span className="gh-dim">—</span>
    ),
};
const pictures = (row: AnyRow): ReactNode => <StayPictures stayId={row.id} row={row} />;
const course = (row: AnyRow): ReactNode => <StayStory stayId={row.id} row={row} />;

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
      <ListPage of={stayShown} slots={slots} lead={pictures} detail={course}>
        <TotalsStrip of={stayShown} />
      </ListPage>
      {open ? <StoryDrawer stayId={open} onClose={close} /> : null}
    </>
  );
}
