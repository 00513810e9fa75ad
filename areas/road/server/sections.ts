/** Sections and the berths that are numbered from them. */
import { and, eq, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { park } from '#areas/lot/model/park.ts';
import { berthSection } from '#areas/road/model/berth-section.ts';

export type Section = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  areaName: string;
  areaNo: string | null;
  numberPrefix: string | null;
  numberFrom: number | null;
  numberTo: number | null;
  totalStall: number;
  line: unknown;
  zoneClass: string | null;
  guardHours: string | null;
};

export type Point = { readonly lng: number; readonly lat: number };

/** The corners of a section's line where they are well formed, else null. */
export function lineOf(value: unknown): Point[] | null {
  if (!Array.isArray(value) || value.length < 2 || value.length > 200) return null;
  const points = value.map((each: unknown) => {
    const { lng, lat } = (each ?? {}) as { lng?: unknown; lat?: unknown };
    return typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
      ? { lng, lat }
      : null;
  });
  return points.includes(null) ? null : (points as Point[]);
}

const span = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d$/;

/** How many berths a range of numbers makes; null where no whole range is given. */
export const rangeOf = ({ numberFrom, numberTo }: Partial<Section>): number | null =>
  typeof numberFrom === 'number' && typeof numberTo === 'number' ? numberTo - numberFrom + 1 : null;

function rangeProblems(now: Partial<Section>): Problem[] {
  const one = typeof now.numberFrom === 'number';
  if (one !== (typeof now.numberTo === 'number'))
    return [{ field: one ? 'numberTo' : 'numberFrom', msg: text('起止号要一起填', 'Enter both ends of the range') }];
  const made = rangeOf(now);
  if (made === null) return [];
  if (made < 1) return [{ field: 'numberTo', msg: text('终止号小于起始号', 'The last number is below the first') }];
  if (made !== now.totalStall)
    return [
      {
        field: 'totalStall',
        msg: text(`号码范围是${made}个泊位`, `The range of numbers makes ${made} berths`),
      },
    ];
  return [];
}

async function problems(values: Partial<Section>, before: Section | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values };
  const found = rangeProblems(now);
  if (values.line !== undefined && values.line !== null && lineOf(values.line) === null)
    found.push({
      field: 'line',
      msg: text('走向应为至少两个经纬度点', 'A line has at least two points of lng and lat'),
    });
  if (values.guardHours && !values.guardHours.split(',').every((each) => span.test(each.trim())))
    found.push({ field: 'guardHours', msg: text('时段写作 07:30-20:00', 'Write spans as 07:30-20:00') });
  if (before === null)
    await rowOf(curbPark, String(now.parkId), work.db, { narrow: eq(tableOf(park).parkType!, 'curb') });
  if (now.areaNo) {
    const t = tableOf(berthSection);
    const [other] = await work.db
      .select({ id: t.id! })
      .from(t)
      .where(
        scoped(berthSection, { ...work.db.scope, companyIds: null, parkIds: null }, [
          and(eq(t.parkId!, now.parkId), eq(t.areaNo!, now.areaNo), before ? ne(t.id!, before.id) : undefined),
        ]),
      )
      .limit(1);
    if (other) found.push({ field: 'areaNo', msg: text('编号已被使用', 'This number is in use') });
  }
  return found;
}

const sectionsAlone = (): SQL => eq(tableOf(berthSection).section!, true);

export const sectionRules: Rules = {
  narrow: sectionsAlone,
  check: problems,
  fill: async (values, before, work) =>
    before !== null
      ? {}
      : {
          section: true,
          status: 'pending',
          villageId: (
            (await rowOf(park, (values as { parkId: string }).parkId, work.db)) as {
              villageId: string | null;
            }
          ).villageId,
        },
};

/** A section of the caller's scope. */
export const sectionNamed = async (work: Pick<Work, 'db'>, id: string): Promise<Section> =>
  (await rowOf(berthSection, id, work.db, { narrow: sectionsAlone() })) as Section;

/** Sections of a car park in the caller's scope, in their order. */
export async function sectionsOf(work: Pick<Work, 'db'>, parkId: string): Promise<Section[]> {
  const t = tableOf(berthSection);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(berthSection, work.db.scope, [eq(t.parkId!, parkId), sectionsAlone()]))
    .orderBy(t.sort!, t.areaName!, t.id!);
  return rows as Section[];
}

export const noRange = (name: string): Refused =>
  new Refused('bad_input', {}, [
    {
      field: 'sectionId',
      msg: text(`泊位段“${name}”没有填号码范围`, `Section “${name}” has no range of numbers`),
    },
  ]);
