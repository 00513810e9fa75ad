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
import { pdadevice } from '../model/pdadevice.ts';
import { pdaplatform } from '../model/pdaplatform.ts';

const words = {
  devices: text('使用该版本的手持机', 'Handhelds that run this version'),
  none: text('没有手持机使用该版本', 'No handheld runs this version'),
};
const SHOWN = 100;

function Running({ version }: { version: string }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [pdadevice.name, 'of-version', version],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(pdadevice)[0]!, { appVersion: `"${version}"`, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.devices)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable of={pdadevice} fields={['deviceName', 'userId', 'status', 'lastSeen']} rows={data.records} />
      )}
    </section>
  );
}

/** Versions of the collectors' app; which handhelds run one is in its record. */
export default function Upgrades(): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode =>
    may('pdadevice:read') ? <Running version={String(row['versionNo'])} /> : null;
  return <ListPage of={pdaplatform} detail={detail} />;
}
