import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { qrImage } from '../model/calls.ts';
import { visitorQr } from '../model/visitor-qr.ts';
import { words } from './visit-words.ts';

const posters = visitorQr as Resource;

/** The code as it is posted: printing the detail prints it. */
function Poster({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [qrImage.name, row.id],
    queryFn: ({ signal }) =>
      ask<{ url: string; image: string }>(qrImage.path, { recordId: row.id }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.poster)}</h2>
      <p>{t(words.scan)}</p>
      <img src={data.image} alt={String(row['name'])} width={240} height={240} />
      <p>
        <a className="gh-link gh-no-print" href={data.url} target="_blank" rel="noreferrer">
          {data.url}
        </a>
      </p>
    </section>
  );
}

const poster = (row: AnyRow): ReactNode => <Poster row={row} />;

/** Posters at the entrances, with the code to print. */
export default function Posters(): ReactNode {
  return (
    <ListPage of={posters} detail={poster}>
      <ChoiceTabs of={posters} name="status" />
    </ListPage>
  );
}
