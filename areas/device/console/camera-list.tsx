/** What the server has sent to a camera of another maker for the time it is cut off, plate by plate. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { zone } from '#kit/console/me.ts';
import { Pager } from '#kit/console/pager.tsx';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { cameraList } from '../model/bought-calls.ts';

const words = {
  none: text(
    '尚未下发。在列表行尾“同步名单”后，白名单与月租车由平台自动保持一致。',
    'Nothing sent yet. After “Sync lists” at the row of this camera, the white list and the passes are kept on it.',
  ),
  until: text('断网时最迟按名单放行至 {time}', 'Cut off, it lets in by its list until {time} at the latest'),
  nobody: text('名单为空：断网时不按名单放行任何车', 'The list is empty: cut off, it lets nobody in by it'),
  unread: text('该相机不能回读，“已送达”不等于已写入', 'It cannot be read: “sent” does not say that it was stored'),
  plate: text('车牌', 'Plate'),
  state: text('状态', 'State'),
  bound: text('最迟放行至', 'Let in until'),
  error: text('未完成原因', 'Why not'),
  endless: text('无期限', 'No end'),
};

const keeping: Readonly<Record<string, Text>> = {
  due: text('待下发', 'To be sent'),
  sending: text('下发中', 'Being sent'),
  sent: text('已送达', 'Sent'),
  held: text('回读一致', 'Read back'),
  failed: text('下发失败', 'Not written'),
};
const removing: Readonly<Record<string, Text>> = {
  due: text('待删除', 'To be removed'),
  sending: text('删除中', 'Being removed'),
  sent: text('删除已送达', 'Removal sent'),
  held: text('待删除', 'To be removed'),
  failed: text('删除失败', 'Not removed'),
};
const totals = {
  held: text('回读一致 {n}', '{n} read back'),
  sent: text('已送达 {n}', '{n} sent'),
  waiting: text('待下发 {n}', '{n} to be sent'),
  removing: text('删除中 {n}', '{n} being removed'),
  failed: text('失败 {n}', '{n} failed'),
};

type Row = {
  id: string;
  plateNumber: string;
  wanted: boolean;
  status: string;
  bound: string | null;
  error: string | null;
};
type List = {
  records: Row[];
  total: number;
  counts: Record<keyof typeof totals, number>;
  readsBack: boolean;
  listUntil: string | null;
};

const SIZE = 20;
/** The bound of a plate that somebody put on the camera without an end. */
const ENDLESS = '9999';
const LOOK_MS = 10_000;

export function CameraList({ deviceId }: { deviceId: string }): ReactNode {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: [cameraList.name, deviceId, page],
    queryFn: ({ signal }) => ask<List>(cameraList, { deviceId, current: page, size: SIZE }, { signal, quiet: true }),
    refetchInterval: LOOK_MS,
  });
  if (error)
    return (
      <p className="gh-minus" role="alert">
        {wordsOf(error)}
      </p>
    );
  if (!data) return <span className="gh-spin" />;
  if (data.listUntil === null) return <p className="gh-dim">{t(words.none)}</p>;
  const time = (bound: string): string => (bound.startsWith(ENDLESS) ? t(words.endless) : wallTime(bound, zone()));
  const some = (Object.keys(totals) as (keyof typeof totals)[]).filter((name) => data.counts[name] > 0);
  return (
    <>
      <p role="status">
        {some.map((name) => t(fill(totals[name], { n: data.counts[name] }))).join(t(text('，', ', ')))}
        {some.length > 0 ? t(text('。', '. ')) : ''}
        {t(data.total === 0 ? words.nobody : fill(words.until, { time: time(data.listUntil) }))}
      </p>
      {data.readsBack ? null : <p className="gh-dim">{t(words.unread)}</p>}
      {data.records.length === 0 ? null : <Plates rows={data.records} time={time} />}
      {data.total > SIZE ? <Pager page={page} size={SIZE} total={data.total} fixed onPage={setPage} /> : null}
    </>
  );
}

function Plates({ rows, time }: { rows: readonly Row[]; time: (bound: string) => string }): ReactNode {
  const { t } = useWords();
  const withErrors = rows.some(({ error }) => error);
  return (
    <WideFrame>
      <table className="gh-bill">
        <thead>
          <tr>
            <th scope="col">{t(words.plate)}</th>
            <th scope="col">{t(words.state)}</th>
            <th scope="col" className="time">
              {t(words.bound)}
            </th>
            {withErrors ? <th scope="col">{t(words.error)}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, plateNumber, wanted, status, bound, error }) => (
            <tr key={id}>
              <td>{plateNumber}</td>
              <td className={status === 'failed' ? 'gh-minus' : ''}>{t((wanted ? keeping : removing)[status]!)}</td>
              <td className="time">{bound ? time(bound) : '—'}</td>
              {withErrors ? <td>{error ?? ''}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </WideFrame>
  );
}
