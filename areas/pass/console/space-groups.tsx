import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { parkMonth } from '../model/park-month.ts';
import { spaceGroup } from '../model/space-group.ts';

const words = {
  passes: text('共用这些车位的月租车', 'Passes sharing these spaces'),
  none: text('还没有月租车属于这个车位组', 'No passes in this group yet'),
  all: text('全部 {n} 张', 'All {n} passes'),
};

const passes = parkMonth as Resource;
/** More than these stand in the list of passes, which the record leads to. */
const SHOWN = 50;

/** The passes of a group; only for who may see passes. */
function GroupPasses({ group }: { group: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: [passes.name, 'of-group', group.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(passes)[0]!, { carBitGroupId: group.id, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const toAll = `${passes.route}?${new URLSearchParams({ carBitGroupId: group.id }).toString()}`;
  return (
    <section>
      <h2 className="gh-group">{t(words.passes)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <>
          <MiniTable
            of={passes}
            fields={['plateNumber', 'ownerName', 'endTime', 'status', 'plateNos', 'spaceNo']}
            rows={data.records}
          />
          <button type="button" className="gh-link gh-no-print" onClick={() => go(toAll)}>
            {t(words.all).replace('{n}', String(data.total))}
          </button>
        </>
      )}
    </section>
  );
}

/** Groups of spaces; which passes share them stands in each record. */
export default function SpaceGroups(): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode => (may('parkMonth:read') ? <GroupPasses group={row} /> : null);
  return <ListPage of={spaceGroup} detail={detail} />;
}
