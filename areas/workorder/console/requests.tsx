import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { userRequest } from '../model/user-request.ts';
import { words } from './work-words.ts';

/** From a request to what is known of its plate. */
function AboutPlate({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const plate = row['plateNumber'];
  if (typeof plate !== 'string' || plate === '' || plate.includes('*')) return null;
  const query = new URLSearchParams({ plateNumber: plate }).toString();
  const ways = [
    ['stay:read', '/static/inoutRecord', words.stays],
    ['parkingOrder:read', '/static/onlineorder', words.orders],
  ] as const;
  return (
    <p>
      {ways
        .filter(([code]) => may(code))
        .map(([code, route, name]) => (
          <button key={code} type="button" className="gh-link" onClick={() => go(`${route}?${query}`)}>
            {t(name)}
          </button>
        ))}
    </p>
  );
}
const aboutPlate = (row: AnyRow): ReactNode => <AboutPlate row={row} />;

/** What drivers complain of and ask, the one due first on top. */
export default function Requests(): ReactNode {
  return (
    <ListPage of={userRequest} detail={aboutPlate}>
      <ChoiceTabs of={userRequest} name="status" />
    </ListPage>
  );
}
