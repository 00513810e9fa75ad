import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { parksToday, payWays, releaseTypes, todaysMoney } from '#areas/report/model/home.ts';
import type { TodaysMoney } from '#areas/report/model/home.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { number, wallTime } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay, useMe, zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { Curves, Ranking, Shares } from './blocks.tsx';
import { Feed } from './feed.tsx';
import { often, useFigure, useMovement } from './figures.ts';
import { Instead } from './parts.tsx';
import './home.css';
import './board.css';

const words = {
  title: text('数据看板', 'Dashboard'),
  full: text('全屏', 'Full screen'),
  leave: text('退出全屏', 'Exit full screen'),
  may: text('您没有查看经营数据的权限', 'You have no access to business figures'),
  net: text('今日净收入（元）', 'Net today (CNY)'),
  inside: text('在场车辆', 'Vehicles inside'),
  free: text('剩余车位', 'Free spaces'),
  passing: text('今日入场 / 出场', 'Entries / exits today'),
  yesterday: text('昨日', 'Yesterday'),
  taken: text('占用率', 'Occupancy'),
  spaces: text('总车位', 'Spaces'),
  before: text('昨日此时', 'Same time yesterday'),
  ways: text('支付方式（近15天）', 'Payment methods, last 15 days'),
  releases: text('放行类型（近15天）', 'Release types, last 15 days'),
};

const everything = { parkId: '' };
const moving = [todaysMoney.name, parksToday.name, 'passage.lately'];

/** The wall's own time, to the second: it also shows that the board is alive. */
function Clock(): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <time className="clock gh-num">{wallTime(new Date(now).toISOString(), zone())}</time>;
}

function Big({ title, value, note, bar }: { title: Text; value: string; note: string; bar?: number }): ReactNode {
  const { t } = useWords();
  return (
    <div className="big">
      <div className="name">{t(title)}</div>
      <div className="value">{value}</div>
      {bar === undefined ? null : (
        <div className="gh-bar">
          <i style={{ width: `${bar}%` }} />
        </div>
      )}
      <div className="note">{note}</div>
    </div>
  );
}

function Figures(): ReactNode {
  const { t } = useWords();
  const { data: now, error, refetch } = useFigure<TodaysMoney>(todaysMoney, everything, often);
  if (!now)
    return error ? (
      <section className="gh-card">
        <Instead error={error} onRetry={() => void refetch()} />
      </section>
    ) : (
      <div className="bigs" aria-busy="true">
        {[words.net, words.inside, words.free, words.passing].map((title) => (
          <Big key={title.en} title={title} value="…" note="" />
        ))}
      </div>
    );
  const taken = now.spaces > 0 ? Math.min(100, Math.round((now.inside / now.spaces) * 100)) : 0;
  return (
    <div className="bigs">
      <Big
        title={words.net}
        value={formatFen(now.netFen)}
        note={`${t(words.yesterday)} ${formatFen(now.netYesterdayFen)}`}
      />
      <Big title={words.inside} value={number(now.inside)} bar={taken} note={`${t(words.taken)} ${taken}%`} />
      <Big title={words.free} value={number(now.free)} note={`${t(words.spaces)} ${number(now.spaces)}`} />
      <Big
        title={words.passing}
        value={`${number(now.entries)} / ${number(now.exits)}`}
        note={`${t(words.before)} ${number(now.entriesYesterday)} / ${number(now.exitsYesterday)}`}
      />
    </div>
  );
}

function Blocks(): ReactNode {
  const may = useMay();
  useMovement(everything, moving);
  return (
    <>
      <Figures />
      <div className="grid">
        <Curves only={everything} />
        {may('passage:read') ? <Feed only={everything} /> : null}
        <Ranking only={everything} all="/static/chartFeeSumChart" />
        <Shares title={words.ways} of={payWays} only={everything} by="amountFen" />
        <Shares title={words.releases} of={releaseTypes} only={everything} by="count" />
      </div>
    </>
  );
}

/** The figures of today for a screen on the wall: large, alone on the screen where wanted, and moving by themselves. */
export default function Board(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const company = useMe((state) => state.me?.companyName);
  const box = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement === box.current && box.current !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const toggle = () =>
    void (full ? document.exitFullscreen() : box.current?.requestFullscreen())?.catch(() => undefined);
  return (
    <div ref={box} className="gh-page home board">
      <header className="top">
        <h1>{t(words.title)}</h1>
        <span className="gh-dim">{company}</span>
        <Clock />
        {document.fullscreenEnabled ? (
          <button type="button" className="gh-btn" onClick={toggle}>
            <Icon name="expand" size={14} />
            {t(full ? words.leave : words.full)}
          </button>
        ) : null}
      </header>
      {may('home:read') ? (
        <Blocks />
      ) : (
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
