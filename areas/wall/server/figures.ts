/**
 * What a tile shows now: sums of a declared report or figures of the home page, as the person in whose name the screen
 * shows may see them.
 */
import { addDays, dayOf } from '#domain/time/day.ts';
import { parksToday, todaysMoney } from '#areas/report/model/home.ts';
import type { ParkRank, TodaysMoney } from '#areas/report/model/home.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Report } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { valueText } from '#kit/declare/value-text.ts';
import { reportNamed, sorted, summed } from '#kit/server/report.ts';
import type { Range, ReportRow } from '#kit/server/report.ts';
import { nowFigures, ofReport, tileKinds } from '../model/tiles.ts';
import type { ScreenTile, Tile, TileFigures, TileKind } from '../model/tiles.ts';
import { lastPassages, lotsOnMap, pictureShown } from './sights.ts';
import { answerOf, asViewer, ensurePermits } from './viewer.ts';
import type { Viewer } from './viewer.ts';

const MOST_ROWS = 50;
const MOST_BARS = 12;
const MOST_RANKS = 10;

const notThere = text('没有这份报表', 'There is no such report');

const about: ReadonlySet<Kind> = new Set<Kind>(['date', 'month', 'select', 'integer', 'boolean', 'relation']);

/** Whether a line is about nobody: words that are no choice may be a name or a plate, and some rows are people. */
function isOfNobody({ kind, personal, target }: Field): boolean {
  const row = target?.();
  return about.has(kind) && !personal && (!row || (row.name !== 'user' && !row.fields[row.display]?.personal));
}

/** Reports that may hang on a wall, where whoever walks by reads them: none whose lines are about people. */
export const mayHang = ({ dimensions, filters }: Report): boolean =>
  Object.values(dimensions).every(isOfNobody) && !Object.values(filters).some(({ required }) => required);

function rangeOf(report: Report, days: number, { now, person }: Viewer): Range {
  const to = dayOf(now.getTime(), person.zone);
  const from = addDays(to, 1 - Math.min(days, report.mostDays ?? days));
  return { from: report.accepts?.['startMonth'] ? `${from.slice(0, 7)}-01` : from, to };
}

type TileReading = { readonly report: Report; readonly rows: readonly ReportRow[] };

/** Tiles of one report over the same days are answered from one reading of it. */
export class Readings {
  private readonly kept = new Map<string, Promise<TileReading>>();
  private readonly viewer: Viewer;
  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  of({ kind, report: name, days }: Tile): Promise<TileReading> {
    const byDays = kind === 'chart' && Boolean(reportNamed(name)?.byDays);
    const key = `${name} ${days}${byDays ? ' by days' : ''}`;
    let reading = this.kept.get(key);
    if (!reading) this.kept.set(key, (reading = this.read(name, days, byDays)));
    return reading;
  }

  private async read(name: string, days: number, byDays: boolean): Promise<TileReading> {
    const found = reportNamed(name);
    if (!found || !mayHang(found.report)) throw new Refused('rule_refused', { why: notThere });
    const { report, query } = (byDays && found.byDays) || found;
    ensurePermits(this.viewer, `${name}:read`, report.title);
    const range = rangeOf(report, days, this.viewer);
    return { report, rows: await asViewer(this.viewer, (work) => query(work, range)) };
  }
}

const numberIn = (row: ReportRow, name: string): number => Number(row[name] ?? 0);

/** A value of a dimension as it is written: the name of a lot, a day, the word of a choice. */
function labelOf(field: Field, name: string, row: ReportRow, lang: Lang, zone: string): string {
  const labels = (row['labels'] ?? {}) as Readonly<Record<string, string>>;
  return valueText(field, row[name], { lang, zone, nameOf: (_, id) => labels[name] ?? id }) || '—';
}

/** Figures a tile asks for that the report has. */
const measuresOf = ({ measures }: Report, names: readonly string[]): [string, Field][] =>
  names.flatMap((name) => (measures[name] ? [[name, measures[name]] as [string, Field]] : []));

/** Lines added up by what the tile runs over. */
function along({ kind, by, measures }: Tile, { report, rows }: TileReading, { lang, person }: Viewer): TileFigures {
  const field = report.dimensions[by];
  const figures = measuresOf(report, measures);
  if (!field || figures.length === 0) throw new Refused('rule_refused', { why: notThere });
  const [first] = figures[0]!;
  const groups = [...Map.groupBy(rows, (row) => row[by] ?? null).values()].map((same) => ({
    ...same[0]!,
    ...summed(report, same),
  }));
  const inOrder = kind === 'line' || field.kind === 'date' || field.kind === 'month';
  const ordered = inOrder
    ? sorted(report, groups, by)
    : groups
        .sort((a, b) => numberIn(b, first) - numberIn(a, first))
        .slice(0, kind === 'ranking' ? MOST_RANKS : MOST_BARS);
  return {
    state: 'series',
    labels: ordered.map((row) => labelOf(field, by, row, lang, person.zone)),
    series: (kind === 'pie' || kind === 'ranking' ? figures.slice(0, 1) : figures).map(([name, of]) => ({
      label: of.label[lang],
      kind: of.kind,
      values: ordered.map((row) => numberIn(row, name)),
    })),
  };
}

