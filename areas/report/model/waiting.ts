import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';

export const waitingFor = call({
  name: 'home.waiting',
  title: text('待办事项', 'What waits for me'),
  area: 'report',
  method: 'GET',
  path: '/api/gatehouse/waiting',
  permission: 'session',
  answer: 'list',
  note: text(
    '本人有权处理且范围内有的事项：{ key, title, count, route }；route 打开筛选好的列表。',
    'What the caller may decide or do and has rows of in scope: { key, title, count, route }; the route opens the list narrowed to them.',
  ),
});
