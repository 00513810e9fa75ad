import { eq, sql } from 'drizzle-orm';
import { checkFields, isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { add } from '#kit/server/save.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { removeRows } from '#kit/server/remove.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { emit } from '#kit/server/events.ts';
import type { Stored } from '#kit/server/rows.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { company } from '#areas/org/model/company.ts';
import { groupAdded } from '#areas/org/model/events.ts';
import { tenant } from '#areas/org/model/tenant.ts';
import { companyRules } from './company.ts';
import { inTenant, nextTenantNo, tenantCodeOf } from './group.ts';

type Found = { tenantNo: number; rootCompanyId: string };

const rules: Rules = {
  /** The register names the platform's customers: a group sees only itself. */
  narrow: (work) => (work.person.platform ? undefined : sql`${tableOf(tenant).tenantNo!} = ${work.person.tenantId}`),
  async saved(after, before, work) {
    if (!before) return;
    const t = tableOf(company);
    await inTenant(work.db, Number(after.tenantNo))
      .update(t)
      .set({ companyName: after.tenantName, enabled: after.enabled ?? true })
      .where(eq(t.id!, after.rootCompanyId as string));
  },
  check(values, before, work) {
    const { enabled } = values as { enabled?: boolean };
    return before && enabled === false && before.tenantNo === work.person.tenantId
      ? [{ field: 'enabled', msg: text('不能停用平台自己的租户', 'The platform’s own tenant cannot be disabled') }]
      : [];
  },
};

const writable = Object.fromEntries(
  Object.entries(tenant.fields).filter(([, field]) => !(field as { readOnly?: boolean }).readOnly),
);

const onlyUnswitched = (work: Work) => {
  if (!work.db.scope.platform) throw ruleRefused(text('请先切回平台单位', 'Switch back to the platform first'));
};

/** A new tenant is a new group: its root company, its register entry and its built-in roles. */
async function addTenant(work: Work): Promise<unknown> {
  const given = checkFields(writable, work.raw, true);
  if (given.problems.length > 0) throw new Refused('bad_input', {}, given.problems);
  const { tenantName, linkman, contactNumber, address } = given.values;
  const tenantNo = await nextTenantNo(work.db);
  const root = await add(
    company,
    { companyName: tenantName, companyType: 'group', linkman, contactNumber, address },
    { ...work, db: inTenant(work.db, tenantNo) },
    companyRules,
  );
  const row = await add(tenant, work.raw, work, {
    ...rules,
    fill: (values) => ({
      tenantNo,
      rootCompanyId: root.id,
      tenantCode: (values as { tenantCode?: string }).tenantCode ?? tenantCodeOf(tenantNo),
    }),
  });
  await emit(groupAdded, { tenantId: tenantNo, companyId: root.id }, { db: work.db });
  return { id: row.id };
}

async function removeTenants(work: Work, plain: Plain): Promise<unknown> {
  onlyUnswitched(work);
  const rows: Found[] = [];
  for (const id of idsIn(tenant, work.raw))
    // A tenant is the root of scopes, with columns of its own.
    rows.push((await rowOf(tenant as never, id, work.db)) as Stored as unknown as Found);
  if (rows.some(({ tenantNo }) => tenantNo === work.person.tenantId))
    throw ruleRefused(text('不能删除平台自己的租户', 'The platform’s own tenant cannot be removed'));
  await plain(work);
  for (const { tenantNo, rootCompanyId } of rows)
    await removeRows(company, [rootCompanyId], { ...work, db: inTenant(work.db, tenantNo) }, companyRules);
  return null;
}

/** Refused where the caller works in another company than the platform's. */
async function submitTenant(work: Work, plain: Plain): Promise<unknown> {
  const adds = isEmpty(work.raw.id);
  if (!work.permits(adds ? 'tenant:add' : 'tenant:edit')) throw new Refused('not_permitted', { what: work.call.title });
  onlyUnswitched(work);
  return adds ? addTenant(work) : plain(work);
}

export const tenantRules: Rules = { ...rules, verbs: { submit: submitTenant, remove: removeTenants } };
