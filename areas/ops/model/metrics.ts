import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** What waits in the database, counted over all tenants. Seconds are the age of the oldest; 0 where nothing waits. */
export type Lags = {
  readonly databaseUp: boolean;
  readonly databaseMb: number;
  readonly outboxPending: number;
  readonly outboxOldestSeconds: number;
  readonly outboxDead: number;
  readonly commandsDue: number;
  readonly commandsOldestSeconds: number;
  readonly jobsLateSeconds: number;
  /** Jobs that gave up within the last day. */
  readonly jobsFailed: number;
  /** Active jobs whose time passed ten minutes ago without a run, or whose run is stuck. */
  readonly jobsOverdue: number;
  /** Lanes at which a car stands, by what it waits for (`domain/lane`). */
  readonly lanes: Readonly<Record<string, number>>;
};

/**
 * One look at the server: rates per second since the look before, 95th percentiles of the same time, null where there
 * was nothing.
 */
export type Moment = {
  /** ISO 8601. */
  readonly at: string;
  readonly callsPerSecond: number;
  readonly faultsPerSecond: number;
  readonly callP95Ms: number | null;
  readonly messagesPerSecond: number;
  readonly acknowledgeP95Ms: number | null;
  readonly memoryMb: number;
  readonly loopDelayMs: number;
  readonly poolWaiting: number;
  readonly eventsWaiting: number;
  readonly devices: number;
};

/** One call since the start of the server. */
export type CallFigures = {
  readonly name: string;
  readonly title: string;
  readonly count: number;
  readonly faults: number;
  readonly meanMs: number;
  readonly p95Ms: number;
};

export type MetricsAnswer = {
  readonly server: {
    readonly name: string;
    readonly node: string;
    readonly startedAt: string;
    readonly brokerUp: boolean;
    readonly filesUp: boolean;
  };
  readonly now: Moment;
  readonly lags: Lags;
  readonly findings: readonly Finding[];
  /** Oldest first, one a quarter of a minute, an hour at most. */
  readonly history: readonly Moment[];
  /** Those that took most time in all, at most thirty. */
  readonly calls: readonly CallFigures[];
};

export const metricsCall = call({
  name: 'metrics.show',
  title: text('运行指标', 'Metrics'),
  area: 'ops',
  method: 'GET',
  path: '/api/gatehouse/metrics',
  permission: 'metrics:read',
  note: text(
    '应答的这台服务器；多台时各看各的，汇总用 /metrics',
    'Of the server that responds; with several servers each shows its own figures, use /metrics for the total',
  ),
});

export type Finding = { readonly id: string; readonly tone: 'bad' | 'warn'; readonly what: Text };

type Seen = { readonly now: Moment; readonly lags: Lags; readonly brokerUp: boolean; readonly filesUp: boolean };
type Watch = {
  readonly id: string;
  readonly tone: Finding['tone'];
  readonly when: (seen: Seen) => boolean;
  readonly what: (seen: Seen) => Text;
};

