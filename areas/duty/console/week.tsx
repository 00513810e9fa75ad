import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { addDays, weekdayOf } from '#domain/time/day.ts';
import { fill } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { today } from '#kit/declare/format.ts';
import { mayDiscard, useLeaveGuard } from '#kit/console/leaving.ts';
import { useMay, useMe, zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { saveRoster, weekRoster } from '../model/calls.ts';
import { rdworkset } from '../model/rdworkset.ts';
import { employeWork } from '../model/roster.ts';
import { copied, entriesOf, mondayOf, painted, patterned } from './week-draft.ts';
import type { Brush, Cell, Draft, Shift, Week } from './week-draft.ts';
import { WeekGrid } from './week-grid.tsx';
import { words } from './week-words.ts';
import './week.css';

const nothing: Draft = new Map();
const askWeek = (groupCompanyId: string, staticDay: string, signal?: AbortSignal) =>
  ask<Week>(weekRoster, { groupCompanyId, staticDay }, { quiet: true, ...(signal ? { signal } : {}) });

type PaletteProps = {
  readonly shifts: readonly Shift[];
  readonly brush: Brush;
  readonly onBrush: (brush: Brush) => void;
  readonly pattern: readonly Cell[];
  readonly onPattern: (pattern: readonly Cell[]) => void;
  readonly lot: string | null;
  readonly onLot: (lot: string | null) => void;
};

/** What cells are painted with, where it is worked, and the pattern made of it. */
function Palette({ shifts, brush, onBrush, pattern, onPattern, lot, onLot }: PaletteProps): ReactNode {
  const { t } = useWords();
  const off = (['rest', 'leave', 'none'] as const).map((kind) => ({
    brush: { kind, shiftId: null },
    name: t(kind === 'none' ? words.erase : words[kind]),
    colour: null,
  }));
  const all = [
    ...shifts.map(({ id, shiftName, startTime, endTime, colour }) => ({
      brush: { kind: 'shift' as const, shiftId: id },
      name: `${shiftName} ${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`,
      colour,
    })),
    ...off,
  ];
  const nameOf = (cell: Brush): string =>
    all.find((each) => each.brush.kind === cell.kind && each.brush.shiftId === cell.shiftId)?.name ?? '—';
  return (
    <div className="palette">
      <span className="gh-dim">{t(words.brush)}</span>
      {all.map((each) => (
        <button
          key={`${each.brush.kind} ${each.brush.shiftId ?? ''}`}
          type="button"
          className="gh-btn"
          aria-pressed={each.brush.kind === brush.kind && each.brush.shiftId === brush.shiftId}
          onClick={() => onBrush(each.brush)}
        >
          {each.colour ? <span className="swatch" style={{ background: each.colour }} /> : null}
          {each.name}
        </button>
      ))}
      <label htmlFor="roster-lot">{t(words.lot)}</label>
      <span style={{ width: 180 }}>
        <RelationSelect
          id="roster-lot"
          field={employeWork.fields.parkId}
          value={lot}
          onChange={(next) => onLot(typeof next === 'string' && next !== '' ? next : null)}
          among={{}}
        />
      </span>
      <button type="button" className="gh-btn" onClick={() => onPattern([...pattern, { ...brush, parkId: lot }])}>
        {t(words.addToPattern)}
      </button>
      {pattern.length > 0 ? (
        <>
          <span>
            {t(words.pattern)}: {pattern.map(nameOf).join(' → ')}
          </span>
          <button type="button" className="gh-link" onClick={() => onPattern([])}>
            {t(words.noPattern)}
          </button>
        </>
      ) : null}
    </div>
  );
}

function Uncovered({ week }: { week: Week }): ReactNode {
  const { t } = useWords();
  const lots = Map.groupBy(week.uncovered, ({ parkName }) => parkName);
  if (lots.size === 0) return <p className="uncovered gh-dim">{t(words.covered)}</p>;
  return (
    <section className="uncovered">
      <h2 className="gh-group">{t(words.uncovered)}</h2>
      <ul>
        {[...lots].map(([name, days]) => (
          <li key={name}>
            {name}: {days.map(({ day }) => day.slice(5)).join('、')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The week of a company: read, edited and saved together. */
function useWeek(companyId: string, first: string) {
  const { t } = useWords();
  const [draft, setDraft] = useState<Draft>(nothing);
  const query = useQuery({
    queryKey: [employeWork.name, 'week', companyId, first],
    queryFn: ({ signal }) => askWeek(companyId, first, signal),
    enabled: companyId !== '',
  });
  useLeaveGuard(draft.size > 0);
  const save = async () => {
    try {
      await ask(saveRoster, { cells: entriesOf(draft) }, { key: newKey(), quiet: true });
      setDraft(nothing);
      notify.ok(t(words.saved));
      await query.refetch();
    } catch (failure) {
      notify.error(wordsOf(failure));
    }
  };
  const copy = async (week: Week) => {
    try {
      const before = await askWeek(companyId, addDays(first, -7));
      setDraft(copied(draft, before, week));
    } catch (failure) {
      notify.error(wordsOf(failure));
    }
  };
  return { query, draft, setDraft, save, copy };
}

function NoShifts(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  return (
    <p className="uncovered">
      {t(words.noShifts)}{' '}
      <button type="button" className="gh-link" onClick={() => go(rdworkset.route!)}>
        {t(words.toShifts)}
      </button>
    </p>
  );
}

type ToolsProps = {
  readonly company: string;
  readonly onCompany: (companyId: string) => void;
  readonly first: string;
  readonly onTurn: (first: string) => void;
  readonly changes: number;
  readonly mayEdit: boolean;
  readonly onCopy: () => void;
  readonly onDrop: () => void;
  readonly onSave: () => void;
};

const thisMonday = (): string => {
  const day = today(zone());
  return mondayOf(day, weekdayOf(day));
};

/** Whose week, which week, and what is done with what was painted. */
function Tools(props: ToolsProps): ReactNode {
  const { company, onCompany, first, onTurn, changes, mayEdit, onCopy, onDrop, onSave } = props;
  const { t } = useWords();
  const turns = [
    [words.before, addDays(first, -7)],
    [words.now, thisMonday()],
    [words.after, addDays(first, 7)],
  ] as const;
  return (
    <div className="gh-tools">
      <h1>{t(words.title)}</h1>
      <label htmlFor="roster-company">{t(words.company)}</label>
      <span style={{ width: 220 }}>
        <RelationSelect
          id="roster-company"
          field={employeWork.fields.companyId}
          value={company || null}
          onChange={(next) => {
            if (typeof next === 'string' && next !== '') onCompany(next);
          }}
          among={{}}
        />
      </span>
      {turns.map(([name, to]) => (
        <button key={name.en} type="button" className="gh-btn" onClick={() => onTurn(to)}>
          {t(name)}
        </button>
      ))}
      {mayEdit ? (
        <div className="ways">
          <button type="button" className="gh-btn" onClick={onCopy}>
            {t(words.copy)}
          </button>
          <button type="button" className="gh-btn" disabled={changes === 0} onClick={onDrop}>
            {t(words.drop)}
          </button>
          <button type="button" className="gh-btn primary" disabled={changes === 0} onClick={onSave}>
            {t(fill(words.save, { n: changes }))}
          </button>
        </div>
      ) : null}
    </div>
  );
}

export default function WeekRoster(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const own = useMe((state) => state.me?.companyId) ?? '';
  const [company, setCompany] = useState<string>(own);
  const [first, setFirst] = useState(thisMonday);
  const [brush, setBrush] = useState<Brush>({ kind: 'none', shiftId: null });
  const [lot, setLot] = useState<string | null>(null);
  const [pattern, setPattern] = useState<readonly Cell[]>([]);
  const { query, draft, setDraft, save, copy } = useWeek(company, first);
  const { data: week, error, refetch } = query;
  const mayEdit = may(saveRoster.permission);
  const leave = async (then: () => void): Promise<void> => {
    if (!(await mayDiscard(draft.size > 0))) return;
    setDraft(nothing);
    then();
  };
  return (
    <Antd>
      <div className="gh-page week">
        <div className="gh-card main">
          <Tools
            company={company}
            onCompany={(next) => void leave(() => setCompany(next))}
            onTurn={(to) => void leave(() => setFirst(to))}
            first={first}
            changes={draft.size}
            mayEdit={mayEdit && week !== undefined}
            onCopy={() => {
              if (week) void copy(week);
            }}
            onDrop={() => void leave(() => undefined)}
            onSave={() => void save()}
          />
          {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
          {!week && !error ? <span className="gh-spin" /> : null}
          {week && week.shifts.length === 0 ? <NoShifts /> : null}
          {week && mayEdit ? (
            <Palette
              shifts={week.shifts}
              brush={brush}
              onBrush={setBrush}
              pattern={pattern}
              onPattern={setPattern}
              lot={lot}
              onLot={setLot}
            />
          ) : null}
          {week && week.people.length === 0 ? <p className="uncovered gh-dim">{t(words.nobody)}</p> : null}
          {week && week.people.length > 0 ? (
            <WeekGrid
              week={week}
              draft={draft}
              mayEdit={mayEdit}
              hasPattern={pattern.length > 0}
              onPaint={(person, at) =>
                setDraft((before) =>
                  painted(before, person, at, { ...brush, parkId: brush.kind === 'shift' ? lot : null }),
                )
              }
              onPattern={(person) => setDraft((before) => patterned(before, person, week.days, pattern))}
            />
          ) : null}
          {week ? <Uncovered week={week} /> : null}
        </div>
      </div>
    </Antd>
  );
}
