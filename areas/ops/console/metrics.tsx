import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Ago } from '#kit/console/ago.tsx';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { number, wallTime } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { LazyChart } from '#kit/console/lazy-chart.tsx';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { metricsCall } from '#areas/ops/model/metrics.ts';
import type { MetricsAnswer, Moment } from '#areas/ops/model/metrics.ts';
import './metrics.css';

const everyMs = 15_000;

const words = {
  well: text('一切正常', 'All is well'),
  attention: text('需要注意', 'Needs attention'),
  since: text('启动于', 'started'),
  note: text('以下为应答本页的这台服务器', 'This is the server that answered this page'),
  calls: text('每秒请求', 'Calls a second'),
  p95: text('95%耗时', '95 % within'),
  messages: text('每秒设备消息', 'Device messages a second'),
  acknowledge: text('入库确认', 'Acknowledged'),
  devices: text('在线设备连接', 'Devices connected'),
  waiting: text('待入库', 'to be stored'),
  lanes: text('有车等待的车道', 'Lanes with a car'),
  commands: text('待发指令', 'Commands due'),
  oldest: text('最久', 'oldest'),
  outbox: text('待办消息', 'Outgoing messages'),
  dead: text('已放弃', 'given up'),
  jobs: text('定时任务延迟', 'Jobs late'),
  failed: text('近一天失败', 'failed within a day'),
  memory: text('内存', 'Memory'),
  loop: text('事件循环延迟', 'event loop late'),
  database: text('数据库大小', 'Database size'),
  poolWaiting: text('等待连接', 'waiting for a connection'),
  faults: text('内部错误', 'Internal faults'),
  traffic: text('请求', 'Calls'),
  speed: text('耗时（毫秒）', 'Time (ms)'),
  load: text('内存（MB）', 'Memory (MB)'),
  byCall: text('最占时间的接口（启动以来）', 'Calls that took most time since the start'),
  callTime: text('请求95%', 'Calls, 95 %'),
  call: text('接口', 'Call'),
  count: text('次数', 'Count'),
  mean: text('平均（毫秒）', 'Mean (ms)'),
  p95Ms: text('95%（毫秒）', '95 % (ms)'),
};

const perSecond = (value: number): string =>
  value >= 100 ? number(Math.round(value)) : number(Math.round(value * 10) / 10);
const millis = (value: number | null): string => (value === null ? '—' : `${number(value)} ms`);
const seconds = (value: number): string => `${number(value)} s`;

function Tile({ icon, title, value, note }: { icon: string; title: Text; value: string; note: string }): ReactNode {
  const { t } = useWords();
  return (
    <div className="tile">
      <div className="name">
        <Icon name={icon} size={15} />
        {t(title)}
      </div>
      <div className="value">{value}</div>
      <div className="note">{note}</div>
    </div>
  );
}

function Tiles({ data: { now, lags } }: { data: MetricsAnswer }): ReactNode {
  const { t } = useWords();
  const lanes = Object.values(lags.lanes).reduce((total, each) => total + each, 0);
  return (
    <div className="tiles">
      <Tile
        icon="swap"
        title={words.calls}
        value={perSecond(now.callsPerSecond)}
        note={`${t(words.p95)} ${millis(now.callP95Ms)}`}
      />
      <Tile
        icon="device"
        title={words.messages}
        value={perSecond(now.messagesPerSecond)}
        note={`${t(words.acknowledge)} ${t(words.p95)} ${millis(now.acknowledgeP95Ms)}`}
      />
      <Tile
        icon="live"
        title={words.devices}
        value={number(now.devices)}
        note={`${t(words.waiting)} ${number(now.eventsWaiting)}`}
      />
      <Tile
        icon="gate"
        title={words.lanes}
        value={number(lanes)}
        note={`${t(words.commands)} ${number(lags.commandsDue)} · ${t(words.oldest)} ${seconds(lags.commandsOldestSeconds)}`}
      />
      <Tile
        icon="message"
        title={words.outbox}
        value={number(lags.outboxPending)}
        note={`${t(words.oldest)} ${seconds(lags.outboxOldestSeconds)} · ${t(words.dead)} ${number(lags.outboxDead)}`}
      />
      <Tile
        icon="clock"
        title={words.jobs}
        value={seconds(lags.jobsLateSeconds)}
        note={`${t(words.failed)} ${number(lags.jobsFailed)}`}
      />
      <Tile
        icon="chart"
        title={words.memory}
        value={`${number(now.memoryMb)} MB`}
        note={`${t(words.loop)} ${millis(now.loopDelayMs)}`}
      />
      <Tile
        icon="inbox"
        title={words.database}
        value={`${number(lags.databaseMb)} MB`}
        note={`${t(words.poolWaiting)} ${number(now.poolWaiting)}`}
      />
    </div>
  );
}

