import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import type { IssuedSecret } from '#kit/console/secret-dialog.tsx';
import { useWords } from '#kit/console/words.ts';
import { childrenOf } from '../model/calls.ts';
import { devDevice } from '../model/device.ts';
import { devGateway } from '../model/gateway.ts';

/** Taken out of the page's first load. */
const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  children: text('总线上的设备', 'Devices on its bus'),
  none: text('还没有设备', 'No devices yet'),
};

function Children({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [devDevice.name, 'of-gateway', row.id],
    queryFn: ({ signal }) => ask<AnyRow[]>(childrenOf, { gatewayId: row.id }, { signal, quiet: true }),
  });
  return (
    <section>
      <h2 className="gh-group">
        {t(words.children)} {data ? <span className="gh-dim">{data.length}</span> : null}
      </h2>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className="gh-dim">{t(words.none)}</p> : null}
      {data && data.length > 0 ? (
        <MiniTable
          of={devDevice}
          fields={['busAddress', 'deviceName', 'deviceType', 'groupId', 'status', 'lastSeenAt', 'faults']}
          rows={data}
        />
      ) : null}
    </section>
  );
}

/** Gateways; each with the devices of its bus, and its secret when it was added. */
export default function Gateways(): ReactNode {
  const may = useMay();
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const added = async (answer: AnyRow): Promise<void> => {
    if (typeof answer['secret'] !== 'string') return;
    const row = await fetchDetail(devGateway, answer);
    setIssued({ deviceName: String(row['deviceName']), sn: String(row['sn']), secret: answer['secret'] });
  };
  const detail = (row: AnyRow): ReactNode => (may(childrenOf.permission) ? <Children row={row} /> : null);
  return (
    <>
      <ListPage
        of={devGateway}
        detail={detail}
        onAdded={(answer) => void added(answer).catch((error: unknown) => notify.error(wordsOf(error)))}
      />
      {issued ? <SecretDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
