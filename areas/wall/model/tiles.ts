/**
 * What a big screen shows: tiles on its grid, each naming a declared report, figures of the moment, a lane or a stored
 * picture. No statement, no foreign address.
 */
import { COLUMNS, ROWS, SMALLEST, isLaid } from '#domain/wall/grid.ts';
import type { Box, Size } from '#domain/wall/grid.ts';
import { isId } from '#kit/declare/check.ts';
import type { Kind } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export const tileKinds = {
  now: text('现况数字', 'Figures of the moment'),
  parks: text('今日车场收入排行', 'Car parks by income today'),
  number: text('报表数字', 'Figures of a report'),
  line: text('曲线', 'Lines'),
  bar: text('柱形', 'Bars'),
  pie: text('占比', 'Shares'),
  ranking: text('排行', 'Ranking'),
  table: text('表格', 'Table'),
  chart: text('报表图', 'Chart of a report'),
  map: text('车场地图', 'Map of car parks'),
  passages: text('最近通行', 'Latest passages'),
  camera: text('车道画面', 'Picture of a lane'),
  picture: text('图片', 'Picture'),
  clock: text('时钟', 'Clock'),
  text: text('文字', 'Text'),
};
export type TileKind = keyof typeof tileKinds;

/** What a tile of a kind is as it is added. */
export const firstSize: { readonly [K in TileKind]: Size } = {
  now: [8, 3],
  parks: [8, 5],
  number: [8, 3],
  line: [12, 5],
  bar: [12, 5],
  pie: [8, 5],
  ranking: [8, 5],
  table: [12, 5],
  chart: [12, 5],
  map: [10, 6],
  passages: [10, 5],
  camera: [8, 5],
  picture: [6, 4],
  clock: [6, 2],
  text: [6, 2],
};

/** Below this a kind cannot be read across a room. */
const leastSizes: { readonly [K in TileKind]?: Size } = {
  chart: [6, 3],
  map: [6, 4],
  passages: [6, 3],
  camera: [4, 3],
  picture: [2, 2],
};
export const leastSizeOf = (kind: TileKind): Size => leastSizes[kind] ?? SMALLEST;

/** Kinds whose figures are chosen among those of a report; `chart` shows those that the report's own chart names. */
export const hasMeasures = (kind: TileKind): boolean =>
  ['number', 'line', 'bar', 'pie', 'ranking', 'table'].includes(kind);
export const ofReport = (kind: TileKind): boolean => kind === 'chart' || hasMeasures(kind);
/** Kinds that run over one of the things a report's lines are about. */
export const runsOver = (kind: TileKind): boolean => ['line', 'bar', 'pie', 'ranking'].includes(kind);

/** Figures that the home page has, by the names its calls answer. */
export const nowFigures: Readonly<Record<string, { readonly label: Text; readonly kind: Kind }>> = {
  netFen: { label: text('今日净收入', 'Net income today'), kind: 'money' },
  paidFen: { label: text('今日实收', 'Paid today'), kind: 'money' },
  onlineFen: { label: text('今日线上', 'Online today'), kind: 'money' },
  cashFen: { label: text('今日现金', 'Cash today'), kind: 'money' },
  netYesterdayFen: { label: text('昨日净收入', 'Net income yesterday'), kind: 'money' },
  inside: { label: text('在场车辆', 'Cars inside'), kind: 'integer' },
  free: { label: text('剩余车位', 'Free spaces'), kind: 'integer' },
  spaces: { label: text('车位总数', 'Spaces'), kind: 'integer' },
  entries: { label: text('今日入场', 'Entries today'), kind: 'integer' },
  exits: { label: text('今日出场', 'Exits today'), kind: 'integer' },
};

export type Tile = Box & {
  readonly id: string;
  readonly kind: TileKind;
  readonly title: string;
  readonly titleEn: string;
  readonly report: string;
  readonly measures: readonly string[];
  /** What the tile runs over: a dimension of the report. */
  readonly by: string;
  /** Days back from today; 1 is today alone. */
  readonly days: number;
  readonly words: string;
  /** Of a lane's picture: the lane and its lot. */
  readonly parkId: string;
  readonly gateId: string;
  /** A stored picture of one's own, by its address. */
  readonly picture: string;
};

export const themes = { dark: text('深色', 'Dark'), light: text('浅色', 'Light') };
export type WallConfig = { readonly theme: keyof typeof themes; readonly tiles: readonly Tile[] };

export const emptyWall: WallConfig = { theme: 'dark', tiles: [] };
export const MOST_TILES = 24;
export const MOST_MEASURES = 6;
export const MOST_DAYS = 92;

type Read =
  | { readonly config: WallConfig; readonly problem?: undefined }
  | { readonly problem: Text; readonly config?: undefined };

const isRow = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
const spoken = (raw: unknown, most: number): string => (typeof raw === 'string' ? raw.trim().slice(0, most) : '');
const idIn = (raw: unknown): string => {
  const id = spoken(raw, 36).toLowerCase();
  return isId(id) ? id : '';
};
const whole = (raw: unknown, otherwise: number): number => (Number.isSafeInteger(raw) ? (raw as number) : otherwise);

function tileOf(row: Record<string, unknown>): Tile {
  const measures = Array.isArray(row['measures']) ? row['measures'] : [];
  return {
    id: spoken(row['id'], 40),
    kind: spoken(row['kind'], 20) as TileKind,
    x: whole(row['x'], -1),
    y: whole(row['y'], -1),
    w: whole(row['w'], 0),
    h: whole(row['h'], 0),
    title: spoken(row['title'], 40),
    titleEn: spoken(row['titleEn'], 60),
    report: spoken(row['report'], 60),
    measures: measures.slice(0, MOST_MEASURES).map((each) => spoken(each, 60)),
    by: spoken(row['by'], 60),
    days: Math.min(MOST_DAYS, Math.max(1, whole(row['days'], 7))),
    words: spoken(row['words'], 500),
    parkId: idIn(row['parkId']),
    gateId: idIn(row['gateId']),
    picture: spoken(row['picture'], 200),
  };
}

