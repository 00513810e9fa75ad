import { company } from '#areas/org/model/company.ts';
import { dateTime, json, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { publicplat } from './publicplat.ts';
import { followWays, subscribedWords } from './words.ts';

const companyId = relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true });
const publicplatId = relation(text('公众号', 'Public account'), () => publicplat, {
  search: true,
  within: 'companyId',
});

/** Who follows an account, kept by the platform's own events. */
export const wxinfo = resource({
  name: 'wxinfo',
  title: text('公众号用户', 'Followers'),
  help: text(
    '关注的微信用户：由平台事件更新，每天整体同步一次。微信自 2021 年底起不再提供昵称。',
    'WeChat users who follow: updated by the platform’s events, and compared with its full list daily. WeChat has not provided nicknames since the end of 2021.',
  ),
  area: 'weixin',
  route: '/weixin/userlist',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/updown/wxinfo' },
  range: 'subscribeTime',
  fields: {
    companyId,
    publicplatId,
    openid: str(text('用户标识（OpenID）', 'OpenID'), { personal: true, search: true, max: 64 }),
    nickname: str(text('昵称', 'Nickname'), { personal: true, search: true, hidden: true, max: 60 }),
    status: select(text('状态', 'State'), subscribedWords, { search: true, tones: { yes: 'ok', no: 'muted' } }),
    subscribeTime: dateTime(text('关注时间', 'Followed at'), { search: true }),
    leftTime: dateTime(text('取消时间', 'Left at')),
    scene: str(text('来源场景', 'From'), {
      max: 100,
      help: text('带参数二维码的场景值', 'Scene of the code that was scanned'),
    }),
    lastTime: dateTime(text('最近互动', 'Last update'), { since: true }),
    followWay: select(text('关注方式', 'Came by'), followWays, { search: true }),
    /** When the platform last sent this follower's details, and the run that last saw it. */
    detailTime: dateTime(text('资料时间', 'Details of'), { hidden: true }),
    seenRun: str(text('同步', 'Run'), { hidden: true, max: 36 }),
  },
  display: 'openid',
  unique: [['publicplatId', 'openid']],
  index: [['publicplatId', 'subscribeTime']],
  order: { by: 'createdAt', desc: true },
  list: [
    'openid',
    'status',
    'subscribeTime',
    'leftTime',
    'followWay',
    'scene',
    'lastTime',
    'publicplatId',
    'companyId',
  ],
});

/** A message of the platform and its reply: a repeat gets the same reply and does nothing. Kept for a day. */
export const wxMessage = resource({
  name: 'wxMessage',
  title: text('公众号消息', 'Messages of accounts'),
  area: 'weixin',
  page: 'record',
  scope: 'company',
  verbs: [],
  wire: { base: '/api/gatehouse/wxMessage' },
  fields: {
    companyId,
    publicplatId,
    /** A fingerprint, which does not reveal the sender. */
    messageKey: str(text('消息', 'Message'), { max: 64 }),
    signedKey: str(text('签名', 'Signature'), { max: 64 }),
    reply: json(text('回复', 'Answer')),
    time: dateTime(text('时间', 'At')),
  },
  display: 'messageKey',
  unique: [
    ['publicplatId', 'messageKey'],
    ['publicplatId', 'signedKey'],
  ],
  index: [['time']],
  list: ['time'],
});
