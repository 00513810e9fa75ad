/** The roadside at this moment, in one answer for a screen that is left open. */
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

export const roadNow = call({
  name: 'roadNow',
  title: text('路内实时统计', 'The roadside now'),
  area: 'report',
  method: 'GET',
  path: '/api/updown/roadstatic/realTimeStatistics',
  permission: 'roadNow:read',
  answer: 'object',
  input: {
    companyId: relation(text('单位', 'Company'), () => company),
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { within: 'companyId' }),
  },
  note: text(
    '{day, berths, parked, money, debts, people, warnings, sections}：金额与日收费汇总同一本账，需 roadDaySum:read；debts 需 rdEscape:read，people 需 rdworkrecord:read，warnings 需 rdWarn:read；没有权限为 null。只含本人的泊位段。',
    '{day, berths, parked, money, debts, people, warnings, sections}: money is that of the fees by day, with roadDaySum:read; debts with rdEscape:read, people with rdworkrecord:read, warnings with rdWarn:read; null without. Of the caller’s own sections.',
  ),
});

/** Berths counted by state; of the occupied ones, those whose car nobody has read. */
export type BerthCounts = {
  total: number;
  occupied: number;
  free: number;
  unknown: number;
  closed: number;
  unread: number;
};
/** One section; what one may not see is null. */
export type SectionNow = BerthCounts & {
  sectionId: string;
  sectionName: string;
  parkId: string;
  parkName: string;
  parked: number;
  people: number | null;
  newFen: number | null;
  owedFen: number | null;
};
export type MoneyNow = {
  receivableFen: number;
  paidFen: number;
  refundFen: number;
  netFen: number;
  arrearsFen: number;
  payments: number;
  ways: { payType: string; payments: number; paidFen: number }[];
};
export type PersonNow = { userId: string; name: string; since: string; sections: string[] };
export type RoadNow = {
  /** Today in the caller's zone. */
  day: string;
  berths: BerthCounts;
  parked: number;
  money: MoneyNow | null;
  debts: { count: number; owedFen: number } | null;
  people: PersonNow[] | null;
  warnings: { warnType: string; count: number }[] | null;
  sections: SectionNow[];
};
