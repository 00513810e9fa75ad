/** Spaces drawn on a floor: new ones and moved ones, all of them or none. */
import { isOn, rounded } from '#domain/guidance/rows.ts';
import type { Placed } from '#domain/guidance/rows.ts';
import { building } from '#areas/guidance/model/building.ts';
import { drawSpaces, MOST_DRAWN } from '#areas/guidance/model/draw-call.ts';
import { parkingSpace } from '#areas/guidance/model/space.ts';
import { spaceKinds } from '#areas/guidance/model/words.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { uniqueRefusal } from '#kit/server/save.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { holdFloors } from './figures.ts';
import { recounted } from './recounted.ts';

type DrawWork = Work<typeof drawSpaces.input>;
type Floor = {
  id: string;
  tenantId: number;
  companyId: string;
  parkId: string;
  planWidth: number | string;
  planHeight: number | string;
};
type Moved = { readonly id: string; readonly x: number; readonly y: number };

const wrong = (field: 'added' | 'moved', msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);

function listOf(value: unknown, field: 'added' | 'moved'): readonly Record<string, unknown>[] {
  const list = value ?? [];
  if (
    !Array.isArray(list) ||
    list.length > MOST_DRAWN ||
    list.some((each) => typeof each !== 'object' || each === null)
  )
    throw wrong(field, text(`须为最多 ${MOST_DRAWN} 项的列表`, `Must be a list of at most ${MOST_DRAWN}`));
  return list as Record<string, unknown>[];
}

const within = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** Bounds are those of the fields of a space. */
function addedOf(raw: Record<string, unknown>): Placed {
  const { spaceNo, kind = 'normal', x, y, w = 2.5, h = 5, angle = 0 } = raw;
  if (typeof spaceNo !== 'string' || spaceNo.trim() === '' || spaceNo.trim().length > 20)
    throw wrong('added', text('车位号须为 1 至 20 个字符', 'A space has a number of 1 to 20 characters'));
  const no = spaceNo.trim();
  const known = typeof kind === 'string' && Object.hasOwn(spaceKinds, kind);
  const drawn = within(x, 0, 2_000) && within(y, 0, 2_000) && within(w, 1, 20) && within(h, 1, 30);
  if (!known || !drawn || !within(angle, -180, 180) || !Number.isInteger(angle))
    throw wrong('added', text(`车位“${no}”的类型、位置或尺寸不对`, `Kind, place or size of space “${no}” is wrong`));
  return { spaceNo: no, kind: kind as Placed['kind'], x: rounded(x), y: rounded(y), w, h, angle };
}

function movedOf({ id, x, y }: Record<string, unknown>): Moved {
  if (typeof id !== 'string' || !isId(id.toLowerCase()) || !within(x, 0, 2_000) || !within(y, 0, 2_000))
    throw wrong('moved', text('须为 { id, x, y }', 'Must be { id, x, y }'));
  return { id: id.toLowerCase(), x: rounded(x), y: rounded(y) };
}

const some = (numbers: readonly string[]): string =>
  numbers.slice(0, 5).join('、') + (numbers.length > 5 ? ` … (${String(numbers.length)})` : '');

function checkPlaces(floor: Floor, field: 'added' | 'moved', spaces: readonly Omit<Placed, 'kind'>[]): void {
  const plan = { width: Number(floor.planWidth), height: Number(floor.planHeight) };
  const outside = spaces.filter((space) => !isOn(space, plan)).map(({ spaceNo }) => spaceNo);
  if (outside.length > 0) throw wrong(field, text(`超出楼层：${some(outside)}`, `Outside the floor: ${some(outside)}`));
}

