import { call } from '#kit/declare/call.ts';
import { boolean, cron, dateTime, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/job';
const key = 'jobId';
const groups = { system: text('系统', 'Built in'), custom: text('自定义', 'Custom') };
const states = { 0: text('正常', 'Active'), 1: text('已暂停', 'Paused') };

/** How a run went. `lost`: its server ended before it did. */
export const runResults = {
  queued: text('等待执行', 'Queued'),
  running: text('执行中', 'Running'),
  ok: text('成功', 'Succeeded'),
  failed: text('失败', 'Failed'),
  skipped: text('未执行', 'Skipped'),
  lost: text('中断', 'Interrupted'),
};
const tones = {
  queued: 'info',
  running: 'info',
  ok: 'ok',
  failed: 'bad',
  skipped: 'muted',
  lost: 'bad',
} as const;

export const runJob = call({
  name: 'job.run',
  title: text('立即执行', 'Run now'),
  area: 'ops',
  method: 'POST',
  path: `${base}/run`,
  permission: 'job:run',
  answer: 'object',
  input: { jobId: str(text('任务', 'Job'), { required: true, max: 36 }) },
  reasons: ['running'],
  note: text(
    '答 { logId }：日志中“等待执行”的一行，五秒内由某台服务器取走；正在执行或已在等待时拒绝。',
    'Answers { logId }: a queued line of the log that a server takes within five seconds. Refused while one runs or waits.',
  ),
});

/**
 * Work the clock does, as the platform operator sees and steers it. The product enters its own at the start of a
 * server.
 */
export const job: Resource = resource({
  name: 'job',
  title: text('定时任务', 'Scheduled job'),
  help: text(
    '系统任务由产品提供，可改执行时间、暂停，不可删除；新增的任务按另一时间执行已有的工作。修改在五秒内对所有服务器生效。',
    'Built-in jobs come with the product: they may be moved and paused, not removed. A job you add does the work of a built-in one at a further time. Changes reach all servers within five seconds.',
  ),
  area: 'ops',
  route: '/sysjob/job',
  menu: 'running',
  scope: 'platform',
  config: { folder: 'jobs', key: ['jobName'] },
  wire: { base, detail: 'info', submit: 'add', key },
  rights: { run: runJob.title },
  fields: {
    jobName: str(text('任务名称', 'Job'), { required: true, search: true, max: 100, width: 200 }),
    jobGroup: select(text('分组', 'Group'), groups, { readOnly: true, search: true, default: 'custom' }),
    invokeTarget: relation(text('执行内容', 'Work'), (): Resource => job, {
      required: true,
      fixed: true,
      only: { jobGroup: 'system' },
      none: text('自身', 'Its own'),
      help: text('由哪个系统任务的程序执行', 'The built-in job whose work it does'),
    }),
    cronExpression: cron(text('执行时间', 'Cron'), {
      required: true,
      max: 100,
      help: text(
        '分 时 日 月 周，北京时间，如 30 2 * * *',
        'Minute hour day month weekday, China time, e.g. 30 2 * * *',
      ),
    }),
    misfirePolicy: select(
      text('错过时', 'When missed'),
      { 2: text('恢复后执行一次', 'Run once afterwards'), 3: text('不再执行', 'Skip') },
      {
        default: '2',
        help: text('服务停止期间错过的执行', 'What becomes of times that passed while no server ran'),
      },
    ),
    status: select(text('状态', 'State'), states, { readOnly: true, search: true, tones: { 0: 'ok', 1: 'warn' } }),
    nextTime: dateTime(text('下次执行', 'Next run'), { readOnly: true }),
    lastTime: dateTime(text('最近执行', 'Last run'), { readOnly: true, since: true }),
    lastResult: select(text('结果', 'Result'), runResults, { readOnly: true, search: true, tones }),
    lastMs: integer(text('用时（毫秒）', 'Took (ms)'), { readOnly: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
    /** What the program knows its work by. */
    target: str(text('程序名', 'Code name'), { readOnly: true, hidden: true, max: 60 }),
    jobNameEn: str(text('英文名称', 'English name'), { readOnly: true, hidden: true, max: 100 }),
    /** The time the program gives: it follows a new version unless somebody moved the job. */
    declaredCron: str(text('原执行时间', 'Original time'), { readOnly: true, hidden: true, max: 100 }),
    vital: boolean(text('不可暂停', 'Never paused'), { readOnly: true, default: false }),
  },
  display: 'jobName',
  order: { by: 'nextTime', desc: false },
  index: [['target']],
  list: [
    'jobName',
    'cronExpression',
    'status',
    'nextTime',
    'lastTime',
    'lastResult',
    'lastMs',
    'jobGroup',
    'misfirePolicy',
    'invokeTarget',
    'remark',
  ],
  actions: [
    {
      call: runJob,
      key,
      tone: 'primary',
      confirm: text('立即执行此任务？', 'Run this job now?'),
    },
  ],
  lifecycle: lifecycle({
    initial: '0',
    states: { 0: state(states[0], 'ok'), 1: state(states[1], 'warn') },
    final: [],
    actions: {
      pause: {
        label: text('暂停', 'Pause'),
        from: ['0'],
        to: '1',
        by: 'staff',
        tone: 'danger',
        wire: { method: 'POST', path: `${base}/changeStatus`, key, with: { status: '1' } },
      },
      resume: {
        label: text('恢复', 'Resume'),
        from: ['1'],
        to: '0',
        by: 'staff',
        tone: 'primary',
        wire: { method: 'POST', path: `${base}/changeStatus`, key, with: { status: '0' } },
      },
    },
  }),
});

const { jobName, cronExpression, misfirePolicy, remark } = job.fields;

export const editJob = call({
  name: 'job.edit',
  title: text('修改任务', 'Edit a job'),
  area: 'ops',
  method: 'POST',
  path: `${base}/edit`,
  permission: 'job:edit',
  input: {
    jobId: str(text('任务', 'Job'), { required: true, max: 36 }),
    jobName: { ...jobName!, required: false },
    cronExpression: { ...cronExpression!, required: false },
    misfirePolicy: misfirePolicy!,
    remark: remark!,
  },
});

export const jobChoices = call({
  name: 'job.choices',
  title: text('任务下拉列表', 'Choices of jobs'),
  area: 'ops',
  method: 'GET',
  path: `${base}/selectList`,
  permission: 'job:read',
  answer: 'list',
  note: text('[{value, label, jobGroup}]', '[{value, label, jobGroup}]'),
});

/** A due time of a job and what became of it. */
export const jobLog = resource({
  name: 'jobLog',
  title: text('任务日志', 'Job log'),
  many: text('任务日志', 'Job log'),
  help: text(
    '每次执行一行：何时到期、由哪台服务器执行、用时与结果；错过的、与上次重叠而未执行的也在其中。保留30天。',
    'One line per run: when it was due, which server ran it, how long it took and how it ended; missed and skipped runs are listed too. Kept for 30 days.',
  ),
  area: 'ops',
  route: '/sysjob/joblog',
  menu: 'running',
  scope: 'platform',
  wire: { base: `${base}/log`, detail: 'info' },
  verbs: ['list', 'detail', 'export', 'remove'],
  rights: { clean: text('清空', 'Clear') },
  range: 'startTime',
  fields: {
    jobId: relation(text('任务', 'Job'), () => job, { outlives: true, hidden: true }),
    jobName: str(text('任务名称', 'Job'), { search: true, max: 100, width: 200 }),
    jobNameEn: str(text('英文名称', 'English name'), { hidden: true, max: 100 }),
    jobGroup: select(text('分组', 'Group'), groups, { search: true }),
    status: select(text('结果', 'Result'), runResults, { search: true, tones }),
    startTime: dateTime(text('开始时间', 'Started')),
    ms: integer(text('用时（毫秒）', 'Took (ms)')),
    cause: select(
      text('触发', 'Started by'),
      { clock: text('定时', 'Schedule'), hand: text('人工', 'Hand'), missed: text('补执行', 'Missed time') },
      { search: true },
    ),
    byName: str(text('操作人', 'Operator'), { max: 60 }),
    dueTime: dateTime(text('应执行时间', 'Due')),
    times: integer(text('到期次数', 'Due times'), {
      help: text('一次执行代替的到期次数', 'How many due runs this run replaces'),
    }),
    attempt: integer(text('第几次尝试', 'Attempt')),
    reason: select(text('未执行原因', 'Why skipped'), {
      overlap: text('上次仍在执行', 'The run before was not over'),
      paused: text('已暂停', 'Paused'),
      down: text('服务停止期间错过', 'Missed while no server ran'),
    }),
    errorId: str(text('错误编号', 'Error ID'), { search: true, max: 36 }),
    error: longText(text('错误信息', 'Error'), { max: 2000 }),
    server: str(text('服务器', 'Server'), { search: true, max: 100 }),
    endTime: dateTime(text('结束时间', 'Ended')),
    target: str(text('程序名', 'Code name'), { hidden: true, max: 60 }),
    /** When it was handed to the queue. */
    sentAt: dateTime(text('入队时间', 'Handed over'), { hidden: true }),
  },
  display: 'jobName',
  index: [['startTime'], ['target', 'status']],
  order: { by: 'startTime', desc: true },
  list: [
    'jobName',
    'status',
    'startTime',
    'ms',
    'cause',
    'dueTime',
    'times',
    'attempt',
    'reason',
    'errorId',
    'server',
    'byName',
    'jobGroup',
  ],
});

export const cleanJobLog = call({
  name: 'jobLog.clean',
  title: text('清空任务日志', 'Clear the job log'),
  area: 'ops',
  method: 'POST',
  path: `${base}/log/clean`,
  permission: 'jobLog:clean',
  answer: 'object',
  note: text('保留最近24小时；答 { count }。', 'Leaves the last 24 hours. Answers { count }.'),
});
