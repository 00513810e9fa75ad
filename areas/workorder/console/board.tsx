import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill } from '#kit/declare/text.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useWords } from '#kit/console/words.ts';
import { workStates, workTypes } from '../model/words.ts';
import { openStates, useOpenWork } from './open-work.ts';
import { timeLeft } from './time-left.ts';
import { words } from './work-words.ts';
import './board.css';

const SHOWN = 30;

const typeOf = (row: AnyRow) => workTypes[String(row['workType']) as keyof typeof workTypes] ?? workTypes.other;

export function Card({ row, now, onOpen }: { row: AnyRow; now: number; onOpen: (row: AnyRow) => void }): ReactNode {
  const { t, lang } = useWords();
  const due = row['solveDue'];
  const left = typeof due === 'string' && row['status'] !== 'done' ? timeLeft(due, now, lang) : null;
  return (
    <li>
      <button type="button" className={left?.late ? 'late' : undefined} onClick={() => onOpen(row)}>
        <b>
          {t(typeOf(row))} · P{String(row['priority'])}
        </b>
        <span>{String(row['text'] ?? '')}</span>
        <span className="gh-dim">
          {row.labels?.['parkId']} {String(row['berthNo'] ?? '')} {row.labels?.['assignee']}
        </span>
        {left ? <span>{t(fill(left.late ? words.over : words.left, { time: left.time }))}</span> : null}
      </button>
    </li>
  );
}

/** Open work orders by state, the one due first on top. */
export function Board({ onOpen }: { onOpen: (row: AnyRow) => void }): ReactNode {
  const { t } = useWords();
  const [now] = useState(() => Date.now());
  const lists = useOpenWork(SHOWN);
  return (
    <div className="work-board">
      {openStates.map((status, nth) => {
        const { data, error, refetch } = lists[nth]!;
        return (
          <section key={status} aria-label={t(workStates[status])}>
            <h2>
              {t(workStates[status])} {data ? <span className="gh-dim">{data.total}</span> : null}
            </h2>
            {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
            {data?.total === 0 ? <p className="gh-dim">{t(words.none)}</p> : null}
            <ul>
              {(data?.records ?? []).map((row) => (
                <Card key={row.id} row={row} now={now} onOpen={onOpen} />
              ))}
            </ul>
            {data && data.total > SHOWN ? (
              <p className="gh-dim">{t(fill(words.more, { n: data.total - SHOWN }))}</p>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}
