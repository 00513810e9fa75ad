/** A screen with its figures: for whoever draws it, and by its link for a wall where nobody is logged in. */
import { createHash } from 'node:crypto';
import { knock, personOfUser } from '#areas/access/server/door.ts';
import { companyLine, companySubtree } from '#areas/org/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { groupPicture } from '#kit/files/files.ts';
import { Raw } from '#kit/server/served.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { permits, scopeOf } from '#kit/server/work.ts';
import type { Person, Work } from '#kit/server/work.ts';
import { linkScreen, sysbigreport } from '../model/sysbigreport.ts';
import { hashOf, readConfig } from '../model/tiles.ts';
import type { Screen, ScreenTile, WallConfig } from '../model/tiles.ts';
import { Readings, shownTile } from './figures.ts';
import { sightOf } from './sights.ts';
import { ticketRead } from './ticket.ts';
import type { Viewer } from './viewer.ts';

const MINUTE_S = 60;
/** The last look is noted this often, not each time. */
const NOTED_MS = 60_000;
/** Requests of all walls of a screen, and of one network. A screen of cameras asks for each that has changed. */
const MOST_A_MINUTE = {
  wall: { screen: 240, address: 120 },
  'wall-picture': { screen: 960, address: 480 },
} as const;
/** Several walls by one link are answered from one reading for so long. */
const KEPT_MS = 10_000;
const MOST_KEPT = 100;

/** A screen as it is stored. */
type Wall = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string | null;
  readonly name: string | null;
  readonly parkIds: readonly string[] | null;
  readonly config: unknown;
  readonly refresh: string | null;
  readonly enabled: boolean | null;
  readonly linkBy: string | null;
  readonly linkTenant: number | null;
  readonly linkNo: number | null;
  readonly linkUntil: string | null;
  readonly lastSeen: string | null;
  readonly updatedAt: string;
};

const ended = (): Refused =>
  ruleRefused(
    text('链接已失效，请联系管理员', 'This link is no longer valid; please ask your administrator'),
    'link_ended',
  );

/**
 * Somebody as far as a screen goes: its company and those below, and of his lots those of the screen. Null where the
 * screen is none of his.
 */
async function narrowed(database: Database, person: Person, wall: Wall): Promise<Person | null> {
  const { companyId } = wall;
  if (companyId === null) return null;
  const isHis =
    person.platform ||
    (person.tenantId === wall.tenantId && (person.companyIds === null || person.companyIds.includes(companyId)));
  if (!isHis) return null;
  const { line, below } = await database.read(tenantScope(wall.tenantId), async (db) => ({
    line: await companyLine(db, wall.tenantId, companyId),
    below: await companySubtree(db, companyId),
  }));
  if (line.some(({ enabled }) => !enabled)) return null;
  const chosen = wall.parkIds && wall.parkIds.length > 0 ? wall.parkIds : null;
  const lots =
    chosen && person.parkIds ? chosen.filter((id) => person.parkIds!.includes(id)) : (chosen ?? person.parkIds);
  return {
    ...person,
    tenantId: wall.tenantId,
    companyId,
    companyIds: below,
    parkIds: lots,
    platform: false,
    zone: line.find(({ zone }) => zone)?.zone ?? person.zone,
  };
}

const viewerOf = ({ call, database, lang, now, request, record, afterCommit }: Work, person: Person): Viewer => ({
  call,
  database,
  lang,
  now,
  request,
  record,
  afterCommit,
  person,
});

async function screenOf(work: Work, wall: Wall, person: Person, config: WallConfig): Promise<Screen> {
  const { now } = work;
  const viewer = viewerOf(work, person);
  const readings = new Readings(viewer);
  const tiles = [];
  // One after the other: a screen never takes more than one connection.
  for (const tile of config.tiles) tiles.push(await shownTile(tile, viewer, readings));
  return {
    name: wall.name ?? '',
    theme: config.theme,
    refresh: Number(wall.refresh ?? 30),
    zone: person.zone,
    at: now.toISOString(),
    tiles,
  };
}

/** The screen as the caller himself sees it; a draft where one is given. */
export async function preview(work: Work): Promise<Screen> {
  const { id, config: draft } = work.input as { id: string; config?: unknown };
  const wall: Wall = await work.database.read(scopeOf(work.person), (db) =>
    rowOf(sysbigreport, String(id).toLowerCase(), db),
  );
  const { config, problem } = readConfig(draft ?? wall.config);
  if (problem) throw new Refused('bad_input', {}, [{ field: 'config', msg: problem }]);
  const person = await narrowed(work.database, work.person, wall);
  if (!person) throw ended();
  return screenOf(work, wall, person, config);
}

const WALL = `SELECT id, tenant_id::int AS "tenantId", company_id AS "companyId", name, park_ids AS "parkIds", config,
  refresh, enabled,
    link_by AS "linkBy", link_tenant::int AS "linkTenant", link_no::int AS "linkNo", link_until AS "linkUntil",
    last_seen AS "lastSeen",
    updated_at AS "updatedAt"
  FROM sysbigreport WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`;

