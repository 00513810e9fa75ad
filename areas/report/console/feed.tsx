import type { ReactNode } from 'react';
import { passage } from '#areas/passage/model/gate-event.ts';
import { lately } from '#areas/passage/model/calls.ts';
import { text } from '#kit/declare/text.ts';
import { Value } from '#kit/console/cells.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { useFigure } from './figures.ts';
import type { Only } from './figures.ts';
import { Panel } from './parts.tsx';

const words = { title: text('实时通行', 'Live traffic'), live: text('实时', 'Live') };
const every = 5_000;

type Passed = AnyRow & { parkName: string | null; gateName: string | null; time: string };

/** The last vehicles at the lanes, newest first. */
export function Feed({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const found = useFigure<Passed[]>(lately, only, every);
  return (
    <Panel
      title={words.title}
      found={found}
      empty={(rows) => rows.length === 0}
      className="feed"
      more={
        <span className="live">
          <i />
          {t(words.live)}
        </span>
      }
    >
      {(rows) => (
        <ol aria-live="off" tabIndex={0} aria-label={t(words.title)}>
          {rows.map((row) => (
            <li key={row.id} className={String(row['direction'])}>
              <time dateTime={row.time} title={wallTime(row.time, zone())}>
                {wallTime(row.time, zone()).slice(11, 19)}
              </time>
              <Value name="plateNumber" field={passage.fields.plateNumber} row={row} />
              <span className="where" title={`${row.parkName ?? ''} ${row.gateName ?? ''}`}>
                {row.parkName ?? '—'} · {row.gateName ?? '—'}
              </span>
              <Value name="status" field={passage.fields.status} row={row} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
