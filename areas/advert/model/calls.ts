import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { integer, json, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { adver } from './adver.ts';
import { plats, slots } from './words.ts';

/** The operations of the contract's one call for adverts. */
export const posted = {
  'park/getAllAdver': text('全部广告', 'Adverts'),
  'park/getPlatList': text('广告平台', 'Platforms'),
  'park/getAdPlat': text('广告平台详情', 'A platform'),
  'park/submitAdPlat': text('保存广告平台', 'Save a platform'),
  'park/searchPark': text('可投放的车场', 'Car parks'),
  'park/getDetails': text('广告详情', 'An advert'),
  'park/staticDay': text('日统计', 'Daily statistics'),
  'park/staticDayPlat': text('平台日统计', 'Daily statistics of a platform'),
  start: text('启动', 'Start'),
  stopAdver: text('停止', 'Stop'),
  'park/start': text('启动', 'Start'),
  'park/stopAdver': text('停止', 'Stop'),
};

export const staticTypes = {
  1: text('按天', 'By day'),
  2: text('按广告', 'By advert'),
  3: text('按车场', 'By car park'),
  4: text('按广告位', 'By slot'),
};

const page = integer(text('页', 'Page'), { min: 1, max: 1_000_000 });
const size = integer(text('每页', 'Page size'), { min: 1, max: 500 });

export const postAdver = call({
  name: 'adver.post',
  title: text('广告代理接口', 'Adverts by one call'),
  area: 'advert',
  method: 'POST',
  path: '/api/updown/agency/postAdver',
  permission: 'adver:read',
  answer: 'object',
  input: {
    url: select(text('目标', 'Target'), posted, { required: true }),
    current: page,
    size,
    id: str(text('编号', 'Id'), { max: 36 }),
    adverId: relation(text('广告', 'Advert'), () => adver),
    parkId: relation(text('车场', 'Car park'), () => park),
    plat: select(text('平台', 'Platform'), plats),
    name: str(text('名称', 'Name'), { max: 40 }),
    config: json(text('接入参数', 'Settings')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
    staticDay: str(text('日期', 'Day or days'), { max: 21, help: text('一天，或“从,到”', 'A day, or `from,to`') }),
    staticType: select(text('统计方式', 'By what'), staticTypes),
  },
  note: text(
    '不转发到别处：由 url 指定的十种操作在此应答，各按其权限',
    'Forwards nothing: the ten actions that `url` can name are executed here, each with its own permission',
  ),
});

const token = str(text('凭据', 'Token'), { required: true, max: 48 });
const open = { area: 'advert', permission: 'public' } as const;

export const showAdvert = call({
  ...open,
  name: 'advert.show',
  title: text('车主页面：取广告', 'Driver: an advert'),
  method: 'POST',
  path: '/api/gatehouse/driver/advert',
  answer: 'object',
  input: {
    ticket: str(text('账单凭据', 'Ticket of the bill'), { required: true, max: 600 }),
    slot: select(text('广告位', 'Slot'), slots, { required: true }),
  },
  note: text(
    '凭账单凭据取一条在排期内的广告；没有则答 null。每个地址每分钟60次。',
    'One advert within its schedule for the ticket of a bill, or null. 60 a minute for each address.',
  ),
});

export const reportAdvert = call({
  ...open,
  name: 'advert.tell',
  title: text('车主页面：广告展示与关闭', 'Driver: advert seen or closed'),
  method: 'POST',
  path: '/api/gatehouse/driver/advertSeen',
  answer: 'ack',
  input: {
    token,
    kind: select(
      text('事件', 'What'),
      { viewable: text('展示', 'Viewed'), close: text('关闭', 'Closed') },
      { required: true },
    ),
  },
  note: text(
    '同一凭据同一事件只记一次；每个地址每分钟30次以上的不计数',
    'Kept once for a token and event; beyond 30 a minute of one address nothing counts',
  ),
});

export const clickAdvert = call({
  ...open,
  name: 'advert.click',
  title: text('车主页面：点击广告', 'Driver: advert clicked'),
  method: 'GET',
  path: '/m/ad',
  answer: 'file',
  input: { token },
  note: text('记一次点击并转到广告的链接', 'Keeps the click and leads to the link of the advert'),
});

export const advertPicture = call({
  ...open,
  name: 'advert.picture',
  title: text('车主页面：广告图片', 'Driver: picture of an advert'),
  method: 'GET',
  path: '/m/ad-picture',
  answer: 'file',
  input: { token },
});
