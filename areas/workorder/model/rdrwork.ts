import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { dateTime, geoPoint, integer, json, longText, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { overdueKinds, priorities, workSources, workStates, workTypes } from './words.ts';

const base = '/api/updown/plat/rdrwork';
const key = 'workId';
const reason = longText(text('原因', 'Reason'), { required: true, max: 200 });

/** Something to be done at a place by a person, by a time that stands still while it is paused. */
export const rdrwork = resource({
  name: 'rdrwork',
  title: text('工单', 'Work order'),
  many: text('工单', 'Work orders'),
  help: text(
    '从派单到验收。时限按服务时间（8:00至20:00）计算，暂停时不计；完成后由另一人验收。',
    'From assignment to check. Time limits run from 8:00 to 20:00 and stand still while paused; someone else checks what was done.',
  ),
  area: 'workorder',
  route: '/rdoperationscenter/workordermanage',
  page: 'record',
  scope: 'park',
  wire: { base, key },
  verbs: ['list', 'detail', 'export'],
  range: 'raisedAt',
  rights: {
    add: text('登记工单', 'New work order'),
    oversee: text('查看升级的工单', 'Be notified of escalated orders'),
  },
  fields: {
    workNo: str(text('工单号', 'No.'), { search: true, max: 20 }),
    workType: select(text('类型', 'Type'), workTypes, { search: true }),
    priority: select(text('优先级', 'Priority'), priorities, {
      search: true,
      tones: { 1: 'bad', 2: 'warn', 3: 'muted' },
    }),
    status: select(text('状态', 'State'), workStates, {
      search: true,
      tones: { waiting: 'bad', allocated: 'warn', doing: 'info', paused: 'muted', done: 'warn', checked: 'ok' },
    }),
    overdue: select(text('时限', 'Time limit'), overdueKinds, {
      search: true,
      tones: { none: 'muted', late: 'bad', escalated: 'bad' },
    }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
    berthNo: str(text('泊位', 'Space'), { max: 20 }),
    point: geoPoint(text('位置', 'Position'), { hidden: true }),
    text: longText(text('情况说明', 'What is wrong'), { max: 1000 }),
    files: json(text('文件', 'Files'), { hidden: true }),
    source: select(text('来源', 'Source'), workSources, { search: true }),
    sourceId: str(text('来源编号', 'Source ID'), { hidden: true, max: 36 }),
    assignee: relation(text('处理人', 'Assignee'), () => user, { search: true, none: text('未派单', 'Unassigned') }),
    raisedAt: dateTime(text('登记时间', 'Raised at')),
    respondDue: dateTime(text('响应时限', 'Respond by')),
    solveDue: dateTime(text('完成时限', 'Solve by')),
    respondedAt: dateTime(text('响应时间', 'Responded at')),
    doneAt: dateTime(text('完成时间', 'Done at')),
    pausedMin: integer(text('暂停（分钟）', 'Paused (min)')),
    pauses: json(text('暂停记录', 'Pauses'), { hidden: true }),
    result: longText(text('处理结果', 'Result'), { max: 1000 }),
    doneBy: str(text('完成人', 'Done by'), { hidden: true, max: 36 }),
    raisedBy: str(text('登记人', 'Raised by'), { max: 60 }),
    checkedBy: str(text('验收人', 'Checked by'), { max: 60 }),
  },
  display: 'workNo',
  unique: [['workNo'], ['source', 'sourceId']],
  index: [['status', 'solveDue'], ['assignee']],
  order: { by: 'solveDue', desc: false },
  list: [
    'workNo',
    'workType',
    'priority',
    'status',
    'overdue',
    'solveDue',
    'parkId',
    'berthNo',
    'text',
    'assignee',
    'respondDue',
    'raisedAt',
    'pausedMin',
    'result',
    'source',
    'checkedBy',
  ],
  lifecycle: lifecycle({
    initial: 'waiting',
    states: {
      waiting: state(workStates.waiting, 'bad'),
      allocated: state(workStates.allocated, 'warn'),
      doing: state(workStates.doing, 'info'),
      paused: state(workStates.paused, 'muted'),
      done: state(workStates.done, 'warn'),
      checked: state(workStates.checked, 'ok'),
    },
    final: ['checked'],
    actions: {
      allocate: {
        label: text('派单', 'Assign'),
        from: ['waiting', 'allocated', 'doing', 'paused'],
        to: 'allocated',
        by: 'staff',
        tone: 'primary',
        batch: true,
        ask: {
          userId: relation(text('派给', 'Assign to'), () => user, { required: true }),
          remark: longText(text('说明', 'Remark'), { max: 200 }),
        },
        wire: { method: 'POST', path: `${base}/allocate`, key },
      },
      accept: {
        label: text('接单', 'Accept'),
        from: ['allocated'],
        to: 'doing',
        by: 'owner',
        tone: 'primary',
        wire: { method: 'POST', path: `${base}/accept`, key },
      },
      pause: {
        label: text('暂停', 'Pause'),
        from: ['allocated', 'doing'],
        to: 'paused',
        by: 'staff',
        ask: { reason },
        wire: { method: 'POST', path: `${base}/pause`, key },
      },
      resume: {
        label: text('继续', 'Resume'),
        from: ['paused'],
        to: 'doing',
        by: 'staff',
        wire: { method: 'POST', path: `${base}/resume`, key },
      },
      deal: {
        label: text('完成', 'Complete'),
        from: ['allocated', 'doing'],
        to: 'done',
        by: 'owner',
        tone: 'primary',
        ask: {
          remark: longText(text('处理结果', 'Result'), { required: true, max: 1000 }),
          images: json(text('照片', 'Photos'), { hidden: true }),
        },
        wire: { method: 'POST', path: `${base}/deal`, key },
      },
      check: {
        label: text('验收', 'Check'),
        from: ['done'],
        to: 'checked',
        by: 'staff',
        tone: 'primary',
        wire: { method: 'POST', path: `${base}/check`, key },
      },
      return: {
        label: text('退回', 'Return'),
        from: ['done'],
        to: 'doing',
        by: 'staff',
        tone: 'danger',
        ask: { reason },
        wire: { method: 'POST', path: `${base}/return`, key },
      },
    },
  }),
});
