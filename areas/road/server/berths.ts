/** Berths: their register, numbering from sections, and what a map or strip shows of them. */
import { and, eq, inArray } from 'drizzle-orm';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { newId } from '#kit/server/id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { park } from '#areas/lot/model/park.ts';
import { initBerthNum } from '#areas/road/model/berth-calls.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { lineOf, noRange, rangeOf, sectionNamed, sectionsOf } from './sections.ts';
import type { Point, Section } from './sections.ts';
import { sectionsGranted } from './grants.ts';

export type Berth = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  sectionId: string;
  berthNo: string;
  orderNo: number;
  location: Point | null;
  state: string;
  since: string | null;
  plateNumber: string | null;
  stayId: string | null;
  closedReason: string | null;
  closedUntil: string | null;
};

export type Lot = { id: string; tenantId: number; companyId: string; parkName: string };

/** A roadside car park of the caller's scope. */
export const lotNamed = async (work: Pick<Work, 'db'>, id: string): Promise<Lot> =>
  (await rowOf<Resource>(curbPark, id, work.db, { narrow: eq(tableOf(park).parkType!, 'curb') })) as Lot;

async function problems(values: Partial<Berth>, before: Berth | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values };
  const found: Problem[] = [];
  if (before === null || values.sectionId !== undefined) {
    const section = await sectionNamed(work, String(now.sectionId));
    if (section.parkId !== now.parkId)
      found.push({ field: 'sectionId', msg: text('泊位段不属于该车场', 'The section belongs to another car park') });
  }
  if (before && values.berthNo !== undefined && values.berthNo !== before.berthNo && (await hasEvidence(work, before)))
    found.push({
      field: 'berthNo',
      msg: text('已有停车证据的泊位不能改号', 'A berth with evidence keeps its number'),
    });
  return found;
}

async function hasEvidence(work: Work, { tenantId, id }: Pick<Berth, 'tenantId' | 'id'>): Promise<boolean> {
  const [found] = await work.db.raw('SELECT 1 FROM berth_evidence WHERE tenant_id = $1 AND berth_id = $2 LIMIT 1', [
    tenantId,
    id,
  ]);
  return found !== undefined;
}

export const berthRules: Rules = {
  check: problems,
  fill: (_, before) => (before === null ? { state: 'unknown', since: null } : {}),
  removing: async (row, work) => {
    if (await hasEvidence(work, row as Berth))
      throw ruleRefused(
        text('该泊位已有停车证据，请停用而不是删除', 'This berth has evidence: close it instead of deleting it'),
      );
  },
};

/** Points so many, evenly along a line. */
export function along(line: readonly Point[], count: number): Point[] {
  const lengths = line.slice(1).map((point, nth) => Math.hypot(point.lng - line[nth]!.lng, point.lat - line[nth]!.lat));
  const whole = lengths.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: count }, (_, nth) => {
    let rest = ((nth + 0.5) / count) * whole;
    const leg = Math.max(
      0,
      lengths.findIndex((each, at) => {
        if (rest <= each || at === lengths.length - 1) return true;
        rest -= each;
        return false;
      }),
    );
    const [from, to] = [line[leg]!, line[leg + 1] ?? line[leg]!];
    const part = lengths[leg] ? Math.min(1, rest / lengths[leg]) : 0;
    return { lng: from.lng + (to.lng - from.lng) * part, lat: from.lat + (to.lat - from.lat) * part };
  });
}

/** Numbers of a section's range: the prefix and the digits, padded as wide as the last. */
export const numbersOf = (section: Pick<Section, 'numberPrefix' | 'numberFrom' | 'numberTo'>): string[] => {
  const digits = Math.max(4, String(section.numberTo).length);
  return Array.from(
    { length: rangeOf(section) ?? 0 },
    (_, nth) => `${section.numberPrefix ?? ''}${String(section.numberFrom! + nth).padStart(digits, '0')}`,
  );
};

