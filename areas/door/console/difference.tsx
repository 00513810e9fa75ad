/** Below the form of a rule: who could come in where that cannot now, and the other way round, were it saved. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { doorDifference } from '../model/door-difference.ts';
import { doorGate } from '../model/door-gate.ts';
import { dmPeriod, dmTemplate, dmWeek, doorTimePeriod } from '../model/plans.ts';
import './difference.css';

const words = {
  title: text('保存后谁能进门有何不同', 'Who could come in, once this is saved'),
  none: text('今后一年内，谁何时能进哪扇门都不变。', 'Nobody gains or loses a minute at any door within a year.'),
  incomplete: text('填好后在此显示变化。', 'The difference is shown here once the form is complete.'),
  gained: text('+{people} 人', '+{people}'),
  lost: text('−{people} 人', '−{people}'),
  night: text('夜间 {n} 人', '{n} at night'),
  first: text('{time} 起', 'from {time}'),
  more: text('{names} 等', '{names} and more'),
  opens: text('常开每周多 {hours} 小时', 'stands open {hours} h more a week'),
  shuts: text('常开每周少 {hours} 小时', 'stands open {hours} h less a week'),
  nights: text('夜间为 22 时至 6 时。', 'Nights are from 22:00 to 6:00.'),
};
const manners = {
  usual: text('', ''),
  alone: text('独自一人时', 'when alone'),
  again: text('进门后未出门再进时', 'coming in again without having left'),
};

type Side = {
  readonly people: number;
  readonly atNight: number;
  readonly first: string | null;
  readonly names: readonly string[];
};
type Difference = {
  readonly problems: readonly { readonly field: string; readonly msg: string }[];
  readonly doors: readonly {
    readonly id: string;
    readonly name: string;
    readonly manner: keyof typeof manners;
    readonly gained: Side;
    readonly lost: Side;
  }[];
  readonly standing: readonly {
    readonly id: string;
    readonly name: string;
    readonly gainedMinutes: number;
    readonly lostMinutes: number;
  }[];
};
type Values = Readonly<Record<string, unknown>>;

/** No request for each letter that is typed. */
const REST_MS = 500;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function SideView({ of, kind }: { of: Side; kind: 'gained' | 'lost' }): ReactNode {
  const { t } = useWords();
  if (of.people === 0) return null;
  const names = of.names.join(t(text('、', ', ')));
  return (
    <span className={`dd-side ${kind}`}>
      <b>{t(fill(words[kind], { people: String(of.people) }))}</b>
      {of.atNight > 0 ? ` · ${t(fill(words.night, { n: String(of.atNight) }))}` : null}
      {of.first ? ` · ${t(fill(words.first, { time: wallTime(of.first, zone()).slice(0, 16) }))}` : null}
      {names === '' ? null : (
        <i className="gh-dim"> {of.people > of.names.length ? t(fill(words.more, { names })) : names}</i>
      )}
    </span>
  );
}

function Found({ of: { problems, doors, standing } }: { of: Difference }): ReactNode {
  const { t } = useWords();
  if (problems.length > 0) return <p className="gh-dim">{t(words.incomplete)}</p>;
  if (doors.length + standing.length === 0) return <p>{t(words.none)}</p>;
  const hours = (minutes: number): string => String(Math.round(minutes / 6) / 10);
  return (
    <>
      <ul className="dd-doors">
        {doors.map(({ id, name, manner, gained, lost }) => (
          <li key={`${id} ${manner}`}>
            <span>
              {name} {t(manners[manner])}
            </span>
            <SideView of={gained} kind="gained" />
            <SideView of={lost} kind="lost" />
          </li>
        ))}
        {standing.map(({ id, name, gainedMinutes, lostMinutes }) => (
          <li key={`${id} stands`}>
            <span>{name}</span>
            {gainedMinutes > 0 ? (
              <b className="dd-side gained">{t(fill(words.opens, { hours: hours(gainedMinutes) }))}</b>
            ) : null}
            {lostMinutes > 0 ? (
              <b className="dd-side lost">{t(fill(words.shuts, { hours: hours(lostMinutes) }))}</b>
            ) : null}
          </li>
        ))}
      </ul>
      {doors.some(({ gained, lost }) => gained.atNight + lost.atNight > 0) ? (
        <p className="gh-dim">{t(words.nights)}</p>
      ) : null}
    </>
  );
}

/** What the form would send: fields of the declaration that may be written, and which row it is about. */
function sentBy(of: Resource, values: Values): Values {
  const named = Object.entries(of.fields).filter(
    ([name, field]) => !field.readOnly && !field.hidden && values[name] !== undefined,
  );
  return Object.fromEntries([
    ...named.map(([name]) => [name, values[name] === '' ? null : values[name]]),
    ...(typeof values['id'] === 'string' ? [['id', values['id']]] : []),
  ]);
}

function Panel({ of, values }: { of: Resource; values: Values }): ReactNode {
  const { t } = useWords();
  const sent = useRested(JSON.stringify(sentBy(of, values)));
  const villageId = values['villageId'];
  const { data, error, isFetching } = useQuery({
    queryKey: [doorDifference.name, of.name, sent],
    enabled: typeof villageId === 'string',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      ask<Difference>(
        doorDifference,
        { villageId, resource: of.name, values: JSON.parse(sent) as Values },
        { method: 'POST', signal, quiet: true },
      ),
  });
  return (
    <section className="dd-panel" aria-live="polite" aria-busy={isFetching}>
      <h2 className="gh-group">{t(words.title)}</h2>
      {error ? <p className="gh-dim">{wordsOf(error)}</p> : null}
      {!error && data ? <Found of={data} /> : null}
      {!error && !data ? <p className="gh-dim">{t(words.incomplete)}</p> : null}
    </section>
  );
}

export function DoorDifference({ of, values }: { of: Resource; values: Values }): ReactNode {
  return useMay()(doorDifference.permission) ? <Panel of={of} values={values} /> : null;
}

const pageOf = (of: Resource) => {
  const formNote = (values: Values): ReactNode => <DoorDifference of={of} values={values} />;
  return (): ReactNode => <ListPage of={of} formNote={formNote} />;
};

export const GatesPage = pageOf(doorGate as Resource);
export const PeriodsPage = pageOf(doorTimePeriod as Resource);
export const TemplatesPage = pageOf(dmTemplate as Resource);
export const WeeksPage = pageOf(dmWeek as Resource);
export const SpansPage = pageOf(dmPeriod as Resource);
