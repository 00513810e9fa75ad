/** Visits as people enter, decide and end them: at the desk, by a host, on the visitor's own page. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { park } from '#areas/lot/model/park.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { numbered } from '#areas/workorder/server/door.ts';
import { entryRefusal } from '#domain/visit/visit.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Plain } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { checkCode, eraseVisit, visitLink } from '../model/calls.ts';
import { visit } from '../model/visit.ts';
import { refusals } from '../model/words.ts';
import { bookCars, carFollows, endCars } from './cars.ts';
import { presentCode } from './codes.ts';
import { erase } from './erase.ts';
import { hostProblems } from './limits.ts';
import { invitationOf, linkKeyOf, pageOf } from './link.ts';
import { isOver } from './passing.ts';
import { asVisit, happened, ruled } from './store.ts';
import type { VisitRow } from './store.ts';

const DAY = 86_400_000;
const LONGEST_DAYS = 31;

const t = tableOf(visit);
const passes = mover(visit, 'autoPass', 'device');

type Values = Record<string, unknown>;
const nameOf = ({ person }: Work): string => person.name || person.account;

/** What is wrong with the time of a visit that is to come. */
export function timeProblems(visitTime: string, leaveTime: string, now: Date): Problem[] {
  const [from, until] = [Date.parse(visitTime), Date.parse(leaveTime)];
  if (until <= from)
    return [{ field: 'leaveTime', msg: text('离开时间应晚于来访时间', 'The end must be later than the arrival') }];
  if (until <= now.getTime()) return [{ field: 'leaveTime', msg: text('离开时间已过', 'The end has passed already') }];
  return until - from > LONGEST_DAYS * DAY
    ? [{ field: 'leaveTime', msg: text('一次来访不能超过31天', 'A visit lasts at most 31 days') }]
    : [];
}

/** What a new visit is given: its number and the invitation that only this installation can make again. */
export function freshVisit(now: Date): {
  readonly visitNo: string;
  readonly linkSeed: string;
  readonly linkKey: string;
} {
  const linkSeed = randomUUID();
  return { visitNo: numbered('V', newId(), now), linkSeed, linkKey: linkKeyOf(invitationOf(linkSeed)) };
}

/** The community a lot belongs to. */
export async function villageOf(work: Work, parkId: unknown): Promise<string | null> {
  return ((await rowOf(park, String(parkId), work.db)).villageId as string | null | undefined) ?? null;
}

async function check(values: Values, before: VisitRow | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values } as VisitRow;
  if (before && before.status !== 'waiting' && before.status !== 'approved')
    return [
      { field: 'status', msg: text('已进入或已结束的来访不能修改', 'A visit that has begun or ended stays as it is') },
    ];
  if (!now.visitTime || !now.leaveTime || !now.parkId) return [];
  const problems = timeProblems(now.visitTime, now.leaveTime, work.now);
  if (!now.hostId && !now.deptId && !now.hostName)
    problems.push({
      field: 'hostName',
      msg: text('请填写被访人、部门或住户', 'Please name the host, the department or the household'),
    });
  else if (problems.length === 0) problems.push(...(await hostProblems(work.db, now)));
  return problems;
}

/** Its car goes with it; where the lot examines nobody, what its own people enter is approved at once. */
async function saved(after: VisitRow, before: VisitRow | null, work: Work): Promise<void> {
  await carFollows(work.db, after, before, nameOf(work), work.now);
  if (before || (await settingsOf(work.db, after.parkId)).visitReview) return;
  await bookCars(work.db, after, nameOf(work), work.now);
  const set = { decidedBy: nameOf(work), decidedTime: work.now.toISOString() };
  const tenant = ofTenant(work.db, after.tenantId);
  await passes(tenant, { now: work.now, tenantId: after.tenantId, where: eq(t.id!, after.id), set });
}

/** The list of those to be examined is the same list, of those that wait. */
const listed = (work: Work, plain: Plain): Promise<unknown> =>
  plain(
    work.call.path.endsWith('/getPagetWaitExamineList') ? { ...work, raw: { ...work.raw, status: 'waiting' } } : work,
  );