type Line = { readonly name: Text; readonly value: (moment: Moment) => number };

function Picture({
  title,
  history,
  lines,
}: {
  title: Text;
  history: readonly Moment[];
  lines: readonly Line[];
}): ReactNode {
  const { t } = useWords();
  const labels = history.map(({ at }) => wallTime(at, zone()).slice(11, 19));
  return (
    <section className="gh-card panel">
      <header>
        <h2>{t(title)}</h2>
      </header>
      <LazyChart
        kind="line"
        title={t(title)}
        labels={labels}
        series={lines.map(({ name, value }) => ({ name: t(name), values: history.map(value) }))}
      />
    </section>
  );
}

/** What is wrong, or that nothing is; colour never speaks alone. */
function Findings({ data: { findings, server } }: { data: MetricsAnswer }): ReactNode {
  const { t } = useWords();
  return (
    <section className="gh-card state" aria-live="polite">
      <header>
        <h1>
          <Icon name={findings.length === 0 ? 'check' : 'alert'} />
          <span className={findings[0]?.tone ?? 'ok'}>{t(findings.length === 0 ? words.well : words.attention)}</span>
        </h1>
        <span className="where">
          {server.name} · Node {server.node} · {t(words.since)} <Ago instant={server.startedAt} />
        </span>
      </header>
      {findings.length > 0 ? (
        <ul>
          {findings.map(({ id, tone, what }) => (
            <li key={id} className={tone}>
              {t(what)}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="where">{t(words.note)}</p>
    </section>
  );
}

function ByCall({ calls }: { calls: MetricsAnswer['calls'] }): ReactNode {
  const { t } = useWords();
  return (
    <section className="gh-card panel">
      <header>
        <h2>{t(words.byCall)}</h2>
      </header>
      <WideFrame>
        <table className="gh-bill">
          <thead>
            <tr>
              <th scope="col">{t(words.call)}</th>
              {[words.count, words.mean, words.p95Ms, words.faults].map((each) => (
                <th key={each.en} scope="col" className="num">
                  {t(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calls.map(({ name, title, count, meanMs, p95Ms, faults }) => (
              <tr key={name}>
                <td>
                  {title}
                  <span className="code">{name}</span>
                </td>
                {[count, meanMs, p95Ms, faults].map((value, nth) => (
                  <td key={nth} className="num">
                    {number(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    </section>
  );
}

/** How this server is doing, for whoever runs the platform. */
export default function Metrics(): ReactNode {
  const found = useQuery({
    queryKey: ['metrics'],
    queryFn: ({ signal }) => ask<MetricsAnswer>(metricsCall.path, {}, { signal, quiet: true }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = found;
  if (!data)
    return found.error ? (
      <div className="gh-page">
        <div className="gh-card">
          <Trouble error={found.error} onRetry={() => void found.refetch()} />
        </div>
      </div>
    ) : (
      <div className="gh-card metrics-wait" aria-busy="true">
        <span className="gh-spin" />
      </div>
    );
  return (
    <div className="gh-page metrics">
      <Findings data={data} />
      <Tiles data={data} />
      <div className="pictures">
        <Picture
          title={words.traffic}
          history={data.history}
          lines={[
            { name: words.calls, value: (each) => each.callsPerSecond },
            { name: words.messages, value: (each) => each.messagesPerSecond },
          ]}
        />
        <Picture
          title={words.speed}
          history={data.history}
          lines={[
            { name: words.callTime, value: (each) => each.callP95Ms ?? 0 },
            { name: words.acknowledge, value: (each) => each.acknowledgeP95Ms ?? 0 },
            { name: words.loop, value: (each) => each.loopDelayMs },
          ]}
        />
        <Picture
          title={words.load}
          history={data.history}
          lines={[{ name: words.memory, value: (each) => each.memoryMb }]}
        />
      </div>
      <ByCall calls={data.calls} />
    </div>
  );
}
