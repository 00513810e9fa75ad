/**
 * Big screens of the demo's groups: one for the office, one for the mall. Their links are made by whoever hangs them.
 */
import type { Tile } from '#areas/wall/model/tiles.ts';
import type { Ask } from './build-base.ts';

const plain = { title: '', titleEn: '', report: '', measures: [], by: '', days: 7, words: '' };

const office: readonly Tile[] = [
  {
    ...plain,
    id: 'now',
    kind: 'now',
    x: 0,
    y: 0,
    w: 18,
    h: 3,
    measures: ['netFen', 'entries', 'exits', 'inside', 'free'],
  },
  { ...plain, id: 'clock', kind: 'clock', x: 18, y: 0, w: 6, h: 3 },
  {
    ...plain,
    id: 'fees',
    kind: 'line',
    x: 0,
    y: 3,
    w: 14,
    h: 5,
    report: 'daySum',
    measures: ['receivableFen', 'netFen'],
    by: 'day',
    days: 30,
  },
  { ...plain, id: 'parks', kind: 'parks', x: 14, y: 3, w: 10, h: 5 },
  {
    ...plain,
    id: 'ways',
    kind: 'pie',
    x: 0,
    y: 8,
    w: 10,
    h: 4,
    report: 'payTypeSum',
    measures: ['paidFen'],
    by: 'payType',
    days: 30,
  },
  {
    ...plain,
    id: 'cars',
    kind: 'bar',
    x: 10,
    y: 8,
    w: 14,
    h: 4,
    report: 'dayInOut',
    measures: ['entries', 'exits'],
    by: 'day',
    days: 14,
  },
];

const lobby: readonly Tile[] = [
  { ...plain, id: 'hello', kind: 'text', x: 0, y: 0, w: 16, h: 2, words: '欢迎光临，剩余车位以入口屏为准' },
  { ...plain, id: 'clock', kind: 'clock', x: 16, y: 0, w: 8, h: 2 },
  { ...plain, id: 'free', kind: 'now', x: 0, y: 2, w: 24, h: 4, measures: ['free', 'inside', 'spaces'] },
  {
    ...plain,
    id: 'days',
    kind: 'table',
    x: 0,
    y: 6,
    w: 24,
    h: 6,
    report: 'dayInOut',
    measures: ['entries', 'exits'],
    days: 7,
  },
];

export async function hangWalls(ask: Ask, groupIds: readonly string[]): Promise<void> {
  for (const companyId of groupIds) {
    const put = (name: string, theme: string, refresh: string, tiles: readonly Tile[], remark: string) =>
      ask('POST', 'sysbigreport/submit', { name, companyId, refresh, config: { theme, tiles }, remark });
    await put('运营中心大屏', 'dark', '30', office, '会议室东墙');
    await put('大堂余位屏', 'light', '15', lobby, '一层大堂，竖挂前请改布局');
  }
}
