import { call } from '#kit/declare/call.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { building } from './building.ts';

/** One floor as it is now: what the live plan draws. No plates. */
export const live = call({
  name: 'guide.live',
  title: text('楼层实况', 'A floor, live'),
  area: 'guidance',
  method: 'GET',
  path: '/api/gatehouse/guide/live',
  permission: 'parkingSpace:read',
  answer: 'object',
  input: { buildingId: relation(text('楼层', 'Floor'), () => building, { required: true }) },
  note: text(
    '应答 {at, floor, spaces, boards, gateways, groups, counts}。spaces 不带车牌；boards 的 lines 是最近发出的内容，outcome 是该指令的结果。',
    'Answers {at, floor, spaces, boards, gateways, groups, counts}. Spaces come without plates; `lines` of a board is what was sent last, `outcome` what came of that command.',
  ),
});
