import { boolean, dateTime, integer, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkDerate } from './park-derate.ts';
import { parkSeller } from './park-seller.ts';
import { stopCode } from './row-calls.ts';
import { codeKinds } from './words.ts';

/** A printed code by which a driver takes a seller's discount for his plate. Whoever has the code has the discount. */
export const derateCode = resource({
  name: 'derateCode',
  title: text('优惠二维码', 'Discount codes'),
  area: 'derate',
  scope: 'park',
  verbs: ['list'],
  wire: { base: '/api/gatehouse/derateCode', key: 'codeId' },
  fields: {
    sellerId: relation(text('商家', 'Shop'), () => parkSeller, { search: true, within: 'parkId' }),
    derateId: relation(text('优惠规则', 'Rule'), () => parkDerate, { search: true, within: 'parkId' }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    codeKind: select(text('类型', 'Kind'), codeKinds, { search: true }),
    code: str(text('二维码内容', 'Code'), { max: 40 }),
    usedCount: integer(text('已领取', 'Taken'), { default: 0 }),
    validUntil: dateTime(text('有效期至', 'Valid until'), { none: text('长期', 'No end date') }),
    enable: boolean(text('有效', 'Valid'), { default: true, search: true }),
    operator: str(text('制作人', 'Made by')),
  },
  display: 'code',
  unique: [['code']],
  index: [['sellerId']],
  list: ['codeKind', 'sellerId', 'derateId', 'usedCount', 'validUntil', 'enable', 'operator'],
  actions: [
    {
      call: stopCode,
      key: 'codeId',
      tone: 'danger',
      confirm: text('停用后此码不能再领取优惠。', 'This code can no longer be used to claim discounts.'),
    },
  ],
});
