import { receiversOf } from '#areas/lot/server/door.ts';
import { queueTexts } from '#areas/ops/server/door.ts';
import type { TextTemplate } from '#areas/ops/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { alertLanguage } from '../model/parameters.ts';

/** A receiver gets the same alert of one lot at most once in this time, however its devices come and go. */
const PAUSE_MS = 30 * 60_000;
/** Names listed in a message. */
const NAMED = 3;
const more = { zh: '等', en: ' …' };

const BY_LOT = `
  SELECT p.id AS "parkId", p.park_name AS name, p.village_id AS "villageId", p.company_id AS "companyId",
    array_agg(d.device_name ORDER BY d.device_name) AS devices
  FROM park_device d JOIN park p ON p.tenant_id = d.tenant_id AND p.id = d.park_id
  WHERE d.tenant_id = $1 AND d.id = ANY($2::uuid[]) GROUP BY p.tenant_id, p.id`;

/** Notifies the alert receivers of each lot by text message which of its devices have an incident. */
export async function notifyReceivers(
  db: Db,
  tenantId: number,
  template: TextTemplate,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  const lots = await db.raw<{
    parkId: string;
    name: string;
    villageId: string | null;
    companyId: string;
    devices: string[];
  }>(BY_LOT, [tenantId, deviceIds]);
  const lang = (await parameterIn(db, alertLanguage)) === 'en' ? 'en' : 'zh';
  for (const { name, devices, ...place } of lots) {
    const receivers = await receiversOf(db, { tenantId, ...place }, 'device');
    await queueTexts(
      db,
      receivers.map(({ id, phone }) => ({
        tenantId,
        key: `${template}/${id}/${place.parkId}/${Math.floor(now.getTime() / PAUSE_MS)}`,
        phone,
        template,
        lang,
        params: {
          park: name,
          count: devices.length,
          devices: `${devices.slice(0, NAMED).join(lang === 'zh' ? '、' : ', ')}${devices.length > NAMED ? more[lang] : ''}`,
        },
        until: new Date(now.getTime() + PAUSE_MS),
      })),
    );
  }
}
