/** Big screens as people keep them: drawn, copied, and opened to a wall by a link. */
import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { reportNamed, reportsAnswered } from '#kit/server/report.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { namesOf } from '#kit/server/rows.ts';
import type { Filing, Rules } from '#kit/server/rules.ts';
import { add } from '#kit/server/save.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { through } from '#kit/server/through.ts';
import type { Work } from '#kit/server/work.ts';
import { company } from '#areas/org/model/company.ts';
import {
  copyScreen,
  endLink,
  linkScreen,
  offeredReports,
  previewScreen,
  screenList,
  showPicture,
  showScreen,
  sysbigreport,
} from '../model/sysbigreport.ts';
import { codeState, pairScreen, showCode } from '../model/pairing.ts';
import { emptyWall, ofReport, readConfig, runsOver } from '../model/tiles.ts';
import type { OfferedReport, Tile, WallConfig } from '../model/tiles.ts';
import { lately } from '#areas/passage/model/calls.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { mayHang } from './figures.ts';
import { endLinks, link, nextLink, noLink } from './links.ts';
import { beforePairing, newCode, pair, stateOfCode } from './pairing.ts';
import { SEES_LOTS, SEES_PICTURES } from './sights.ts';
import { pictureByLink, preview, show } from './show.ts';

const of = sysbigreport as Resource;

type TileProblem = readonly [zh: string, en: string];
const notPermitted: TileProblem = ['没有权限', 'no permission for it'];

/** A tile names a report that stands, that whoever draws it may read, and figures it has. */
function reportProblem({ kind, report: name, measures, by }: Tile, work: Work): TileProblem | null {
  const report = reportNamed(name)?.report;
  if (!report || !mayHang(report) || !work.permits(`${name}:read`))
    return ['没有这份报表或没有权限', 'there is no such report, or no permission for it'];
  if (kind === 'chart') return report.chart ? null : ['报表没有图', 'the report has no chart'];
  if (!measures.every((each) => Object.hasOwn(report.measures, each)))
    return ['报表没有这个指标', 'the report has no such figure'];
  return runsOver(kind) && !Object.hasOwn(report.dimensions, by)
    ? ['报表不能按此展开', 'the report does not run over this']
    : null;
}

/** A lane of one's own, whose pictures one may see. */
async function laneProblem({ parkId, gateId }: Tile, work: Work): Promise<TileProblem | null> {
  if (!work.permits(lately.permission) || !work.permits(SEES_PICTURES)) return notPermitted;
  const t = tableOf(parkGate as Resource);
  const found = await work.db
    .select({ id: t.id! })
    .from(t)
    .where(scoped(parkGate as Resource, work.db.scope, [eq(t.id!, gateId), eq(t.parkId!, parkId)]));
  return found.length > 0 ? null : ['没有这条车道', 'there is no such lane'];
}

async function tileProblem(tile: Tile, nth: number, work: Work): Promise<Problem[]> {
  const { kind } = tile;
  const problem = ofReport(kind)
    ? reportProblem(tile, work)
    : kind === 'camera'
      ? await laneProblem(tile, work)
      : (kind === 'map' && !work.permits(SEES_LOTS)) || (kind === 'passages' && !work.permits(lately.permission))
        ? notPermitted
        : null;
  if (!problem) return [];
  const [zh, en] = problem;
  return [{ field: 'config', msg: fill(text(`第{nth}块：${zh}`, `Tile {nth}: ${en}`), { nth }) }];
}

async function configProblems(raw: unknown, work: Work): Promise<Problem[]> {
  const { config, problem } = readConfig(raw);
  if (problem) return [{ field: 'config', msg: problem }];
  const problems: Problem[] = [];
  for (const [nth, tile] of config.tiles.entries()) problems.push(...(await tileProblem(tile, nth + 1, work)));
  return problems;
}

const submitName = `${sysbigreport.name}.submit`;
const idIn = (answer: unknown): string => (answer as { id: string }).id;
const isBlank = (config: unknown): boolean => isEmpty(config) || isDeepStrictEqual(config, emptyWall);

