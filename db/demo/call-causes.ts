/** What the demo's lanes show of its calls: plates put right, barriers that did not move; and one fix that was done. */
import { addDays, dayOf } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { lookAtCauses } from '#areas/seat/server/door.ts';
import type { Ask } from './build-base.ts';

type Wide = Readonly<Record<string, unknown>>;

const [MINUTE, DONE_DAYS_AGO] = [60_000, 8];
/** Signs that cameras take for each other. */
const alike: Readonly<Record<string, string>> = { 8: 'B', B: '8', 0: 'D', D: '0', 1: 'T', 5: 'S', 2: 'Z' };

/** As the camera read it: the last sign that can be confused, confused. */
function misreadOf(plate: string): string | null {
  const signs = [...plate];
  const nth = signs.findLastIndex((sign, at) => at > 1 && alike[sign] !== undefined);
  return nth < 0 ? null : signs.with(nth, alike[signs[nth]!]!).join('');
}

const frameOf = ({ tenant_id, company_id, park_id }: Wide, at: number): Wide => ({
  tenant_id,
  company_id,
  park_id,
  id: newId(at),
});

/** Rows around these calls as their lanes and seats would have left them. */
export async function leaveTraces(database: Database, tenantId: number, calls: readonly Wide[]): Promise<void> {
  const changes: Wide[] = [];
  const openings: Wide[] = [];
  for (const call of calls) {
    const at = Date.parse(String(call['queued_time'])) + MINUTE;
    const plate = typeof call['plate_number'] === 'string' ? call['plate_number'] : '';
    const read = misreadOf(plate);
    if (call['why'] === 'misread' && call['stay_id'] && read !== null)
      changes.push({
        ...frameOf(call, at),
        stay_id: call['stay_id'],
        time: new Date(at).toISOString(),
        why: 'plate',
        before: { plate: read },
        after: { plate },
        remark: '坐席更正',
      });
    if (call['why'] === 'gate')
      openings.push({
        ...frameOf(call, at),
        gate_id: call['gate_id'],
        event: 'still',
        time: new Date(at - 2 * MINUTE).toISOString(),
        plate_number: plate || null,
      });
  }
  await database.write(tenantScope(tenantId), async (db) => {
    await insertRows(db, 'stay_change', changes, '');
    await insertRows(db, 'gate_opening', openings, '');
  });
}

/** Calls are matched, fixes proposed; the first was done a week ago and is measured. */
export async function proposeFixes(database: Database, ask: Ask, now: number): Promise<void> {
  await lookAtCauses(database, new Date(now));
  const { records } = await ask('GET', '/api/gatehouse/callFix/list', { fact: 'misread', size: 1 });
  const [first] = records as { id: string }[];
  if (!first) return;
  const doneDay = addDays(dayOf(now, 'Asia/Shanghai'), -DONE_DAYS_AGO);
  await ask('POST', '/api/gatehouse/callFix/carryOut', { id: first.id, doneDay, doneNote: '相机下倾 3 度，加补光' });
  await lookAtCauses(database, new Date(now));
}
