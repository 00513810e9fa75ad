import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { todaysMoney } from '#areas/report/model/home.ts';
import type { TodaysMoney } from '#areas/report/model/home.ts';
import { roadDaySum, roadPaySum } from '#areas/report/model/road.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { filterInputs } from '#kit/console/filter-inputs.tsx';
import { number } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay, useMe } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { arrearsFigure } from './arrears.ts';
import { Curves, Ranking } from './blocks.tsx';
import { often, useFigure } from './figures.ts';
import type { Only } from './figures.ts';
import { Instead, Tile } from './parts.tsx';
import { ReportTable } from './report-table.tsx';
import './home.css';

const words = {
  title: text('路内停车', 'Roadside parking'),
  may: text('您没有查看经营数据的权限', 'You have no access to business figures'),
  lot: text('路内车场', 'Roadside car park'),
  none: text('还没有路内车场', 'No roadside car park yet'),
  register: text('登记路内车场', 'Register one'),
  net: text('今日净收入', 'Net income today'),
  yesterday: text('昨日', 'Yesterday'),
  receivable: text('今日应收', 'Due today'),
  discount: text('优惠', 'Discount'),
  waived: text('减免', 'Waived'),
  cash: text('今日现金', 'Cash today'),
  online: text('今日线上', 'Online today'),
  payments: text('笔', 'payments'),
  refund: text('今日退款', 'Refunds today'),
  ofReceivable: text('占应收', 'Of amount due'),
  berths: text('泊位', 'Berths'),
  inside: text('在停', 'Parked'),
  free: text('空余', 'Free'),
  came: text('今日驶入', 'Arrived today'),
  left: text('今日驶离', 'Left today'),
  soFar: text('昨日此时', 'Same time yesterday'),
  ranking: text('今日路内车场收入排行', 'Roadside car parks by income today'),
  days: text('近7天路内收费', 'Roadside fees, last 7 days'),
  ways: text('近7天路内支付汇总', 'Roadside payments, last 7 days'),
};

/** One curb lot instead of all. */
const lot = relation(words.lot, () => curbPark);
const LotChoice = filterInputs.relation!;
const tiles = 8;

function MoneyTiles({ now }: { now: TodaysMoney }): ReactNode {
  const { t } = useWords();
  const arrears = arrearsFigure(now.arrearsFen);
  const share = now.receivableFen > 0 ? Math.round((now.arrearsFen / now.receivableFen) * 100) : 0;
  return (
    <>
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
        note={`${number(now.payments)} ${t(words.payments)}`}
      />
      <Tile
        icon="fee"
        title={words.cash}
        value={formatFen(now.cashFen)}
        note={`${t(words.refund)} ${formatFen(now.refundFen)}`}
      />
      <Tile
        icon="clock"
        title={arrears.title}
        value={formatFen(arrears.fen)}
        note={share < 0 ? '' : `${t(words.ofReceivable)} ${share}%`}
      />
    </>
  );
}

function BerthTiles({ now }: { now: TodaysMoney }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Tile
        icon="park"
        title={words.berths}
        value={number(now.spaces)}
        note={`${t(words.inside)} ${number(now.inside)} · ${t(words.free)} ${number(now.free)}`}
      />
      <Tile
        icon="car"
        title={words.came}
        value={number(now.entries)}
        than={{ now: now.entries, before: now.entriesYesterday, title: words.soFar }}
      />
      <Tile
        icon="exit"
        title={words.left}
        value={number(now.exits)}
        than={{ now: now.exits, before: now.exitsYesterday, title: words.soFar }}
      />
    </>
  );
}

function Figures({ only }: { only: Only }): ReactNode {
  const { data: now, error, isPlaceholderData, refetch } = useFigure<TodaysMoney>(todaysMoney, only, often);
  if (!now && error)
    return (
      <section className="gh-card">
        <Instead error={error} onRetry={() => void refetch()} />
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
  return (
    <div className="tiles" aria-busy={isPlaceholderData}>
      <MoneyTiles now={now} />
      <BerthTiles now={now} />
    </div>
  );
}

/** Whether there is a curb lot at all that this person may choose. */
function useHasLots(): boolean | undefined {
  const path = `/api/gatehouse/options/${curbPark.name}`;
  return useQuery({
    queryKey: ['options', curbPark.name, '', {}],
    queryFn: ({ signal }) => ask<unknown[]>(path, {}, { signal, quiet: true }),
    staleTime: 30_000,
  }).data?.some(() => true);
}

function Business({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const may = useMay();
  if (useHasLots() === false) {
    return (
      <section className="gh-card">
        <div className="gh-void">
          <Icon name="park" />
          <span>{t(words.none)}</span>
          {may(`${curbPark.name}:add`) ? (
            <button type="button" className="gh-link" onClick={() => go(curbPark.route!)}>
              {t(words.register)}
            </button>
          ) : null}
        </div>
      </section>
    );
  }
  const filters: Record<string, string> = only.parkId ? { parkId: only.parkId } : {};
  return (
    <Fragment>
      <Figures only={only} />
      <div className="grid">
        <Curves only={only} />
        <ReportTable
          of={roadDaySum}
          title={words.days}
          filters={filters}
          measures={['receivableFen', 'cashFen', 'onlineFen', 'refundFen', 'netFen']}
        />
        <ReportTable
          of={roadPaySum}
          title={words.ways}
          filters={filters}
          measures={['payments', 'paidFen', 'refundFen', 'netFen']}
        />
        <Ranking only={only} title={words.ranking} all={roadDaySum.route!} />
      </div>
    </Fragment>
  );
}

/** The day at the roadside: what curb lots took and how it was paid, of all in scope or of one. */
export default function RoadHome(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const company = useMe((state) => state.me?.companyName);
  const may = useMay();
  const only: Only = { parkId: new URLSearchParams(search).get('parkId') ?? '', parkType: 'curb' };
  if (!may('home:read'))
    return (
      <div className="gh-page home">
        <section className="gh-card">
          <div className="gh-void">
            <Icon name="shield" />
            <span>{t(words.may)}</span>
          </div>
        </section>
      </div>
    );
  return (
    <div className="gh-page home">
      <header className="top">
        <h1>{t(words.title)}</h1>
        <span className="gh-dim">{company}</span>
        <div className="lot">
          <label htmlFor="road-home-lot">{t(words.lot)}</label>
          <LotChoice
            name="parkId"
            field={lot}
            id="road-home-lot"
            filters={{ parkId: only.parkId }}
            put={({ parkId }) => replace(new URLSearchParams(parkId ? { parkId } : {}))}
          />
        </div>
      </header>
      <Business only={only} />
    </div>
  );
}
