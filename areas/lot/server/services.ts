import { and, eq, isNull, lte } from 'drizzle-orm';
import { addDays, dayOf } from '#domain/time/day.ts';
import { isEmpty } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { expiringServices, expiringServicesPlat } from '#areas/lot/model/lookups.ts';
import { park } from '#areas/lot/model/park.ts';
import { EXPIRES_SOON_DAYS, parkService } from '#areas/lot/model/park-service.ts';
import type { serviceStates } from '#areas/lot/model/park-service.ts';

export type ServiceState = keyof typeof serviceStates;

/** State of a service on a day: its last day still runs. */
export function serviceState(expireDate: string, today: string): `${ServiceState}` {
  if (expireDate < today) return '3';
  return expireDate <= addDays(today, EXPIRES_SOON_DAYS) ? '1' : '2';
}

const rules: Rules = {
  check: (values, before) => {
    const { startDate, expireDate } = { ...before, ...values } as { startDate?: string; expireDate?: string };
    const problems: Problem[] = [];
    if (startDate && expireDate && expireDate < startDate)
      problems.push({
        field: 'expireDate',
        msg: text('到期日期不能早于开通日期', 'The end must not be before the start'),
      });
    return problems;
  },
  fill: (values, before, work) => {
    const { expireDate } = { ...before, ...values } as { expireDate: string };
    return { status: serviceState(expireDate, dayOf(work.now.getTime(), work.person.zone)) };
  },
};

/** A state is true for a day only: what a list answers is computed from the end, whatever was stored last. */
function todayOf(work: Work): string {
  return dayOf(work.now.getTime(), work.person.zone);
}

/** `status=1` filters by the end of the service, so that the answer is right on every day. */
function requestedFields(work: Work): Record<string, unknown> {
  const { status, ...rest } = work.raw;
  const day = todayOf(work);
  if (isEmpty(status)) return rest;
  if (String(status) === '3') return { ...rest, expireDateTo: addDays(day, -1) };
  if (String(status) === '1') return { ...rest, expireDateFrom: day, expireDateTo: addDays(day, EXPIRES_SOON_DAYS) };
  return String(status) === '2' ? { ...rest, expireDateFrom: addDays(day, EXPIRES_SOON_DAYS + 1) } : work.raw;
}

const stated = <R extends Record<string, unknown>>(row: R, day: string): R => ({
  ...row,
  status: serviceState(String(row.expireDate), day),
});

/** What the bell shows: services ending within 30 days or ended, soonest first, each with a sentence. */
async function expiring(work: Work): Promise<unknown> {
  const t = tableOf(parkService);
  const day = todayOf(work);
  const { parkId, RecordID } = work.input as { parkId?: string | null; RecordID?: string | null };
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(parkService, work.db.scope, [
        lte(t.expireDate!, addDays(day, EXPIRES_SOON_DAYS)),
        parkId ? eq(t.parkId!, parkId) : undefined,
        RecordID ? eq(t.id!, RecordID) : undefined,
      ]),
    )
    .orderBy(t.expireDate!, t.id!)
    .limit(500);
  const names = await namesOf(park, [...new Set(rows.map((row) => row.parkId as string))], work.db);
  return rows.map((row) => {
    const status = serviceState(row.expireDate as string, day);
    const service = parkService.fields.serviceType.options![String(row.serviceType)]!;
    const title = names.get(row.parkId as string) ?? '';
    const message =
      status === '3'
        ? text(`${service.zh}已于${row.expireDate as string}到期`, `${service.en} ended on ${row.expireDate as string}`)
        : text(`${service.zh}将于${row.expireDate as string}到期`, `${service.en} ends on ${row.expireDate as string}`);
    return {
      id: row.id,
      RecordID: row.id,
      parkId: row.parkId,
      parkName: title,
      title,
      subtitle: message[work.lang],
      description: message[work.lang],
      expireDate: row.expireDate,
      status,
    };
  });
}

/**
 * Puts the stored states right for the day, for exports and sorting. Run by the clock after midnight; answers how many
 * rows changed.
 */
export async function refreshServiceStates(database: Database, now: Date, zone = 'Asia/Shanghai'): Promise<number> {
  const day = dayOf(now.getTime(), zone);
  return database.write(platformScope, async (db) => {
    const t = tableOf(parkService);
    const rows = await db
      .select({ id: t.id!, tenantId: t.tenantId!, expireDate: t.expireDate!, status: t.status! })
      .from(t)
      .where(isNull(t.deletedAt!));
    const wrong = rows.filter((row) => serviceState(row.expireDate as string, day) !== row.status);
    for (const row of wrong)
      await db
        .update(t)
        .set({ status: serviceState(row.expireDate as string, day) })
        .where(and(eq(t.tenantId!, row.tenantId), eq(t.id!, row.id)));
    return wrong.length;
  });
}

/** The state is as of today, in the list and in the detail. */
export const serviceRules: Rules = {
  ...rules,
  verbs: {
    list: async (work, plain) => {
      const page = (await plain({ ...work, raw: requestedFields(work) })) as { records: Record<string, unknown>[] };
      return { ...page, records: page.records.map((row) => stated(row, todayOf(work))) };
    },
    detail: async (work, plain) => stated((await plain(work)) as Record<string, unknown>, todayOf(work)),
  },
};

export const servicesServed: Served[] = [serve(expiringServices, expiring), serve(expiringServicesPlat, expiring)];
