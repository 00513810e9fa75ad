import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { carTypeShares, fees15, newParks15, onlineFees15, parksToday, payWays, phoneFee, releaseTypes, stayKindShares, todaysMoney } from '#areas/report/model/home.ts';
import type { FeeDay, OnlineDay, ParkDay, ParkRank, PhoneFee, Share, TodaysMoney } from '#areas/report/model/home.ts';
import { park } from '#areas/lot/model/park.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { filterInputs } from '#kit/console/filter-inputs.tsx';
import { number } from '#kit/console/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { LazyChart } from '#kit/console/lazy-chart.tsx';
import { useMay, useMe } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { Feed } from './feed.tsx';
import { often, seldom, useFigure, useMovement } from './figures.ts';
import type { Only } from './figures.ts';
import { Instead, Panel, Tile } from './parts.tsx';
import { entryOf } from './steps.ts';
import './home.css';

const FirstSteps = lazy(() => import('./first-steps.tsx'));

const words = {
  hello: text('您好，', 'Hello, '), may: text('您没有查看经营数据的权限，可从左侧菜单进入其他功能。', 'You may not see business figures; the menu leads to everything else.'), lot: text('车场', 'Car park'), net: text('今日净收入', 'Net today'), yesterday: text('昨日', 'Yesterday'), receivable: text('今日应收', 'Receivable today'), online: text('今日线上', 'Online today'),
  cash: text('今日现金', 'Cash today'), month: text('本月', 'This month'), inside: text('在场车辆', 'Cars inside'), free: text('剩余车位', 'Free spaces'), spaces: text('总车位', 'Spaces'), entries: text('今日入场', 'Entries today'),
  exits: text('今日出场', 'Exits today'), soFar: text('昨日此时', 'Yesterday by now'), refund: text('今日退款', 'Refunded today'), discount: text('优惠', 'Discount'), waived: text('减免', 'Waived'), payments: text('笔', 'payments'),
  fees: text('近15天收费', 'Fees, 15 days'), due: text('应收', 'Receivable'), netLine: text('净收入', 'Net'), onlineFees: text('近15天线上与现金', 'Online and cash, 15 days'), onlineLine: text('线上', 'Online'), cashLine: text('现金', 'Cash'),
  parks: text('近15天车场数', 'Car parks, 15 days'), total: text('累计', 'In all'), added: text('新增', 'Added'), ranking: text('今日车场收入排行', 'Car parks by income today'), all: text('全部', 'All'),
  ways: text('支付方式（近15天）', 'Pay ways, 15 days'), releases: text('放行类型（近15天）', 'Releases, 15 days'), kinds: text('停车类型（近15天）', 'Kinds of stay, 15 days'), types: text('车类（近15天）', 'Car types, 15 days'),
  occupancy: text('占用率', 'Taken'), others: text('其他', 'Others'),
};

/** One lot instead of all, as lists are narrowed: at rest until it is used. */
const lot = relation(words.lot, () => park);
const LotChoice = filterInputs.relation!;

const tiles = 8;

