import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { pushEvents, staffEvents, waysOf } from '#domain/weixin/push.ts';
import type { PushEvent, PushWay } from '#domain/weixin/push.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useWords } from '#kit/console/words.ts';
import { previewPush, systemplatemsgconfig } from '../model/push.ts';
import { pushEventWords, pushWays } from '../model/words.ts';
import './weixin.css';

const words = {
  matrix: text('事件与方式', 'Events and ways'),
  event: text('事件', 'Event'),
  to: text('接收人', 'Recipients'),
  driver: text('车主', 'Drivers'),
  staff: text('单位人员', 'Staff'),
  on: text('启用 {count}', '{count} in use'),
  off: text('停用', 'Off'),
  fault: text('有误 {count}', '{count} invalid'),
  none: text('未配置', 'Not set'),
  never: text('不适用', 'Not offered'),
  preview: text('预览', 'Preview'),
  names: text('可用的占位符', 'Placeholders'),
  opens: text('点击打开', 'Opens'),
};

/** More than the events and ways of a few companies. */
const MOST = 200;

function Cell({ event, way, rows }: { event: PushEvent; way: PushWay; rows: readonly AnyRow[] }): ReactNode {
  const { t } = useWords();
  if (!waysOf(event).includes(way))
    return (
      <span className="gh-dim" title={t(words.never)}>
        ·
      </span>
    );
  const own = rows.filter((row) => row['templateType'] === event && (row['way'] ?? 'template') === way);
  if (own.length === 0) return <span className="gh-dim">{t(words.none)}</span>;
  const faulty = own.filter((row) => row['fault']).length;
  if (faulty > 0) return <span className="wx-fault">{t(fill(words.fault, { count: faulty }))}</span>;
  const on = own.filter((row) => row['enable'] !== false).length;
  return on === 0 ? <span>{t(words.off)}</span> : <strong>{t(fill(words.on, { count: on }))}</strong>;
}

/** Which event is sent through which channel, over all companies the reader sees. */
function Matrix(): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [systemplatemsgconfig.name, 'matrix'],
    queryFn: ({ signal }) => ask<Paged>(listPaths(systemplatemsgconfig)[0]!, { size: MOST }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const ways = Object.keys(pushWays) as PushWay[];
  return (
    <details className="wx-matrix">
      <summary>{t(words.matrix)}</summary>
      <div className="wx-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(words.event)}</th>
              <th scope="col">{t(words.to)}</th>
              {ways.map((way) => (
                <th key={way} scope="col">
                  {t(pushWays[way])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pushEvents.map((event) => (
              <tr key={event}>
                <th scope="row">{t(pushEventWords[event])}</th>
                <td>{t(staffEvents.has(event) ? words.staff : words.driver)}</td>
                {ways.map((way) => (
                  <td key={way}>{data ? <Cell event={event} way={way} rows={data.records} /> : '…'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

type Sample = {
  readonly fields: readonly { readonly name: string; readonly label: string; readonly sample: string }[];
  readonly sent: readonly { readonly field: string; readonly value: string }[];
  readonly words: string | null;
  readonly link: string | null;
};

/** What would be sent, filled with samples, and the names a text may use. */
function Preview({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [systemplatemsgconfig.name, 'preview', row.id, row['updatedAt']],
    queryFn: ({ signal }) => ask<Sample>(previewPush, { recordId: row.id }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.preview)}</h2>
      <div className="wx-bubble">
        <strong>{t(pushEventWords[row['templateType'] as PushEvent])}</strong>
        {data.words === null
          ? data.sent.map(({ field, value }) => <span key={field}>{`${field}: ${value}`}</span>)
          : data.words}
        {data.link ? <span className="gh-dim">{`${t(words.opens)}: ${data.link}`}</span> : null}
      </div>
      <h2 className="gh-group">{t(words.names)}</h2>
      <ul className="wx-names">
        {data.fields.map(({ name, label, sample }) => (
          <li key={name}>
            <code>{`{${name}}`}</code> {label} <span className="gh-dim">{sample}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const detail = (row: AnyRow): ReactNode => <Preview row={row} />;

/** Messages by event, with a table of events and ways above them. */
export default function Messages(): ReactNode {
  return (
    <ListPage of={systemplatemsgconfig} detail={detail}>
      <Matrix />
    </ListPage>
  );
}
