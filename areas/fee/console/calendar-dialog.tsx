import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { Dialog } from '#kit/console/floating.tsx';
import { today } from '#kit/declare/format.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { calendarOfPark, countries, loadCalendar, saveCalendar } from '#areas/fee/model/calls.ts';
import { dayKinds, holidayDate } from '#areas/fee/model/holiday-date.ts';
import type { DayKind } from '#areas/fee/model/holiday-date.ts';

const words = {
  title: text('节假日与活动日', 'Holidays and event days'),
  year: text('年份', 'Year'),
  before: text('上一年', 'Year before'),
  next: text('下一年', 'Year after'),
  save: text('保存', 'Save'),
  close: text('关闭', 'Close'),
  saved: text('更新成功', 'Saved'),
  load: text('载入{year}年法定节假日', 'Load public holidays of {year}'),
  country: text('国家或地区', 'Country'),
  added: text('新增{n}天', '{n} days added'),
  none: text('没有新增的日子', 'No day was added'),
  help: text(
    '点一下日期：普通日 → 节假日 → 调休上班 → 普通日。保存后，按日种类收费的规则即按此计算。',
    'Click a day: ordinary → holiday → make-up working day → ordinary. Once saved, tariffs by day type use it.',
  ),
  helpEvent: text(
    '点一下日期即为活动日，再点取消；是否节假日不变。按活动日收费的规则从保存后计价起算，已出的账单不变。',
    'Press a day to make it an event day, again to undo; whether it is a holiday stays. Tariffs for event days count by it from the next price on; bills that were made stay.',
  ),
  mark: text('点日期标记', 'Clicking marks'),
  rest: text('节假日与调休', 'Holidays and make-up working days'),
  eventName: text('活动名称', 'Name of the event'),
  count: text(
    '{year}年：节假日{h}天，调休上班{w}天，活动日{e}天',
    '{year}: {h} holidays, {w} make-up days, {e} event days',
  ),
  first: text('先保存改动再载入', 'Save your changes first'),
};
const weekdays: readonly Text[] = [
  text('一', 'M'),
  text('二', 'T'),
  text('三', 'W'),
  text('四', 'T'),
  text('五', 'F'),
  text('六', 'S'),
  text('日', 'S'),
];

type Entry = { readonly day: string; readonly dayKind: DayKind; readonly holidayName: string | null };
type Mark = 'rest' | 'event';

/** A day is a holiday or worked, and has an event beside. */
const keyOf = (day: string, mark: Mark): string => (mark === 'event' ? `${day} event` : day);

const two = (value: number): string => String(value).padStart(2, '0');
const nextKind = (kind: DayKind | undefined): DayKind | undefined =>
  kind === undefined ? 'holiday' : kind === 'holiday' ? 'workday' : undefined;

/** Weeks of a month from Monday, empty places null. */
function weeksOf(year: number, month: number): (string | null)[][] {
  const [first, count] = [
    (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7,
    new Date(Date.UTC(year, month, 0)).getUTCDate(),
  ];
  const cells = [
    ...Array.from({ length: first }, () => null),
    ...Array.from({ length: count }, (_, nth) => `${year}-${two(month)}-${two(nth + 1)}`),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_2, day) => cells[week * 7 + day] ?? null),
  );
}

type MonthProps = {
  year: number;
  month: number;
  entries: ReadonlyMap<string, Entry>;
  locked: boolean;
  onTurn: (day: string) => void;
};