function Figures({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const found = useFigure<TodaysMoney>(todaysMoney, only, often);
  const phone = useFigure<PhoneFee>(phoneFee, only, often).data;
  const now = found.data;
  if (!now && found.error) return <section className="gh-card"><Instead error={found.error} onRetry={() => void found.refetch()} /></section>;
  if (!now) return <div className="tiles" aria-busy="true">{Array.from({ length: tiles }, (_, at) => <div key={at} className="tile wait" />)}</div>;
  const taken = now.spaces > 0 ? Math.min(100, Math.round((now.inside / now.spaces) * 100)) : 0;
  return (
    <div className="tiles">
      <Tile icon="fund" title={words.net} value={formatFen(now.netFen)} note={`${t(words.yesterday)} ${formatFen(now.netYesterdayFen)}`} />
      <Tile icon="order" title={words.receivable} value={formatFen(now.receivableFen)} note={`${t(words.discount)} ${formatFen(now.derateFen)} · ${t(words.waived)} ${formatFen(now.waivedFen)}`} />
      <Tile icon="ticket" title={words.online} value={formatFen(now.onlineFen)} note={phone ? `${t(words.month)} ${formatFen(phone.monthFen)}` : undefined} />
      <Tile icon="fee" title={words.cash} value={formatFen(now.cashFen)} note={`${number(now.payments)} ${t(words.payments)} · ${t(words.refund)} ${formatFen(now.refundFen)}`} />
      <Tile icon="car" title={words.inside} value={number(now.inside)} note={`${t(words.occupancy)} ${taken}%`} />
      <Tile icon="park" title={words.free} value={number(now.free)} note={`${t(words.spaces)} ${number(now.spaces)}`} />
      <Tile icon="gate" title={words.entries} value={number(now.entries)} than={{ now: now.entries, before: now.entriesYesterday, title: words.soFar }} />
      <Tile icon="exit" title={words.exits} value={number(now.exits)} than={{ now: now.exits, before: now.exitsYesterday, title: words.soFar }} />
    </div>
  );
}

const short = (day: string): string => day.slice(5);

function Curves({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const fees = useFigure<FeeDay[]>(fees15, only, seldom);
  const online = useFigure<OnlineDay[]>(onlineFees15, only, seldom);
  return (
    <>
      <Panel title={words.fees} found={fees} empty={(days) => days.every((day) => day.receivableFen === 0 && day.paidFen === 0)} className="wide">
        {(days) => <LazyChart kind="line" title={t(words.fees)} labels={days.map(({ day }) => short(day))} format={formatFen} series={[{ name: t(words.due), values: days.map((day) => day.receivableFen) }, { name: t(words.netLine), values: days.map((day) => day.netFen) }]} />}
      </Panel>
      <Panel title={words.onlineFees} found={online} empty={(days) => days.every((day) => day.onlineFen === 0 && day.cashFen === 0)} className="wide">
        {(days) => <LazyChart kind="bar" title={t(words.onlineFees)} labels={days.map(({ day }) => short(day))} format={formatFen} series={[{ name: t(words.onlineLine), values: days.map((day) => day.onlineFen) }, { name: t(words.cashLine), values: days.map((day) => day.cashFen) }]} />}
      </Panel>
    </>
  );
}

function Ranking(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const found = useFigure<ParkRank[]>(parksToday, { parkId: '' }, often);
  return (
    <Panel title={words.ranking} found={found} empty={(rows) => rows.length === 0} className="ranking" more={<button type="button" className="gh-link" onClick={() => go('/static/chartFeeSumChart')}>{t(words.all)}</button>}>
      {(rows) => {
        const most = Math.max(1, ...rows.map((row) => row.netFen));
        return (
          <ol>
            {rows.map((row) => (
              <li key={row.parkId}>
                <button type="button" className="gh-link" title={row.parkName} onClick={() => go(`/static/tempWCPays?parkId=${row.parkId}`)}>{row.parkName}</button>
                <span className="gh-num">{formatFen(row.netFen)}</span>
                <div className="gh-bar"><i style={{ width: `${Math.max(0, (row.netFen / most) * 100)}%` }} /></div>
              </li>
            ))}
          </ol>
        );
      }}
    </Panel>
  );
}

const mostShares = 6;

/** Shares of a whole as bars, the largest first; small ones together at the end. */
function Shares({ title, of, only, by }: { title: Text; of: Parameters<typeof useFigure>[0]; only: Only; by: 'count' | 'amountFen' }): ReactNode {
  const { t } = useWords();
  const found = useFigure<Share[]>(of, only, seldom);
  const shown = by === 'amountFen' ? formatFen : number;
  return (
    <Panel title={title} found={found} empty={(shares) => shares.every((share) => share[by] <= 0)} className="shares">
      {(shares) => {
        const ordered = [...shares].sort((a, b) => b[by] - a[by]);
        const rest = ordered.slice(mostShares).reduce((sum, share) => sum + share[by], 0);
        const lines = [...ordered.slice(0, mostShares).map((share) => ({ name: share.name, value: share[by] })), ...(rest > 0 ? [{ name: t(words.others), value: rest }] : [])];
        const whole = lines.reduce((sum, line) => sum + line.value, 0);
        return (
          <ul>
            {lines.map((line) => (
              <li key={line.name}>
                <span className="name" title={line.name}>{line.name}</span><span className="gh-num gh-dim">{shown(line.value)}</span><b className="gh-num">{((line.value / whole) * 100).toFixed(1)}%</b>
                <div className="gh-bar"><i style={{ width: `${(line.value / whole) * 100}%` }} /></div>
              </li>
            ))}
          </ul>
        );
      }}
    </Panel>
  );
}

function Lots({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const found = useFigure<ParkDay[]>(newParks15, only, seldom);
  return (
    <Panel title={words.parks} found={found} empty={(days) => days.every((day) => day.total === 0)}>
      {(days) => <LazyChart kind="line" className="small" title={t(words.parks)} labels={days.map(({ day }) => short(day))} series={[{ name: t(words.total), values: days.map((day) => day.total) }, { name: t(words.added), values: days.map((day) => day.added) }]} />}
    </Panel>
  );
}

const moving = [todaysMoney.name, parksToday.name, 'passage.lately'];

function Business({ only }: { only: Only }): ReactNode {
  const may = useMay();
  useMovement(only, moving);
  return (
    <>
      <Figures only={only} />
      <div className="grid">
        <Curves only={only} />
        {may('passage:read') ? <Feed only={only} /> : null}
        <Ranking />
        <Shares title={words.ways} of={payWays} only={only} by="amountFen" />
        <Shares title={words.releases} of={releaseTypes} only={only} by="count" />
        <Shares title={words.kinds} of={stayKindShares} only={only} by="count" />
        <Shares title={words.types} of={carTypeShares} only={only} by="count" />
        <Lots only={only} />
      </div>
    </>
  );
}

/** Where a day begins: what came in, who is inside, and what moves at the lanes, of all lots in scope or of one. */
export default function Home(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const me = useMe((state) => state.me);
  const may = useMay();
  const sees = may('home:read');
  const setsUp = me !== null && (may('park:add') || may('parkGate:add')) && kept<boolean>(entryOf(me)) !== true;
  const only = { parkId: new URLSearchParams(search).get('parkId') ?? '' };
  return (
    <div className="gh-page home">
      <header className="top">
        <h1>{t(words.hello)}{me?.realName || me?.account}</h1>
        <span className="gh-dim">{me?.companyName}</span>
        {sees ? <div className="lot"><label htmlFor="home-lot">{t(words.lot)}</label><LotChoice name="parkId" field={lot} id="home-lot" filters={only} put={({ parkId }) => replace(new URLSearchParams(parkId ? { parkId } : {}))} /></div> : null}
      </header>
      {setsUp ? <Suspense fallback={null}><FirstSteps /></Suspense> : null}
      {sees ? <Business only={only} /> : <section className="gh-card"><div className="gh-void"><Icon name="shield" /><span>{t(words.may)}</span></div></section>}
    </div>
  );
}
