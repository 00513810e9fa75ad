import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Drawer, Modal } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { ask, download } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { qrCodeCalls } from '#areas/lot/model/park-calls.ts';
import './parks.css';

const SettingsForm = lazy(() => import('./park-settings.tsx'));
const Upkeep = lazy(() => import('./upkeep.tsx'));

const words = {
  codes: text('二维码', 'Codes'), settings: text('参数', 'Parameters'), upkeep: text('维护', 'Upkeep'), save: text('下载', 'Download'), close: text('关闭', 'Close'),
  note: text('用手机扫描可打开对应的车主页面；地址在“参数”的“车主页面地址”中设置。', 'Scanned by a phone, a code opens the driver page; its address is set under “Parameters”.'),
};

type Code = { url: string; image: string };

function CodeCard({ row, nth }: { row: AnyRow; nth: number }): ReactNode {
  const { t } = useWords();
  const call = qrCodeCalls[nth]!;
  const { data, error, refetch } = useQuery({ queryKey: ['qr', call.name, row.id], queryFn: ({ signal }) => ask<Code>(call.path, { parkId: row.id }, { signal, quiet: true }) });
  const keep = async () => download(await (await fetch(data!.image)).blob(), `${String(row['parkName'])}-${t(call.title)}.svg`);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <figure className="lt-code">
      {data ? <img src={data.image} alt={t(call.title)} width={168} height={168} /> : <span className="gh-spin" />}
      <figcaption>{t(call.title)}</figcaption>
      {data ? <><small title={data.url}>{data.url}</small><button type="button" className="gh-link" onClick={() => void keep()}>{t(words.save)}</button></> : null}
    </figure>
  );
}

type Above = { kind: 'codes' | 'settings' | 'upkeep'; row: AnyRow };

/** Car parks, with their six codes, their parameters and their upkeep. */
export default function Parks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [above, setAbove] = useState<Above | null>(null);
  const open = (kind: Above['kind'], row: AnyRow) => <button key={kind} type="button" className="gh-link" onClick={(event) => { event.stopPropagation(); setAbove({ kind, row }); }}>{t(words[kind])}</button>;
  const close = () => setAbove(null);
  const name = above ? String(above.row['parkName']) : '';
  const extra = (row: AnyRow) => [open('codes', row), may('parkParameter:read') ? open('settings', row) : null, may('carInside:sync') || may('parkDevice:parkCommand') ? open('upkeep', row) : null];
  return (
    <>
      <ListPage of={park} rowActions={extra} />
      {above ? (
        <Antd>
          {above.kind === 'codes' ? (
            <Modal open width={720} title={`${t(words.codes)} · ${name}`} footer={null} onCancel={close}>
              <p>{t(words.note)}</p>
              <div className="lt-codes">{qrCodeCalls.map((call, nth) => <CodeCard key={call.name} row={above.row} nth={nth} />)}</div>
            </Modal>
          ) : above.kind === 'upkeep' ? (
            <Suspense fallback={<span className="gh-spin" />}><Upkeep row={above.row} title={`${t(words.upkeep)} · ${name}`} onClose={close} /></Suspense>
          ) : (
            <Drawer open size={640} title={`${t(words.settings)} · ${name}`} onClose={close}>
              <Suspense fallback={<span className="gh-spin" />}><SettingsForm parkId={above.row.id} onSaved={close} /></Suspense>
            </Drawer>
          )}
        </Antd>
      ) : null}
    </>
  );
}
