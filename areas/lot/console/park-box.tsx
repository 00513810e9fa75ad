import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { Dialog, SidePanel } from '#kit/console/dialog.tsx';
import { ask, download } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { part } from '#kit/console/part.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { qrCodeCalls } from '#areas/lot/model/park-calls.ts';
import { boxWords } from './parks-words.ts';
import type { Box } from './parks-words.ts';
import './parks.css';

const wait = <span className="gh-spin" />;
const SettingsForm = part(() => import('./park-settings.tsx'), { wait });
const Upkeep = part(() => import('./upkeep.tsx'));

const words = {
  save: text('下载', 'Download'),
  note: text(
    '用手机扫描可打开对应的车主页面；地址在“参数”的“车主页面地址”中设置。',
    'Scanned by a phone, a code opens the driver page; its address is set under “Parameters”.',
  ),
};

type Code = { url: string; image: string };

function CodeCard({ row, nth }: { row: AnyRow; nth: number }): ReactNode {
  const { t } = useWords();
  const call = qrCodeCalls[nth]!;
  const { data, error, refetch } = useQuery({
    queryKey: ['qr', call.name, row.id],
    queryFn: ({ signal }) => ask<Code>(call.path, { parkId: row.id }, { signal, quiet: true }),
  });
  const keep = async () =>
    download(await (await fetch(data!.image)).blob(), `${String(row['parkName'])}-${t(call.title)}.svg`);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <figure className="lt-code">
      {data ? <img src={data.image} alt={t(call.title)} width={168} height={168} /> : <span className="gh-spin" />}
      <figcaption>{t(call.title)}</figcaption>
      {data ? (
        <>
          <small title={data.url}>{data.url}</small>
          <button type="button" className="gh-link" onClick={() => void keep()}>
            {t(words.save)}
          </button>
        </>
      ) : null}
    </figure>
  );
}

/** What lies above the list about one car park: its codes, its parameters or its upkeep. */
export default function ParkBox({ kind, row, onClose }: Box & { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const title = `${t(boxWords[kind])} · ${String(row['parkName'])}`;
  if (kind === 'upkeep')
    return (
      <Antd>
        <Upkeep row={row} title={title} onClose={onClose} />
      </Antd>
    );
  if (kind === 'settings')
    return (
      <SidePanel width={640} title={title} onClose={onClose}>
        <SettingsForm parkId={row.id} onSaved={onClose} />
      </SidePanel>
    );
  return (
    <Dialog width={720} title={title} onClose={onClose}>
      <p>{t(words.note)}</p>
      <div className="lt-codes">
        {qrCodeCalls.map((call, nth) => (
          <CodeCard key={call.name} row={row} nth={nth} />
        ))}
      </div>
    </Dialog>
  );
}
