/**
 * What the guidance screens of a garage show between the arrows: a text or a picture, for a time. Screens fetch it as a
 * text file.
 */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, image, integer, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

export const garageAdText = call({
  name: 'garagead.text',
  title: text('下载文本', 'Text file'),
  area: 'advert',
  method: 'GET',
  path: '/api/updown/txtdown/txt/downLoad',
  permission: 'garagead:read',
  answer: 'file',
  input: { id: relation(text('车库广告', 'Garage advert'), (): Resource => garageAd, { required: true }) },
  note: text(
    '每行文字一行：id|开始|结束|秒数|文字|文件；时间按车场当地，文字中的竖线写作全角',
    'A line for each line of text: id|from|until|seconds|text|file; times are the car park’s, bars in the text are written wide',
  ),
});

export const garageAd = resource({
  name: 'garagead',
  title: text('车库广告', 'Garage advert'),
  many: text('车库广告', 'Garage adverts'),
  help: text(
    '车库引导屏空闲时显示的文字或图片。屏幕控制器按“下载文本”的格式读取；停用或过期的不显示。',
    'A text or picture that guidance screens of a garage show while idle. Their controllers read the text file; what is off or over is not shown.',
  ),
  area: 'advert',
  route: '/system/garageAdvertising',
  scope: 'park',
  wire: { base: '/api/updown/garagead', key: 'id' },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      within: 'companyId',
      fixed: true,
    }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    adName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    content: longText(text('文字', 'Text'), {
      max: 200,
      help: text('每行一屏，至多4行，每行30字', 'A line is a page; at most 4 of 30 characters'),
    }),
    fileUrl: image(text('图片', 'Picture')),
    startTime: dateTime(text('开始时间', 'From'), { required: true }),
    endTime: dateTime(text('结束时间', 'Until'), { required: true }),
    seconds: integer(text('停留秒数', 'Seconds shown'), { min: 1, max: 60, default: 8 }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'adName',
  unique: [['parkId', 'adName']],
  list: ['adName', 'parkId', 'content', 'fileUrl', 'startTime', 'endTime', 'seconds', 'enabled', 'remark'],
});