async function checkNumbers(work: DrawWork, { tenantId, parkId }: Floor, added: readonly Placed[]): Promise<void> {
  const numbers = added.map(({ spaceNo }) => spaceNo);
  const doubled = numbers.filter((no, nth) => numbers.indexOf(no) !== nth);
  const known = await work.db.raw<{ no: string }>(
    `SELECT space_no AS no FROM parking_space WHERE tenant_id = $1 AND park_id = $2 AND space_no = ANY($3::text[]) AND deleted_at IS NULL
     ORDER BY space_no`,
    [tenantId, parkId, numbers],
  );
  const taken = [...new Set([...doubled, ...known.map(({ no }) => no)])];
  if (taken.length > 0) throw wrong('added', text(`车位号重复：${some(taken)}`, `Numbers used twice: ${some(taken)}`));
}

async function add(work: DrawWork, floor: Floor, added: readonly Placed[]): Promise<void> {
  const { tenantId, companyId, parkId, id: buildingId } = floor;
  checkPlaces(floor, 'added', added);
  await checkNumbers(work, floor, added);
  const at = work.now.toISOString();
  const rows = added.map(({ spaceNo, kind, x, y, w, h, angle }) => ({
    tenant_id: tenantId,
    company_id: companyId,
    park_id: parkId,
    id: newId(),
    created_at: at,
    updated_at: at,
    created_by: work.person.userId,
    updated_by: work.person.userId,
    space_no: spaceNo,
    building_id: buildingId,
    space_kind: kind,
    x,
    y,
    w,
    h,
    angle,
    status: 'unknown',
  }));
  await insertRows(work.db, 'parking_space', rows, '').catch((error: unknown) => {
    // Another floor of the car park took a number meanwhile.
    throw uniqueRefusal(parkingSpace, error);
  });
}

type Stands = Omit<Placed, 'kind'> & { readonly id: string };

async function move(work: DrawWork, floor: Floor, moved: readonly Moved[]): Promise<void> {
  if (!work.permits(`${parkingSpace.name}:edit`)) throw new Refused('not_permitted', { what: drawSpaces.title });
  const to = new Map(moved.map((each) => [each.id, each]));
  const stand = await work.db.raw<Stands>(
    `SELECT id, space_no AS "spaceNo", coalesce(w, 2.5)::float AS w, coalesce(h, 5)::float AS h, coalesce(angle, 0)::int AS angle
     FROM parking_space WHERE tenant_id = $1 AND building_id = $2 AND id = ANY($3::uuid[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [floor.tenantId, floor.id, [...to.keys()]],
  );
  if (stand.length !== to.size)
    throw wrong('moved', text('有车位不在该楼层', 'Some of the spaces are not on this floor'));
  checkPlaces(
    floor,
    'moved',
    stand.map((space) => ({ ...space, ...to.get(space.id)! })),
  );
  await work.db.raw(
    `UPDATE parking_space s SET x = n.x, y = n.y, updated_at = $3, updated_by = $4
     FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, x numeric, y numeric) WHERE s.tenant_id = $1 AND s.id = n.id`,
    [floor.tenantId, JSON.stringify([...to.values()]), work.now.toISOString(), work.person.userId],
  );
}

async function draw(work: DrawWork): Promise<unknown> {
  const added = listOf(work.input.added, 'added').map(addedOf);
  const moved = listOf(work.input.moved, 'moved').map(movedOf);
  if (added.length + moved.length === 0) throw wrong('added', text('没有要保存的车位', 'There is nothing to save'));
  const seen = (await rowOf<Resource>(building, work.input.buildingId!, work.db)) as Floor;
  await holdFloors(work.db, seen);
  const floor = (await rowOf<Resource>(building, seen.id, work.db)) as Floor;
  if (added.length > 0) await add(work, floor, added);
  if (moved.length > 0) await move(work, floor, moved);
  await recounted(work, floor);
  const { tenantId, companyId, parkId, id } = floor;
  work.record({
    resource: parkingSpace.name,
    action: 'draw',
    rowId: id,
    after: { added: added.map(({ spaceNo }) => spaceNo), moved: moved.length },
    tenantId,
    companyId,
    parkId,
  });
  return { added: added.length, moved: moved.length };
}

export const drawServed: Served[] = [serve(drawSpaces, draw)];
