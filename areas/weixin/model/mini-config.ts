import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { miniConfigTypes } from './words.ts';

/** What a car park shows on the driver's home, one line for each thing set. */
export const parkMiniOtherConfig = resource({
  name: 'parkMiniOtherConfig',
  title: text('小程序其他配置', 'Mini program setting'),
  many: text('小程序其他配置', 'Mini program settings'),
  help: text(
    '车场的车主首页显示什么；电话与服务时间未设置时取单位的公众号通用配置。',
    'What the driver’s home of a car park shows. Hotline and hours that are not set are those of the company’s account settings.',
  ),
  area: 'weixin',
  route: '/miniprogram/otherconfig',
  scope: 'park',
  config: { folder: 'driver-home', key: ['configType'], together: true },
  wire: { base: '/api/updown/parkMiniOtherConfig' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'companyId',
    }),
    configType: select(text('配置项', 'Setting'), miniConfigTypes, { required: true, fixed: true, search: true }),
    configValue: str(text('值', 'Value'), {
      required: true,
      max: 500,
      help: text(
        '“显示…”填 on 或 off；链接以 https:// 开头',
        'What is shown is on or off; a link begins with https://',
      ),
    }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'configType',
  unique: [['parkId', 'configType']],
  order: { by: 'configType', desc: false },
  list: ['parkId', 'configType', 'configValue', 'companyId', 'remark'],
});