async function makeSection(work: Work, lot: Lot, section: Section): Promise<{ made: number; kept: number }> {
  const numbers = numbersOf(section);
  const t = tableOf(rdBerth);
  const there = await work.db
    .select({ berthNo: t.berthNo!, sectionId: t.sectionId! })
    .from(t)
    .where(
      scoped(rdBerth, { ...work.db.scope, companyIds: null, parkIds: null }, [
        and(eq(t.tenantId!, lot.tenantId), eq(t.parkId!, lot.id), inArray(t.berthNo!, numbers)),
      ]),
    );
  const known = new Map(there.map((row) => [row.berthNo as string, row.sectionId as string]));
  const elsewhere = [...known].find(([, id]) => id !== section.id);
  if (elsewhere)
    throw new Refused('already_exists', {
      what: text(`其他泊位段的泊位“${elsewhere[0]}”`, `Berth “${elsewhere[0]}” of another section`),
    });
  const line = lineOf(section.line);
  const places = line ? along(line, numbers.length) : [];
  const now = work.now.toISOString();
  const rows = numbers.flatMap((berthNo, nth) =>
    known.has(berthNo)
      ? []
      : [
          {
            tenant_id: lot.tenantId,
            company_id: lot.companyId,
            park_id: lot.id,
            id: newId(),
            created_at: now,
            updated_at: now,
            created_by: work.person.userId,
            updated_by: work.person.userId,
            berth_no: berthNo,
            section_id: section.id,
            berth_kind: 'normal',
            order_no: nth + 1,
            location: places[nth] ?? null,
            state: 'unknown',
          },
        ],
  );
  await insertRows(work.db, 'rd_berth', rows, '');
  return { made: rows.length, kept: known.size };
}

async function makeNumbers(work: Work, parkId: string, sectionId: string | null): Promise<unknown> {
  const lot = await lotNamed(work, parkId);
  await work.db.raw('SELECT 1 FROM park WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [lot.tenantId, lot.id]);
  const sections = sectionId ? [await sectionNamed(work, sectionId)] : await sectionsOf(work, parkId);
  if (sections.some((section) => section.parkId !== parkId))
    throw new Refused('bad_input', {}, [
      { field: 'sectionId', msg: text('泊位段不属于该车场', 'The section belongs to another car park') },
    ]);
  const ranged = sections.filter((section) => rangeOf(section) !== null);
  if (ranged.length === 0)
    throw sectionId
      ? noRange(sections[0]!.areaName)
      : ruleRefused(text('没有填了号码范围的泊位段', 'No section has a range of numbers'));
  let [made, kept] = [0, 0];
  for (const section of ranged) {
    const done = await makeSection(work, lot, section);
    made += done.made;
    kept += done.kept;
  }
  work.record({
    resource: 'rdBerth',
    action: 'initBerthNum',
    rowId: parkId,
    after: { mode: 'numbers', made, kept },
    tenantId: lot.tenantId,
    companyId: lot.companyId,
    parkId,
  });
  return { made, kept, closed: 0 };
}

/** Berths of a car park in street order, as far as the caller's sections go. */
export async function berthsOf(work: Work, parkId: string, sectionId: string | null): Promise<Berth[]> {
  const t = tableOf(rdBerth);
  const granted = await sectionsGranted(work);
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(rdBerth, work.db.scope, [
        eq(t.parkId!, parkId),
        sectionId ? eq(t.sectionId!, sectionId) : undefined,
        granted ? inArray(t.sectionId!, [...granted, '00000000-0000-0000-0000-000000000000']) : undefined,
      ]),
    )
    .orderBy(t.sectionId!, t.orderNo!, t.berthNo!, t.id!)
    .limit(5000);
  return rows as Berth[];
}

export const berthsServed: Served[] = [
  serve(initBerthNum, (work) => {
    const { parkId, sectionId } = work.input;
    return makeNumbers(work, parkId!, sectionId ?? null);
  }),
];
