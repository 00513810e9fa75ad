/**
 * People register by a code of their company. The page shows nothing about anybody, and what it takes is
 * checked as all else.
 */
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { fingerprint, seal, unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { qrOf } from '#areas/lot/server/door.ts';
import { company } from '#areas/org/model/company.ts';
import { enrol, enrolCode, enrolPage, enrolPrivacy, ENROL_VERSION } from '#areas/door/model/enrol.ts';

const HOUR = 3600;
const DAY_MS = 86_400_000;
const CODE_DAYS = 30;
/** What was refused or ran out is forgotten after so many days. */
const KEPT_DAYS = 30;

type Code = {
  readonly page: 'enrol';
  readonly tenantId: number;
  readonly companyId: string;
  readonly until: number;
};

async function codeOf(work: Work<typeof enrolCode.input>): Promise<unknown> {
  const { id, tenantId } = await rowOf(company, work.input.companyId!, work.db);
  const until = work.now.getTime() + CODE_DAYS * DAY_MS;
  const code: Code = { page: 'enrol', tenantId: Number(tenantId), companyId: id, until };
  const made = await qrOf(work.request.host, 'enrol', { code: seal(JSON.stringify(code)) });
  return { ...made, until: new Date(until).toISOString() };
}

const gone = (): Refused =>
  ruleRefused(
    text(
      '二维码无效或已过期，请向单位索取新的',
      'This code is not valid any more; please ask your company for a new one',
    ),
  );

/** @throws Refused where the code is none of ours or has run out */
function codeIn(work: Work): Code {
  try {
    const code = JSON.parse(unseal(String(work.input['code']))) as Code;
    if (code.page === 'enrol' && code.until > work.now.getTime()) return code;
  } catch {
    throw gone();
  }
  throw gone();
}

const from = (work: Work): string => networkOf(work.request.ip);
const lookDoors = (work: Work): Door[] => [
  { key: `enrol-code:${fingerprint(String(work.input['code'])).slice(0, 32)}`, most: 120, seconds: HOUR },
  { key: `enrol-from:${from(work)}`, most: 60, seconds: HOUR },
];
const addDoors = (work: Work, tenantId: number, phone: string): Door[] => [
  { key: `enrol-phone:${tenantId}:${fingerprint(phone).slice(0, 32)}`, most: 5, seconds: 24 * HOUR },
  { key: `enrol-add:${from(work)}`, most: 30, seconds: HOUR },
];

type Choice = { value: string; label: string };

async function companyOf(db: Db, { tenantId, companyId }: Code): Promise<string> {
  const [row] = await db.raw<{ name: string }>(
    'SELECT company_name AS name FROM company WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
    [tenantId, companyId],
  );
  if (!row) throw gone();
  return row.name;
}

const villagesOf = (db: Db, { tenantId, companyId }: Code): Promise<Choice[]> =>
  db.raw<Choice>(
    'SELECT id AS value, v_name AS label FROM village WHERE tenant_id = $1 AND company_id = $2 AND deleted_at IS NULL ORDER BY v_name, id LIMIT 200',
    [tenantId, companyId],
  );
const deptsOf = (db: Db, { tenantId, companyId }: Code): Promise<Choice[]> =>
  db.raw<Choice>(
    'SELECT id AS value, dept_name AS label FROM dept WHERE tenant_id = $1 AND company_id = $2 AND deleted_at IS NULL ORDER BY sort, dept_name, id LIMIT 500',
    [tenantId, companyId],
  );

async function open(work: Work): Promise<unknown> {
  await knock(work.database, lookDoors(work));
  const code = codeIn(work);
  return work.database.read(tenantScope(code.tenantId), async (db) => ({
    companyName: await companyOf(db, code),
    villages: await villagesOf(db, code),
    depts: await deptsOf(db, code),
    privacy: enrolPrivacy[work.lang],
    version: ENROL_VERSION,
  }));
}

type EnrolInput = {
  villageId: string;
  deptId: string;
  empName: string;
  phone: string;
  empNo?: string | null;
  consent: boolean;
};

const wrong = (field: string, zh: string, en: string): Refused =>
  new Refused('bad_input', {}, [{ field, msg: text(zh, en) }]);

async function enter(db: Db, code: Code, input: EnrolInput, at: string): Promise<void> {
  await companyOf(db, code);
  const own = async (table: Promise<Choice[]>, id: string): Promise<boolean> =>
    isId(id) && (await table).some(({ value }) => value === id.toLowerCase());
  if (!(await own(villagesOf(db, code), input.villageId)))
    throw wrong('villageId', '请重新选择小区', 'Choose the community again');
  if (!(await own(deptsOf(db, code), input.deptId)))
    throw wrong('deptId', '请重新选择部门', 'Choose the department again');
  const [waiting] = await db.raw(
    `SELECT 1 FROM door_check WHERE tenant_id = $1 AND village_id = $2 AND phone = $3 AND status = 'waiting' AND deleted_at IS NULL`,
    [code.tenantId, input.villageId, input.phone],
  );
  if (waiting) return;
  await insertRows(
    db,
    'door_check',
    [
      {
        tenant_id: code.tenantId,
        company_id: code.companyId,
        village_id: input.villageId,
        id: newId(),
        created_at: at,
        updated_at: at,
        emp_name: input.empName,
        dept_id: input.deptId,
        emp_no: input.empNo ?? null,
        person_kind: 'staff',
        phone: input.phone,
        asked_by: `本人扫码 / by the code (${ENROL_VERSION})`,
        asked_time: at,
        status: 'waiting',
      },
    ],
    '',
  );
}

async function handIn(work: Work): Promise<null> {
  const input = work.input as EnrolInput;
  const code = codeIn(work);
  if (input.consent !== true) throw wrong('consent', '请先同意隐私说明', 'Please accept the privacy notice first');
  await knock(work.database, addDoors(work, code.tenantId, input.phone));
  await work.database.write(tenantScope(code.tenantId), (db) => enter(db, code, input, work.now.toISOString()));
  return null;
}

const OLD = `status IN ('refused', 'expired') AND asked_by_id IS NULL AND coalesce(audit_time, asked_time) < $1::timestamptz`;

/** Who handed himself in and was not taken is forgotten. */
export async function forgetEnrolled(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(`SELECT DISTINCT tenant_id AS "tenantId" FROM door_check WHERE ${OLD}`, [before]),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), (db) =>
      db.raw(`DELETE FROM door_check WHERE ${OLD} AND tenant_id = $2`, [before, tenantId]),
    );
}

export const enrolServed: readonly Served[] = [
  serve(enrolCode, codeOf),
  serve(enrolPage, open, { mode: 'open' }),
  serve(enrol, handIn, { mode: 'open' }),
];
