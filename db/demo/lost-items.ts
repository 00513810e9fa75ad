/** The demo's lost property: one found thing in every state, the rest still stored. */
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { lotFacts } from '#areas/passage/server/lot.ts';
import { phoneOf } from './contacts.ts';

const HOUR = 3_600_000;

type Found = {
  readonly name: string;
  readonly kind: 'phone' | 'wallet' | 'keys' | 'bag' | 'clothes' | 'other';
  readonly place: string;
  readonly hoursAgo: number;
  readonly end?: readonly [status: 'returned' | 'handedOver' | 'disposed', note: string, owner?: string];
};

const found: readonly Found[] = [
  { name: '黑色长柄雨伞', kind: 'other', place: '东出口缴费机旁', hoursAgo: 9 },
  { name: '车钥匙（带红绳）', kind: 'keys', place: '电梯厅', hoursAgo: 31 },
  { name: '儿童水壶', kind: 'other', place: '无障碍车位旁', hoursAgo: 76 },
  {
    name: '白色手机',
    kind: 'phone',
    place: '西入口岗亭外',
    hoursAgo: 124,
    end: ['returned', '当场解锁并拨通机主号码', '叶知秋'],
  },
  {
    name: '棕色钱包（内有身份证）',
    kind: 'wallet',
    place: '收费岛',
    hoursAgo: 260,
    end: ['handedOver', '已移交辖区派出所，收条号 0147'],
  },
  { name: '灰色围巾', kind: 'clothes', place: '一层过道', hoursAgo: 1_480, end: ['disposed', '保管满六十天无人认领'] },
];

/** @param now milliseconds; every lot has the things found in it at other hours than the next */
export async function loadLostItems(
  database: Database,
  tenantId: number,
  parkId: string,
  nth: number,
  now: number,
): Promise<void> {
  const { place } = await database.read(tenantScope(tenantId), (db) => lotFacts(db, tenantId, parkId));
  const rows = found.slice(nth % 2).map(({ name, kind, place: where, hoursAgo, end }) => {
    const at = now - (hoursAgo + nth * 3) * HOUR;
    const closed = end ? Math.min(now, at + 20 * HOUR) : at;
    return {
      tenant_id: tenantId,
      company_id: place.companyId,
      park_id: parkId,
      id: newId(at),
      created_at: new Date(at).toISOString(),
      updated_at: new Date(closed).toISOString(),
      item_name: name,
      item_kind: kind,
      found_time: new Date(at).toISOString(),
      found_place: where,
      stored_place: '岗亭失物柜',
      status: end?.[0] ?? 'stored',
      owner_name: end?.[2] ?? null,
      owner_phone: end?.[2] ? phoneOf(end[2]) : null,
      closed_note: end?.[1] ?? null,
    };
  });
  await database.write(tenantScope(tenantId), (db) => insertRows(db, 'lost_item', rows, ''));
}
