/** How many spaces the boards of a group hold back in each hour of the week: in force, and as proposed by arrivals. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MOST_RESERVE } from '#domain/guidance/promise.ts';
import { shareInterval } from '#domain/share/interval.ts';
import { percent } from '#kit/declare/format.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { weekdays } from '#kit/declare/report.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { notify } from '#kit/console/notices.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { boardArrival, boardPromise, groupReserves, reserveChange, setReserves } from '../model/promise.ts';

const words = {
  title: text('各钟点的预留车位', 'Spaces held back by hour'),
  about: text(
    '屏上所示 = 空闲 − 预留。建议为使 {target}% 的来车三分钟内找到车位的最小预留，据最近 35 天的来车；点钟点看依据。',
    'Boards show what is free less the reserve. The proposal is the smallest with which {target}% of arrivals find a space within 3 minutes, by those of the last 35 days. Choose an hour for its grounds.',
  ),
  none: text(
    '还没有来车记录：分组需有引导屏和入口计数器',
    'No arrivals yet: the group needs a board and a counter at its entrance',
  ),
  adopt: text('采用建议（{n} 个钟点）', 'Apply proposals ({n} hours)'),
  adopted: text('已生效，{n} 个钟点', '{n} hours in force'),
  now: text('现行 {reserve}', '{reserve} in force'),
  proposed: text('建议 {reserve}', '{reserve} proposed'),
  few: text('来车不足，没有建议', 'Too few arrivals for a proposal'),
  seen: text('来车 {arrivals}，找到 {share}（{low}–{high}）', '{arrivals} arrivals, {share} found ({low}–{high})'),
  unseen: text('没有来车', 'No arrivals'),
  own: text('据本钟点', 'by this hour'),
  alike: text('据同类日的同一钟点', 'by the same hour of similar days'),
  expected: text('{arrivals} 辆中 {share}', '{share} of {arrivals}'),
  set: text('预留', 'Reserve'),
  save: text('设定', 'Set'),
  rows: text('来车明细', 'Arrivals'),
  report: text('兑现率', 'Promises of boards'),
  changes: text('预留变更', 'Changes of reserves'),
  hour: text('钟点', 'Hour'),
};
const SHORT = {
  1: text('周一', 'Mon'),
  2: text('周二', 'Tue'),
  3: text('周三', 'Wed'),
  4: text('周四', 'Thu'),
  5: text('周五', 'Fri'),
  6: text('周六', 'Sat'),
  7: text('周日', 'Sun'),
};
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly (keyof typeof weekdays)[];

type Hour = {
  readonly weekday: string;
  readonly hour: string;
  readonly reserve: number;
  readonly proposed: number | null;
  readonly basis: 'own' | 'alike' | null;
  readonly basisArrivals: number | null;
  readonly basisKept: number | null;
  readonly arrivals: number;
  readonly kept: number;
};
type Week = { readonly target: number; readonly hours: readonly Hour[] };

const keyOf = ({ weekday, hour }: Pick<Hour, 'weekday' | 'hour'>): string => `${weekday} ${hour}`;
const shareOf = (kept: number, arrivals: number): string => percent((kept / arrivals) * 10_000);

/** What came of an hour's arrivals, and what its proposal rests on. */
function groundsOf(of: Hour): Text[] {
  const interval = shareInterval(of.kept, of.arrivals);
  const seen = interval
    ? fill(words.seen, {
        arrivals: String(of.arrivals),
        share: shareOf(of.kept, of.arrivals),
        low: percent(interval.low * 10_000),
        high: percent(interval.high * 10_000),
      })
    : words.unseen;
  if (of.proposed === null) return [seen, words.few];
  return [
    seen,
    fill(words.proposed, { reserve: String(of.proposed) }),
    of.basis === 'own' ? words.own : words.alike,
    fill(words.expected, { arrivals: String(of.basisArrivals), share: shareOf(of.basisKept!, of.basisArrivals!) }),
  ];
}

function Cell({
  of,
  target,
  picked,
  onPick,
}: {
  of: Hour;
  target: number;
  picked: boolean;
  onPick: () => void;
}): ReactNode {
  const { t } = useWords();
  // Only what is too few for certain: of a handful of cars one is quickly too many.
  const interval = shareInterval(of.kept, of.arrivals);
  const isMissed = interval !== null && interval.high < target / 100;
  const moves = of.proposed !== null && of.proposed !== of.reserve;
  const grounds = groundsOf(of).map(t).join(', ');
  return (
    <td className={isMissed ? 'missed' : ''}>
      <button
        type="button"
        aria-pressed={picked}
        aria-label={`${t(weekdays[Number(of.weekday) as keyof typeof weekdays])} ${of.hour}:00, ${t(fill(words.now, { reserve: String(of.reserve) }))}, ${grounds}`}
        onClick={onPick}
      >
        {of.reserve}
        {moves ? <b> → {of.proposed}</b> : null}
      </button>
    </td>
  );
}

