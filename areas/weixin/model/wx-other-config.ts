import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { configTypes } from './words.ts';

const base = '/api/updown/wxOtherConfig';

/** What a company sets once for all its accounts; companies below it take it over until they set their own. */
export const wxOtherConfig = resource({
  name: 'wxOtherConfig',
  title: text('公众号通用配置', 'Account setting'),
  many: text('公众号通用配置', 'Account settings'),
  help: text(
    '链接、电话与开关：在关键词回复中用花括号引用，下级单位未设置时沿用上级的。',
    'Links, numbers and switches. Keyword replies name them in braces; companies below take over what they have not set themselves.',
  ),
  area: 'weixin',
  route: '/weixin/common',
  scope: 'company',
  verbs: ['list', 'add', 'edit', 'export'],
  config: { folder: 'account-settings', key: ['companyId', 'configType'] },
  wire: { base },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, {
      search: true,
      fixed: true,
      alias: ['companyid'],
    }),
    configType: select(text('配置项', 'Setting'), configTypes, {
      required: true,
      fixed: true,
      search: true,
      alias: ['configtype'],
    }),
    configValue: str(text('值', 'Value'), {
      required: true,
      max: 500,
      alias: ['configvalue'],
      help: text(
        '链接以 https:// 开头；自动回复填 on 或 off',
        'Links begin with https://; automatic answers are on or off',
      ),
    }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'configType',
  unique: [['companyId', 'configType']],
  order: { by: 'configType', desc: false },
  list: ['configType', 'configValue', 'companyId', 'remark'],
});

export const configDetail = call({
  name: 'wxOtherConfig.find',
  title: text('公众号通用配置：详情', 'Account setting: detail'),
  area: 'weixin',
  method: 'GET',
  path: `${base}/detail`,
  permission: 'wxOtherConfig:read',
  answer: 'object',
  input: {
    id: relation(text('配置', 'Setting'), () => wxOtherConfig),
    companyid: relation(text('所属单位', 'Company'), () => company, { alias: ['companyId'] }),
    configtype: select(text('配置项', 'Setting'), configTypes, { alias: ['configType'] }),
  },
  note: text(
    '按 id，或按单位与配置项；没有时答空对象',
    'By id, or by company and setting; an empty object where there is none',
  ),
});
