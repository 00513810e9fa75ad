import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { member, memberPlate } from '../model/member.ts';
import { words } from './work-words.ts';

const SHOWN = 50;

/** The plates of a member; only for who may see them. */
function Plates({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: [memberPlate.name, 'of-member', row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(memberPlate)[0]!, { memberId: row.id, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.plates)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.noPlates)}</p>
      ) : (
        <MiniTable of={memberPlate} fields={['plateNumber', 'proof', 'remark']} rows={data.records} />
      )}
      <button
        type="button"
        className="gh-link gh-no-print"
        onClick={() => go(`${memberPlate.route}?memberId=${row.id}`)}
      >
        {t(words.addPlate)}
      </button>
    </section>
  );
}

/** Members; their plates stand in each record. */
export default function Members(): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode => (may('memberPlate:read') ? <Plates row={row} /> : null);
  return <ListPage of={member} detail={detail} />;
}
