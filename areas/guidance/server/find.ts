/**
 * Find my car: where a car is parked, for anyone who knows its plate or its last characters. Without login, so little
 * is disclosed and requests are throttled.
 */
import { knock } from '#areas/access/server/door.ts';
import { lotOf } from '#areas/passage/server/door.ts';
import type { LotRow } from '#areas/passage/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { isMainlandPlate, plateIdentity } from '#domain/plate/plate.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { LEAST_SIGNS, findCar } from '../model/find-calls.ts';

const MOST = 4;
const QUARTER_S = 900;

type Spot = {
  floor: string;
  spaceNo: string;
  x: number | null;
  y: number | null;
  w: number | null;
  h: number | null;
  angle: number | null;
  width: number;
  height: number;
  points: unknown;
};

/** Cars that stand at a space of the lot now, and whose stay is open. */
const SPOTS = `
  SELECT b.building_name AS floor, s.space_no AS "spaceNo", s.x::float8 AS x, s.y::float8 AS y, s.w::float8 AS w, s.h::float8 AS h, s.angle::int AS angle,
    b.plan_width::float8 AS width, b.plan_height::float8 AS height, b.points
  FROM parking_space s JOIN building b ON b.tenant_id = $1 AND b.id = s.building_id
  WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.deleted_at IS NULL AND s.status = 'taken' AND s.plate_number IS NOT NULL
    AND right(s.plate_number, length($3)) = $3
    AND EXISTS (SELECT 1 FROM car_inside c WHERE c.tenant_id = $1 AND c.park_id = $2 AND c.plate_number = s.plate_number)
  ORDER BY b.floor_no DESC, s.space_no LIMIT ${MOST + 1}`;

const few = (): Refused =>
  new Refused('bad_input', {}, [
    {
      field: 'plate',
      msg: fill(text('请输入完整车牌，或末尾至少 {n} 位', 'Enter the whole plate, or at least its last {n} signs'), {
        n: String(LEAST_SIGNS),
      }),
    },
  ]);
const many = (): Refused =>
  new Refused('bad_input', {}, [
    { field: 'plate', msg: text('相符的车辆较多，请多输入几位', 'Several cars match: enter more signs') },
  ]);
const none = (): Refused =>
  new Refused('bad_input', {}, [
    {
      field: 'plate',
      msg: text(
        '没有找到该车的车位，请核对车牌或询问工作人员',
        'No space found for it: check the plate, or ask the staff',
      ),
    },
  ]);

const spotsOf = (work: Work, lot: LotRow, plate: string): Promise<Spot[]> =>
  work.database.read(tenantScope(lot.tenantId), (db) => db.raw<Spot>(SPOTS, [lot.tenantId, lot.parkId, plate]));

async function find(work: Work): Promise<unknown> {
  const from = networkOf(work.request.ip);
  await knock(work.database, [{ key: `find:${from}`, most: 20, seconds: 60 }]);
  const plate = plateIdentity(String(work.input['plate']));
  if (plate.length < LEAST_SIGNS) throw few();
  // Ends of plates are few: whoever tries them one after the other is stopped sooner than somebody who knows a whole
  // one.
  if (!isMainlandPlate(plate)) await knock(work.database, [{ key: `find-part:${from}`, most: 15, seconds: QUARTER_S }]);
  const lot = await lotOf(work.database, String(work.input['parkId']));
  const spots = await spotsOf(work, lot, plate);
  if (spots.length === 0) {
    await knock(work.database, [{ key: `find-miss:${from}`, most: 10, seconds: QUARTER_S }]);
    throw none();
  }
  if (spots.length > MOST) throw many();
  return {
    parkName: lot.parkName,
    found: spots.map(({ floor, spaceNo, ...plan }) => ({ floor, spaceNo, plan })),
  };
}

export const findServed: Served[] = [serve(findCar, find, { mode: 'open' })];