function Month({ year, month, entries, locked, onTurn }: MonthProps): ReactNode {
  const { t, lang } = useWords();
  const name = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 1),
  );
  return (
    <table className="fr-month" aria-label={name}>
      <caption>{name}</caption>
      <thead>
        <tr>
          {weekdays.map((each, nth) => (
            <th key={nth} scope="col">
              {t(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(year, month).map((week, nth) => (
          <tr key={nth}>
            {week.map((day, at) => {
              const held =
                day === null
                  ? []
                  : [entries.get(keyOf(day, 'rest')), entries.get(keyOf(day, 'event'))].filter(
                      (each) => each !== undefined,
                    );
              const label = held
                .map(({ dayKind, holidayName }) => `${t(dayKinds[dayKind])}${holidayName ? ` ${holidayName}` : ''}`)
                .join(' ');
              return (
                <td key={at} className={at > 4 ? 'rest' : ''}>
                  {day === null ? null : (
                    <button
                      type="button"
                      data-day={day}
                      className={held.map(({ dayKind }) => dayKind).join(' ')}
                      disabled={locked}
                      aria-label={`${Number(day.slice(8))}, ${day} ${label}`.trim()}
                      title={label}
                      onClick={() => onTurn(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type MarkProps = { mark: Mark; onMark: (mark: Mark) => void; name: string; onName: (name: string) => void };

/** What pressing a day makes of it. */
function MarkBar({ mark, onMark, name, onName }: MarkProps): ReactNode {
  const { t } = useWords();
  return (
    <div className="fr-buttons" role="group" aria-label={t(words.mark)}>
      <span className="gh-dim">{t(words.mark)}</span>
      {(['rest', 'event'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={`gh-btn${mark === each ? ' primary' : ''}`}
          aria-pressed={mark === each}
          onClick={() => onMark(each)}
        >
          {t(each === 'rest' ? words.rest : dayKinds.event)}
        </button>
      ))}
      {mark === 'event' ? (
        <input
          className="gh-input fr-country"
          aria-label={t(words.eventName)}
          placeholder={t(words.eventName)}
          maxLength={30}
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      ) : null}
    </div>
  );
}

type YearProps = {
  year: number;
  onYear: (year: number) => void;
  locked: boolean;
  busy: boolean;
  /** Something is not saved. */ changed: boolean;
  onLoad: (country: string) => void;
};

/** The year shown, and whose public holidays are loaded into it. */
function YearBar({ year, onYear, locked, busy, changed, onLoad }: YearProps): ReactNode {
  const { t, lang } = useWords();
  const [country, setCountry] = useState('CN');
  const lands = useQuery({
    queryKey: [holidayDate.name, 'countries', lang],
    enabled: !locked,
    staleTime: Infinity,
    queryFn: ({ signal }) => ask<{ value: string; label: string }[]>(countries, {}, { signal, quiet: true }),
  });
  return (
    <div className="fr-buttons">
      <button type="button" className="gh-btn" aria-label={t(words.before)} onClick={() => onYear(year - 1)}>
        ‹
      </button>
      <b className="gh-num">{year}</b>
      <button type="button" className="gh-btn" aria-label={t(words.next)} onClick={() => onYear(year + 1)}>
        ›
      </button>
      {locked ? null : (
        <>
          <select
            className="gh-input fr-country"
            aria-label={t(words.country)}
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          >
            {(lands.data ?? [{ value: 'CN', label: 'CN' }]).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="gh-btn"
            disabled={busy || changed}
            title={changed ? t(words.first) : ''}
            onClick={() => onLoad(country)}
          >
            {t(words.load).replace('{year}', String(year))}
          </button>
        </>
      )}
    </div>
  );
}

type Loaded = { readonly parks: readonly { readonly added: readonly unknown[] }[] };

/** The calendar of a lot as stored, and as it was changed here. */
function useCalendar(parkId: string) {
  const { t } = useWords();
  const refresh = useRefresh(holidayDate);
  const [changed, setChanged] = useState<ReadonlyMap<string, Entry> | null>(null);
  const [busy, setBusy] = useState(false);
  const stored = useQuery({
    queryKey: [holidayDate.name, 'of', parkId],
    queryFn: ({ signal }) => ask<{ dates: Entry[] }>(calendarOfPark, { parkId }, { signal, quiet: true }),
  });
  const entries =
    changed ??
    new Map(
      (stored.data?.dates ?? []).map((each) => [keyOf(each.day, each.dayKind === 'event' ? 'event' : 'rest'), each]),
    );
  const attempt = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      const message = await work();
      await refresh();
      setChanged(null);
      notify.ok(message);
    } catch (error) {
      notify.error(wordsOf(error));
    }
    setBusy(false);
  };
  const save = () =>
    attempt(async () => {
      await ask(
        saveCalendar,
        {
          parkId,
          dates: [...entries.values()].map(({ day, dayKind, holidayName }) => ({ day, dayKind, holidayName })),
        },
        { key: newKey(), quiet: true },
      );
      return t(words.saved);
    });
  const load = (year: number, country: string) =>
    attempt(async () => {
      const { parks } = await ask<Loaded>(
        loadCalendar,
        { parkIds: [parkId], year, country },
        { key: newKey(), quiet: true },
      );
      const added = parks.reduce((sum, each) => sum + each.added.length, 0);
      return added === 0 ? t(words.none) : t(words.added).replace('{n}', String(added));
    });
  return { stored, entries, changed, busy, setChanged, save, load };
}

type YearSummaryProps = { year: number; entries: ReadonlyMap<string, Entry>; mark: Mark | null };

/**
 * How many days of the year stand in the calendar, and what a click marks; `mark` is null where nothing can be changed.
 */
function YearSummary({ year, entries, mark }: YearSummaryProps): ReactNode {
  const { t } = useWords();
  const of = (kind: DayKind) =>
    [...entries.values()].filter(({ day, dayKind }) => dayKind === kind && day.startsWith(`${year}-`)).length;
  return (
    <p className="gh-dim">
      {t(words.count)
        .replace('{year}', String(year))
        .replace('{h}', String(of('holiday')))
        .replace('{w}', String(of('workday')))
        .replace('{e}', String(of('event')))}
      {mark === null ? null : (
        <>
          <br />
          {t(mark === 'rest' ? words.help : words.helpEvent)}
        </>
      )}
    </p>
  );
}

/** The days of a lot that are not what their weekday says, month by month; public holidays come by the year. */
export default function CalendarDialog({ parkId, onClose }: { parkId: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const locked = !may('holidayDate:save');
  const { stored, entries, changed, busy, setChanged, save, load } = useCalendar(parkId);
  const [year, setYear] = useState(() => Number(today(zone()).slice(0, 4)));
  const [mark, setMark] = useState<Mark>('rest');
  const [eventName, setEventName] = useState('');
  const turn = (day: string) => {
    const [next, key] = [new Map(entries), keyOf(day, mark)];
    const had = entries.get(key);
    const kind = mark === 'rest' ? nextKind(had?.dayKind) : had ? undefined : 'event';
    if (kind)
      next.set(key, {
        day,
        dayKind: kind,
        holidayName: mark === 'event' ? eventName.trim() || null : (had?.holidayName ?? null),
      });
    else next.delete(key);
    setChanged(next);
  };
  const footer = (
    <>
      <button type="button" className="gh-btn" onClick={onClose}>
        {t(words.close)}
      </button>
      {locked ? null : (
        <button
          type="button"
          className="gh-btn primary"
          disabled={busy || changed === null}
          onClick={() => void save()}
        >
          {busy ? <span className="gh-spin" /> : null}
          {t(words.save)}
        </button>
      )}
    </>
  );
  return (
    <Dialog title={t(words.title)} onClose={onClose} footer={footer} className="wide fr-calendar">
      {stored.error ? (
        <Trouble error={stored.error} onRetry={() => void stored.refetch()} />
      ) : (
        <>
          <YearBar
            year={year}
            onYear={setYear}
            locked={locked}
            busy={busy}
            changed={changed !== null}
            onLoad={(country) => void load(year, country)}
          />
          <YearSummary year={year} entries={entries} mark={locked ? null : mark} />
          {locked ? null : <MarkBar mark={mark} onMark={setMark} name={eventName} onName={setEventName} />}
          <div className="fr-year" role="region" aria-label={t(words.year)} tabIndex={0}>
            {Array.from({ length: 12 }, (_, nth) => (
              <Month key={nth} year={year} month={nth + 1} entries={entries} locked={locked || busy} onTurn={turn} />
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}