/** Choices by their keys, hours without a value too; rows that lines point at by their names. */
function keysAlong(name: string, { report, rows }: TileReading, { lang, person }: Viewer): Map<string, string> {
  const field = report.dimensions[name]!;
  const labels = new Map(rows.map((row) => [String(row[name]), labelOf(field, name, row, lang, person.zone)]));
  return field.options
    ? new Map(
        Object.entries(field.options)
          .sort(([a], [b]) => (a < b ? -1 : 1)) // of padded hours, "10" to "23" come first in an object
          .map(([key, label]) => [key, label[lang]]),
      )
    : new Map([...labels].sort(([, a], [, b]) => a.localeCompare(b, lang === 'zh' ? 'zh-CN' : 'en')));
}

/** A field of cells by two of the report's dimensions. */
function heat(by: string, x: string, measure: string, reading: TileReading, viewer: Viewer): TileFigures {
  const { report, rows } = reading;
  const field = report.measures[measure]!;
  const cells = Map.groupBy(rows, (row) => `${String(row[by])} ${String(row[x])}`);
  const columns = [...keysAlong(x, reading, viewer)];
  const valueAt = (key: string): number | null => {
    const same = cells.get(key);
    return same ? numberIn(summed(report, same), measure) : null;
  };
  return {
    state: 'heat',
    label: field.label[viewer.lang],
    kind: field.kind,
    columns: columns.map(([, label]) => label),
    lines: [...keysAlong(by, reading, viewer)]
      .slice(0, MOST_BARS)
      .map(([line, label]) => ({ label, values: columns.map(([column]) => valueAt(`${line} ${column}`)) })),
  };
}

/** The chart that the report itself declares. */
function charted(tile: Tile, reading: TileReading, viewer: Viewer): TileFigures {
  const chart = reportNamed(tile.report)?.report.chart;
  if (!chart) throw new Refused('rule_refused', { why: notThere });
  const { kind, x, y } = chart;
  if (kind === 'heat') return heat(chart.by, x, y[0]!, reading, viewer);
  const series = along({ ...tile, kind, by: x, measures: y }, reading, viewer);
  return series.state === 'series' ? { ...series, drawn: kind } : series;
}

function table({ measures }: Tile, { report, rows }: TileReading, { lang, person }: Viewer): TileFigures {
  const lines = Object.entries(report.dimensions);
  const figures = measuresOf(report, measures);
  return {
    state: 'rows',
    heads: [
      ...lines.map(([, field]) => ({ label: field.label[lang], kind: 'text' as const })),
      ...figures.map(([, field]) => ({ label: field.label[lang], kind: field.kind })),
    ],
    rows: sorted(report, [...rows], undefined)
      .slice(0, MOST_ROWS)
      .map((row) => [
        ...lines.map(([name, field]) => labelOf(field, name, row, lang, person.zone)),
        ...figures.map(([name]) => numberIn(row, name)),
      ]),
  };
}

async function moment({ measures }: Tile, viewer: Viewer): Promise<TileFigures> {
  const money = await answerOf<TodaysMoney>(viewer, todaysMoney);
  return {
    state: 'figures',
    figures: measures.flatMap((name) => {
      const figure = nowFigures[name];
      return figure
        ? [{ label: figure.label[viewer.lang], kind: figure.kind, value: Number(money[name as keyof TodaysMoney]) }]
        : [];
    }),
  };
}

const income = text('净收入', 'Net income');

async function parks(viewer: Viewer): Promise<TileFigures> {
  const ranks = await answerOf<readonly ParkRank[]>(viewer, parksToday);
  return {
    state: 'series',
    labels: ranks.map(({ parkName }) => parkName),
    series: [{ label: income[viewer.lang], kind: 'money', values: ranks.map(({ netFen }) => netFen) }],
  };
}

async function shows(tile: Tile, viewer: Viewer, readings: Readings): Promise<TileFigures> {
  if (tile.kind === 'clock' || tile.kind === 'text') return { state: 'plain' };
  if (tile.kind === 'now') return moment(tile, viewer);
  if (tile.kind === 'parks') return parks(viewer);
  if (tile.kind === 'map') return lotsOnMap(viewer);
  if (tile.kind === 'passages') return lastPassages(tile, viewer);
  if (tile.kind === 'camera' || tile.kind === 'picture') return pictureShown(tile, viewer);
  const reading = await readings.of(tile);
  if (tile.kind === 'chart') return charted(tile, reading, viewer);
  if (tile.kind === 'table') return table(tile, reading, viewer);
  if (tile.kind !== 'number') return along(tile, reading, viewer);
  const sums = summed(reading.report, reading.rows);
  return {
    state: 'figures',
    figures: measuresOf(reading.report, tile.measures).map(([name, { label, kind }]) => ({
      label: label[viewer.lang],
      kind,
      value: numberIn(sums, name),
    })),
  };
}

const ownTitles: { readonly [K in TileKind]?: Text } = {
  parks: parksToday.title,
  map: tileKinds.map,
  passages: tileKinds.passages,
};

const titleOf = ({ title, titleEn, report, kind }: Tile, lang: Lang): string =>
  (lang === 'en' ? titleEn || title : title) ||
  (ofReport(kind) ? reportNamed(report)?.report.title : ownTitles[kind])?.[lang] ||
  '';

/** One tile with what it shows; one that may not be shown says so in its place and leaves the others alone. */
export async function shownTile(tile: Tile, viewer: Viewer, readings: Readings): Promise<ScreenTile> {
  const { id, kind, x, y, w, h, words } = tile;
  const place = { id, kind, x, y, w, h, words, title: titleOf(tile, viewer.lang) };
  try {
    return { ...place, shows: await shows(tile, viewer, readings) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...place, shows: { state: 'refused', why: error.words[viewer.lang] } };
  }
}
