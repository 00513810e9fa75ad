import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { confirm, notify } from '#kit/console/notices.ts';
import { Pager } from '#kit/console/pager.tsx';
import { useWords } from '#kit/console/words.ts';
import { commandOutcome, deleteWhiteList, searchWhiteList } from '../model/calls.ts';
import { deviceCommand } from '../model/command.ts';
import { listFamilies } from '../model/families.ts';
import type { FamilyName } from '../model/families.ts';
import { CameraList } from './camera-list.tsx';
import './device-detail.css';

const words = {
  commands: text('最近指令', 'Recent commands'),
  none: text('最近7天没有指令', 'No commands in the last 7 days'),
  list: text('本机名单', 'List on the device'),
  given: text('平台下发的名单', 'List sent by the server'),
  unsent: text(
    '该协议的相机不由平台写入名单：断网时是否放行，由相机自己的设置决定。',
    'Cameras of this protocol are sent no list: what they let in while cut off is for their own settings.',
  ),
  repair: text('平台会自动改回', 'The server puts it right by itself'),
  read: text('从设备读取', 'Read from device'),
  empty: text('设备上没有名单', 'No list on the device'),
  same: text('与平台名单一致', "Matches the server's list"),
  missing: text('设备缺少或到期日不同：{plates}', 'Missing on the device, or with another end: {plates}'),
  extra: text('设备上多余：{plates}', 'Too many on the device: {plates}'),
  sync: text('全量同步后一致', 'A sync of the whole list puts it right'),
  more: text('{plates} 等 {count} 个', '{plates} and more, {count} in all'),
  until: text('至 {time}', 'until {time}'),
  remove: text('删除', 'Delete'),
  prompt: text('提示', 'Please confirm'),
  gone: text('已从设备删除', 'Deleted from the device'),
  sure: text(
    '从设备名单中删除 {plate}？平台名单不变，下次同步会再次下发。',
    'Delete {plate} from the device? The lists here stay as they are, and the next sync sends it again.',
  ),
};

const commands = deviceCommand;
const underWay = (rows: readonly AnyRow[] | undefined): boolean =>
  rows?.some(({ status }) => status === 'queued' || status === 'sent') ?? false;
const key = (deviceId: string) => [deviceCommand.name, 'of', deviceId];

/** Commands to the device and their results; refetched while something is under way. */
function Commands({ deviceId }: { deviceId: string }): ReactNode {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: key(deviceId),
    queryFn: async ({ signal }) =>
      (await ask<Paged>(listPaths(commands)[0]!, { deviceId, size: 8 }, { signal, quiet: true })).records,
    refetchInterval: ({ state }) => (underWay(state.data) ? 1_500 : 10_000),
  });
  if (!data) return <span className="gh-spin" />;
  return data.length === 0 ? (
    <p className="gh-dim">{t(words.none)}</p>
  ) : (
    <MiniTable of={commands} fields={['time', 'command', 'status', 'answeredTime', 'error']} rows={data} />
  );
}

type Entry = { id: string; plateNumber: string; endTime: string | null };
type Held = { records: Entry[]; total: number; missing: string[]; extra: string[] };

const mostPlates = 8;
/** Of a list that is longer the rest stands on further pages, each read from the device. */
const LISTED = 200;

/** How the device's list differs from the one it should hold, if it does. */
function Difference({ missing, extra, kept }: Pick<Held, 'missing' | 'extra'> & { kept: boolean }): ReactNode {
  const { t } = useWords();
  const some = (plates: readonly string[]): string => {
    const first = plates.slice(0, mostPlates).join(t(text('、', ', ')));
    return plates.length > mostPlates ? t(fill(words.more, { plates: first, count: plates.length })) : first;
  };
  if (missing.length + extra.length === 0) return <p className="gh-dim">{t(words.same)}</p>;
  return (
    <div role="status">
      {missing.length > 0 ? <p className="gh-minus">{t(fill(words.missing, { plates: some(missing) }))}</p> : null}
      {extra.length > 0 ? <p className="gh-minus">{t(fill(words.extra, { plates: some(extra) }))}</p> : null}
      <p className="gh-dim">{t(kept ? words.repair : words.sync)}</p>
    </div>
  );
}

