import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { spaceBooking } from '../model/space-booking.ts';

const bookings = spaceBooking as Resource;

/** From a booking whose car has come to its visits. */
function Visits({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  if (row['status'] !== 'arrived') return null;
  return (
    <p>
      <button
        type="button"
        className="gh-link"
        onClick={() => go(`/static/inoutRecord?plateNumber=${encodeURIComponent(String(row['plateNumber']))}`)}
      >
        {t(text('查看进出记录', 'Open its visits'))}
      </button>
    </p>
  );
}

const visits = (row: AnyRow): ReactNode => <Visits row={row} />;

/** Space bookings, those that wait for a decision at one press. */
export default function Bookings(): ReactNode {
  return (
    <ListPage of={bookings} detail={visits}>
      <ChoiceTabs of={bookings} name="status" />
    </ListPage>
  );
}
