/** What waits for a person: rows in a state that somebody has to end, of the lists he may act on. */
import { and, count, isNull, lte, ne, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { clockCorrection } from '#areas/duty/model/clock.ts';
import { rdWarn } from '#areas/workorder/model/rd-warn.ts';
import { rdrwork } from '#areas/workorder/model/rdrwork.ts';
import { userRequest } from '#areas/workorder/model/user-request.ts';
import { merchantChange } from '#areas/billing/model/merchant-change.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { village } from '#areas/lot/model/village.ts';
import { carApply } from '#areas/pass/model/car-apply.ts';
import { parkMonth } from '#areas/pass/model/park-month.ts';
import { carInside } from '#areas/passage/model/car-inside.ts';
import { waitingFor } from '#areas/report/model/waiting.ts';
import { shiftVoid } from '#areas/shift/model/shift.ts';
import { carList } from '#areas/vehicle/model/car-list.ts';
import { spaceBooking } from '#areas/vehicle/model/space-booking.ts';
import { visit } from '#areas/visitor/model/visit.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { listWhere } from '#kit/server/list.ts';
import { narrowOf } from '#kit/server/narrow.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

/** How many days before its end a pass is spoken of. */
const SOON_DAYS = 7;

type Wait = {
  readonly key: string;
  readonly title: Text;
  readonly of: Resource;
  /** Shown to those who may do this and see the list. */
  readonly action: string;
  readonly filters: (today: string) => Readonly<Record<string, string>>;
  /** The screen where it is decided, where it is not the list's own. */
  readonly route?: string;
  readonly but?: (work: Work) => SQL;
};

const always = (filters: Readonly<Record<string, string>>) => () => filters;
const state = (status: string) => always({ status });
const as = (of: unknown): Resource => of as Resource;

const waits: readonly Wait[] = [
  {
    key: 'carApply',
    title: text('车辆申请待审核', 'Pass applications to review'),
    of: as(carApply),
    action: 'pass',
    filters: state('applied'),
    route: '/car/admincarapply',
  },
  {
    key: 'passApply',
    title: text('月租车待审核', 'Passes to review'),
    of: as(parkMonth),
    action: 'pass',
    filters: state('applied'),
  },
  {
    key: 'booking',
    title: text('车位预约待审核', 'Bookings to review'),
    of: as(spaceBooking),
    action: 'pass',
    filters: state('pending'),
  },
  {
    key: 'visit',
    title: text('访客待审核', 'Visitors to review'),
    of: as(visit),
    action: 'pass',
    filters: state('waiting'),
    route: '/visitor/visitorexamine',
  },
  {
    key: 'visitLate',
    title: text('超时未离的访客', 'Visitors overstaying'),
    of: as(visit),
    action: 'signOut',
    filters: state('overstay'),
  },
  {
    key: 'carList',
    title: text('黑白名单待审批', 'List entries to review'),
    of: as(carList),
    action: 'pass',
    filters: always({ dataStatus: '0' }),
  },
  {
    key: 'workWaiting',
    title: text('待派单的工单', 'Work orders to assign'),
    of: as(rdrwork),
    action: 'allocate',
    filters: state('waiting'),
  },
  {
    key: 'workLate',
    title: text('超时的工单', 'Overdue work orders'),
    of: as(rdrwork),
    action: 'allocate',
    filters: always({ overdue: 'late' }),
  },
  {
    key: 'workEscalated',
    title: text('升级的工单', 'Escalated work orders'),
    of: as(rdrwork),
    action: 'oversee',
    filters: always({ overdue: 'escalated' }),
  },
  {
    key: 'workDone',
    title: text('待验收的工单', 'Work orders to check'),
    of: as(rdrwork),
    action: 'check',
    filters: state('done'),
  },
  {
    key: 'warning',
    title: text('待处理的预警', 'Open warnings'),
    of: as(rdWarn),
    action: 'dealWarn',
    filters: state('open'),
    but: ({ now }) => {
      const { mutedUntil } = tableOf(as(rdWarn));
      return or(isNull(mutedUntil!), lte(mutedUntil!, now.toISOString()))!;
    },
  },
  {
    key: 'request',
    title: text('待受理的投诉建议', 'New complaints and suggestions'),
    of: as(userRequest),
    action: 'take',
    filters: state('waiting'),
  },
  // Nobody decides their own request.
  {
    key: 'clockCorrection',
    title: text('补卡待审批', 'Clock corrections to review'),
    of: as(clockCorrection),
    action: 'approve',
    filters: state('asked'),
    but: ({ person }) => ne(tableOf(as(clockCorrection)).askedById!, person.userId),
  },
  {
    key: 'void',
    title: text('现金作废待审批', 'Cash voids to review'),
    of: as(shiftVoid),
    action: 'approve',
    filters: state('asked'),
    but: ({ person }) => ne(tableOf(as(shiftVoid)).askedById!, person.userId),
  },
  {
    key: 'merchant',
    title: text('收款账户变更待确认', 'Merchant account changes to confirm'),
    of: as(merchantChange),
    action: 'confirm',
    filters: state('proposed'),
    but: ({ person }) => ne(tableOf(as(merchantChange)).proposedById!, person.userId),
  },
  {
    key: 'suspect',
    title: text('疑似离场车辆待处理', 'Suspected exits to resolve'),
    of: as(carInside),
    action: 'resolve',
    filters: state('suspect'),
  },
  {
    key: 'passEnds',
    title: text(`月租车${SOON_DAYS}天内到期`, `Passes ending within ${SOON_DAYS} days`),
    of: as(parkMonth),
    action: 'renewalMonth',
    filters: (today) => ({ status: 'active', endTimeFrom: today, endTimeTo: addDays(today, SOON_DAYS) }),
  },
  {
    key: 'passGrace',
    title: text('月租车在宽限期', 'Passes in grace period'),
    of: as(parkMonth),
    action: 'renewalMonth',
    filters: state('grace'),
  },
  {
    key: 'village',
    title: text('小区待审核', 'Communities to review'),
    of: as(village),
    action: 'successExamine',
    filters: state('pending'),
  },
  {
    key: 'area',
    title: text('区域待审核', 'Areas to review'),
    of: as(parkArea),
    action: 'successExamine',
    filters: state('pending'),
  },
];

async function counted(
  { key, title, of, action, filters, route, but }: Wait,
  work: Work,
  today: string,
): Promise<{ key: string; title: string; count: number; route: string } | null> {
  if (!work.permits(`${of.name}:read`) || !work.permits(`${of.name}:${action}`)) return null;
  const raw = filters(today);
  const [row] = await work.db
    .select({ n: count() })
    .from(tableOf(of))
    .where(listWhere(of, { ...work, raw }, and(narrowOf(of, work), but?.(work))));
  return row!.n > 0
    ? { key, title: title[work.lang], count: row!.n, route: `${route ?? of.route}?${new URLSearchParams(raw)}` }
    : null;
}

async function waiting(work: Work): Promise<unknown> {
  const today = dayOf(work.now.getTime(), work.person.zone);
  return (await Promise.all(waits.map((wait) => counted(wait, work, today)))).filter((found) => found !== null);
}

export const waitingServed: Served[] = [serve(waitingFor, waiting)];
