/**
 * Big screens of the demo's groups: one for the office, one for the mall, one for the gates. Their links are made by
 * whoever hangs them.
 */
import { keepPicture } from '#kit/files/files.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Tile } from '#areas/wall/model/tiles.ts';
import type { Ask } from './build-base.ts';
import { signPicture } from './pictures.ts';

const plain = {
  title: '',
  titleEn: '',
  report: '',
  measures: [],
  by: '',
  days: 7,
  words: '',
  parkId: '',
  gateId: '',
  picture: '',
};

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

type Lane = { readonly parkId: string; readonly gateId: string };

/** Where cars come and go: all lots on the map, the last cars, an entry and an exit. */
const gates = (entry: Lane, exit: Lane, picture: string): readonly Tile[] => [
  { ...plain, id: 'map', kind: 'map', x: 0, y: 0, w: 10, h: 7, title: '各车场余位', titleEn: 'Free spaces' },
  { ...plain, id: 'passages', kind: 'passages', x: 10, y: 0, w: 14, h: 5 },
  { ...plain, ...entry, id: 'entry', kind: 'camera', x: 10, y: 5, w: 7, h: 4, title: '入口', titleEn: 'Entry' },
  { ...plain, ...exit, id: 'exit', kind: 'camera', x: 17, y: 5, w: 7, h: 4, title: '出口', titleEn: 'Exit' },
  { ...plain, id: 'hours', kind: 'chart', x: 0, y: 7, w: 10, h: 5, report: 'occupancyHours', days: 14 },
  { ...plain, id: 'cars', kind: 'chart', x: 10, y: 9, w: 10, h: 3, report: 'dayInOut', days: 14 },
  { ...plain, id: 'sign', kind: 'picture', x: 20, y: 9, w: 4, h: 3, picture },
];

/** By lot, the oldest first: its first lane in and its first lane out. */
const LANES = `
  SELECT g.park_id AS "parkId",
    (array_agg(g.id ORDER BY g.gate_name) FILTER (WHERE g.gate_type = 'in'))[1] AS entry,
    (array_agg(g.id ORDER BY g.gate_name) FILTER (WHERE g.gate_type = 'out'))[1] AS exit
  FROM park p JOIN park_gate g ON g.tenant_id = p.tenant_id AND g.park_id = p.id AND g.deleted_at IS NULL
  WHERE p.tenant_id = $1 AND p.deleted_at IS NULL GROUP BY g.park_id ORDER BY min(p.created_at), g.park_id`;

type LotLanes = { readonly parkId: string; readonly entry: string | null; readonly exit: string | null };

/** The first lot of a group with a lane in and one out. */
async function lanesOf(database: Database, tenantId: number): Promise<readonly [entry: Lane, exit: Lane]> {
  const lots = await database.read(tenantScope(tenantId), (db) => db.raw<LotLanes>(LANES, [tenantId]));
  for (const { parkId, entry, exit } of lots)
    if (entry !== null && exit !== null)
      return [
        { parkId, gateId: entry },
        { parkId, gateId: exit },
      ];
  throw new Error('the group has no lot with a lane in and one out');
}

export async function hangWalls(ask: Ask, database: Database, groupIds: readonly string[]): Promise<void> {
  for (const companyId of groupIds) {
    const put = (name: string, theme: string, refresh: string, tiles: readonly Tile[], remark: string) =>
      ask('POST', 'sysbigreport/submit', { name, companyId, refresh, config: { theme, tiles }, remark });
    await put('运营中心大屏', 'dark', '30', office, '会议室东墙');
    await put('大堂余位屏', 'light', '15', lobby, '一层大堂，竖挂前请改布局');
    const [group] = await database.read(platformScope, (db) =>
      db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM company WHERE id = $1', [companyId]),
    );
    const [entry, exit] = await lanesOf(database, group!.tenantId);
    const picture = await keepPicture(database, group!.tenantId, signPicture());
    await put('出入口大屏', 'dark', '15', gates(entry, exit, picture), '值班室西墙，画面中有车牌，勿对外');
  }
}