/**
 * The screen of a ticket and in whose name it shows. A link holds while it is the screen's last, and while its maker
 * may make one.
 */
async function found(work: Work, what: keyof typeof MOST_A_MINUTE): Promise<{ wall: Wall; person: Person }> {
  const from = networkOf(work.request.ip);
  const ticket = ticketRead(String(work.input['ticket']));
  if (!ticket) {
    await knock(work.database, [{ key: `wall-miss:${from}`, most: 20, seconds: 15 * MINUTE_S }]);
    throw ended();
  }
  await knock(work.database, [
    { key: `${what}:${ticket.id}`, most: MOST_A_MINUTE[what].screen, seconds: MINUTE_S },
    { key: `${what}-from:${from}`, most: MOST_A_MINUTE[what].address, seconds: MINUTE_S },
  ]);
  const { tenantId, id, linkNo } = ticket;
  const [wall] = await work.database.read(tenantScope(tenantId), (db) => db.raw<Wall>(WALL, [tenantId, id]));
  const { linkBy, linkTenant, linkUntil } = wall ?? {};
  if (!wall || wall.enabled === false || wall.linkNo !== linkNo || !linkBy || !linkUntil) throw ended();
  if (linkTenant === null || linkTenant === undefined) throw ended();
  if (Date.parse(linkUntil) <= work.now.getTime()) throw ended();
  const maker = await personOfUser(work.database, { tenantId: linkTenant, userId: linkBy });
  if (!maker || !permits(maker.permissions, linkScreen.permission)) throw ended();
  const person = await narrowed(work.database, maker, wall);
  if (!person) throw ended();
  return { wall, person };
}

/** A reading serves walls of one link as long as its screen and what its maker may see are the same. */
const keyOf = (wall: Wall, { permissions, companyIds, parkIds, zone }: Person, lang: Lang): string =>
  createHash('sha256')
    .update(JSON.stringify([wall.id, wall.linkNo, wall.updatedAt, lang, permissions, companyIds, parkIds, zone]))
    .digest('base64url');

type Kept = { readonly until: number; readonly screen: Promise<Screen> };
const kept = new Map<string, Kept>();

/** What was read a moment ago, for the other walls of the same link; what is older is let go. */
function once(key: string, make: () => Promise<Screen>): Promise<Screen> {
  const now = performance.now();
  for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
  const held = kept.get(key);
  if (held) return held.screen;
  const screen = make();
  if (kept.size < MOST_KEPT) kept.set(key, { until: now + KEPT_MS, screen });
  screen.catch(() => kept.delete(key));
  return screen;
}

export async function show(work: Work): Promise<Screen> {
  const { wall, person } = await found(work, 'wall');
  const { config, problem } = readConfig(wall.config);
  if (problem) throw ended();
  const screen = await once(keyOf(wall, person, work.lang), () => screenOf(work, wall, person, config));
  if (!wall.lastSeen || Date.parse(wall.lastSeen) < work.now.getTime() - NOTED_MS)
    await work.database.write(tenantScope(wall.tenantId), (db) =>
      db.raw('UPDATE sysbigreport SET last_seen = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1', [
        wall.tenantId,
        wall.id,
        work.now.toISOString(),
      ]),
    );
  return { ...screen, tiles: screen.tiles.map(withoutAddress) };
}

/** A link gets no address of a picture: it reads them one by one, each time with what its maker may see. */
const withoutAddress = (tile: ScreenTile): ScreenTile => {
  if (tile.shows.state !== 'picture') return tile;
  const { address: _, ...shows } = tile.shows;
  return { ...tile, shows };
};

const noPicture = (): Refused => new Refused('no_such_record', { what: text('图片', 'Picture') });

/** The picture behind an address: of the wall's group or of its link's maker, or a drawing of the demo's cameras. */
async function sent(database: Database, address: string, { tenantId, linkTenant }: Wall): Promise<Raw> {
  const hash = hashOf(address);
  if (hash === null && /^\/demo\/camera\/[\w.-]+$/.test(address))
    return new Raw((reply) => reply.header('Cache-Control', 'no-store').redirect(address));
  const groups = hash === null ? [] : new Set([tenantId, linkTenant ?? tenantId]);
  for (const group of groups) {
    const picture = await database.read(tenantScope(group), (db) => groupPicture(db, group, hash!));
    if (picture) return picture;
  }
  throw noPicture();
}

/** What a tile of a link's screen shows now, as its bytes. */
export async function pictureByLink(work: Work): Promise<Raw> {
  const { wall, person } = await found(work, 'wall-picture');
  const tile = readConfig(wall.config).config?.tiles.find(({ id }) => id === work.input['tile']);
  if (tile?.kind !== 'camera' && tile?.kind !== 'picture') throw noPicture();
  const { address } = await sightOf(tile, viewerOf(work, person));
  if (address === null) throw noPicture();
  return sent(work.database, address, wall);
}
