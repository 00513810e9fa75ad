/** The floors of the demo's office tower, their plans, and where on them its doors stand. */
import type { Ask } from './build-base.ts';
import type { LivingDoors } from './doors.ts';
import { floorPicture } from './pictures.ts';
import type { Wall } from './pictures.ts';

const base = 'plat/navigation';
/** Of the tower, in metres. */
const [WIDTH, HEIGHT] = [60, 36];

const shell: readonly Wall[] = [
  [0, 0, 60, 0],
  [60, 0, 60, 36],
  [60, 36, 34, 36],
  [26, 36, 0, 36],
  [0, 36, 0, 0],
];
/** Lifts and stairs, the same on each floor. */
const core: readonly Wall[] = [
  [22, 10, 38, 10],
  [22, 10, 22, 18],
  [38, 10, 38, 18],
  [22, 18, 28, 18],
  [32, 18, 38, 18],
  [30, 10, 30, 16],
];

const floors = [
  {
    name: '8 层',
    floorNo: 8,
    walls: [
      ...shell,
      ...core,
      [26, 36, 34, 36],
      [12, 0, 12, 14],
      [12, 22, 12, 36],
      [48, 0, 48, 14],
      [48, 22, 48, 36],
      [12, 6, 27, 6],
      [33, 6, 48, 6],
      [12, 14, 0, 14],
      [48, 14, 60, 14],
    ],
    points: [
      { name: '电梯厅', x: 30, y: 14 },
      { name: '机房', x: 16, y: 3 },
    ],
    doors: { 研发区西门: [12, 18], 研发区东门: [48, 18], 机房前室: [30, 6] },
  },
  {
    name: '1 层',
    floorNo: 1,
    walls: [
      ...shell,
      ...core,
      [0, 25, 20, 25],
      [24, 25, 36, 25],
      [40, 25, 60, 25],
      [48, 0, 48, 4],
      [48, 9, 48, 25],
      [12, 0, 12, 25],
    ],
    points: [
      { name: '总台', x: 10, y: 31 },
      { name: '电梯厅', x: 30, y: 22 },
    ],
    doors: { '大堂闸机 1': [22, 25], '大堂闸机 2': [38, 25], 高区电梯: [30, 17.5], 货梯厅: [48, 6.5] },
  },
] as const;

/** Of the garage under the tower, beside its lifts. */
const inGarage = { floor: 'B1', door: '地下车库门厅', at: [78, 39] } as const;

type Row = { readonly id: string };

/** Goes after the garage, on whose first floor one of the doors stands. `keep` stores a picture: @returns its address. */
export async function placeDoors(
  ask: Ask,
  keep: (picture: Buffer) => Promise<string>,
  { villageId }: Pick<LivingDoors, 'villageId'>,
  parkId: string,
): Promise<void> {
  const { records: gates } = await ask('GET', 'doorgate/list', { villageId, size: 50 });
  const gateOf = new Map((gates as (Row & { gateName: string })[]).map(({ id, gateName }) => [gateName, id]));
  const place = (gateName: string, buildingId: string, [x, y]: readonly [number, number]) =>
    ask('POST', 'doorgate/submit', { id: gateOf.get(gateName), buildingId, x, y });
  const plan = { parkId, planWidth: WIDTH, planHeight: HEIGHT };
  const { id: masterBuildingId } = await ask('POST', `${base}/building/submit`, { ...plan, buildingName: '云汇大厦' });
  for (const { name, floorNo, walls, points, doors } of floors) {
    const mapUrl = await keep(floorPicture(WIDTH, HEIGHT, walls));
    const { id } = await ask('POST', `${base}/building/submit`, {
      ...plan,
      buildingName: name,
      masterBuildingId,
      floorNo,
      mapUrl,
      points,
    });
    for (const [gateName, at] of Object.entries(doors)) await place(gateName, id, at);
  }
  const { records: garage } = await ask('GET', `${base}/building/list`, { parkId, buildingName: inGarage.floor });
  const [floor] = garage as Row[];
  if (floor) await place(inGarage.door, floor.id, inGarage.at);
}
