import { numberParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';

export const seatMonthFen = numberParameter({
  key: 'seat.monthFen',
  title: text('云坐席月价（分）', 'Price of a seat for a month, fen'),
  help: text('云坐席续期按席位数 × 月数 × 月价计。', 'A renewal of cloud seats costs seats × months × this.'),
  default: 30_000,
  min: 0,
  max: 10_000_000,
});
