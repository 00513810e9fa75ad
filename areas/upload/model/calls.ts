import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { integer, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { thirdparty } from './thirdparty.ts';

const area = 'upload';
const base = '/api/updown/thirdparty';
const parkId = relation(text('车场', 'Car park'), () => park, { required: true });
const platId = relation(text('平台', 'Platform'), () => thirdparty);

const register = (name: string, zh: string, en: string) =>
  call({
    name: `thirdparty.${name}`,
    title: text(zh, en),
    area,
    method: 'POST',
    path: `${base}/${name}`,
    permission: 'thirdparty:send',
    answer: 'object',
    input: { parkId, platId },
    note: text(
      '把车场备案消息放入上传队列；答 {messageId, status}，再次调用为同一条',
      'Queues the registration of the car park; answers {messageId, status}. The same again is the same message',
    ),
  });

export const registShangHai = register('registShangHai', '上海平台备案', 'Register in Shanghai');
export const registWisdomCommunity = register('registWisdomCommunity', '智慧社区备案', 'Register as a smart community');

export const searchShangHai = call({
  name: 'thirdparty.searchShangHai',
  title: text('上海平台备案查询', 'Registration in Shanghai'),
  area,
  method: 'GET',
  path: `${base}/searchShangHai`,
  permission: 'thirdparty:read',
  answer: 'object',
  input: { parkId, platId },
  note: text(
    '答 {messageId, status, registered, answer}；未备案时各项为 null',
    'Answers {messageId, status, registered, answer}, null while nothing was registered',
  ),
});

const shared = {
  parkpotId: str(text('车场或泊位点编号', 'Car park'), { required: true, max: 80 }),
  detailType: integer(text('明细类型', 'Kind'), { default: 2 }),
};
export const yongCount = call({
  name: 'yong.selectCount',
  title: text('泊位统计', 'Spaces in figures'),
  area,
  method: 'POST',
  path: '/api/updown/shanghai/yong/selectCount',
  permission: 'thirdparty:read',
  answer: 'object',
  changes: false,
  input: shared,
  note: text(
    'parkpotId 为车场编号或其在平台的编号；答 {berths, shared, orders}：总车位、预约占用、今日订单',
    'parkpotId is a car park’s id or its number at a platform; answers {berths, shared, orders}: spaces in all, held by bookings, orders of today',
  ),
});
export const yongDetails = call({
  name: 'yong.selectDetails',
  title: text('泊位明细', 'Bookings of spaces'),
  area,
  method: 'POST',
  path: '/api/updown/shanghai/yong/selectDetails',
  permission: 'thirdparty:read',
  answer: 'page',
  changes: false,
  input: shared,
  note: text('selectCount 中 shared 的各条', 'The rows behind shared of selectCount'),
});