/** The hash by which a stored picture is found; null for any other address. */
export const hashOf = (picture: string): string | null =>
  /^\/api\/updown\/file\/([0-9a-f]{64})$/.exec(picture)?.[1] ?? null;

function problemOf(tile: Tile, nth: number): Text | null {
  const { kind, report, measures, by, words, w, h } = tile;
  const problemWords = (zh: string, en: string) => fill(text(`第{nth}块：${zh}`, `Tile {nth}: ${en}`), { nth });
  if (!Object.hasOwn(tileKinds, kind)) return problemWords('没有这种图块', 'there is no such kind');
  const [width, height] = leastSizeOf(kind);
  if (w < width || h < height)
    return problemWords(`至少 ${width} 列 ${height} 行`, `at least ${width} columns and ${height} rows`);
  if (ofReport(kind) && report === '') return problemWords('请选择报表', 'choose a report');
  if (hasMeasures(kind) && measures.length === 0) return problemWords('请选择指标', 'choose figures');
  if (runsOver(kind) && by === '') return problemWords('请选择按什么展开', 'choose what it runs over');
  if (kind === 'now' && (measures.length === 0 || !measures.every((name) => Object.hasOwn(nowFigures, name))))
    return problemWords('请选择指标', 'choose figures');
  if (kind === 'camera' && (tile.parkId === '' || tile.gateId === ''))
    return problemWords('请选择车道', 'choose a lane');
  if (kind === 'picture' && hashOf(tile.picture) === null) return problemWords('请上传图片', 'upload a picture');
  return kind === 'text' && words === '' ? problemWords('请填写文字', 'enter words') : null;
}

/** Reads what a screen shows as it was sent or stored; a screen without tiles where nothing is given. */
export function readConfig(raw: unknown): Read {
  if (raw === null || raw === undefined || raw === '') return { config: emptyWall };
  if (!isRow(raw) || !Array.isArray(raw['tiles']) || !raw['tiles'].every(isRow))
    return { problem: text('大屏内容应为图块列表', 'A screen is a list of tiles') };
  const tiles = raw['tiles'].map(tileOf);
  if (tiles.length > MOST_TILES) return { problem: text(`最多${MOST_TILES}块`, `At most ${MOST_TILES} tiles`) };
  for (const [nth, tile] of tiles.entries()) {
    const problem = problemOf(tile, nth + 1);
    if (problem) return { problem };
  }
  if (!isLaid(tiles))
    return {
      problem: text(
        `图块不能重叠，也不能超出${COLUMNS}列${ROWS}行`,
        `Tiles may not lie over each other nor outside ${COLUMNS} columns and ${ROWS} rows`,
      ),
    };
  return { config: { theme: raw['theme'] === 'light' ? 'light' : 'dark', tiles } };
}

/** A value of a tile with its kind, which says how it is written. */
export type Figure = { readonly label: string; readonly kind: Kind; readonly value: number | null };
/** A car park with a position; `hidden` counts those that are not on the map. */
export type LotOnMap = {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  readonly free: number | null;
  readonly total: number | null;
  /** Berths nothing is known of. */
  readonly unknown: number;
};

/** What a tile shows now. */
export type TileFigures =
  | { readonly state: 'figures'; readonly figures: readonly Figure[] }
  | {
      readonly state: 'series';
      /** How it is drawn, where the report says so and not the tile. */
      readonly drawn?: 'line' | 'bar' | 'pie';
      readonly labels: readonly string[];
      readonly series: readonly { readonly label: string; readonly kind: Kind; readonly values: readonly number[] }[];
    }
  | {
      readonly state: 'rows';
      readonly heads: readonly { readonly label: string; readonly kind: Kind }[];
      readonly rows: readonly (readonly (string | number | null)[])[];
    }
  | {
      readonly state: 'heat';
      readonly label: string;
      readonly kind: Kind;
      readonly columns: readonly string[];
      readonly lines: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
    }
  | { readonly state: 'map'; readonly lots: readonly LotOnMap[]; readonly hidden: number }
  | {
      readonly state: 'picture';
      /** Another one where the picture is; empty where there is none. */
      readonly version: string;
      /** When a lane's was taken. */
      readonly at: string | null;
      /** The lane's name. */
      readonly label: string;
      /** Where whoever is logged in reads it; a link has a call of its own. */
      readonly address?: string;
    }
  | { readonly state: 'plain' }
  | { readonly state: 'refused'; readonly why: string };

export type ScreenTile = Box & {
  readonly id: string;
  readonly kind: TileKind;
  readonly title: string;
  readonly words: string;
  readonly shows: TileFigures;
};

/** What a screen is answered with. `refresh`: seconds until it asks again. */
export type Screen = {
  readonly name: string;
  readonly theme: keyof typeof themes;
  readonly refresh: number;
  readonly zone: string;
  readonly at: string;
  readonly tiles: readonly ScreenTile[];
};

/** A report as the designer offers it. */
export type OfferedReport = {
  readonly name: string;
  readonly title: string;
  readonly dimensions: readonly { readonly name: string; readonly label: string }[];
  readonly measures: readonly { readonly name: string; readonly label: string }[];
  /** Whether its declaration has a chart. */
  readonly charted: boolean;
};

/** The figures a tile begins with. */
export const firstMeasures = (kind: TileKind, report: OfferedReport | undefined): readonly string[] =>
  hasMeasures(kind) ? (report?.measures ?? []).slice(0, 1).map(({ name }) => name) : [];
