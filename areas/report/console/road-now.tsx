import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { roadNow } from '#areas/report/model/road-now.ts';
import type { RoadNow, SectionNow } from '#areas/report/model/road-now.ts';
import { openStates } from '#areas/road/model/debt-words.ts';
import { warnTypes } from '#areas/workorder/model/words.ts';
import { relation } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing } from '#kit/console/empty.tsx';
import { filterInputs } from '#kit/console/filter-inputs.tsx';
import { number, wallTime } from '#kit/declare/format.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { arrearsFigure } from './arrears.ts';
import { often } from './figures.ts';
import { Instead, Tile } from './parts.tsx';
import './home.css';

const words = {
  title: text('路内实时统计', 'The roadside now'),
  as: text('{time} 的数字，每15秒刷新', 'As of {time}, renewed every 15 seconds'),
  company: text('单位', 'Company'),
  lot: text('路内车场', 'Roadside car park'),
  taken: text('占用泊位', 'Berths taken'),
  ofAll: text('共', 'Of'),
  free: text('空闲泊位', 'Free berths'),
  unknown: text('不明', 'Unknown'),
  closed: text('停用', 'Closed'),
  parked: text('在停车辆', 'Cars parked'),
  unread: text('未登记车牌', 'Unread'),
  paid: text('今日实收', 'Paid today'),
  payments: text('笔', 'payments'),
  refund: text('退款', 'Refunds'),
  receivable: text('今日应收', 'Due today'),
  debts: text('尚欠', 'Owed'),
  count: text('笔欠费', 'debts'),
  people: text('在岗人员', 'On duty'),
  peopleOf: text('授权了泊位段', 'With sections'),
  warnings: text('未处理预警', 'Open warnings'),
  causes: text('种原因', 'causes'),
  ways: text('今日支付方式', 'Paid today by'),
  section: text('泊位段', 'Section'),
  sections: text('各泊位段', 'By section'),
  occupied: text('占用', 'Taken'),
  freeShort: text('空闲', 'Free'),
  newDebts: text('今日新欠', 'New debts today'),
  since: text('签到', 'Since'),
};

const fields = {
  companyId: relation(words.company, () => company),
  parkId: relation(words.lot, () => curbPark, { within: 'companyId' }),
};
const Choice = filterInputs.relation!;
type Only = Readonly<Record<keyof typeof fields, string>>;

/** A figure that leads to its rows, for whoever may open those. */
function Lead({ may, to, children }: { may: string; to: string; children: ReactNode }): ReactNode {
  const { go } = usePlace();
  const allowed = useMay();
  return allowed(may) ? (
    <button type="button" className="gh-link" onClick={() => go(to)}>
      {children}
    </button>
  ) : (
    children
  );
}

