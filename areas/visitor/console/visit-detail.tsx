import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { visitLink } from '../model/calls.ts';
import { visitEvent } from '../model/visit-event.ts';
import { visitorCar } from '../model/visitor-car.ts';
import { words } from './visit-words.ts';

const cars = visitorCar as Resource;
const events = visitEvent as Resource;
const MOST = 50;

/** What belongs to the visit, from its own list; nothing of the one who may not see that. */
function Of(props: { of: Resource; row: AnyRow; title: string; none: string; fields: readonly string[] }): ReactNode {
  const { of, row, title, none, fields } = props;
  const may = useMay()(`${of.name}:read`);
  const { data, error, refetch } = useQuery({
    queryKey: [of.name, 'of visit', row.id],
    queryFn: ({ signal }) => ask<Paged>(listPaths(of)[0]!, { visitId: row.id, size: MOST }, { signal, quiet: true }),
    enabled: may,
  });
  if (!may) return null;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <section>
      <h2 className="gh-group">{title}</h2>
      {!data ? (
        <span className="gh-spin" />
      ) : data.records.length === 0 ? (
        <p className="gh-dim">{none}</p>
      ) : (
        <MiniTable of={of} fields={fields} rows={data.records} />
      )}
    </section>
  );
}

const OPEN = new Set(['waiting', 'approved', 'inside', 'overstay']);

/** The invitation is fetched on request: whoever has it acts as that visitor. */
function Invitation({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay()(visitLink.permission);
  const [isShown, show] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [visitLink.name, row.id],
    queryFn: ({ signal }) =>
      ask<{ url: string; image: string }>(visitLink.path, { recordId: row.id }, { signal, quiet: true }),
    enabled: isShown,
  });
  if (!may || !OPEN.has(String(row['status']))) return null;
  return (
    <section className="gh-no-print">
      <h2 className="gh-group">{t(words.invitation)}</h2>
      <p className="gh-dim">{t(words.invite)}</p>
      {!isShown ? (
        <button type="button" className="gh-btn" onClick={() => show(true)}>
          {t(words.show)}
        </button>
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <span className="gh-spin" />
      ) : (
        <>
          <img src={data.image} alt={t(words.invitation)} width={180} height={180} />
          <p>
            <a className="gh-link" href={data.url} target="_blank" rel="noreferrer">
              {data.url}
            </a>
          </p>
        </>
      )}
    </section>
  );
}

function Detail({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Invitation row={row} />
      <Of
        of={cars}
        row={row}
        title={t(words.cars)}
        none={t(words.noCars)}
        fields={['plateNumber', 'state', 'startTime', 'endTime', 'used', 'entries', 'note']}
      />
      <Of
        of={events}
        row={row}
        title={t(words.events)}
        none={t(words.noEvents)}
        fields={['time', 'kind', 'way', 'place', 'reason', 'operator']}
      />
    </>
  );
}

/** Below the facts of a visit: its invitation, its cars, its comings and goings. */
export const visitDetail = (row: AnyRow): ReactNode => <Detail key={row.id} row={row} />;
