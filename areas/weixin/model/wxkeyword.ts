import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, integer, longText, relation, select, str, url } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { publicplat } from './publicplat.ts';
import { matches, replyTypes, scenes } from './words.ts';

/** What an account answers by itself. */
export const wxkeyword = resource({
  name: 'wxkeyword',
  title: text('关键词回复', 'Keyword reply'),
  many: text('关键词回复', 'Keyword replies'),
  help: text(
    '公众号收到文字、菜单点击或新关注时的自动回复。先完全相同，再最长的开头，再最长的包含，然后看顺序。',
    'What an account answers to texts, menu keys and new followers: the whole word first, then the longest beginning, then the longest word within, then the order.',
  ),
  area: 'weixin',
  route: '/weixin/keyword',
  scope: 'company',
  config: { folder: 'keyword-replies', key: ['publicplatId', 'scene', 'match', 'keyword'] },
  wire: { base: '/api/updown/wxkeyword' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    publicplatId: relation(text('公众号', 'Public account'), () => publicplat, {
      required: true,
      fixed: true,
      search: true,
      within: 'companyId',
    }),
    scene: select(text('场合', 'When'), scenes, { required: true, search: true, default: 'text' }),
    keyword: str(text('关键词', 'Keywords'), {
      search: true,
      max: 200,
      when: { field: 'scene', is: ['text', 'click'] },
      help: text('多个用逗号分开', 'Several divided by commas'),
    }),
    match: select(text('匹配', 'Match'), matches, {
      default: 'exact',
      search: true,
      when: { field: 'scene', is: ['text'] },
    }),
    replyType: select(text('回复类型', 'Answer'), replyTypes, { required: true, search: true, default: 'text' }),
    title: str(text('标题', 'Title'), { max: 64, when: { field: 'replyType', is: ['news', 'link'] } }),
    content: longText(text('内容', 'Text'), {
      max: 2000,
      help: text(
        '可写 {hotline}、{payLink}、{passLink}、{serviceHours}、{address}，取自通用配置',
        'May hold {hotline}, {payLink}, {passLink}, {serviceHours}, {address} of the common settings',
      ),
    }),
    pictureUrl: url(text('图片地址', 'Picture'), { max: 500, when: { field: 'replyType', is: ['news'] } }),
    linkUrl: url(text('链接', 'Link'), { max: 500, when: { field: 'replyType', is: ['news', 'link'] } }),
    sort: integer(text('顺序', 'Order'), { default: 0, min: 0, max: 9999 }),
    hits: integer(text('已回复', 'Answered'), { readOnly: true, default: 0 }),
    enable: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'keyword',
  index: [['publicplatId']],
  order: { by: 'sort', desc: false },
  list: [
    'sort',
    'scene',
    'keyword',
    'match',
    'replyType',
    'title',
    'content',
    'hits',
    'publicplatId',
    'companyId',
    'enable',
  ],
});

export const tryKeyword = call({
  name: 'wxkeyword.tryOut',
  title: text('试回复', 'Try an answer'),
  area: 'weixin',
  method: 'GET',
  path: '/api/gatehouse/wxkeyword/tryOut',
  permission: 'wxkeyword:read',
  input: {
    publicplatId: relation(text('公众号', 'Public account'), () => publicplat, { required: true }),
    message: str(text('用户发来', 'A follower writes'), { required: true, max: 200 }),
  },
  note: text(
    '{why, word, keywordId, keyword, reply}，与真实回复同一规则，不计数',
    '{why, word, keywordId, keyword, reply}: by the very rule of a real answer, counted nowhere',
  ),
});
