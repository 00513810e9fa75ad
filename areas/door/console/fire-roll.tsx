/**
 * The roll of a fire alarm or of a roll call without one: who is missing, ticked off one by one, and what each door of
 * an alarm did. Used on a phone at the meeting point.
 */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { account, doorFire, fireRoll } from '../model/door-fire.ts';
import { fireDoorStates, rollStates } from '../model/words.ts';
import './fire-roll.css';

const words = {
  title: text('点名', 'Roll call'),
  counts: text(
    '未点到 {missing}，已点到 {accounted}，已离开 {out}',
    '{missing} missing, {accounted} accounted for, {out} left',
  ),
  basis: text(
    '按开始前 24 小时的刷卡：刷卡进入而没有刷卡离开的人，以及此后进入的人；另有登记进入小区而未登记离开的访客，不知其在哪个区域。既未刷卡也未登记的人不在其中。',
    'Based on swipes in the 24 hours before it began: people who came in and have not swiped out, and people who came in since; also visitors signed in to the community and not signed out, in whichever area. People who neither swiped nor were signed in are not listed.',
  ),
  none: text('没有人在区域内', 'Nobody in the area'),
  inputOn: text('消防输入仍接通', 'A fire input is on'),
  doors: text('门', 'Doors'),
  noDoors: text('没有设备', 'No devices'),
  here: text('点到', 'Tick off'),
  undo: text('撤销', 'Undo'),
  find: text('按姓名查找', 'Find a name'),
  in: text('{time} 由{gate}进入', 'entered by {gate} at {time}'),
  signedIn: text('{time} 登记进入', 'signed in at {time}'),
  visitor: text('访客', 'Visitor'),
  party: text('{n} 人', '{n} people'),
  visits: text('被访 {host}', 'visits {host}'),
};

type Person = {
  /** One of the two: a person of the doors, or a visitor's party. */
  readonly EmpID: string | null;
  readonly visitId: string | null;
  readonly empName: string;
  readonly people: number;
  readonly deptName: string | null;
  readonly areaName: string | null;
  readonly gateName: string | null;
  readonly since: string;
  readonly state: keyof typeof rollStates;
  readonly at: string | null;
  readonly by: string | null;
  readonly remark: string | null;
};
type Roll = {
  readonly isInputOn: boolean;
  readonly people: readonly Person[];
  readonly doors: readonly {
    readonly gateName: string;
    readonly deviceName: string;
    readonly state: keyof typeof fireDoorStates;
  }[];
};

const EVERY_MS = 5_000;
const tones = { missing: 'bad', accounted: 'ok', out: 'muted' } as const;
const doorTones = { open: 'ok', sending: 'info', offline: 'bad', refused: 'bad', normal: 'muted' } as const;
const order = { missing: 0, accounted: 1, out: 2 } as const;

function Line({ person, onTick }: { person: Person; onTick: ((isHere: boolean) => void) | null }): ReactNode {
  const { t } = useWords();
  const { empName, visitId, people, deptName, areaName, gateName, since, state, at, by, remark } = person;
  const time = wallTime(since, zone());
  const came = gateName === null ? t(fill(words.signedIn, { time })) : t(fill(words.in, { time, gate: gateName }));
  const whose =
    visitId === null ? [deptName, areaName] : [t(words.visitor), deptName && t(fill(words.visits, { host: deptName }))];
  const party = people > 1 ? ` · ${t(fill(words.party, { n: String(people) }))}` : '';
  const done = [at && wallTime(at, zone()), by, remark].filter(Boolean).join(' · ');
  return (
    <li className={state}>
      <span className="who">
        <b>{empName}</b>
        {party} <span className={`gh-tag ${tones[state]}`}>{t(rollStates[state])}</span>
        <span className="gh-dim">{[...whose, came].filter(Boolean).join(' · ')}</span>
        {done ? <span className="gh-dim">{done}</span> : null}
      </span>
      {onTick && state !== 'out' ? (
        <button
          type="button"
          className={`gh-btn gh-no-print ${state === 'missing' ? 'primary' : ''}`}
          aria-label={`${t(state === 'missing' ? words.here : words.undo)} ${empName}`}
          onClick={() => onTick(state === 'missing')}
        >
          {t(state === 'missing' ? words.here : words.undo)}
        </button>
      ) : null}
    </li>
  );
}

function People({
  people,
  onTick,
}: {
  people: readonly Person[];
  onTick: ((of: Person, isHere: boolean) => void) | null;
}): ReactNode {
  const { t } = useWords();
  const [name, setName] = useState('');
  const count = (state: Person['state']): string =>
    String(people.filter((each) => each.state === state).reduce((sum, each) => sum + each.people, 0));
  const shown = people
    .filter(({ empName }) => empName.includes(name.trim()))
    .toSorted((a, b) => order[a.state] - order[b.state]);
  if (people.length === 0) return <p className="gh-dim">{t(words.none)}</p>;
  const counts = { missing: count('missing'), accounted: count('accounted'), out: count('out') };
  return (
    <>
      <p role="status">
        <strong>{t(fill(words.counts, counts))}</strong>
      </p>
      <input
        type="search"
        className="gh-input fr-find gh-no-print"
        aria-label={t(words.find)}
        placeholder={t(words.find)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ul className="fr-list">
        {shown.map((person) => (
          <Line
            key={person.EmpID ?? person.visitId}
            person={person}
            onTick={onTick && ((isHere) => onTick(person, isHere))}
          />
        ))}
      </ul>
    </>
  );
}

function Doors({ doors }: { doors: Roll['doors'] }): ReactNode {
  const { t } = useWords();
  return (
    <section>
      <h2 className="gh-group">{t(words.doors)}</h2>
      {doors.length === 0 ? <p className="gh-dim">{t(words.noDoors)}</p> : null}
      <ul className="fr-list">
        {doors.map(({ gateName, deviceName, state }) => (
          <li key={`${gateName} ${deviceName}`}>
            <span className="who">
              <b>{gateName}</b> <span className={`gh-tag ${doorTones[state]}`}>{t(fireDoorStates[state])}</span>
              <span className="gh-dim">{deviceName}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FireRoll({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const client = useQueryClient();
  const queryKey = [doorFire.name, 'roll', row.id];
  const stands = row['status'] === 'standing';
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<Roll>(fireRoll, { fireId: row.id }, { signal, quiet: true }),
    ...(stands ? { refetchInterval: EVERY_MS } : {}),
  });
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const tick = async ({ EmpID, visitId }: Person, isHere: boolean): Promise<void> => {
    try {
      await ask(
        account,
        { fireId: row.id, ...(EmpID === null ? { visitId } : { EmpID }), isHere },
        { key: newKey(), quiet: true },
      );
      await client.invalidateQueries({ queryKey });
    } catch (failed) {
      notify.error(wordsOf(failed));
    }
  };
  return (
    <>
      <section className="fr-roll">
        <h2 className="gh-group">{t(words.title)}</h2>
        {data.isInputOn ? (
          <p>
            <span className="gh-tag bad">{t(words.inputOn)}</span>
          </p>
        ) : null}
        <People
          people={data.people}
          onTick={stands && may(account.permission) ? (of, isHere) => void tick(of, isHere) : null}
        />
        <p className="gh-dim">{t(words.basis)}</p>
      </section>
      {row['kind'] === 'call' ? null : <Doors doors={data.doors} />}
    </>
  );
}

/** Below the facts of a fire alarm or roll call. */
export const fireRollOf = (row: AnyRow): ReactNode => <FireRoll key={row.id} row={row} />;