/** Lanes and stored pictures are of this installation: files of the configuration leave such tiles out. */
const isOfHere = ({ kind }: Tile): boolean => kind === 'camera' || kind === 'picture';
const tilesIn = (config: unknown): readonly Tile[] => readConfig(config).config?.tiles ?? [];
const portable = (config: unknown): unknown =>
  tilesIn(config).some(isOfHere)
    ? { ...(config as WallConfig), tiles: tilesIn(config).filter((tile) => !isOfHere(tile)) }
    : config;

/** The tiles are one value, which the designer saves by itself; those a file does not hold stay as they are. */
const filing: Filing = {
  also: ['config'],
  read: async (rows) => rows.map(({ config }) => (isBlank(portable(config)) ? {} : { config: portable(config) })),
  save: async (row, { config, ...values }, plain, work) => {
    if (!row) return idIn(await through(submitName, { ...values, config: config ?? null }, work));
    const id = await plain();
    const before = portable(row['config']);
    if ((isBlank(config) && isBlank(before)) || isDeepStrictEqual(config, before)) return id;
    const own = tilesIn(row['config']).filter(isOfHere);
    const { config: next } = readConfig(config);
    const merged = next && own.length > 0 ? { ...next, tiles: [...next.tiles, ...own] } : (config ?? emptyWall);
    await through(submitName, { id, config: merged }, work);
    return id;
  },
};

export const screenRules: Rules = {
  files: filing,
  check: ({ config }, _, work) => (isEmpty(config) ? [] : configProblems(config, work)),
  // A link shows what its maker may see: what somebody else puts on the screen afterwards does not go out in his name.
  fill: ({ config, parkIds }, before, work) => ({
    ...(isEmpty(config) ? {} : { config: readConfig(config).config }),
    ...(before?.['linkBy'] && before['linkBy'] !== work.person.userId && (config !== undefined || parkIds !== undefined)
      ? { ...noLink, linkNo: nextLink(before) }
      : {}),
  }),
};

const idOf = (work: Work): string => String((work.input as { id: string }).id).toLowerCase();

async function copy(work: Work): Promise<{ id: string }> {
  const { name, companyId, parkIds, config, refresh, remark } = await rowOf(of, idOf(work), work.db);
  const called = fill(text('{name} 副本', '{name} copy'), { name: String(name).slice(0, 50) })[work.lang];
  const { id } = await add(
    of,
    { name: called, companyId, parkIds, config, refresh, remark, enabled: true },
    work,
    screenRules,
  );
  return { id };
}

async function list(work: Work): Promise<object[]> {
  const { companyId } = work.input as { companyId?: string };
  const t = tableOf(of);
  const rows = await work.db
    .select({ id: t.id!, name: t.name!, companyId: t.companyId!, lastSeen: t.lastSeen!, linkUntil: t.linkUntil! })
    .from(t)
    .where(scoped(of, work.db.scope, [eq(t.enabled!, true), companyId ? eq(t.companyId!, companyId) : undefined]))
    .orderBy(asc(t.name!))
    .limit(500);
  const names = await namesOf(company, [...new Set(rows.map((row) => String(row.companyId)))], work.db);
  return rows.map((row) => ({ ...row, companyName: names.get(String(row.companyId)) ?? null }));
}

async function offered(work: Work): Promise<OfferedReport[]> {
  return reportsAnswered()
    .filter((report) => mayHang(report) && work.permits(`${report.name}:read`))
    .map(({ name, title, dimensions, measures, chart }) => ({
      name,
      title: title[work.lang],
      charted: chart !== undefined,
      dimensions: Object.entries(dimensions).map(([each, { label }]) => ({ name: each, label: label[work.lang] })),
      measures: Object.entries(measures).map(([each, { label }]) => ({ name: each, label: label[work.lang] })),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, work.lang === 'zh' ? 'zh-CN' : 'en'));
}

export const screensServed: Served[] = [
  serve(screenList, list),
  serve(copyScreen, copy),
  serve(linkScreen, link),
  serve(endLink, endLinks),
  serve(showCode, newCode, { mode: 'open' }),
  serve(codeState, stateOfCode, { mode: 'open' }),
  serve(pairScreen, pair, { before: beforePairing }),
  serve(offeredReports, offered),
  serve(previewScreen, preview, { mode: 'open' }),
  serve(showScreen, show, { mode: 'open' }),
  serve(showPicture, pictureByLink, { mode: 'open' }),
];
