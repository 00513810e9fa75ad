/** What people agreed to. Withdrawing erases at once what was kept because of it, and says what. */
import { isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { erasePerson } from './erase.ts';
import { ofCompany } from './place.ts';
import { forgetInLog } from './readings.ts';
import { lookSoon } from './rounds.ts';

type Person = { id: string; tenantId: number; companyId: string; villageId: string };
type Consent = { EmpID: string; purpose: string; way?: string | null; guardian?: string | null };

export const consentRules: Rules = {
  verbs: {
    submit: async (work, plain) => {
      const given = work.raw['EmpID'];
      if (typeof given !== 'string' || !isId(given)) return plain(work);
      return ofCompany(work, ((await rowOf(doorEmployee, given, work.db)) as Person).companyId, plain);
    },
  },
  check: async (values, _, work) => {
    const now = values as Consent;
    const { tenantId } = (await rowOf(doorEmployee, now.EmpID, work.db, { lock: true })) as Person;
    const [there] = await ofTenant(work.db, tenantId).raw(
      `SELECT 1 FROM door_consent WHERE tenant_id = $1 AND emp_id = $2 AND purpose = $3 AND status = 'given' AND deleted_at IS NULL`,
      [tenantId, now.EmpID, now.purpose],
    );
    return [
      ...(there ? [{ field: 'purpose', msg: text('此人已就该用途同意', 'Already given for this purpose') }] : []),
      ...(now.way === 'guardian' && !now.guardian
        ? [{ field: 'guardian', msg: text('请写明监护人', 'Say who the guardian is') }]
        : []),
    ];
  },
  fill: async (values, _, work) => {
    const { villageId } = (await rowOf(doorEmployee, (values as Consent).EmpID, work.db)) as Person;
    return { villageId, givenTime: work.now.toISOString() };
  },
};

/** Readings of somebody are nobody's any more. @returns how many there were */
async function unname(db: Db, tenantId: number, EmpID: string): Promise<number> {
  await db.raw(
    'DELETE FROM thermal_image i USING thermal_record r WHERE i.tenant_id = $1 AND r.tenant_id = $1 AND r.id = i.record_id AND r.emp_id = $2',
    [tenantId, EmpID],
  );
  const rows = await db.raw<{ id: string }>(
    'UPDATE thermal_record SET emp_id = NULL, emp_name = NULL, picture = NULL, check_remark = NULL WHERE tenant_id = $1 AND emp_id = $2 RETURNING id',
    [tenantId, EmpID],
  );
  await forgetInLog(
    db,
    tenantId,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

export const consentEffects: Record<string, Effect> = {
  withdraw: async (row, _, work) => {
    const { EmpID: person, tenantId: tenant } = row as Record<string, unknown>;
    const [EmpID, tenantId] = [String(person), Number(tenant)];
    if ((row as Record<string, unknown>)['purpose'] === 'face') {
      const { photos, devices } = await erasePerson(work, { tenantId, EmpID }, 'withdrawn');
      lookSoon(row, work);
      return {
        erased: `照片 ${photos} 张，设备 ${devices} 台，见删除回执 / ${photos} photo, ${devices} devices, see the receipts`,
      };
    }
    const count = await unname(ofTenant(work.db, tenantId), tenantId, EmpID);
    return { erased: `姓名与图片，测温记录 ${count} 条 / names and pictures of ${count} readings` };
  },
};
