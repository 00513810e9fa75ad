/** Spans, weeks, templates and periods as they are entered, and as the rules of doors read them. */
import { joined, minuteIn } from '#domain/door/plan.ts';
import type { Plan, Span } from '#domain/door/plan.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import type { Rules } from '#kit/server/rules.ts';
import { dmPeriod, dmTemplate, dmWeek } from '#areas/door/model/plans.ts';
import { ofVillage, sameVillage } from './place.ts';

type Times = { startTime?: string | null; endTime?: string | null };

function timeProblems({ startTime, endTime }: Times): Problem[] {
  const problems: Problem[] = [];
  const [from, to] = [minuteIn(startTime ?? ''), minuteIn(endTime ?? '')];
  if (from === null) problems.push({ field: 'startTime', msg: text('写作 08:00', 'Write it as 08:00') });
  if (to === null)
    problems.push({ field: 'endTime', msg: text('写作 18:30，至多 24:00', 'Write it as 18:30, 24:00 at most') });
  if (from !== null && to !== null && from >= to)
    problems.push({
      field: 'endTime',
      msg: text('结束要晚于开始；跨午夜的请分成两段', 'The end is after the start; enter one over midnight as two'),
    });
  return problems;
}

export const periodRules: Rules = {
  verbs: { submit: ofVillage },
  check: (values, before) => timeProblems({ ...before, ...values } as Times),
};

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Listed = Readonly<Record<string, readonly string[] | null | undefined>>;

const atMostThree = (now: Listed, fields: readonly string[]): Problem[] =>
  fields
    .filter((field) => (now[field]?.length ?? 0) > 3)
    .map((field) => ({ field, msg: text('至多三个时间段', 'Three spans at most') }));

export const weekRules: Rules = {
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Listed & { villageId: string };
    return [
      ...atMostThree(now, days),
      ...(await sameVillage(
        work,
        now.villageId,
        days.map((field) => ({ field, of: dmPeriod, ids: now[field] })),
      )),
    ];
  },
};

export const special = ['holiday', 'workday', 'event'] as const;

export const templateRules: Rules = {
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Listed & { villageId: string; weekId: string };
    return [
      ...atMostThree(now, special),
      ...(await sameVillage(work, now.villageId, [
        { field: 'weekId', of: dmWeek, ids: [now.weekId] },
        ...special.map((field) => ({ field, of: dmPeriod, ids: now[field] })),
      ])),
    ];
  },
};

type Period = Times & {
  id: string;
  villageId: string;
  templateId: string | null;
  weekDays: string[] | null;
  dateFrom: string | null;
  dateTo: string | null;
};

/** What of a period decides when it is open. */
export const periodFields = ['templateId', 'weekDays', 'startTime', 'endTime', 'dateFrom', 'dateTo'] as const;

export const timePeriodRules: Rules = {
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Partial<Period>;
    const problems = await sameVillage(work, now.villageId, [
      { field: 'templateId', of: dmTemplate, ids: [now.templateId] },
    ]);
    const plain = (now.weekDays?.length ?? 0) > 0;
    if (plain === Boolean(now.templateId))
      problems.push({
        field: 'templateId',
        msg: text('模板与星期二选一', 'Either a template or weekdays'),
      });
    if (plain) problems.push(...timeProblems(now));
    if (now.dateFrom && now.dateTo && now.dateFrom > now.dateTo)
      problems.push({ field: 'dateTo', msg: text('截止日期早于起始日期', 'The last day is before the first') });
    return problems;
  },
};

type Rows = {
  spans: ReadonlyMap<string, Span>;
  weeks: ReadonlyMap<string, Readonly<Record<(typeof days)[number], string[] | null>>>;
  templates: ReadonlyMap<
    string,
    { weekId: string; holiday: string[] | null; workday: string[] | null; event: string[] | null }
  >;
};

async function rowsOf(db: Db, tenantId: number, villageId: string): Promise<Rows> {
  const of = [tenantId, villageId];
  const where = 'WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL';
  const [spans, weeks, templates] = await Promise.all([
    db.raw<{ id: string; from: string; to: string }>(
      `SELECT id, start_time AS "from", end_time AS "to" FROM dm_period ${where}`,
      of,
    ),
    db.raw<{ id: string } & Record<(typeof days)[number], string[] | null>>(
      `SELECT id, mon, tue, wed, thu, fri, sat, sun FROM dm_week ${where}`,
      of,
    ),
    db.raw<{ id: string; weekId: string; holiday: string[] | null; workday: string[] | null; event: string[] | null }>(
      `SELECT id, week_id AS "weekId", holiday, workday, event FROM dm_template ${where}`,
      of,
    ),
  ]);
  return {
    spans: new Map(spans.map(({ id, from, to }) => [id, { from: minuteIn(from)!, to: minuteIn(to)! }])),
    weeks: new Map(weeks.map((each) => [each.id, each])),
    templates: new Map(templates.map((each) => [each.id, each])),
  };
}

/** Every period of a community as a plan, by its id. */
export async function plansOf(db: Db, tenantId: number, villageId: string): Promise<Map<string, Plan>> {
  const rows = await rowsOf(db, tenantId, villageId);
  const periods = await db.raw<Period>(
    `SELECT id, template_id AS "templateId", week_days AS "weekDays", start_time AS "startTime", end_time AS "endTime",
     date_from::text AS "dateFrom", date_to::text AS "dateTo"
     FROM door_time_period WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL`,
    [tenantId, villageId],
  );
  const spans = (ids: readonly string[] | null | undefined): Span[] =>
    joined((ids ?? []).flatMap((id) => rows.spans.get(id) ?? []));
  return new Map(
    periods.map((period): [string, Plan] => {
      const bounds = { dateFrom: period.dateFrom, dateTo: period.dateTo };
      const template = period.templateId ? rows.templates.get(period.templateId) : undefined;
      const week = template ? rows.weeks.get(template.weekId) : undefined;
      if (template && week)
        return [
          period.id,
          {
            week: days.map((day) => spans(week[day])),
            days: { holiday: spans(template.holiday), workday: spans(template.workday), event: spans(template.event) },
            ...bounds,
          },
        ];
      const hours = { from: minuteIn(period.startTime ?? '') ?? 0, to: minuteIn(period.endTime ?? '') ?? 0 };
      return [
        period.id,
        {
          week: days.map((_, nth) => (period.weekDays?.includes(String(nth + 1)) ? [hours] : [])),
          days: null,
          ...bounds,
        },
      ];
    }),
  );
}
