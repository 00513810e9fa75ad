import type { ReactNode } from 'react';
import { ListPage } from '#kit/console/list-page.tsx';
import { part } from '#kit/console/part.tsx';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { usePlace } from '#kit/console/place.ts';
import stayRecord from './stay-record.tsx';

const StoryDrawer = part(() => import('./story-drawer.tsx'));

const { of, slots, lead, detail } = stayRecord;

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
      <ListPage of={of} slots={slots!} lead={lead!} detail={detail!}>
        <TotalsStrip of={of} />
      </ListPage>
      {open ? <StoryDrawer stayId={open} onClose={close} /> : null}
    </>
  );
}
