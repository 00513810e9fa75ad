import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import {
  carTypeShares,
  newParks15,
  parksToday,
  payWays,
  phoneFee,
  releaseTypes,
  stayKindShares,
  todaysMoney,
} from '#areas/report/model/home.ts';
import type { ParkDay, PhoneFee, TodaysMoney } from '#areas/report/model/home.ts';
import { park } from '#areas/lot/model/park.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { filterInputs } from '#kit/console/filter-inputs.tsx';
import { number } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { LazyChart } from '#kit/console/lazy-chart.tsx';
import { useMay, useMe } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { Curves, Ranking, Shares, short } from './blocks.tsx';
import { Feed } from './feed.tsx';
import { often, seldom, useFigure, useMovement } from './figures.ts';
import type { Only } from './figures.ts';
import { Instead, Panel, Tile } from './parts.tsx';
import { entryOf } from './steps.ts';
import { MonthEnd, Waiting } from './to-do.tsx';
import './home.css';

const FirstSteps = part(() => import('./first-steps.tsx'));
const ShopHome = part(() => import('./shop-home.tsx'));

const words = {
  hello: text('您好，', 'Hello, '),
  may: text(
    '您没有查看经营数据的权限，可从左侧菜单进入其他功能。',
    'You have no access to business figures. Use the menu for everything else.',
  ),
  lot: text('车场', 'Car park'),
  net: text('今日净收入', 'Net income today'),
  yesterday: text('昨日全天', 'Yesterday, all day'),
  receivable: text('今日应收', 'Due today'),
  online: text('今日线上', 'Online today'),
  cash: text('今日现金', 'Cash today'),
  month: text('本月', 'This month'),
  inside: text('在场车辆', 'Vehicles inside'),
  free: text('剩余车位', 'Free spaces'),
  spaces: text('总车位', 'Spaces'),
  entries: text('今日入场', 'Entries today'),
  exits: text('今日出场', 'Exits today'),
  soFar: text('昨日此时', 'Same time yesterday'),
  refund: text('今日退款', 'Refunds today'),
  discount: text('优惠', 'Discount'),
  waived: text('减免', 'Waived'),
  payments: text('笔', 'payments'),
  parks: text('近15天车场数', 'Car parks, last 15 days'),
  total: text('累计', 'Total'),
  added: text('新增', 'Added'),
  ways: text('支付方式（近15天）', 'Payment methods, last 15 days'),
  releases: text('放行类型（近15天）', 'Release types, last 15 days'),
  kinds: text('停车类型（近15天）', 'Stay types, last 15 days'),
  types: text('车类（近15天）', 'Car types, last 15 days'),
  occupancy: text('占用率', 'Occupancy'),
};

/** One lot instead of all, as lists are narrowed: at rest until it is used. */
const lot = relation(words.lot, () => park);
const LotChoice = filterInputs.relation!;

const tiles = 8;
const everything: Only = { parkId: '' };

