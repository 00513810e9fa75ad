import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { thirdparty } from '#areas/upload/model/thirdparty.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/system/tackManagement';

const startable = { catchUp: text('平台补传', 'Catch-up of uploads') };
const kinds = {
  ...startable,
  export: text('列表导出', 'Export of a list'),
  replay: text('收费规则回放', 'Replay of a tariff'),
};
const states = {
  queued: text('等待', 'Queued'),
  running: text('进行中', 'Under way'),
  done: text('完成', 'Done'),
  failed: text('失败', 'Failed'),
  cancelled: text('已取消', 'Cancelled'),
};
const tones = { queued: 'info', running: 'info', done: 'ok', failed: 'bad', cancelled: 'muted' } as const;

export const startTask = call({
  name: 'tackManagement.start',
  title: text('开始任务', 'Start a task'),
  area: 'platform',
  method: 'POST',
  path: `${base}/submit`,
  permission: 'tackManagement:start',
  answer: 'object',
  input: {
    taskKind: select(text('任务', 'Task'), startable, { required: true, default: 'catchUp' }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    platId: relation(text('平台', 'Platform'), () => thirdparty, {
      help: text('留空为该车场的全部平台', 'Left empty: all platforms of the car park'),
    }),
    startTime: dateTime(text('开始时间', 'From'), { required: true }),
    endTime: dateTime(text('结束时间', 'To'), { required: true }),
  },
  note: text(
    '后台逐日补出缺少的消息，已有的不重复；至多31天、60天以内；答 {id}',
    'Makes missing messages day by day in the background, none twice; at most 31 days, none older than 60; answers {id}',
  ),
});

export const cancelTask = call({
  name: 'tackManagement.cancel',
  title: text('取消', 'Cancel'),
  area: 'platform',
  method: 'POST',
  path: '/api/gatehouse/tackManagement/cancel',
  permission: 'tackManagement:cancel',
  input: { id: relation(text('任务', 'Task'), (): Resource => tackManagement, { required: true }) },
  reasons: ['elsewhere', 'over'],
  note: text(
    '做完手上的一天即停，已补的保留；导出与回放不能在此取消',
    'It stops after the day it is at and what was made stays; exports and replays are not cancelled here',
  ),
});

/**
 * Long pieces of work, each where it is kept: tasks started here, exports, replays. Drawn from there (server/tasks.ts).
 */
export const tackManagement = resource({
  name: 'tackManagement',
  title: text('任务', 'Task'),
  many: text('任务管理', 'Tasks'),
  help: text(
    '正在进行与已结束的长时间工作：平台补传、列表导出、收费规则回放，以及各自的进度。',
    'Long work under way and over: catch-ups of uploads, exports of lists, replays of tariffs, and how far each is.',
  ),
  area: 'platform',
  route: '/system/tackManagement',
  menu: 'running',
  scope: 'company',
  verbs: ['list', 'detail', 'remove'],
  wire: { base },
  range: 'startTime',
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    taskKind: select(text('任务', 'Task'), kinds, { search: true }),
    title: str(text('内容', 'About'), { max: 200, width: 240 }),
    status: select(text('状态', 'State'), states, { search: true, tones }),
    done: integer(text('已完成', 'Done')),
    total: integer(text('总数', 'Of')),
    startedBy: str(text('发起人', 'Started by'), { max: 60 }),
    startTime: dateTime(text('开始时间', 'Started')),
    endTime: dateTime(text('结束时间', 'Ended')),
    error: longText(text('结果或错误', 'Outcome or error'), { max: 500 }),
  },
  display: 'title',
  order: { by: 'startTime', desc: true },
  list: ['taskKind', 'title', 'status', 'done', 'total', 'startedBy', 'startTime', 'endTime', 'error', 'companyId'],
  rights: { start: startTask.title, cancel: cancelTask.title },
  actions: [
    {
      call: cancelTask,
      key: 'id',
      tone: 'danger',
      when: { field: 'status', is: ['queued', 'running'] },
      confirm: text('取消此任务？已完成的部分保留。', 'Cancel this task? What is done stays.'),
    },
  ],
});

/** A task started here, as the servers that do it know it. */
export const taskRun = resource({
  name: 'taskRun',
  title: text('任务执行', 'Run of a task'),
  area: 'platform',
  page: 'record',
  scope: 'company',
  verbs: [],
  wire: { base: '/api/gatehouse/taskRun' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company),
    taskKind: select(text('任务', 'Task'), startable),
    title: str(text('内容', 'About'), { max: 200 }),
    status: select(text('状态', 'State'), states, { default: 'queued' }),
    parkId: relation(text('车场', 'Car park'), () => park, { outlives: true }),
    platId: relation(text('平台', 'Platform'), () => thirdparty, { outlives: true }),
    fromTime: dateTime(text('开始时间', 'From')),
    toTime: dateTime(text('结束时间', 'To')),
    done: integer(text('已完成', 'Done')),
    total: integer(text('总数', 'Of')),
    made: integer(text('补出', 'Made')),
    startedBy: str(text('发起人', 'Started by'), { max: 60 }),
    startTime: dateTime(text('开始执行', 'Started')),
    endTime: dateTime(text('结束时间', 'Ended')),
    leaseUntil: dateTime(text('占用至', 'Held until')),
    error: str(text('错误', 'Error'), { max: 500 }),
  },
  display: 'title',
  index: [['status', 'leaseUntil']],
  list: ['title'],
});
