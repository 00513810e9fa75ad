/** Who is inside an area now, without calling the roll. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { number, wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insideArea } from '../model/inside-area.ts';
import './fire-roll.css';

const words = {
  title: text('{area} · 在内人员', 'Inside {area}'),
  here: text('本区域 {n} 人', '{n} in the area'),
  limited: text('本区域 {n} 人，最多 {most} 人', '{n} in the area, {most} at most'),
  below: text('连同下级区域 {n} 人', '{n} with the areas within it'),
  none: text('按刷卡没有人在内', 'Nobody inside by their swipes'),
  basis: text(
    '按上一个 04:00 以来的刷卡；没有刷卡的人与访客不在其中。须逐个点到时请用“点名”。',
    'By swipes since the last 04:00, without visitors and people who did not swipe. To account for each, call the roll.',
  ),
  in: text('{time} 由{gate}进入', 'entered by {gate} at {time}'),
};

type Person = {
  readonly EmpID: string;
  readonly empName: string;
  readonly deptName: string | null;
  readonly areaId: string;
  readonly areaName: string | null;
  readonly gateName: string | null;
  readonly since: string;
};
type Inside = { readonly capacity: number | null; readonly here: number; readonly people: readonly Person[] };
const EVERY_MS = 5_000;

function Line({ person, areaId }: { person: Person; areaId: string }): ReactNode {
  const { t } = useWords();
  const { empName, deptName, areaName, gateName, since } = person;
  const came = t(fill(words.in, { time: wallTime(since, zone()), gate: gateName ?? '—' }));
  return (
    <li>
      <span className="who">
        <b>{empName}</b>
        <span className="gh-dim">
          {[deptName, person.areaId === areaId ? null : areaName, came].filter(Boolean).join(' · ')}
        </span>
      </span>
    </li>
  );
}

function List({ areaId, data }: { areaId: string; data: Inside }): ReactNode {
  const { t } = useWords();
  const { capacity, here, people } = data;
  const own =
    capacity === null
      ? fill(words.here, { n: number(here) })
      : fill(words.limited, { n: number(here), most: number(capacity) });
  return (
    <>
      <p aria-live="polite">
        <b>{t(own)}</b>
        {people.length > here ? ` · ${t(fill(words.below, { n: number(people.length) }))}` : null}
      </p>
      <p className="gh-dim">{t(words.basis)}</p>
      {people.length === 0 ? (
        <p>{t(words.none)}</p>
      ) : (
        <ul className="fr-list">
          {people.map((person) => (
            <Line key={person.EmpID} person={person} areaId={areaId} />
          ))}
        </ul>
      )}
    </>
  );
}

export default function InsideDialog({
  areaId,
  areaName,
  onClose,
}: {
  areaId: string;
  areaName: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [insideArea.name, areaId],
    queryFn: ({ signal }) => ask<Inside>(insideArea, { areaId }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  });
  return (
    <Dialog title={t(fill(words.title, { area: areaName }))} onClose={onClose}>
      {error && !data ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data ? <List areaId={areaId} data={data} /> : null}
      {!data && !error ? <p aria-busy>…</p> : null}
    </Dialog>
  );
}
