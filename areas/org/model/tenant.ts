import { boolean, integer, longText, phone, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from './company.ts';

/** A tenant is the register entry of a group: its number stands first in every row the group owns and never changes. */
export const tenant = resource({
  name: 'tenant',
  title: text('租户', 'Tenant'),
  help: text(
    '每个集团一个租户，彼此看不到对方的数据。',
    "One tenant for each group of companies; none sees another's data.",
  ),
  area: 'org',
  route: '/system/tenant',
  scope: 'platform',
  wire: { base: '/api/blade-system/tenant' },
  fields: {
    tenantCode: str(text('租户编码', 'Tenant code'), {
      search: true,
      max: 20,
      help: text('不填则自动生成', 'Made by the server if left blank'),
    }),
    tenantName: str(text('租户名称', 'Tenant name'), { required: true, search: true, max: 60 }),
    tenantNo: integer(text('租户编号', 'Tenant number'), { ordinal: true, readOnly: true }),
    rootCompanyId: relation(text('集团单位', 'Group company'), () => company, { readOnly: true }),
    linkman: str(text('联系人', 'Contact'), { max: 30 }),
    contactNumber: phone(text('联系电话', 'Phone')),
    address: str(text('地址', 'Address'), { max: 200 }),
    enabled: boolean(text('启用', 'Enabled'), {
      default: true,
      search: true,
      help: text('停用后该集团的人员都不能登录', 'Nobody of a disabled group can log in'),
    }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'tenantName',
  unique: [['tenantCode'], ['tenantNo']],
  list: ['tenantNo', 'tenantCode', 'tenantName', 'linkman', 'contactNumber', 'enabled'],
  order: { by: 'tenantNo', desc: false },
});
