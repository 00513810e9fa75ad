import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { weekdayOf } from '#domain/time/day.ts';
import { fill, text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { weekdays } from '../model/words.ts';
import { drawn } from './week-draft.ts';
import type { Cell, Draft, Person, Shift, Week } from './week-draft.ts';
import { words } from './week-words.ts';

type FlagName = keyof typeof words.flags;
const isFlag = (name: string): name is FlagName => Object.hasOwn(words.flags, name);
const dayNames = Object.values(weekdays);

type GridProps = {
  readonly week: Week;
  readonly draft: Draft;
  readonly mayEdit: boolean;
  readonly hasPattern: boolean;
  readonly onPaint: (person: Person, day: string) => void;
  readonly onPattern: (person: Person) => void;
};

type CellProps = {
  readonly person: Person;
  readonly day: string;
  readonly shifts: ReadonlyMap<string, Shift>;
  readonly changed: Cell | undefined;
  readonly mayEdit: boolean;
  readonly onPress: () => void;
  readonly onOver: () => void;
};

function useNameOf(shifts: ReadonlyMap<string, Shift>): (cell: Cell) => string {
  const { t } = useWords();
  return ({ kind, shiftId }) =>
    kind === 'shift' ? (shifts.get(shiftId ?? '')?.shiftName ?? '—') : kind === 'none' ? '' : t(words[kind]);
}

function DayCell({ person, day, shifts, changed, mayEdit, onPress, onOver }: CellProps): ReactNode {
  const { t } = useWords();
  const nameOf = useNameOf(shifts);
  const saved = person.cells.filter((cell) => cell.day === day);
  const shown: readonly Cell[] = changed ? [changed].filter(({ kind }) => kind !== 'none') : saved;
  const flags = changed ? [] : [...new Set(saved.flatMap((cell) => cell.flags))].filter(isFlag);
  const what = shown.map(nameOf).join(' + ') || t(words.empty);
  const colour = shifts.get(shown[0]?.shiftId ?? '')?.colour;
  return (
    <td className={changed ? 'changed' : undefined}>
      <button
        type="button"
        disabled={!mayEdit}
        style={colour ? { borderInlineStartColor: colour } : undefined}
        aria-label={t(fill(words.cell, { name: person.name, day, what }))}
        onPointerDown={onPress}
        onPointerEnter={onOver}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onPress();
        }}
      >
        {shown.length > 0 ? <span>{what}</span> : null}
        {flags.map((flag) => (
          <span key={flag} className="flag">
            {t(words.flags[flag])}
          </span>
        ))}
      </button>
    </td>
  );
}

/** People by days; pressing a cell paints it, dragging paints on. */
export function WeekGrid({ week, draft, mayEdit, hasPattern, onPaint, onPattern }: GridProps): ReactNode {
  const { t } = useWords();
  const dragging = useRef(false);
  useEffect(() => {
    const end = () => {
      dragging.current = false;
    };
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, []);
  const shifts = new Map(week.shifts.map((shift) => [shift.id, shift]));
  const missing = new Set(week.uncovered.map(({ day }) => day));
  return (
    <div className="grid">
      <table>
        <thead>
          <tr>
            <th scope="col">{t(words.person)}</th>
            {week.days.map((day) => (
              <th key={day} scope="col" className={missing.has(day) ? 'missing' : undefined}>
                {day.slice(5)} {t(dayNames[weekdayOf(day) - 1] ?? text('', ''))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.people.map((person) => (
            <tr key={person.userId}>
              <th scope="row">
                {mayEdit && hasPattern ? (
                  <button
                    type="button"
                    className="gh-link"
                    title={t(fill(words.usePattern, { name: person.name }))}
                    onClick={() => onPattern(person)}
                  >
                    {person.name}
                  </button>
                ) : (
                  person.name
                )}
              </th>
              {week.days.map((day) => (
                <DayCell
                  key={day}
                  person={person}
                  day={day}
                  shifts={shifts}
                  changed={drawn(draft, person.userId, day)}
                  mayEdit={mayEdit}
                  onPress={() => {
                    dragging.current = true;
                    onPaint(person, day);
                  }}
                  onOver={() => {
                    if (dragging.current) onPaint(person, day);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
