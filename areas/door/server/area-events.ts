/** What other areas change that decides who may enter where: their own calls refuse what would break separation. */
import { deptsMoving } from '#areas/org/model/events.ts';
import { calendarChanging } from '#areas/fee/model/events.ts';
import { on } from '#kit/server/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Place } from './delivery-rows.ts';
import { keeping } from './separated.ts';

const OF_PARK = `
  SELECT tenant_id AS "tenantId", village_id AS "villageId" FROM park
  WHERE tenant_id = $1 AND id = $2 AND village_id IS NOT NULL AND deleted_at IS NULL`;
/** Communities of the company where rules are enforced. */
const OF_COMPANY = `
  SELECT DISTINCT tenant_id AS "tenantId", village_id AS "villageId" FROM door_separation
  WHERE tenant_id = $1 AND company_id = $2 AND mode = 'enforced' AND deleted_at IS NULL ORDER BY 2`;

const placesBy = (db: Db, sql: string, tenantId: number, id: string): Promise<Place[]> =>
  ofTenant(db, tenantId).raw<Place>(sql, [tenantId, id]);

export const doorEvents: AreaEvents = {
  name: 'door',
  emits: [],
  handles: [
    on(calendarChanging, async ({ tenantId, parkId, at }, { db }) => ({
      changed: await keeping({ db, now: at }, await placesBy(db, OF_PARK, tenantId, parkId), 'dates'),
    })),
    on(deptsMoving, async ({ tenantId, companyId, at }, { db }) => ({
      changed: await keeping({ db, now: at }, await placesBy(db, OF_COMPANY, tenantId, companyId), 'parentId'),
    })),
  ],
};
