import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { bindDevices, bound, notBound, unbindDevices } from '../model/calls.ts';
import { devDevice } from '../model/device.ts';
import { devGroup, groupAdjust, wireGroupSet } from '../model/group.ts';
import { BoardLines } from './board-lines.tsx';
import { ReserveHours } from './reserve-hours.tsx';
import './guidance.css';

const words = {
  transfer: text('组内设备', 'Devices of the group'),
  out: text('未分组', 'In no group'),
  inside: text('本组', 'In this group'),
  in: text('加入 →', 'Add →'),
  back: text('← 移出', '← Take out'),
  none: text('无', 'None'),
  corrections: text('更正记录', 'Corrections'),
  done: text('已保存', 'Saved'),
  first: text('只列前 200 个，可按网关分批', 'The first 200 only'),
};
const SHOWN = 200;

type Side = { readonly title: string; readonly rows: readonly AnyRow[]; readonly total: number };

function Column({
  side: { title, rows, total },
  chosen,
  onChosen,
}: {
  side: Side;
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <label className="gd-side">
      <span>
        {title} <span className="gh-dim">{total}</span>
      </span>
      <select
        multiple
        size={10}
        value={[...chosen]}
        onChange={(event) => onChosen([...event.target.selectedOptions].map(({ value }) => value))}
      >
        {rows.map((row) => (
          <option key={row.id} value={row.id}>
            {String(row['deviceName'])} · {row.labels?.['deviceType']}
          </option>
        ))}
      </select>
      {rows.length === 0 ? <span className="gh-dim">{t(words.none)}</span> : null}
      {total > rows.length ? <span className="gh-dim">{t(words.first)}</span> : null}
    </label>
  );
}

/** Devices of a group on one side, those of none on the other; chosen ones go over. */
function Transfer({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(devGroup);
  const [left, setLeft] = useState<string[]>([]);
  const [right, setRight] = useState<string[]>([]);
  const query = { groupId: row.id, parkId: row['parkId'], size: SHOWN };
  const { data, error, refetch } = useQuery({
    queryKey: [devDevice.name, 'of-group', row.id],
    queryFn: async ({ signal }) => {
      const more = { signal, quiet: true };
      const [free, own] = await Promise.all([
        ask<Paged>(notBound, query, more),
        ask<Paged>(bound, { groupId: row.id, size: SHOWN }, more),
      ]);
      return { free, own };
    },
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const move = async (into: boolean): Promise<void> => {
    try {
      const key = newKey();
      if (into) await ask(bindDevices, { groupId: row.id, deviceIds: left }, { key, quiet: true });
      else await ask(unbindDevices, { ids: right }, { key, quiet: true });
      notify.ok(t(words.done));
      setLeft([]);
      setRight([]);
      await Promise.all([refetch(), refresh()]);
    } catch (failed) {
      notify.error(wordsOf(failed));
    }
  };
  return (
    <section>
      <h2 className="gh-group">{t(words.transfer)}</h2>
      <div className="gd-transfer">
        <Column
          side={{ title: t(words.out), rows: data.free.records, total: data.free.total }}
          chosen={left}
          onChosen={setLeft}
        />
        {may(bindDevices.permission) ? (
          <div className="gd-move gh-no-print">
            <button type="button" className="gh-btn" disabled={left.length === 0} onClick={() => void move(true)}>
              {t(words.in)}
            </button>
            <button type="button" className="gh-btn" disabled={right.length === 0} onClick={() => void move(false)}>
              {t(words.back)}
            </button>
          </div>
        ) : null}
        <Column
          side={{ title: t(words.inside), rows: data.own.records, total: data.own.total }}
          chosen={right}
          onChosen={setRight}
        />
      </div>
    </section>
  );
}

function Corrections({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [groupAdjust.name, 'of-group', row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(groupAdjust)[0]!, { groupId: row.id, size: 20 }, { signal, quiet: true }),
  });
  return (
    <section>
      <h2 className="gh-group">{t(words.corrections)}</h2>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <p className="gh-dim">{t(words.none)}</p> : null}
      {data && data.records.length > 0 ? (
        <MiniTable of={groupAdjust} fields={['at', 'delta', 'insideAfter', 'reason', 'byName']} rows={data.records} />
      ) : null}
    </section>
  );
}

function GroupPage({ of }: { of: Resource }): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode => (
    <>
      {may(bound.permission) ? <Transfer row={row} /> : null}
      {may(`${devDevice.name}:read`) ? <BoardLines key={row.id} row={row} /> : null}
      {row['countBy'] === 'spaces' ? <ReserveHours key={`reserves ${row.id}`} row={row} /> : null}
      {row['countBy'] === 'passages' && may(`${groupAdjust.name}:read`) ? <Corrections row={row} /> : null}
    </>
  );
  return <ListPage of={of} detail={detail} />;
}

export const Groups = (): ReactNode => <GroupPage of={devGroup} />;
export const WiredGroups = (): ReactNode => <GroupPage of={wireGroupSet} />;
