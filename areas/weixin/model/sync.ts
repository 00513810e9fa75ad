import { company } from '#areas/org/model/company.ts';
import { dateTime, integer, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { publicplat } from './publicplat.ts';
import { syncAnswers, syncStates } from './words.ts';

/**
 * One comparison of an account's followers with the platform's whole list. It goes on where it stopped, also on another
 * server.
 */
export const wxSync = resource({
  name: 'wxSync',
  title: text('用户同步记录', 'Follower synchronisation'),
  help: text(
    '每次同步一行：先按页取全部用户，再按100个一批取资料；中断后从断点继续，不会重复。',
    'One line for each run: the whole list page by page, then details by the hundred. A run that was broken off goes on where it stopped and does nothing twice.',
  ),
  area: 'weixin',
  route: '/weixin/followersync',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/wxSync' },
  range: 'startTime',
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    publicplatId: relation(text('公众号', 'Public account'), () => publicplat, { search: true, outlives: true }),
    status: select(text('状态', 'State'), syncStates, {
      search: true,
      tones: { waiting: 'muted', running: 'info', done: 'ok', failed: 'bad' },
    }),
    startTime: dateTime(text('开始', 'Began'), { search: true }),
    endTime: dateTime(text('结束', 'Ended')),
    total: integer(text('平台用户数', 'Followers there')),
    listed: integer(text('已取得', 'Listed')),
    added: integer(text('新增', 'New')),
    gone: integer(text('已取消关注', 'Left')),
    detailed: integer(text('更新资料', 'Details')),
    answer: str(text('说明', 'Response'), { max: 240, width: 220, options: syncAnswers }),
    startedBy: str(text('发起人', 'Begun by'), { max: 60, none: text('定时', 'The clock') }),
    /** `list`, then `details`. */
    phase: str(text('阶段', 'Phase'), { hidden: true, max: 10 }),
    /** The follower after whom the platform's next page begins. */
    cursor: str(text('断点', 'Cursor'), { hidden: true, max: 64 }),
    dueAt: dateTime(text('下次', 'Due at'), { hidden: true }),
    tries: integer(text('次数', 'Tries'), { hidden: true }),
  },
  display: 'startTime',
  index: [['publicplatId', 'startTime'], ['status']],
  order: { by: 'startTime', desc: true },
  list: [
    'startTime',
    'publicplatId',
    'status',
    'total',
    'listed',
    'added',
    'gone',
    'detailed',
    'endTime',
    'answer',
    'startedBy',
    'companyId',
  ],
});