const address = (route: string, filters: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${route}?${query.toString()}` : route;
};

function Tiles({ now }: { now: RoadNow }): ReactNode {
  const { t } = useWords();
  const { berths, money, debts, people, warnings } = now;
  const share = berths.occupied + berths.free;
  const arrears = money ? arrearsFigure(money.arrearsFen) : null;
  const taken = share > 0 ? `${Math.round((berths.occupied / share) * 100)}%` : '—';
  return (
    <div className="tiles">
      <Tile
        icon="park"
        title={words.taken}
        value={number(berths.occupied)}
        note={`${taken} · ${t(words.ofAll)} ${number(berths.total)}`}
      />
      <Tile
        icon="shop"
        title={words.free}
        value={number(berths.free)}
        note={`${t(words.unknown)} ${number(berths.unknown)} · ${t(words.closed)} ${number(berths.closed)}`}
      />
      <Tile
        icon="car"
        title={words.parked}
        value={number(now.parked)}
        note={`${t(words.unread)} ${number(berths.unread)}`}
      />
      {money ? (
        <>
          <Tile
            icon="fund"
            title={words.paid}
            value={formatFen(money.paidFen)}
            note={`${number(money.payments)} ${t(words.payments)} · ${t(words.refund)} ${formatFen(money.refundFen)}`}
          />
          <Tile
            icon="order"
            title={words.receivable}
            value={formatFen(money.receivableFen)}
            note={`${t(arrears!.title)} ${formatFen(arrears!.fen)}`}
          />
        </>
      ) : null}
      {debts ? (
        <Tile
          icon="clock"
          title={words.debts}
          value={formatFen(debts.owedFen)}
          note={`${number(debts.count)} ${t(words.count)}`}
        />
      ) : null}
      {people ? <Tile icon="user" title={words.people} value={number(people.length)} note={t(words.peopleOf)} /> : null}
      {warnings ? (
        <Tile
          icon="bell"
          title={words.warnings}
          value={number(warnings.reduce((sum, { count }) => sum + count, 0))}
          note={`${warnings.length} ${t(words.causes)}`}
        />
      ) : null}
    </div>
  );
}

function Card({ title, children }: { title: Text; children: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <section className="gh-card panel figures">
      <header>
        <h2>{t(title)}</h2>
      </header>
      {children}
    </section>
  );
}

type Line = { key: string; name: ReactNode; value: ReactNode };

const Lines = ({ title, lines }: { title: Text; lines: readonly Line[] }): ReactNode => (
  <Card title={title}>
    {lines.length === 0 ? (
      <Nothing />
    ) : (
      <WideFrame>
        <table className="gh-bill">
          <tbody>
            {lines.map(({ key, name, value }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td className="num">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    )}
  </Card>
);

function Beside({ now, only }: { now: RoadNow; only: Only }): ReactNode {
  const { t } = useWords();
  const { money, people, warnings } = now;
  const paid = { ...only, startTime: now.day, endTime: now.day };
  return (
    <>
      {money ? (
        <Lines
          title={words.ways}
          lines={money.ways.map(({ payType, payments, paidFen }) => ({
            key: payType,
            name: t(payTypes[payType as keyof typeof payTypes] ?? text(payType, payType)),
            value: (
              <Lead may="roadPaySum:read" to={address('/rdstatic/groupSummary', { ...paid, payType })}>
                {formatFen(paidFen)} · {number(payments)}
              </Lead>
            ),
          }))}
        />
      ) : null}
      {warnings ? (
        <Lines
          title={words.warnings}
          lines={warnings.map(({ warnType, count }) => ({
            key: warnType,
            name: t(warnTypes[warnType as keyof typeof warnTypes] ?? text(warnType, warnType)),
            value: (
              <Lead
                may="rdWarn:read"
                to={address('/rdoperationscenter/earlywarningmanage', {
                  parkId: only.parkId,
                  warnType,
                  status: 'open',
                })}
              >
                {number(count)}
              </Lead>
            ),
          }))}
        />
      ) : null}
      {people ? (
        <Lines
          title={words.people}
          lines={people.map(({ userId, name, since }) => ({
            key: userId,
            name,
            value: (
              <Lead may="rdworkrecord:read" to={address('/attendance/attendancelist', { userId, state: 'on' })}>
                {t(words.since)} {wallTime(since, zone()).slice(5, 16)}
              </Lead>
            ),
          }))}
        />
      ) : null}
    </>
  );
}

type Column = {
  name: keyof SectionNow;
  label: Text;
  money?: true;
  may: string;
  to: (row: SectionNow, day: string) => string;
};

const berthsIn = (state: string) => (row: SectionNow) =>
  address('/road/rdBerth', { parkId: row.parkId, sectionId: row.sectionId, state });
const debtsIn =
  (more: Readonly<Record<string, string>>) =>
  ({ parkId, sectionId }: SectionNow) =>
    address('/rdstatic/escape', { parkId, sectionId, ...more });
const columns: readonly Column[] = [
  { name: 'occupied', label: words.occupied, may: 'rdBerth:read', to: berthsIn('occupied') },
  { name: 'free', label: words.freeShort, may: 'rdBerth:read', to: berthsIn('free') },
  { name: 'unknown', label: words.unknown, may: 'rdBerth:read', to: berthsIn('unknown') },
  { name: 'closed', label: words.closed, may: 'rdBerth:read', to: berthsIn('closed') },
  {
    name: 'parked',
    label: words.parked,
    may: 'rdInCar:read',
    to: ({ parkId, sectionId }) => address('/rdstatic/inCar', { parkId, sectionId }),
  },
  { name: 'unread', label: words.unread, may: 'rdBerth:read', to: berthsIn('occupied') },
  {
    name: 'people',
    label: words.people,
    may: 'userSectionGrant:read',
    to: ({ parkId }) => address('/rdstatic/sectionAuthorization', { parkId }),
  },
  {
    name: 'newFen',
    label: words.newDebts,
    money: true,
    may: 'rdEscape:read',
    to: (row, day) => debtsIn({ startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })(row),
  },
  {
    name: 'owedFen',
    label: words.debts,
    money: true,
    may: 'rdEscape:read',
    to: debtsIn({ status: openStates.join(',') }),
  },
];

function Sections({ now }: { now: RoadNow }): ReactNode {
  const { t } = useWords();
  const shown = columns.filter(({ name }) => now.sections.some((row) => row[name] !== null));
  return (
    <Card title={words.sections}>
      {now.sections.length === 0 ? (
        <Nothing />
      ) : (
        <WideFrame>
          <table className="gh-bill">
            <thead>
              <tr>
                <th scope="col">{t(words.section)}</th>
                <th scope="col">{t(words.lot)}</th>
                {shown.map(({ name, label }) => (
                  <th key={name} scope="col" className="num">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {now.sections.map((row) => (
                <tr key={row.sectionId}>
                  <th scope="row">{row.sectionName}</th>
                  <td>
                    <Lead may="rdBerth:read" to={address('/road/parkMap', { parkId: row.parkId })}>
                      {row.parkName}
                    </Lead>
                  </td>
                  {shown.map(({ name, money, may, to }) => {
                    const figure = Number(row[name]);
                    const figureText = money ? formatFen(figure) : number(figure);
                    return (
                      <td key={name} className="num">
                        {figure === 0 ? (
                          figureText
                        ) : (
                          <Lead may={may} to={to(row, now.day)}>
                            {figureText}
                          </Lead>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </WideFrame>
      )}
    </Card>
  );
}

/** The street at this moment, for a screen that is left open. */
export default function RoadNowPage(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const query = new URLSearchParams(search);
  const only: Only = { companyId: query.get('companyId') ?? '', parkId: query.get('parkId') ?? '' };
  const found = useQuery({
    queryKey: [roadNow.name, only],
    queryFn: ({ signal }) => ask<RoadNow>(roadNow, only, { signal, quiet: true }),
    refetchInterval: often,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const now = found.data;
  const put = (changes: Readonly<Record<string, string>>) => {
    const next = { ...only, ...('companyId' in changes ? { parkId: '' } : {}), ...changes };
    replace(new URLSearchParams(Object.entries(next).filter(([, value]) => value)));
  };
  return (
    <div className="gh-page home road-now">
      <header className="top">
        <h1>{t(words.title)}</h1>
        {now ? (
          <span className="gh-dim">
            {t(fill(words.as, { time: wallTime(new Date(found.dataUpdatedAt).toISOString(), zone()).slice(11) }))}
          </span>
        ) : null}
        {(['companyId', 'parkId'] as const).map((name) => (
          <div key={name} className="lot">
            <label htmlFor={`road-now-${name}`}>{t(fields[name].label)}</label>
            <Choice name={name} field={fields[name]} id={`road-now-${name}`} filters={only} put={put} />
          </div>
        ))}
      </header>
      {now ? (
        <>
          <Tiles now={now} />
          <div className="grid">
            <Beside now={now} only={only} />
          </div>
          <Sections now={now} />
        </>
      ) : found.error ? (
        <section className="gh-card">
          <Instead error={found.error} onRetry={() => void found.refetch()} />
        </section>
      ) : (
        <span className="gh-spin" />
      )}
    </div>
  );
}
