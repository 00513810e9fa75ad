import { call } from '#kit/declare/call.ts';
import { relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

/** Minimum number of plate characters: fewer would find somebody's car by chance. */
export const LEAST_SIGNS = 4;

/** Where a car is parked, for anyone who knows its plate or its last characters. */
export const findCar = call({
  name: 'guide.find',
  title: text('反向寻车', 'Find my car'),
  area: 'guidance',
  method: 'POST',
  path: '/api/gatehouse/find/car',
  permission: 'public',
  answer: 'object',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    plate: str(text('车牌', 'Plate'), {
      required: true,
      min: LEAST_SIGNS,
      max: 12,
      help: text('完整车牌，或末尾至少四位', 'The whole plate, or at least its last four signs'),
    }),
  },
  note: text(
    '应答 {parkName, found: [{floor, spaceNo, plan}]}，最多四个；不带车牌与时间。更多时只说须输入更多位。限次数。',
    'Answers {parkName, found: [{floor, spaceNo, plan}]}, at most four, without plates or times. Of more it only says that more signs are needed. Throttled.',
  ),
});
