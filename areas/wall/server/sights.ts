/** Tiles that are no figures of a report: car parks on a map, the last cars at the lanes, and pictures. */
import { createHash } from 'node:crypto';
import { passage } from '#areas/passage/model/gate-event.ts';
import { lately } from '#areas/passage/model/calls.ts';
import { lastPicture } from '#areas/passage/server/door.ts';
import { monitorParks, roadParkLngLat, sampleLngLat } from '#areas/lot/model/park-calls.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { wallTime } from '#kit/declare/format.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { valueText } from '#kit/declare/value-text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { tileKinds } from '../model/tiles.ts';
import type { LotOnMap, Tile, TileFigures } from '../model/tiles.ts';
import { answerOf, asViewer, ensurePermits } from './viewer.ts';
import type { Viewer } from './viewer.ts';

const MOST_LOTS = 300;

export const SEES_LOTS = `${park.name}:read`;
/** A picture shows the plate: whoever sees plates whole may put it on a wall. */
export const SEES_PICTURES = `${passage.name}:unmask`;

type Watched = {
  readonly id: string;
  readonly parkName: string;
  readonly totalStall: number | null;
  readonly remainStall: number | null;
};
type Placed = { readonly id: string; readonly longitude: number; readonly latitude: number };
type Kerb = { readonly id: string; readonly total: number; readonly free: number; readonly unknown: number };

/** Behind barriers what was counted in and out says how many are free, at the roadside what is known of the berths. */
export async function lotsOnMap(viewer: Viewer): Promise<TileFigures> {
  ensurePermits(viewer, SEES_LOTS, tileKinds.map);
  const watched = await answerOf<readonly Watched[]>(viewer, monitorParks, SEES_LOTS);
  const placed = await answerOf<readonly Placed[]>(viewer, sampleLngLat, SEES_LOTS);
  const kerbs = await answerOf<readonly Kerb[]>(viewer, roadParkLngLat, SEES_LOTS);
  const spots = new Map(placed.map((each) => [each.id, each]));
  const berths = new Map(kerbs.map((each) => [each.id, each]));
  const lots = watched.flatMap(({ id, parkName, totalStall, remainStall }): LotOnMap[] => {
    const spot = spots.get(id);
    const kerb = berths.get(id);
    return spot
      ? [
          {
            name: parkName,
            lng: spot.longitude,
            lat: spot.latitude,
            free: kerb ? kerb.free : remainStall,
            total: kerb ? kerb.total : totalStall,
            unknown: kerb?.unknown ?? 0,
          },
        ]
      : [];
  });
  const shown = lots.slice(0, MOST_LOTS);
  return { state: 'map', lots: shown, hidden: watched.length - shown.length };
}

type Passed = {
  readonly parkName: string | null;
  readonly gateName: string | null;
  readonly plateNumber: string | null;
  readonly status: string;
  readonly time: string;
};

const { plateNumber: plateField, status: statusField } = passage.fields;
const heads = [text('时间', 'Time'), plateField.label, text('车道', 'Lane'), statusField.label];
const noPlate = text('无牌', 'No plate');

/** Lines that a tile of so many rows of the grid has room for, below its title and its heads. */
const linesIn = (h: number): number => Math.max(2, Math.floor(h * 1.9) - 2);

/** The last cars at the lanes, newest first, their plates masked. */
export async function lastPassages({ h }: Tile, viewer: Viewer): Promise<TileFigures> {
  const { lang, person } = viewer;
  const rows = await answerOf<readonly Passed[]>(viewer, lately);
  const options = { lang, zone: person.zone, nameOf: (_: unknown, id: string) => id };
  return {
    state: 'rows',
    heads: heads.map((label) => ({ label: label[lang], kind: 'text' })),
    rows: rows
      .slice(0, linesIn(h))
      .map(({ time, plateNumber, parkName, gateName, status }) => [
        wallTime(time, person.zone).slice(11, 19),
        plateNumber ? valueText(plateField, plateNumber, options) : noPlate[lang],
        [parkName, gateName].filter(Boolean).join(' · ') || '—',
        valueText(statusField, status, options),
      ]),
  };
}

type Sight = { readonly address: string | null; readonly at: string | null; readonly label: string };

/** The last picture of a lane, of the last day; refused where the lane is none of the viewer's. */
async function laneSight({ parkId, gateId }: Tile, viewer: Viewer): Promise<Sight> {
  ensurePermits(viewer, `${passage.name}:read`, passage.title);
  ensurePermits(viewer, SEES_PICTURES, tileKinds.camera);
  return asViewer(viewer, async ({ db }) => {
    const lane = await rowOf(parkGate as Resource, gateId, db);
    const found = await lastPicture(db, parkId, gateId);
    return { address: found?.picture ?? null, at: found?.time ?? null, label: String(lane['gateName']) };
  });
}

/** Where the picture of a tile is; no address where there is none. Refused where the viewer may not see it. */
export const sightOf = async (tile: Tile, viewer: Viewer): Promise<Sight> =>
  tile.kind === 'camera' ? laneSight(tile, viewer) : { address: tile.picture || null, at: null, label: '' };

/** Tells one picture from the next without its address, which a link does not get. */
const versionOf = (address: string): string => createHash('sha256').update(address).digest('base64url').slice(0, 16);

export async function pictureShown(tile: Tile, viewer: Viewer): Promise<TileFigures> {
  const { address, at, label } = await sightOf(tile, viewer);
  const shown = { state: 'picture', at, label } as const;
  return address ? { ...shown, version: versionOf(address), address } : { ...shown, version: '' };
}
