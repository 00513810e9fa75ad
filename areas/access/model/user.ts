import {
  boolean,
  dateTime,
  email,
  image,
  longText,
  phone,
  relation,
  relations,
  secret,
  select,
  str,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { dept } from '#areas/org/model/dept.ts';
import { role } from './role.ts';

export const userTypes = {
  staff: text('管理人员', 'Staff'),
  guard: text('岗亭人员', 'Guard'),
  collector: text('路内收费员', 'Roadside collector'),
  seller: text('商家', 'Shop'),
  installer: text('安装人员', 'Installer'),
};

/** Someone who may log in. The account is unique in the whole installation, whatever its case. */
export const user = resource({
  name: 'user',
  title: text('用户', 'User'),
  help: text(
    '登录控制台的人：属于哪个单位，有哪些角色。',
    'People who log in to the console, with their company and roles.',
  ),
  area: 'access',
  route: '/system/user',
  scope: 'company',
  wire: { base: '/api/updown/sysuser', list: 'listAuth' },
  fields: {
    account: str(text('账号', 'Account'), {
      required: true,
      search: true,
      fixed: true,
      min: 2,
      max: 40,
      help: text('全平台唯一，不区分大小写', 'Unique across the platform, not case-sensitive'),
    }),
    password: secret(text('初始密码', 'Initial password'), {
      fixed: true,
      min: 8,
      max: 128,
      help: text(
        '不填则须由管理员重置密码后才能登录',
        'If left blank, an administrator must reset the password before the first login',
      ),
    }),
    realName: str(text('姓名', 'Name'), { required: true, search: true, max: 30 }),
    phone: phone(text('手机号', 'Mobile'), { search: true, personal: true }),
    email: email(text('邮箱', 'E-mail'), { personal: true, max: 100 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true }),
    deptId: relation(text('部门', 'Department'), () => dept, { within: 'companyId' }),
    userType: select(text('用户类型', 'User type'), userTypes, { default: 'staff', search: true }),
    roleIds: relations(text('角色', 'Roles'), () => role, { within: 'companyId' }),
    allParks: boolean(text('全部车场', 'All car parks'), {
      help: text(
        '可见所属单位及下级单位的全部车场；否则仅可见被授权的车场。授予管理员角色时打开',
        'Sees every car park of the company and its subsidiaries; otherwise only the car parks granted. Turned on when an administrator role is granted',
      ),
    }),
    enabled: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    avatar: image(text('头像', 'Picture')),
    mustChangePassword: boolean(text('下次登录须修改密码', 'Must change password at next login'), { default: false }),
    lastLoginAt: dateTime(text('最近登录', 'Last login'), { readOnly: true, since: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'realName',
  unique: [['account']],
  index: [['companyId']],
  list: ['account', 'realName', 'phone', 'companyId', 'roleIds', 'userType', 'allParks', 'enabled', 'lastLoginAt'],
});
