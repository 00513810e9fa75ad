/** The companies that repair what the demo's groups have. Invented names and numbers. */
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { phoneOf } from './contacts.ts';

const DAY = 86_400_000;

const contractors = [
  { name: '恒捷道闸维保', trades: ['barrier', 'power'], contact: '石一鸣', days: 212, remark: '两小时内到场' },
  { name: '云视弱电工程', trades: ['camera', 'network'], contact: '乔思远', days: 96, remark: '相机与交换机' },
  { name: '路安标线', trades: ['building'], contact: '卢平', days: 18, remark: '合同将到期，续签中' },
  { name: '清朗保洁', trades: ['cleaning'], contact: '方秀兰', days: -11, remark: '合同已到期' },
] as const;

/** @param now milliseconds; contracts end so many days after it */
export async function engageContractors(database: Database, tenantIds: readonly number[], now: number): Promise<void> {
  for (const tenantId of tenantIds) {
    const rows = contractors.map(({ name, trades, contact, days, remark }) => ({
      tenant_id: tenantId,
      id: newId(now - 300 * DAY),
      created_at: new Date(now - 300 * DAY).toISOString(),
      updated_at: new Date(now - 300 * DAY).toISOString(),
      contractor_name: name,
      trades: [...trades],
      contact,
      contact_phone: phoneOf(contact),
      contract_until: new Date(now + days * DAY).toISOString().slice(0, 10),
      remark,
    }));
    await database.write(tenantScope(tenantId), (db) => insertRows(db, 'contractor', rows, ''));
  }
}
