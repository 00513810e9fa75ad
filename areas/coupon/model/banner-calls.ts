import { call } from '#kit/declare/call.ts';
import { relations } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { couponRuleBanner } from './records.ts';

export const orderBanners = call({
  area: 'coupon',
  method: 'POST',
  answer: 'object',
  name: 'couponRuleBanner.order',
  title: text('排列轮播图', 'Order banners'),
  path: '/api/gatehouse/couponRuleBanner/order',
  permission: 'couponRuleBanner:edit',
  input: {
    ids: relations(text('轮播图', 'Banners'), () => couponRuleBanner, { required: true }),
  },
  note: text(
    '按给出的先后排列；须是权限范围内同一集团的全部轮播图，答 changed 为顺序改变的条数',
    'In the order they are given: all banners of one group that the caller sees. Answers changed, how many have another place',
  ),
});