function Figures({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const found = useFigure<TodaysMoney>(todaysMoney, only, often);
  const phone = useFigure<PhoneFee>(phoneFee, only, often).data;
  const now = found.data;
  if (!now && found.error)
    return (
      <section className="gh-card">
        <Instead error={found.error} onRetry={() => void found.refetch()} />
      </section>
    );
  if (!now)
    return (
      <div className="tiles" aria-busy="true">
        {Array.from({ length: tiles }, (_, at) => (
          <div key={at} className="tile wait" />
        ))}
      </div>
    );
  const taken = now.spaces > 0 ? Math.min(100, Math.round((now.inside / now.spaces) * 100)) : 0;
  return (
    <div className="tiles" aria-busy={found.isPlaceholderData}>
      <Tile
        icon="fund"
        title={words.net}
        value={formatFen(now.netFen)}
        note={`${t(words.yesterday)} ${formatFen(now.netYesterdayFen)}`}
      />
      <Tile
        icon="order"
        title={words.receivable}
        value={formatFen(now.receivableFen)}
        note={`${t(words.discount)} ${formatFen(now.derateFen)} · ${t(words.waived)} ${formatFen(now.waivedFen)}`}
      />
      <Tile
        icon="ticket"
        title={words.online}
        value={formatFen(now.onlineFen)}
        note={phone ? `${t(words.month)} ${formatFen(phone.monthFen)}` : undefined}
      />
      <Tile
        icon="fee"
        title={words.cash}
        value={formatFen(now.cashFen)}
        note={`${number(now.payments)} ${t(words.payments)} · ${t(words.refund)} ${formatFen(now.refundFen)}`}
      />
      <Tile icon="car" title={words.inside} value={number(now.inside)} note={`${t(words.occupancy)} ${taken}%`} />
      <Tile icon="park" title={words.free} value={number(now.free)} note={`${t(words.spaces)} ${number(now.spaces)}`} />
      <Tile
        icon="gate"
        title={words.entries}
        value={number(now.entries)}
        than={{ now: now.entries, before: now.entriesYesterday, title: words.soFar }}
      />
      <Tile
        icon="exit"
        title={words.exits}
        value={number(now.exits)}
        than={{ now: now.exits, before: now.exitsYesterday, title: words.soFar }}
      />
    </div>
  );
}

function Lots({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const found = useFigure<ParkDay[]>(newParks15, only, seldom);
  return (
    <Panel title={words.parks} found={found} empty={(days) => days.every((day) => day.total === 0)}>
      {(days) => (
        <LazyChart
          kind="line"
          className="small"
          title={t(words.parks)}
          labels={days.map(({ day }) => short(day))}
          series={[
            { name: t(words.total), values: days.map((day) => day.total) },
            { name: t(words.added), values: days.map((day) => day.added) },
          ]}
        />
      )}
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
        <Ranking only={everything} all="/static/chartFeeSumChart" />
        <Shares title={words.ways} of={payWays} only={only} by="amountFen" />
        <Shares title={words.releases} of={releaseTypes} only={only} by="count" />
        <Shares title={words.kinds} of={stayKindShares} only={only} by="count" />
        <Shares title={words.types} of={carTypeShares} only={only} by="count" />
        <Lots only={only} />
      </div>
    </>
  );
}

/** Once in a window: who comes back to the home page stays there. */
const been = { sent: false };

/** Whose work is the booth stands in it after logging in. */
function useBooth(works: boolean): void {
  const { go } = usePlace();
  useEffect(() => {
    if (!works || been.sent) return;
    been.sent = true;
    go('/work/parkBoxSource');
  }, [works, go]);
}

/** Where a day begins: what came in, who is inside, and what moves at the lanes, of all lots in scope or of one. */
export default function Home(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const me = useMe((state) => state.me);
  const may = useMay();
  const sees = may('home:read');
  const setsUp = me !== null && (may('park:add') || may('parkGate:add')) && kept<boolean>(entryOf(me)) !== true;
  const gives = !sees && may('carDerate:grant');
  const closes = may('channelDay:reconcile') && !may('user:add');
  useBooth(!sees && may('boxWork:release'));
  const only = { parkId: new URLSearchParams(search).get('parkId') ?? '' };
  return (
    <div className="gh-page home">
      <header className="top">
        <h1>
          {t(words.hello)}
          {me?.realName || me?.account}
        </h1>
        <span className="gh-dim">{me?.companyName}</span>
        {sees ? (
          <div className="lot">
            <label htmlFor="home-lot">{t(words.lot)}</label>
            <LotChoice
              name="parkId"
              field={lot}
              id="home-lot"
              filters={only}
              put={({ parkId }) => replace(new URLSearchParams(parkId ? { parkId } : {}))}
            />
          </div>
        ) : null}
      </header>
      {setsUp ? <FirstSteps /> : null}
      {gives ? <ShopHome /> : <Waiting />}
      {closes ? <MonthEnd /> : null}
      {sees ? (
        <Business only={only} />
      ) : gives ? null : (
        <section className="gh-card">
          <div className="gh-void">
            <Icon name="shield" />
            <span>{t(words.may)}</span>
          </div>
        </section>
      )}
    </div>
  );
}