type EntriesProps = { entries: readonly Entry[]; onRemove: ((entry: Entry) => void) | null };

function Entries({ entries, onRemove }: EntriesProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          <b>{entry.plateNumber}</b>{' '}
          {entry.endTime ? t(words.until).replace('{time}', wallTime(entry.endTime, zone())) : ''}{' '}
          {onRemove && may('parkDevice:whiteList') ? (
            <button type="button" className="gh-link danger" onClick={() => onRemove(entry)}>
              {t(words.remove)}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/**
 * The plates a camera lets in on its own while it is cut off: read from it on request. `kept`: the server takes plates
 * off by itself, and nobody else does.
 */
function HeldList({ deviceId, kept }: { deviceId: string; kept: boolean }): ReactNode {
  const { t } = useWords();
  const client = useQueryClient();
  const [requested, setRequested] = useState(false);
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [searchWhiteList.name, deviceId, page],
    enabled: requested,
    retry: false,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      ask<Held>(searchWhiteList, { deviceId, current: page, size: LISTED }, { signal, quiet: true }),
  });
  const remove = async ({ plateNumber }: Entry) => {
    const body = {
      zh: words.sure.zh.replace('{plate}', plateNumber),
      en: words.sure.en.replace('{plate}', plateNumber),
    };
    if (!(await confirm({ title: words.prompt, body, danger: true }))) return;
    try {
      const { commandIds } = await ask<{ commandIds: string[] }>(
        deleteWhiteList,
        { deviceId, plateNumber },
        { key: newKey(), quiet: true },
      );
      await ask(commandOutcome, { commandIds }, { quiet: true });
      notify.ok(t(words.gone));
      await refetch();
    } catch (failed) {
      notify.error(wordsOf(failed));
    }
    await client.invalidateQueries({ queryKey: key(deviceId) });
  };
  return (
    <>
      <p>
        <button
          type="button"
          className="gh-btn"
          disabled={isFetching}
          onClick={() => (requested ? void refetch() : setRequested(true))}
        >
          {isFetching ? <span className="gh-spin" /> : null}
          {t(words.read)}
        </button>
      </p>
      {error ? (
        <p className="gh-minus" role="alert">
          {wordsOf(error)}
        </p>
      ) : null}
      {data && !error ? <Difference missing={data.missing} extra={data.extra} kept={kept} /> : null}
      {data && !error ? (
        data.records.length === 0 ? (
          <p className="gh-dim">{t(words.empty)}</p>
        ) : (
          <Entries entries={data.records} onRemove={kept ? null : (entry) => void remove(entry)} />
        )
      ) : null}
      {data && !error && data.total > LISTED ? (
        <Pager page={page} size={LISTED} total={data.total} fixed onPage={setPage} />
      ) : null}
    </>
  );
}

/** Our own cameras are read; of others it is shown what they were sent, and they are read where that is possible. */
function Lists({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const family = (row['family'] as FamilyName | null | undefined) || null;
  const kept = family && listFamilies[family];
  const reads = family === null || kept?.readsBack === true;
  return (
    <>
      {family ? (
        <section className="dv-part gh-no-print">
          <h2 className="gh-group">{t(words.given)}</h2>
          {kept ? <CameraList deviceId={row.id} /> : <p className="gh-dim">{t(words.unsent)}</p>}
        </section>
      ) : null}
      {reads ? (
        <section className="dv-part gh-no-print">
          <h2 className="gh-group">{t(words.list)}</h2>
          <HeldList deviceId={row.id} kept={family !== null} />
        </section>
      ) : null}
    </>
  );
}

/** What became of the commands a person gave the device, and the list it holds. */
export default function DeviceDetail({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may('deviceCommand:read') ? (
        <section className="dv-part">
          <h2 className="gh-group">{t(words.commands)}</h2>
          <Commands deviceId={row.id} />
        </section>
      ) : null}
      {row['deviceType'] === 'camera' ? <Lists row={row} /> : null}
    </>
  );
}
