import { userTypes } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, longText, multiSelect, relation, relations, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';

const base = '/api/blade-desk/notice';
const states = {
  draft: text('草稿', 'Draft'),
  published: text('已发布', 'Published'),
  withdrawn: text('已撤回', 'Withdrawn'),
};

/** A notice from the office to its people. Who may not edit notices sees those that are published to him. */
export const notice = resource({
  name: 'notice',
  title: text('通知公告', 'Notice'),
  help: text(
    '发布后按范围显示给相应人员；已发布的不能修改，撤回后可修改再发布。',
    'Shown to its audience once published. A published notice cannot be changed; withdraw it first.',
  ),
  area: 'ops',
  route: '/desk/notice',
  scope: 'tenant',
  wire: { base },
  fields: {
    title: str(text('标题', 'Title'), { required: true, search: true, max: 80 }),
    subtitle: str(text('副标题', 'Subtitle'), { max: 120 }),
    category: select(
      text('类别', 'Category'),
      {
        operation: text('运营', 'Operations'),
        system: text('系统', 'System'),
        safety: text('安全', 'Safety'),
        staff: text('人事', 'Staff'),
        other: text('其他', 'Other'),
      },
      { default: 'operation', search: true },
    ),
    content: longText(text('内容', 'Content'), { required: true, max: 20_000 }),
    audience: multiSelect(text('人员类型', 'User types'), userTypes, { none: text('全部人员', 'Everybody') }),
    forCompanies: relations(text('单位', 'Companies'), () => company, { none: text('全部单位', 'All companies') }),
    releaseTime: dateTime(text('发布时间', 'Released at'), {
      search: true,
      help: text('不填为发布时；之前不显示', 'When published, if left blank; not shown before'),
    }),
    status: select(text('状态', 'State'), states, {
      search: true,
      readOnly: true,
      tones: { draft: 'muted', published: 'ok', withdrawn: 'warn' },
    }),
    readers: integer(text('已读人数', 'Readers'), { readOnly: true, default: 0 }),
    publishedBy: str(text('发布人', 'Published by'), { readOnly: true, max: 60 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'title',
  index: [['status', 'releaseTime']],
  order: { by: 'createdAt', desc: true },
  list: [
    'title',
    'subtitle',
    'category',
    'status',
    'releaseTime',
    'readers',
    'audience',
    'forCompanies',
    'publishedBy',
  ],
  lifecycle: lifecycle({
    initial: 'draft',
    states: {
      draft: state(states.draft, 'muted'),
      published: state(states.published, 'ok'),
      withdrawn: state(states.withdrawn, 'warn'),
    },
    final: [],
    actions: {
      publish: {
        label: text('发布', 'Publish'),
        from: ['draft', 'withdrawn'],
        to: 'published',
        by: 'staff',
        tone: 'primary',
        wire: { method: 'POST', path: `${base}/publish`, key: 'id' },
      },
      withdraw: {
        label: text('撤回', 'Withdraw'),
        from: ['published'],
        to: 'withdrawn',
        by: 'staff',
        tone: 'danger',
        wire: { method: 'POST', path: `${base}/withdraw`, key: 'id' },
      },
    },
  }),
});

/** Who opened which notice, and when first. */
export const noticeReader = resource({
  name: 'noticeReader',
  title: text('公告阅读', 'Notice reader'),
  area: 'ops',
  scope: 'tenant',
  page: 'record',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/noticeReader' },
  fields: {
    noticeId: relation(text('公告', 'Notice'), () => notice, { search: true }),
    userId: relation(text('人员', 'Person'), () => user, { search: true }),
    readAt: dateTime(text('阅读时间', 'Read at')),
  },
  display: 'userId',
  unique: [['noticeId', 'userId']],
  list: ['userId', 'readAt', 'noticeId'],
  order: { by: 'readAt', desc: true },
});

export const readNotice = call({
  name: 'notice.read',
  title: text('标为已读', 'Mark as read'),
  area: 'ops',
  method: 'POST',
  path: `${base}/read`,
  permission: 'notice:read',
  input: { id: str(text('公告', 'Notice'), { required: true, max: 36 }) },
});