/** Metrics that should alert a person; `docs/operations.md` says for each what to do. */
const watches: readonly Watch[] = [
  {
    id: 'database',
    tone: 'bad',
    when: ({ lags }) => !lags.databaseUp,
    what: () => text('数据库没有应答', 'The database does not answer'),
  },
  {
    id: 'broker',
    tone: 'bad',
    when: ({ brokerUp }) => !brokerUp,
    what: () =>
      text(
        '与 MQTT 服务器的连接已断开，设备消息在对方排队',
        'The connection to the MQTT broker is lost; messages of devices wait there',
      ),
  },
  {
    id: 'files',
    tone: 'bad',
    when: ({ filesUp }) => !filesUp,
    what: () =>
      text(
        '文件存储不可用：图片暂时无法上传与查看',
        'Files cannot be stored or fetched just now: pictures are missing',
      ),
  },
  {
    id: 'faults',
    tone: 'bad',
    when: ({ now }) => now.faultsPerSecond > 0,
    what: ({ now }) =>
      text(
        `正在出现内部错误：每秒${now.faultsPerSecond}次`,
        `Internal faults are happening: ${now.faultsPerSecond} a second`,
      ),
  },
  {
    id: 'pool',
    tone: 'warn',
    when: ({ now }) => now.poolWaiting > 0,
    what: ({ now }) =>
      text(`${now.poolWaiting}个请求在等待数据库连接`, `${now.poolWaiting} requests wait for a database connection`),
  },
  {
    id: 'acknowledge',
    tone: 'warn',
    when: ({ now }) => (now.acknowledgeP95Ms ?? 0) > 1_000,
    what: ({ now }) =>
      text(
        `设备消息入库变慢：95%在${now.acknowledgeP95Ms}毫秒内`,
        `Messages of devices are stored slowly: 95 % within ${now.acknowledgeP95Ms} ms`,
      ),
  },
  {
    id: 'events',
    tone: 'warn',
    when: ({ now }) => now.eventsWaiting > 1_000,
    what: ({ now }) =>
      text(`${now.eventsWaiting}条设备消息等待入库`, `${now.eventsWaiting} messages of devices wait to be stored`),
  },
  {
    id: 'loop',
    tone: 'warn',
    when: ({ now }) => now.loopDelayMs > 250,
    what: ({ now }) =>
      text(
        `服务器繁忙：事件循环延迟${now.loopDelayMs}毫秒`,
        `The server is busy: its event loop is ${now.loopDelayMs} ms late`,
      ),
  },
  {
    id: 'outbox',
    tone: 'warn',
    when: ({ lags }) => lags.outboxOldestSeconds > 300,
    what: ({ lags }) =>
      text(
        `待办消息最久已等待${lags.outboxOldestSeconds}秒，共${lags.outboxPending}条`,
        `The oldest of ${lags.outboxPending} outgoing messages waits for ${lags.outboxOldestSeconds} s`,
      ),
  },
  {
    id: 'dead',
    tone: 'warn',
    when: ({ lags }) => lags.outboxDead > 0,
    what: ({ lags }) =>
      text(
        `${lags.outboxDead}条待办消息多次失败，已停止重试`,
        `${lags.outboxDead} outgoing messages failed again and again and are tried no more`,
      ),
  },
  {
    id: 'commands',
    tone: 'bad',
    when: ({ lags }) => lags.commandsOldestSeconds > 30,
    what: ({ lags }) =>
      text(
        `${lags.commandsDue}条设备指令未发出，最久${lags.commandsOldestSeconds}秒`,
        `${lags.commandsDue} commands for devices are not sent, the oldest for ${lags.commandsOldestSeconds} s`,
      ),
  },
  {
    id: 'jobsLate',
    tone: 'warn',
    when: ({ lags }) => lags.jobsLateSeconds > 600,
    what: ({ lags }) =>
      text(`定时任务晚了${lags.jobsLateSeconds}秒`, `Jobs of the clock are ${lags.jobsLateSeconds} s late`),
  },
  {
    id: 'jobsFailed',
    tone: 'warn',
    when: ({ lags }) => lags.jobsFailed > 0,
    what: ({ lags }) =>
      text(`近一天有${lags.jobsFailed}个定时任务失败`, `${lags.jobsFailed} jobs of the clock failed within a day`),
  },
  {
    id: 'jobsOverdue',
    tone: 'bad',
    when: ({ lags }) => lags.jobsOverdue > 0,
    what: ({ lags }) =>
      text(
        `${lags.jobsOverdue}个定时任务逾期未执行，见“定时任务”`,
        `${lags.jobsOverdue} scheduled jobs are overdue: see “Scheduled jobs”`,
      ),
  },
];

/** What is not as it should be, worst first. */
export const findingsOf = (seen: Seen): Finding[] =>
  watches
    .filter(({ when }) => when(seen))
    .map(({ id, tone, what }) => ({ id, tone, what: what(seen) }))
    .sort((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'));

/** Names of all watches, for the page of operations. */
export const watched: readonly string[] = watches.map(({ id }) => id);
