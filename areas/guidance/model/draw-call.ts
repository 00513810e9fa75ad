import { call } from '#kit/declare/call.ts';
import { json, relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { building } from './building.ts';

/** More than a floor has. */
export const MOST_DRAWN = 2_000;

/** What was drawn on a floor, saved at once or not at all. */
export const drawSpaces = call({
  name: 'parkingSpace.draw',
  title: text('绘制车位', 'Draw spaces'),
  area: 'guidance',
  method: 'POST',
  path: '/api/gatehouse/guide/draw',
  permission: 'parkingSpace:add',
  answer: 'object',
  input: {
    buildingId: relation(text('楼层', 'Floor'), () => building, { required: true }),
    added: json(text('新增车位', 'New spaces'), {
      help: text(
        '[{ spaceNo, kind, x, y, w, h, angle }]，米与度；x、y 为未旋转时的左上角',
        '[{ spaceNo, kind, x, y, w, h, angle }] in metres and degrees; x and y are the upper left corner before it is turned',
      ),
    }),
    moved: json(text('移动的车位', 'Moved spaces'), {
      help: text('[{ id, x, y }]，须有编辑权限', '[{ id, x, y }]; takes the right to edit'),
    }),
  },
  note: text(
    '{ added, moved }：个数。车位须在楼层之内，车位号在车场内不重复；有一个不符即全部不保存。',
    '{ added, moved }: how many. Spaces lie within the floor and have numbers of their own in the car park; where one does not, nothing is saved.',
  ),
});
