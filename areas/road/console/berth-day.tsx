import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { addDays, startOfDay } from '#domain/time/day.ts';
import { today, wallTime } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { evidenceClaims } from '#areas/device/model/roadside-fields.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Icon } from '#kit/console/icon.tsx';
import { zone } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { berthEvidence } from '../model/berth-evidence.ts';
import { berthSpell } from '../model/berth-spell.ts';
import { berthDay } from '../model/action-calls.ts';
import { berthStates, berthTones, evidenceSources } from '../model/words.ts';
import { dayBar } from './day-bar.ts';
import './road.css';

const words = {
  day: text('一天', 'The day'),
  before: text('前一天', 'Day before'),
  after: text('后一天', 'Day after'),
  spells: text('占用段', 'Spells'),
  evidence: text('证据', 'Evidence'),
  all: text('全天证据', 'All evidence of the day'),
  none: text('这一天没有证据', 'No evidence on this day'),
  unheard: text('这一天没有记录', 'Nothing is known of this day'),
};
const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

type Day = { readonly spells: readonly AnyRow[]; readonly evidence: readonly AnyRow[] };
type State = keyof typeof berthStates;

const stateOf = (row: AnyRow): State => String(row['state']) as State;

/** What a mark on the bar says: when, who, what. */
function useRowText() {
  const { t } = useWords();
  return (row: AnyRow): string =>
    [
      wallTime(String(row['at']), zone()),
      t(evidenceSources[String(row['source']) as keyof typeof evidenceSources]),
      t(evidenceClaims[String(row['claim']) as keyof typeof evidenceClaims]),
      row['plateNumber'] ? String(row['plateNumber']) : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

function Bar({
  day,
  start,
  end,
  now,
  picked,
  onPick,
}: {
  day: Day;
  start: number;
  end: number;
  /** When this was read: what goes on goes on until then. */ now: number;
  picked: string | null;
  onPick: (id: string | null) => void;
}): ReactNode {
  const { t } = useWords();
  const rowText = useRowText();
  const { spells, marks } = dayBar(day.spells, day.evidence, start, end, now);
  return (
    <div className="rd-day" role="group" aria-label={t(words.day)}>
      <div className="spells">
        {spells.map(({ row, left, width, from, to }) => {
          const name = `${t(berthStates[stateOf(row)])} ${wallTime(from, zone())} – ${to ? wallTime(to, zone()) : ''}`;
          return (
            <button
              key={row.id}
              type="button"
              className={berthTones[stateOf(row)]}
              style={{ left: `${left}%`, width: `${width}%` }}
              aria-pressed={picked === row.id}
              aria-label={name}
              title={name}
              onClick={() => onPick(picked === row.id ? null : row.id)}
            >
              {width > 6 ? t(berthStates[stateOf(row)]) : null}
            </button>
          );
        })}
      </div>
      <div className="marks" aria-hidden="true">
        {marks.map(({ row, left }) => (
          <i key={row.id} style={{ left: `${left}%` }} title={rowText(row)} />
        ))}
      </div>
      <div className="hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The evidence of the day, or of the spell that was picked on its bar. */
function Evidence({ day, picked, onAll }: { day: Day; picked: string | null; onAll: () => void }): ReactNode {
  const { t } = useWords();
  const spell = day.spells.find(({ id }) => id === picked);
  const [from, to] = [String(spell?.['fromTime'] ?? ''), spell?.['toTime'] ?? null];
  const shown = day.evidence.filter(
    ({ at }) => !spell || (String(at) >= from && (to === null || String(at) <= String(to))),
  );
  return (
    <>
      <h2 className="gh-group">
        {t(words.evidence)}{' '}
        {spell ? (
          <button type="button" className="gh-link" onClick={onAll}>
            {t(words.all)}
          </button>
        ) : null}
      </h2>
      {shown.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable
          of={berthEvidence}
          fields={['at', 'source', 'claim', 'plateNumber', 'confidence', 'picture', 'deviceId', 'userId']}
          rows={shown}
        />
      )}
    </>
  );
}

/** Which day is in view, and the ones beside it; none that has not come. */
function DayStep({ day, last, onDay }: { day: string; last: string; onDay: (day: string) => void }): ReactNode {
  const { t } = useWords();
  const step = (by: number, icon: string, label: string) => (
    <button
      type="button"
      className="gh-btn icon"
      aria-label={label}
      title={label}
      disabled={by > 0 && day >= last}
      onClick={() => onDay(addDays(day, by))}
    >
      <Icon name={icon} size={14} />
    </button>
  );
  return (
    <div className="gh-tools gh-no-print">
      {step(-1, 'left', t(words.before))}
      <b>{day}</b>
      {step(1, 'right', t(words.after))}
    </div>
  );
}

/** One berth over a day: its spells as a bar, and the evidence each rests on. */
export default function BerthDay({ berthId }: { berthId: string }): ReactNode {
  const { t } = useWords();
  const [last] = useState(() => today(zone()));
  const [day, setDay] = useState(last);
  const [picked, setPicked] = useState<string | null>(null);
  const [start, end] = [startOfDay(day, zone()), startOfDay(addDays(day, 1), zone())];
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery({
    queryKey: ['rdBerth', 'day', berthId, day],
    queryFn: ({ signal }) =>
      ask<Day>(
        berthDay,
        { berthId, startTime: new Date(start).toISOString(), hours: Math.round((end - start) / 3_600_000) },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-busy={!data || isPlaceholderData}>
      <h2 className="gh-group">{t(words.day)}</h2>
      <DayStep
        day={day}
        last={last}
        onDay={(next) => {
          setDay(next);
          setPicked(null);
        }}
      />
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data?.spells.length === 0 ? <p className="gh-dim">{t(words.unheard)}</p> : null}
      {data && data.spells.length > 0 ? (
        <>
          <Bar day={data} start={start} end={end} now={dataUpdatedAt} picked={picked} onPick={setPicked} />
          <h2 className="gh-group">{t(words.spells)}</h2>
          <MiniTable
            of={berthSpell}
            fields={['fromTime', 'toTime', 'state', 'beganBy', 'endedBy']}
            rows={data.spells}
          />
        </>
      ) : null}
      {data ? <Evidence day={data} picked={picked} onAll={() => setPicked(null)} /> : null}
    </section>
  );
}
