import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { webhookDelivery, webhookTry } from '../model/delivery.ts';

const words = {
  tries: text('各次发送', 'Attempts'),
  none: text('还没有发送', 'Not tried yet'),
};
const SHOWN = 50;

function Tries({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [webhookTry.name, 'of-delivery', row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(
        listPaths(webhookTry)[0]!,
        { deliveryId: row.id, startTime: row['madeTime'], endTime: new Date().toISOString(), size: SHOWN },
        { signal, quiet: true },
      ),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.tries)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable
          of={webhookTry}
          fields={['time', 'outcome', 'nth', 'ms', 'httpStatus', 'answer']}
          rows={data.records}
        />
      )}
    </section>
  );
}

/** Events for webhooks; in each record its attempts. */
export default function Deliveries(): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode => (may('webhookTry:read') ? <Tries row={row} /> : null);
  return <ListPage of={webhookDelivery} detail={detail} />;
}
