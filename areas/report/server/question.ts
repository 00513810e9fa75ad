/**
 * Questions in plain words, answered by reports the caller may read: days, car park and filters stand in their
 * addresses.
 */
import { and, asc } from 'drizzle-orm';
import { park } from '#areas/lot/model/park.ts';
import { askReports } from '#areas/report/model/question.ts';
import type { Answered } from '#areas/report/model/question.ts';
import { readQuestion } from '#domain/question/question.ts';
import type { Place, Reading, Subject } from '#domain/question/question.ts';
import type { Span } from '#domain/question/period.ts';
import { dayOf } from '#domain/time/day.ts';
import type { Fields } from '#kit/declare/field.ts';
import { periodOf } from '#kit/declare/period.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Text } from '#kit/declare/text.ts';
import { reportsAnswered } from '#kit/server/report.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

/** Car park names that a question can contain; users with more pick one in the report. */
const MOST_PLACES = 2_000;

const both = ({ zh, en }: Text): string[] => [zh, en];
const labelsOf = (fields: Fields): string[] => Object.values(fields).flatMap(({ label }) => both(label));

const subjectOf = ({ name, title, dimensions, measures, filters }: Report): Subject => ({
  key: name,
  title: both(title),
  lines: labelsOf(dimensions),
  figures: labelsOf(measures),
  choices: Object.entries(filters).flatMap(([param, { options = {} }]) =>
    Object.entries(options).map(([value, label]) => ({ param, value, labels: both(label) })),
  ),
});

async function placesOf({ db }: Work): Promise<Place[]> {
  const t = tableOf(park);
  return db
    .select({ id: t.id!, name: t.parkName! })
    .from(t)
    .where(and(scoped(park, db.scope)))
    .orderBy(asc(t.parkName!))
    .limit(MOST_PLACES) as Promise<Place[]>;
}

function answerOf(work: Work, report: Report, { place, choices }: Reading, span: Span | null): Answered {
  const inPlace = place && 'parkId' in report.filters ? place : null;
  const query = new URLSearchParams({
    ...(span ? { startTime: `${span.from} 00:00:00`, endTime: `${span.to} 23:59:59` } : {}),
    ...(inPlace ? { parkId: inPlace.id } : {}),
    ...Object.fromEntries(choices.map(({ param, value }) => [param, value])),
  }).toString();
  return {
    report: report.name,
    title: report.title[work.lang],
    phrases: [
      ...(span ? [periodOf(span.from, span.to).replace('_', ' – ')] : []),
      ...(inPlace ? [inPlace.name] : []),
      ...choices.map(({ param, value }) => report.filters[param]!.options![value]![work.lang]),
    ],
    address: report.route! + (query && `?${query}`),
  };
}

async function answers(work: Work<typeof askReports.input>): Promise<Answered[]> {
  const reports = new Map(
    reportsAnswered()
      .filter(({ name, route }) => route && work.permits(`${name}:read`))
      .map((report) => [report.name, report]),
  );
  const today = dayOf(work.now.getTime(), work.person.zone);
  const found = readQuestion(work.input.question!, today, [...reports.values()].map(subjectOf), await placesOf(work));
  return found.flatMap((reading, nth) => {
    const report = reports.get(reading.key)!;
    const first = answerOf(work, report, reading, reading.span);
    // The year before stands beside the best answer alone.
    return nth === 0 && reading.before ? [first, answerOf(work, report, reading, reading.before)] : [first];
  });
}

export const questionServed: Served[] = [serve(askReports, answers)];