export const visitRules = {
  check,
  verbs: { list: listed },
  fill: async (values: Values, before: VisitRow | null, work: Work): Promise<Values> => ({
    ...(before ? {} : freshVisit(work.now)),
    villageId: await villageOf(work, before?.parkId ?? values.parkId),
  }),
  saved,
  removing: async (row: VisitRow, work: Work): Promise<void> => {
    if (row.status === 'inside' || row.status === 'overstay')
      throw ruleRefused(text('访客在访，不能删除', 'The visitor is inside; the visit cannot be deleted'));
    await endCars(work.db, row, work.now);
  },
};

const atDesk = (work: Work) => ({ way: 'desk', at: work.now.getTime(), operator: nameOf(work) }) as const;

async function pass(plain: unknown, _: unknown, work: Work): Promise<void> {
  const row = asVisit(plain);
  if (Date.parse(row.leaveTime) <= work.now.getTime())
    throw ruleRefused(text('来访时间已过，不能通过', 'Its time has passed; it cannot be approved'));
  await bookCars(work.db, row, nameOf(work), work.now);
}

async function signIn(plain: unknown, _: unknown, work: Work): Promise<Values> {
  const row = asVisit(plain);
  const reason = entryRefusal(ruled(row), work.now.getTime());
  if (reason) throw ruleRefused(refusals[reason], reason);
  await happened(work.db, row, { kind: 'in', ...atDesk(work) });
  return { used: (row.used ?? 0) + 1, inTime: work.now.toISOString(), outTime: null };
}

async function signOut(plain: unknown, _: unknown, work: Work): Promise<Values> {
  const row = asVisit(plain);
  await happened(work.db, row, { kind: 'out', ...atDesk(work) });
  await isOver(work.db, row, work.now);
  return { outTime: work.now.toISOString() };
}

const ends = (row: unknown, _: unknown, work: Work): Promise<void> => endCars(work.db, asVisit(row), work.now);

export const visitEffects = { pass, refuse: ends, signIn, signOut, cancel: ends };

const ended = new Set(['left', 'refused', 'cancelled', 'noShow', 'expired']);
const named = (db: Db, id: unknown, lock: boolean) => rowOf(visit, String(id).toLowerCase(), db, { lock });

async function forget(work: Work<typeof eraseVisit.input>): Promise<null> {
  const row = asVisit(await named(work.db, work.input.recordId, true));
  if (!ended.has(row.status))
    throw new Refused('state_closed', {
      state: visit.lifecycle!.states[row.status]!.label,
      action: eraseVisit.title,
    });
  await erase(ofTenant(work.db, row.tenantId), row.tenantId, [row.id], work.now);
  work.record({
    resource: visit.name,
    action: 'erase',
    rowId: row.id,
    tenantId: row.tenantId,
    companyId: row.companyId,
    parkId: row.parkId,
  });
  return null;
}

async function link(work: Work<typeof visitLink.input>): Promise<{ url: string; image: string }> {
  const row = asVisit(await named(work.db, work.input.recordId, false));
  if (!row.linkSeed || ended.has(row.status))
    throw ruleRefused(text('来访已结束，邀请链接失效', 'The visit is over and its invitation with it'));
  return pageOf(work as Work, work.db, row.parkId, { invitation: invitationOf(row.linkSeed) });
}

/** The desk reads a code as a door does. What it answers is known to whoever may sign in. */
async function atTheDesk(work: Work<typeof checkCode.input>): Promise<object> {
  if (work.input.parkId) await rowOf(park, work.input.parkId, work.db);
  const { reason, row } = await presentCode(work.db, {
    code: String(work.input.code).trim(),
    at: work.now.getTime(),
    place: work.input.place ?? null,
    parkId: work.input.parkId ?? null,
    operator: nameOf(work as Work),
  });
  return {
    result: reason === null ? 'granted' : 'refused',
    reason: reason && refusals[reason][work.lang],
    visitId: row?.id ?? null,
    visitNo: row?.visitNo ?? null,
    visitorName: row?.visitorName ?? null,
    people: row?.people ?? null,
    status: row && reason === null ? 'inside' : (row?.status ?? null),
  };
}

export const visitServed: Served[] = [serve(eraseVisit, forget), serve(visitLink, link), serve(checkCode, atTheDesk)];