function Hours({
  week,
  picked,
  onPick,
}: {
  week: Week;
  picked: string | null;
  onPick: (key: string) => void;
}): ReactNode {
  const { t } = useWords();
  const byHour = [...Map.groupBy(week.hours, ({ hour }) => hour)].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <div className="gd-reserves" tabIndex={0} role="group" aria-label={t(words.title)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(words.hour)}</th>
            {DAYS.map((day) => (
              <th key={day} scope="col">
                {t(SHORT[day])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byHour.map(([hour, days]) => (
            <tr key={hour}>
              <th scope="row">{hour}:00</th>
              {days.map((of) => (
                <Cell
                  key={of.weekday}
                  of={of}
                  target={week.target}
                  picked={picked === keyOf(of)}
                  onPick={() => onPick(keyOf(of))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The chosen hour: its grounds, the way to its arrivals, and its reserve by hand. */
function Picked({
  of,
  groupId,
  onSet,
}: {
  of: Hour;
  groupId: string;
  onSet: ((reserve: number) => void) | null;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const [reserve, setReserve] = useState(String(of.reserve));
  const isValid = /^\d{1,2}$/.test(reserve) && Number(reserve) <= MOST_RESERVE;
  const list = `${boardArrival.route}?${new URLSearchParams({ groupId, weekday: of.weekday, hour: of.hour }).toString()}`;
  return (
    <div className="gd-reserve" aria-live="polite">
      <p>
        <b>
          {t(weekdays[Number(of.weekday) as keyof typeof weekdays])} {of.hour}:00
        </b>{' '}
        {[fill(words.now, { reserve: String(of.reserve) }), ...groundsOf(of)].map(t).join(' · ')}{' '}
        {may(`${boardArrival.name}:read`) && of.arrivals > 0 ? (
          <button type="button" className="gh-link" onClick={() => go(list)}>
            {t(words.rows)}
          </button>
        ) : null}
      </p>
      {onSet ? (
        <p className="gh-no-print">
          <label>
            {t(words.set)}{' '}
            <input
              type="number"
              className="gh-input"
              min={0}
              max={MOST_RESERVE}
              value={reserve}
              onChange={({ target }) => setReserve(target.value)}
            />
          </label>{' '}
          <button
            type="button"
            className="gh-btn"
            disabled={!isValid || Number(reserve) === of.reserve}
            onClick={() => onSet(Number(reserve))}
          >
            {t(words.save)}
          </button>
        </p>
      ) : null}
    </div>
  );
}

function Changes({ groupId }: { groupId: string }): ReactNode {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: [reserveChange.name, 'of-group', groupId],
    queryFn: ({ signal }) => ask<Paged>(listPaths(reserveChange)[0]!, { groupId, size: 20 }, { signal, quiet: true }),
  });
  if (!data || data.records.length === 0) return null;
  return (
    <>
      <h2 className="gh-group">{t(words.changes)}</h2>
      <MiniTable
        of={reserveChange}
        fields={['at', 'weekday', 'hour', 'reserveBefore', 'reserve', 'arrivals', 'kept', 'byName']}
        rows={data.records}
      />
    </>
  );
}

export function ReserveHours({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const [picked, setPicked] = useState<string | null>(null);
  const groupId = String(row.id);
  const { data, error, refetch } = useQuery({
    queryKey: [reserveChange.name, 'week', groupId],
    queryFn: ({ signal }) => ask<Week>(groupReserves, { groupId }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const moved = data.hours.filter(({ reserve, proposed }) => proposed !== null && proposed !== reserve);
  const mayChange = may(setReserves.permission);
  const put = async (hours: readonly { weekday: string; hour: string; reserve: number }[]): Promise<void> => {
    try {
      const wire = hours.map(({ weekday, hour, reserve }) => ({
        weekday: Number(weekday),
        hour: Number(hour),
        reserve,
      }));
      const { changed } = await ask<{ changed: number }>(
        setReserves,
        { groupId, hours: wire },
        { key: newKey(), quiet: true },
      );
      notify.ok(t(fill(words.adopted, { n: String(changed) })));
      await refetch();
    } catch (failed) {
      notify.error(wordsOf(failed));
    }
  };
  const of = data.hours.find((hour) => keyOf(hour) === picked);
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      <p className="gh-dim">{t(fill(words.about, { target: String(data.target) }))}</p>
      {data.hours.every(({ arrivals, basis }) => arrivals === 0 && basis === null) ? <p>{t(words.none)}</p> : null}
      <Hours week={data} picked={picked} onPick={setPicked} />
      {of ? (
        <Picked
          key={`${picked} ${of.reserve}`}
          of={of}
          groupId={groupId}
          onSet={mayChange ? (reserve) => void put([{ ...of, reserve }]) : null}
        />
      ) : null}
      <p className="gh-no-print">
        {mayChange && moved.length > 0 ? (
          <button
            type="button"
            className="gh-btn"
            onClick={() => void put(moved.map((each) => ({ ...each, reserve: each.proposed! })))}
          >
            {t(fill(words.adopt, { n: String(moved.length) }))}
          </button>
        ) : null}{' '}
        {may(`${boardPromise.name}:read`) ? (
          <button type="button" className="gh-link" onClick={() => go(`${boardPromise.route}?groupId=${groupId}`)}>
            {t(words.report)}
          </button>
        ) : null}
      </p>
      {may(`${reserveChange.name}:read`) ? <Changes groupId={groupId} /> : null}
    </section>
  );
}
