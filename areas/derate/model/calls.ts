import { call } from '#kit/declare/call.ts';
import { dateTime, integer, money, plate, relation, select, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkDerate } from './park-derate.ts';
import { parkSeller } from './park-seller.ts';
import { codeKinds } from './words.ts';

const area = 'derate';
const sellerId = relation(text('商家', 'Shop'), () => parkSeller, { required: true, alias: ['recordId'] });
const derateId = relation(text('优惠规则', 'Rule'), () => parkDerate, { required: true, only: { enable: 'true' } });
const parkId = relation(text('车场', 'Car park'), () => park);
const plateNumber = plate(text('车牌号', 'Plate'), { required: true, personal: true, alias: ['plateNo'] });
const remark = str(text('备注', 'Remark'), { max: 200 });

const post = <const F extends Fields>(
  name: string,
  title: ReturnType<typeof text>,
  path: string,
  permission: `${string}:${string}` | 'public',
  input: F,
  note?: ReturnType<typeof text>,
) => call({ name, title, area, method: 'POST', path, permission, input, answer: 'object', ...(note ? { note } : {}) });

const derates = '/api/gatehouse/carDerate';
export const giveDerate = post(
  'carDerate.grant',
  text('发放优惠', 'Give a discount'),
  `${derates}/grant`,
  'carDerate:grant',
  {
    sellerId,
    derateId,
    plateNumber,
    remark,
  },
);

const codes = '/api/gatehouse/derateCode';
export const makeCode = post(
  'derateCode.make',
  text('生成优惠二维码', 'Make a discount code'),
  `${codes}/make`,
  'carDerate:grant',
  {
    sellerId,
    derateId,
    codeKind: select(text('类型', 'Kind'), codeKinds, { required: true, default: 'standing' }),
    validUntil: dateTime(text('有效期至', 'Valid until'), {
      help: text(
        '不填：固定码长期有效，一次性码 24 小时',
        'Empty: a standing code has no end, a one-time code 24 hours',
      ),
    }),
    copies: integer(text('张数', 'How many'), {
      min: 1,
      max: 100,
      default: 1,
      when: { field: 'codeKind', is: ['once'] },
    }),
  },
  text('答 codes：每张的地址与图片', 'Answers codes: the address and the picture of each'),
);
const code = str(text('二维码', 'Code'), { required: true, max: 40 });
export const scannedCode = call({
  name: 'derateCode.show',
  title: text('扫码查看优惠', 'What a code gives'),
  area,
  method: 'GET',
  path: `${codes}/show`,
  permission: 'public',
  input: { code },
});
export const scanCode = post(
  'derateCode.scan',
  text('扫码领取优惠', 'Take a discount by its code'),
  `${codes}/scan`,
  'public',
  { code, plateNumber },
);

export const rechargeCard = post(
  'storedCard.recharge',
  text('储值充值', 'Recharge a stored-value card'),
  '/api/gatehouse/storedCard/recharge',
  'storedCard:recharge',
  {
    parkId: { ...parkId, required: true },
    plateNumber,
    money: money(text('充值金额', 'Amount'), { required: true, min: 1, max: 10_000_000 }),
    remark,
  },
);

const lookup = <const F extends Fields>(name: string, title: ReturnType<typeof text>, last: string, input: F) =>
  call({
    name,
    title,
    area,
    method: 'GET',
    path: `/api/updown/baseSelect/${last}`,
    permission: 'session',
    answer: 'list',
    input,
  });
export const sellersOfPark = lookup(
  'parkSeller.getSelectSeller',
  text('商家下拉', 'Shops to choose from'),
  'getSelectSeller',
  { parkId },
);
export const deratesOfSeller = lookup(
  'parkDerate.getSelectSellerDerate',
  text('商家优免下拉', 'Rules of a shop'),
  'getSelectSellerDerate',
  { sellerId: { ...sellerId, required: false } },
);
